use super::sow::{Choice, Sown, sow};
use super::{
    Board, End, Fresh, Heading, Leftovers, Move, MoveRules, Pit, RepeatRest, Rules, Step, Stuck, Wins,
};
use crate::mancala::{First, PieRule};
use crate::{ByPlayer, Coded, Deterministic, Game, Outcome, Player, StepObserver};

/// Why a game is over (law 2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Few stones were left in the pits.
    Few,
    /// A player has more than half of the stones.
    Majority,
    /// This player has emptied the own side, which wins.
    Emptied(Player),
    /// The side of this player is empty.
    SideEmpty(Player),
    /// This player is to move and has no legal move.
    Stuck(Player),
    /// The position stands for the n-th time.
    Repeat,
}

impl Ending {
    /// `few`, `majority`, `emptied`, `side-empty`, `stuck` or `repeat`.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Few => "few",
            Self::Majority => "majority",
            Self::Emptied(_) => "emptied",
            Self::SideEmpty(_) => "side-empty",
            Self::Stuck(_) => "stuck",
            Self::Repeat => "repeat",
        }
    }
}

/// A position of a sowing game. Repetition needs the history of the game and is decided by [`super::Playthrough`].
///
/// In a finished game the leftovers are where they belong and there is no player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(super) board: Board,
    law: MoveRules,
    to_move: Option<Player>,
    /// The moves made so far, as long as the opening lasts.
    turns: u8,
    /// The pits of the opponent that the player to move has still to take.
    bonus: u8,
    pie: PieRule,
    /// All stones, which never change in number.
    total: u16,
    result: Option<(Ending, Outcome)>,
}

impl Position {
    /// The most stones a position may hold.
    pub const MOST_STONES: u16 = 1000;

    /// The start of a game. With `first = coin` Player 1 begins; a tossed coin calls [`Self::start_with`].
    pub fn start(rules: &Rules) -> Self {
        Self::start_with(rules, if rules.first == First::Player2 { Player::Two } else { Player::One })
    }

    /// The start of a game in which `first` begins.
    pub fn start_with(rules: &Rules, first: Player) -> Self {
        let mut board = Board::start(&rules.law, rules.stones, &rules.start);
        if rules.law.fresh == Fresh::Safe {
            for player in Player::BOTH {
                for hole in board.holes_of(player) {
                    if board.stones(hole) > 0 {
                        board.fresh.insert(hole);
                    }
                }
            }
        }
        let pie = if rules.pie { PieRule::FirstTurn } else { PieRule::Off };
        Self::from_parts(&board, &rules.law, first, Opening { turns: 0, bonus: 0, pie })
    }

    /// A position in which `to_move` would be next, finished at once if the board says so.
    pub(super) fn from_parts(board: &Board, law: &MoveRules, to_move: Player, opening: Opening) -> Self {
        let Opening { turns, bonus, pie } = opening;
        let total = u16::try_from(board.total()).unwrap_or(u16::MAX);
        let to_move = Some(to_move);
        let mut position = Self { board: *board, law: *law, to_move, turns, bonus, pie, total, result: None };
        position.normalize();
        position
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The law of this position's game.
    pub const fn law(&self) -> &MoveRules {
        &self.law
    }

    /// Whether the second player may still swap sides.
    pub const fn pie(&self) -> PieRule {
        self.pie
    }

    /// Whether the player to move may swap sides now.
    #[inline]
    pub(super) const fn may_swap(&self) -> bool {
        matches!(self.pie, PieRule::Available)
    }

    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        self.result.map(|(ending, _)| ending)
    }

    /// The moves made so far; none when the opening is over.
    pub(super) fn opening_turns(&self) -> Option<u8> {
        (self.turns < self.law.opening_moves()).then_some(self.turns)
    }

    /// Whether `player` would have no sowing move, so that the turn comes back to the other one where the rules let players pass.
    pub fn is_stuck(&self, player: Player) -> bool {
        !self.can_move(player)
    }

    /// How many pits of the opponent the player to move has still to take.
    pub const fn bonus(&self) -> u8 {
        self.bonus
    }

    /// Whether nothing is captured in the next move.
    #[inline]
    pub(super) const fn is_peaceful(&self) -> bool {
        self.turns < self.law.peaceful
    }

    /// Whether the next move is the first of the game.
    pub(super) fn is_opening(&self) -> bool {
        self.turns == 0 && self.opening_turns().is_some()
    }

    /// How many stones `player` is ahead in the stores.
    pub fn lead(&self, player: Player) -> i32 {
        i32::from(self.board.score(player)) - i32::from(self.board.score(!player))
    }

    /// Ends the game if the position is over before any move is made.
    fn normalize(&mut self) {
        let Some(player) = self.to_move else { return };
        if self.bonus > 0 {
            return;
        }
        match self.ending_by_board() {
            Some(ending) => self.finish(ending, !player, &mut ()),
            None => self.turn_to(player, !player, &mut ()),
        }
    }

    /// What ends the game whatever the last move was (law 2.7, 2 and 4).
    fn ending_by_board(&self) -> Option<Ending> {
        let by_majority = matches!(self.law.end, End::Majority | End::StuckMajority);
        let by_empty_side = matches!(self.law.end, End::SideEmpty | End::Majority);
        if by_majority && Player::BOTH.iter().any(|&player| 2 * self.board.owned(player) > self.total) {
            return Some(Ending::Majority);
        }
        if !by_empty_side {
            return None;
        }
        Player::BOTH.into_iter().find(|&player| self.board.is_side_empty(player)).map(Ending::SideEmpty)
    }

    /// A move of `mover` is done: ends the game or turns to the next player (law 2.7).
    fn end_move(&mut self, mover: Player, again: bool, watch: &mut impl StepObserver<Step>) {
        let ending = if self.law.few > 0 && self.in_unmarked_pits() <= self.law.few.into() {
            Some(Ending::Few)
        } else {
            match self.ending_by_board() {
                Some(Ending::SideEmpty(_))
                    if self.law.wins == Wins::Emptied && self.board.is_side_empty(mover) =>
                {
                    Some(Ending::Emptied(mover))
                }
                ending => ending,
            }
        };
        match ending {
            Some(ending) => self.finish(ending, mover, watch),
            None => self.turn_to(if again { mover } else { !mover }, mover, watch),
        }
        self.pie = match self.pie {
            PieRule::FirstTurn if self.to_move == Some(mover) => PieRule::FirstTurn,
            PieRule::FirstTurn if self.to_move.is_some() => PieRule::Available,
            PieRule::FirstTurn | PieRule::Available | PieRule::Off => PieRule::Off,
        };
    }

    /// Makes `next` the player to move, or the other one if `next` has no move and passes; `mover` made the last move.
    fn turn_to(&mut self, next: Player, mover: Player, watch: &mut impl StepObserver<Step>) {
        self.to_move = Some(next);
        if self.can_move(next) {
            return;
        }
        if self.law.stuck == Stuck::Passes && self.can_move(!next) {
            self.to_move = Some(!next);
        } else {
            self.finish(Ending::Stuck(next), mover, watch);
        }
    }

    /// Ends the game if the position stands for the n-th time (law 2.7, 6). `earlier` are the positions before it, the last one
    /// first.
    pub fn end_if_repeated<'a>(
        &mut self,
        earlier: impl IntoIterator<Item = &'a Self>,
        watch: &mut impl StepObserver<Step>,
    ) {
        let Some(player) = self.to_move.filter(|_| self.law.repeat > 0 && self.bonus == 0) else { return };
        // Stores never shrink: what had fewer stones in them cannot come again.
        let stored = |position: &Self| Player::BOTH.map(|player| position.board.score(player));
        let is_same = |past: &&Self| (past.board, past.to_move, past.bonus) == (self.board, self.to_move, 0);
        let times =
            earlier.into_iter().take_while(|past| stored(past) == stored(self)).filter(is_same).count();
        if times + 1 >= self.law.repeat.into() {
            // Who moved last makes no difference: the rest is shared by side or not at all.
            self.finish(Ending::Repeat, !player, watch);
        }
    }

    fn in_unmarked_pits(&self) -> u16 {
        let in_pits = |player| self.board.occupied(player).map(|hole| self.board.stones(hole)).sum::<u16>();
        Player::BOTH.into_iter().map(in_pits).sum()
    }

    /// Ends the game: shares out the leftovers and names the winner (law 2.8).
    fn finish(&mut self, ending: Ending, mover: Player, watch: &mut impl StepObserver<Step>) {
        let is_empty = ByPlayer::from_fn(|player| self.board.is_side_empty(player));
        for player in Player::BOTH {
            for hole in self.board.marks(player).iter() {
                self.sweep(hole, player, watch);
            }
        }
        for side in Player::BOTH {
            let receiver = self.receiver(ending, mover, side, is_empty);
            for hole in self.board.holes_of(side) {
                if let Some(receiver) = receiver
                    && !self.board.is_marked(hole)
                {
                    self.sweep(hole, receiver, watch);
                }
            }
        }
        let winner = match self.law.wins {
            Wins::Most => match self.lead(Player::One) {
                1.. => Some(Player::One),
                0 => None,
                ..0 => Some(Player::Two),
            },
            Wins::LastMover => match ending {
                Ending::Stuck(stuck) => Some(!stuck),
                _ => None,
            },
            Wins::Emptied => [mover, !mover].into_iter().find(|&player| is_empty[player]),
        };
        self.result = Some((ending, winner.map_or(Outcome::Draw, Outcome::Win)));
        self.board.marks = ByPlayer::default();
        self.board.fresh = super::HoleSet::default();
        self.board.closed = super::HoleSet::default();
        (self.to_move, self.turns, self.bonus, self.pie) = (None, self.law.opening_moves(), 0, PieRule::Off);
    }

    /// Who gets the leftovers on one side.
    fn receiver(
        &self,
        ending: Ending,
        mover: Player,
        side: Player,
        is_empty: ByPlayer<bool>,
    ) -> Option<Player> {
        match ending {
            Ending::Few => Some(mover),
            Ending::Majority if !is_empty.one && !is_empty.two => None,
            Ending::Repeat => (self.law.repeat_rest == RepeatRest::OwnSide).then_some(side),
            Ending::Majority | Ending::Emptied(_) | Ending::SideEmpty(_) | Ending::Stuck(_) => {
                match self.law.leftovers {
                    Leftovers::Uncounted => None,
                    Leftovers::LastMover => Some(mover),
                    Leftovers::EmptyPlayer if is_empty.one != is_empty.two => {
                        Some(if is_empty.one { Player::One } else { Player::Two })
                    }
                    Leftovers::OwnSide | Leftovers::EmptyPlayer => Some(side),
                }
            }
        }
    }

    fn sweep(&mut self, hole: super::Hole, player: Player, watch: &mut impl StepObserver<Step>) {
        let stones = self.board.stones(hole);
        if stones > 0 {
            self.board.transfer(hole, self.board.store_of(player), stones);
            watch.step(Step::Sweep { hole, stones, player });
        }
    }

    /// Takes a pit of the opponent after a capture (law 2.4 i).
    fn take_bonus(&mut self, mover: Player, pit: Pit, watch: &mut impl StepObserver<Step>) {
        let hole = self.board.hole_of(!mover, pit);
        let stones = self.board.stones(hole);
        self.board.transfer(hole, self.board.store_of(mover), stones);
        watch.step(Step::Take { hole, stones, player: mover });
        self.bonus = self.bonus_left(mover, self.bonus - 1);
        if self.bonus == 0 {
            self.end_move(mover, false, watch);
        }
    }

    /// At most `bonus`, and no more than the opponent has pits with stones.
    fn bonus_left(&self, mover: Player, bonus: u8) -> u8 {
        self.board.occupied(!mover).take(bonus.into()).count() as u8
    }

    fn sow_from(&mut self, mover: Player, choice: Choice, watch: &mut impl StepObserver<Step>) {
        let Ok(sown) = sow(&mut self.board, &self.law, mover, choice, watch) else {
            debug_assert!(false, "an endless move is not legal");
            return;
        };
        self.after_sowing(mover, sown, watch);
    }

    /// Counts the move that begins, as long as the opening lasts.
    #[inline]
    pub(super) fn count_move(&mut self) {
        if self.turns < self.law.opening_moves() {
            self.turns += 1;
        }
    }

    /// What follows when the stones lie: bonus pits, the end of the game, the next turn.
    #[inline]
    pub(super) fn after_sowing(&mut self, mover: Player, sown: Sown, watch: &mut impl StepObserver<Step>) {
        if sown.captured {
            self.bonus = self.bonus_left(mover, self.law.bonus);
        }
        if self.bonus == 0 {
            self.end_move(mover, sown.again, watch);
        }
    }

    /// What `mv` sows; none if the pit leaves another choice of direction.
    fn choice(&self, mover: Player, pit: Pit, heading: Option<Heading>) -> Option<Choice> {
        let origin = self.board.hole_of(mover, pit);
        let heading = self.heading_of(pit.number(), self.board.stones(origin), heading)?;
        Some(Choice { origin, heading, is_peaceful: self.is_peaceful() })
    }
}

/// What a position knows of the beginning of its game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opening {
    pub turns: u8,
    pub bonus: u8,
    pub pie: PieRule,
}

impl Game for Position {
    type Move = Move;
    type Step = Step;
    type IllegalMove = IllegalMove;

    #[inline]
    fn to_move(&self) -> Option<Player> {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result.map(|(_, outcome)| outcome)
    }

    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        let (mut sowing, mut bonus) = (None, None);
        if let Some(mover) = self.to_move {
            if self.bonus > 0 {
                let pits = self.board.occupied(!mover).filter_map(|hole| self.board.pit_at(hole));
                bonus = Some(pits.map(|(_, pit)| Move::Take(pit)));
            } else {
                let swap = self.may_swap().then_some(Move::Swap);
                sowing = Some(self.sowing_moves(mover).chain(swap));
            }
        }
        sowing.into_iter().flatten().chain(bonus.into_iter().flatten())
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let mover = self.to_move.ok_or(IllegalMove::GameOver)?;
        let pits = self.board.side();
        match mv {
            Move::Sow(pit, _) | Move::Take(pit) if pit.number() > pits => {
                Err(IllegalMove::NoSuchPit { pit, pits })
            }
            Move::Take(pit) if self.bonus > 0 => {
                let is_empty = self.board.stones(self.board.hole_of(!mover, pit)) == 0;
                if is_empty { Err(IllegalMove::EmptyPit(pit)) } else { Ok(()) }
            }
            Move::Take(_) => Err(IllegalMove::NoBonus),
            Move::Sow(..) | Move::Swap if self.bonus > 0 => Err(IllegalMove::Bonus),
            Move::Swap if !self.may_swap() => Err(IllegalMove::NoSwap),
            Move::Swap => Ok(()),
            Move::Sow(pit, heading) => self.check_sowing(mover, pit, heading),
        }
    }

    fn play_unchecked(&mut self, mv: Move, watch: &mut impl StepObserver<Step>) {
        debug_assert_eq!(self.check(mv), Ok(()));
        let Some(mover) = self.to_move else { return };
        let choice = match mv {
            Move::Sow(pit, heading) => self.choice(mover, pit, heading),
            Move::Take(_) | Move::Swap => None,
        };
        self.count_move();
        match mv {
            Move::Sow(..) => {
                if let Some(choice) = choice {
                    self.sow_from(mover, choice, watch);
                }
            }
            Move::Take(pit) => self.take_bonus(mover, pit, watch),
            Move::Swap => {
                self.board.turn_round();
                watch.step(Step::Turn);
                self.pie = PieRule::Off;
                self.turn_to(!mover, mover, watch);
            }
        }
    }
}

impl Deterministic for Position {}

impl Position {
    fn check_sowing(&self, mover: Player, pit: Pit, heading: Option<Heading>) -> Result<(), IllegalMove> {
        let hole = self.board.hole_of(mover, pit);
        if self.board.is_marked(hole) {
            return Err(IllegalMove::Marked(pit));
        }
        if self.board.stones(hole) == 0 {
            return Err(IllegalMove::EmptyPit(pit));
        }
        let Some(choice) = self.choice(mover, pit, heading) else {
            return Err(if heading.is_some() {
                IllegalMove::NoDirection
            } else {
                IllegalMove::Direction(pit)
            });
        };
        self.refusal(mover, pit, choice.heading).map_or(Ok(()), Err)
    }
}

/// Why a move is refused. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The board is smaller than that.
    #[error("there is no pit {pit}; the pits are 1 to {pits}")]
    NoSuchPit {
        /// The pit asked for.
        pit: Pit,
        /// Pits per side.
        pits: u8,
    },
    /// There is nothing to sow.
    #[error("pit {0} is empty")]
    EmptyPit(Pit),
    /// Marked pits are not played.
    #[error("pit {0} is marked; marked pits are not played")]
    Marked(Pit),
    /// The direction is missing.
    #[error("pit {0} can be sown in both directions: write {0}l or {0}r")]
    Direction(Pit),
    /// The rules leave no choice of direction.
    #[error("the direction of this pit is fixed: leave out l and r")]
    NoDirection,
    /// The rules have no pie, or it is not the moment.
    #[error("sides cannot be swapped now")]
    NoSwap,
    /// A pit of the opponent is to be taken first.
    #[error("choose a pit of your opponent to take, like x5")]
    Bonus,
    /// There is none to take.
    #[error("there is no pit of your opponent to take now")]
    NoBonus,
    /// The first move must be made from certain pits.
    #[error("the first move must be made from another pit")]
    Opening,
    /// Pits with this number of stones are not played while others can be.
    #[error("pits with this number of stones are played only if no other pit can be")]
    Still,
    /// A single stone may not be played now.
    #[error("this single stone may not be played now")]
    Lone,
    /// The move does not reach far enough.
    #[error("a move must cross to your opponent's side or end in an empty pit")]
    Reach,
    /// The move would never end.
    #[error("this move would never end")]
    Endless,
    /// The move would capture all that the opponent has.
    #[error("a move may not capture all stones of your opponent")]
    Slam,
    /// The move leaves the opponent without stones.
    #[error("a move must leave your opponent something to play with")]
    Feed,
}

impl Coded for IllegalMove {
    fn code(&self) -> &'static str {
        if *self == Self::GameOver { "game-over" } else { "illegal-move" }
    }
}
