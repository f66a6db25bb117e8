use super::sow::{Landing, sow};
use super::{Board, End, First, Hole, Leftovers, Move, MoveRules, Moves, Pit, Rules, Step};
use crate::{Coded, Deterministic, Game, Outcome, Player, StepObserver};

/// Whether the second player may still swap sides (rules 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieRule {
    /// No: the rules have no pie, or it has been eaten.
    Off,
    /// The first turn is being played; the swap comes after it.
    FirstTurn,
    /// The player to move may swap instead of sowing.
    Available,
}

/// A position of any mancala rule set: the law all front ends play by.
///
/// In a finished game the leftovers are where they belong and there is no player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    law: MoveRules,
    to_move: Option<Player>,
    pie: PieRule,
    /// All stones, which never change in number.
    total: u16,
}

// Copying a position is most of what a search does.
const _: () = assert!(size_of::<Position>() <= 64, "a position fills one cache line");

impl Position {
    /// The most stones a position may hold.
    pub const MOST_STONES: u16 = 1000;

    /// The start of a game. With `first = coin` Player 1 begins; a tossed coin calls [`Self::start_with`].
    pub fn start(rules: &Rules) -> Self {
        Self::start_with(rules, if rules.first == First::Player2 { Player::Two } else { Player::One })
    }

    /// The start of a game in which `first` begins.
    pub fn start_with(rules: &Rules, first: Player) -> Self {
        let pie = if rules.pie { PieRule::FirstTurn } else { PieRule::Off };
        Self::from_parts(Board::new(rules.pits, rules.stones), rules.law, first, pie)
    }

    /// A position in which `to_move` would be next, finished at once if the board says so.
    /// The caller has counted the stones: at least one and at most [`Self::MOST_STONES`].
    pub(super) fn from_parts(board: Board, law: MoveRules, to_move: Player, pie: PieRule) -> Self {
        let total = board.total() as u16;
        let mut position = Self { board, law, to_move: Some(to_move), pie, total };
        position.finish_if_over(&mut ());
        position
    }

    /// The board.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The law of this position's game.
    pub const fn law(&self) -> MoveRules {
        self.law
    }

    /// Whether the pie is still to be served or eaten.
    pub const fn pie(&self) -> PieRule {
        self.pie
    }

    /// How many stones `player` is ahead in the stores.
    #[inline]
    pub fn lead(&self, player: Player) -> i32 {
        i32::from(self.board.score(player)) - i32::from(self.board.score(!player))
    }

    fn sow_from(&mut self, mover: Player, origin: Hole, watch: &mut impl StepObserver<Step>) {
        let landing = sow(&mut self.board, self.law, mover, origin, watch);
        if self.finish_if_over(watch) {
            return;
        }
        let goes_on = landing == Landing::Store && self.law.extra_turn;
        if !goes_on {
            self.to_move = Some(!mover);
        }
        self.pie = match self.pie {
            PieRule::FirstTurn if goes_on => PieRule::FirstTurn,
            PieRule::FirstTurn => PieRule::Available,
            PieRule::Available | PieRule::Off => PieRule::Off,
        };
    }

    /// Ends the game if the board says so (rules 1.5), and says whether it did.
    #[inline]
    fn finish_if_over(&mut self, watch: &mut impl StepObserver<Step>) -> bool {
        let side_empty = Player::BOTH.into_iter().any(|player| self.board.is_side_empty(player));
        if !side_empty && !self.has_majority() {
            return false;
        }
        if side_empty && self.law.leftovers == Leftovers::OwnSide {
            self.sweep(watch);
        }
        self.to_move = None;
        self.pie = PieRule::Off;
        true
    }

    fn has_majority(&self) -> bool {
        self.law.end == End::Majority
            && Player::BOTH.into_iter().any(|player| 2 * self.board.score(player) > self.total)
    }

    fn sweep(&mut self, watch: &mut impl StepObserver<Step>) {
        for player in Player::BOTH {
            let store = self.board.store_of(player);
            for hole in self.board.holes_of(player) {
                let stones = self.board.lift(hole);
                if stones > 0 {
                    self.board.put(store, stones);
                    watch.step(Step::Sweep { hole, store, stones });
                }
            }
        }
    }
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
        if self.to_move.is_some() {
            return None;
        }
        Some(match self.lead(Player::One) {
            1.. => Outcome::Win(Player::One),
            0 => Outcome::Draw,
            ..0 => Outcome::Win(Player::Two),
        })
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.moves()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let mover = self.to_move.ok_or(IllegalMove::GameOver)?;
        match mv {
            Move::Sow(pit) if pit.number() > self.board.pits().get() => {
                Err(IllegalMove::NoSuchPit { pit, pits: self.board.pits().get() })
            }
            Move::Sow(pit) if self.board.stones(self.board.hole_of(mover, pit)) == 0 => {
                Err(IllegalMove::EmptyPit(pit))
            }
            Move::Swap if self.pie != PieRule::Available => Err(IllegalMove::NoSwap),
            Move::Sow(_) | Move::Swap => Ok(()),
        }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move, watch: &mut impl StepObserver<Step>) {
        debug_assert_eq!(self.check(mv), Ok(()));
        let Some(mover) = self.to_move else { return };
        match mv {
            Move::Sow(pit) => self.sow_from(mover, self.board.hole_of(mover, pit), watch),
            Move::Swap => {
                self.board.turn_round();
                watch.step(Step::Turn);
                self.to_move = Some(!mover);
                self.pie = PieRule::Off;
            }
        }
    }
}

impl Deterministic for Position {}

impl Position {
    /// [`Game::legal_moves`] with its own type, for callers that want to count or keep them.
    #[inline]
    pub fn moves(&self) -> Moves {
        let Some(mover) = self.to_move else { return Moves::default() };
        let pits = Moves::occupied(self.board.side(mover));
        if self.pie == PieRule::Available { pits.with_swap() } else { pits }
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
    /// The rules have no pie, or it is not the moment.
    #[error("sides cannot be swapped now")]
    NoSwap,
}

impl Coded for IllegalMove {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NoSuchPit { .. } | Self::EmptyPit(_) | Self::NoSwap => "illegal-move",
        }
    }
}
