use super::moves::{Turn, carry_out};
use super::{Board, Forfeit, IllegalMove, Move, MoveList, Roll, Rules, Step, Sticks};
use crate::{ByPlayer, Chance, Game, Outcome, Player, StepObserver};

/// A position of any Senet rule set: the law all front ends play by.
///
/// A turn is a throw ([`Chance::cast`]) and a move. Without a roll on the table there is no legal move yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    exited: ByPlayer<u8>,
    to_move: Option<Player>,
    roll: Option<Roll>,
    rules: Rules,
}

impl Position {
    /// The start of a game: WHITE throws first.
    pub fn start(rules: &Rules) -> Self {
        Self {
            board: Board::new(rules.pieces),
            exited: ByPlayer::default(),
            to_move: Some(Player::One),
            roll: None,
            rules: *rules,
        }
    }

    /// A position from checked parts, finished at once if a side has brought all its pieces off.
    pub(super) fn from_parts(
        board: Board,
        exited: ByPlayer<u8>,
        to_move: Player,
        roll: Option<Roll>,
        rules: &Rules,
    ) -> Self {
        let mut position = Self { board, exited, to_move: Some(to_move), roll, rules: *rules };
        if position.winner().is_some() {
            position.to_move = None;
            position.roll = None;
        }
        position
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules.
    #[inline]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// How many pieces `player` has brought off.
    #[inline]
    pub fn exited(&self, player: Player) -> u8 {
        self.exited[player]
    }

    /// [`Game::legal_moves`] with its own type, for callers that want to count or keep them.
    /// None before the throw.
    pub fn moves(&self) -> Option<MoveList> {
        Some(Turn::new(self, self.to_move?, self.roll?).moves())
    }

    fn winner(&self) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.exited[player] == self.rules.pieces.get())
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

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        if self.to_move.is_some() { None } else { self.winner().map(Outcome::Win) }
    }

    #[inline]
    fn legal_moves(&self) -> impl Iterator<Item = Move> {
        self.moves().into_iter().flatten()
    }

    fn check(&self, mv: Move) -> Result<(), IllegalMove> {
        let mover = self.to_move.ok_or(IllegalMove::GameOver)?;
        let turn = Turn::new(self, mover, self.roll.ok_or(IllegalMove::NoRoll)?);
        let mut moves = turn.moves();
        if moves.any(|legal| legal == mv) { Ok(()) } else { Err(turn.refusal(mv, turn.moves())) }
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move, watch: &mut impl StepObserver<Step>) {
        debug_assert_eq!(self.check(mv), Ok(()));
        let (Some(mover), Some(roll)) = (self.to_move, self.roll.take()) else { return };
        if carry_out(&mut self.board, mover, mv, watch) {
            self.exited[mover] += 1;
            if self.exited[mover] == self.rules.pieces.get() {
                self.to_move = None;
                return;
            }
        }
        let throws_again = self.rules.extra_throw.contains(roll)
            && (mv != Move::Pass || self.rules.forfeit == Forfeit::ThrowsAgain);
        if !throws_again {
            self.to_move = Some(!mover);
        }
    }
}

impl Chance for Position {
    type Throw = Roll;

    const WEIGHTS: u32 = Sticks::WAYS;

    #[inline]
    fn throws(&self) -> &'static [(Roll, u32)] {
        self.rules.no_dark.throws()
    }

    #[inline]
    fn thrown(&self) -> Option<Roll> {
        self.roll
    }

    #[inline]
    fn cast(&self, throw: Roll) -> Self {
        debug_assert!(self.outcome().is_none(), "nobody throws when the game is over");
        Self { roll: Some(throw), ..*self }
    }
}
