//! The one place that knows how pieces move (rules 2.4 and 2.5).

use super::{
    Block, Board, Gate, Protect, Roll, Rules, Square, SquareSet, Water, WrongRoll, position::Position,
};
use crate::{Coded, Player, StepObserver};

/// What a player may do with a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// To an empty square.
    Step {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// To an opponent's square; the opponent's piece goes to `from`.
    Swap {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// Into the Water, which sends the piece on to `to` at once.
    Drown {
        /// Where the piece stands.
        from: Square,
        /// Where it ends up.
        to: Square,
    },
    /// From one of the last houses back to `to`.
    Return {
        /// Where the piece stands.
        from: Square,
        /// Where it ends up.
        to: Square,
    },
    /// Off the board.
    Exit {
        /// Where the piece stands.
        from: Square,
    },
    /// Nothing, because nothing can be done.
    Pass,
}

impl Move {
    /// The square of the moving piece; none for a pass.
    pub const fn from(self) -> Option<Square> {
        match self {
            Self::Step { from, .. }
            | Self::Swap { from, .. }
            | Self::Drown { from, .. }
            | Self::Return { from, .. }
            | Self::Exit { from } => Some(from),
            Self::Pass => None,
        }
    }
}

/// One thing that happens to one piece during a move, in the order to show it.
///
/// Doing the steps one after the other on the board before the move gives the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The mover's piece goes to an empty square.
    Move {
        /// Whose piece.
        player: Player,
        /// Where it stood.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// The mover's piece and an opponent's change places.
    Swap {
        /// The mover.
        player: Player,
        /// Where the mover's piece stood.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// The piece falls into the Water on its way; [`Self::Return`] follows.
    Water {
        /// Whose piece.
        player: Player,
        /// Where it stood.
        from: Square,
    },
    /// A piece comes back to an empty square, out of the Water or from one of the last houses.
    Return {
        /// Whose piece.
        player: Player,
        /// 27, or the house it stood on.
        from: Square,
        /// Where it stands now.
        to: Square,
    },
    /// The piece leaves the board.
    Exit {
        /// Whose piece.
        player: Player,
        /// Where it stood.
        from: Square,
    },
}

/// The legal moves of a position, in order of the source square; at most one for each of ten pieces.
#[derive(Clone, Copy, Debug)]
pub struct MoveList {
    moves: [Move; 10],
    len: u8,
    next: u8,
}

impl MoveList {
    const EMPTY: Self = Self { moves: [Move::Pass; 10], len: 0, next: 0 };

    #[inline]
    fn push(&mut self, mv: Move) {
        self.moves[usize::from(self.len)] = mv;
        self.len += 1;
    }
}

impl Iterator for MoveList {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.next == self.len {
            return None;
        }
        self.next += 1;
        Some(self.moves[usize::from(self.next) - 1])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.len - self.next);
        (left, Some(left))
    }
}

impl ExactSizeIterator for MoveList {}

/// Everything a mover with a roll has to look at.
pub(super) struct Turn<'a> {
    rules: &'a Rules,
    board: &'a Board,
    roll: Roll,
    own: SquareSet,
    theirs: SquareSet,
    /// Opponent's pieces that cannot be swapped.
    guarded: SquareSet,
    /// Opponent's pieces that cannot be passed.
    wall: SquareSet,
}

impl<'a> Turn<'a> {
    #[inline]
    pub(super) fn new(position: &'a Position, mover: Player, roll: Roll) -> Self {
        let (rules, board) = (position.rules(), position.board());
        let theirs = board.pieces(!mover);
        let paired = match rules.protect {
            Protect::None => SquareSet::EMPTY,
            Protect::Pair => theirs.paired(),
        };
        let wall = match rules.block {
            Block::Never => SquareSet::EMPTY,
            Block::Two | Block::Three => theirs.in_runs_of(rules.block.length()),
        };
        let own = board.pieces(mover);
        Self { rules, board, roll, own, theirs, guarded: rules.safe.union(paired), wall }
    }

    /// Every legal move; a lone [`Move::Pass`] if there is no other.
    #[inline]
    pub(super) fn moves(&self) -> MoveList {
        let mut list = MoveList::EMPTY;
        for from in self.movable() {
            if let Ok(mv) = self.forward(from) {
                list.push(mv);
            }
        }
        if list.len == 0 && self.rules.backward {
            for from in self.own {
                if let Some(mv) = self.back(from) {
                    list.push(mv);
                }
            }
        }
        if list.len == 0 {
            list.push(Move::Pass);
        }
        list
    }

    /// Why `mv`, which is not among the legal `moves`, is refused.
    pub(super) fn refusal(&self, mv: Move, moves: MoveList) -> IllegalMove {
        let Some(from) = mv.from() else { return IllegalMove::MustMove };
        if !self.own.contains(from) {
            return IllegalMove::NotYours(from);
        }
        for legal in moves {
            if legal.from() == Some(from) {
                return IllegalMove::OtherMove { legal };
            }
        }
        // A piece that could move and may not waits for one on 28 or 29.
        self.forward(from).err().unwrap_or(IllegalMove::HouseFirst)
    }

    /// The pieces that may be moved: all, or those on 28 and 29 where they must leave.
    #[inline]
    fn movable(&self) -> SquareSet {
        const LEAVING: SquareSet = SquareSet::of(&[Square::THREE_TRUTHS, Square::RE_ATOUM]);
        let leaving = self.own.intersection(LEAVING);
        let forced = self.rules.wrong_roll == WrongRoll::MustReturn && !leaving.is_empty();
        if forced { leaving } else { self.own }
    }

    /// What the piece on `from` does with the roll (rules 2.4).
    #[inline]
    fn forward(&self, from: Square) -> Result<Move, IllegalMove> {
        let exits = &self.rules.exits;
        match from {
            Square::THREE_TRUTHS => self.leave_house(from, exits.three_truths),
            Square::RE_ATOUM => self.leave_house(from, exits.re_atoum),
            Square::HORUS => self.leave_house(from, exits.horus),
            _ => self.along_the_path(from),
        }
    }

    /// A piece on 28, 29 or 30 goes off, goes back, or stays.
    fn leave_house(&self, from: Square, exits: super::RollSet) -> Result<Move, IllegalMove> {
        if exits.contains(self.roll) {
            return Ok(Move::Exit { from });
        }
        let may_return = match self.rules.wrong_roll {
            WrongRoll::Stay => false,
            WrongRoll::MayReturn => true,
            WrongRoll::MustReturn => from != Square::HORUS,
        };
        if may_return {
            Ok(Move::Return { from, to: self.board.rebirth_square() })
        } else {
            Err(IllegalMove::WrongRoll { from, roll: self.roll })
        }
    }

    /// A piece on 1 to 26 goes on by the roll.
    #[inline]
    fn along_the_path(&self, from: Square) -> Result<Move, IllegalMove> {
        let target = from.number() + self.roll.get();
        let at_gate = from == Square::HAPPINESS;
        if !at_gate && self.rules.gate == Gate::Exact && target > Square::HAPPINESS.number() {
            return Err(IllegalMove::PastHappiness(from));
        }
        self.passable(from, target)?;
        match Square::new(target) {
            Some(Square::WATER) => {
                let to = match self.rules.water {
                    Water::Rebirth => self.board.rebirth_square(),
                    Water::Start => self.board.lowest_empty(),
                };
                Ok(Move::Drown { from, to })
            }
            Some(to) => self.land(from, to),
            None if at_gate => Ok(Move::Exit { from }),
            None => Err(IllegalMove::PastHorus(from)),
        }
    }

    /// A piece on 1 to 26 goes back by the roll, if it can.
    fn back(&self, from: Square) -> Option<Move> {
        let to = from.number().checked_sub(self.roll.get()).and_then(Square::new)?;
        let on_the_path = from <= Square::HAPPINESS;
        (on_the_path && self.passable(from, to.number()).is_ok()).then(|| self.land(from, to).ok()).flatten()
    }

    /// Refuses a way that passes a wall of the opponent's.
    #[inline]
    fn passable(&self, from: Square, target: u8) -> Result<(), IllegalMove> {
        let between = SquareSet::between(from.number(), target);
        if self.wall.intersection(between).is_empty() { Ok(()) } else { Err(IllegalMove::Blocked(from)) }
    }

    #[inline]
    fn land(&self, from: Square, to: Square) -> Result<Move, IllegalMove> {
        if self.own.contains(to) {
            Err(IllegalMove::OwnPiece(to))
        } else if !self.theirs.contains(to) {
            Ok(Move::Step { from, to })
        } else if self.guarded.contains(to) {
            Err(IllegalMove::Guarded(to))
        } else {
            Ok(Move::Swap { from, to })
        }
    }
}

/// Moves the pieces of a legal move of `mover`, and says whether one left the board.
#[inline]
pub(super) fn carry_out(
    board: &mut Board,
    mover: Player,
    mv: Move,
    watch: &mut impl StepObserver<Step>,
) -> bool {
    let player = mover;
    match mv {
        Move::Step { from, to } => {
            board.shift(player, from, to);
            watch.step(Step::Move { player, from, to });
        }
        Move::Swap { from, to } => {
            board.shift(!player, to, from);
            board.shift(player, from, to);
            watch.step(Step::Swap { player, from, to });
        }
        Move::Drown { from, to } => {
            board.shift(player, from, to);
            watch.step(Step::Water { player, from });
            watch.step(Step::Return { player, from: Square::WATER, to });
        }
        Move::Return { from, to } => {
            board.shift(player, from, to);
            watch.step(Step::Return { player, from, to });
        }
        Move::Exit { from } => {
            board.take_off(player, from);
            watch.step(Step::Exit { player, from });
            return true;
        }
        Move::Pass => {}
    }
    false
}

/// Why a move is refused. The position is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The sticks come first.
    #[error("the sticks have not been thrown")]
    NoRoll,
    /// There is something to do, so passing is not allowed.
    #[error("there is a legal move, so the turn cannot be passed")]
    MustMove,
    /// Empty, or the opponent's.
    #[error("the mover has no piece on {0}")]
    NotYours(Square),
    /// The piece can move, but elsewhere.
    #[error("with this roll that piece plays {legal}")]
    OtherMove {
        /// What it does.
        legal: Move,
    },
    /// Pieces on 28 and 29 must leave first.
    #[error("a piece on 28 or 29 must be moved first")]
    HouseFirst,
    /// Two own pieces never share a square.
    #[error("square {0} holds a piece of the mover")]
    OwnPiece(Square),
    /// Pairs and safe squares are not swapped.
    #[error("the piece on {0} cannot be swapped")]
    Guarded(Square),
    /// A row of the opponent's stands in the way.
    #[error("the piece on {0} cannot pass the opponent's row")]
    Blocked(Square),
    /// 26 must be hit exactly.
    #[error("the piece on {0} cannot pass the House of Happiness on 26")]
    PastHappiness(Square),
    /// Only 26 and the houses bear off.
    #[error("the piece on {0} cannot leave the board from there")]
    PastHorus(Square),
    /// The house needs another roll.
    #[error("a {roll} does not move the piece on {from}")]
    WrongRoll {
        /// The house.
        from: Square,
        /// The roll.
        roll: Roll,
    },
}

impl Coded for IllegalMove {
    fn code(&self) -> &'static str {
        match self {
            Self::GameOver => "game-over",
            Self::NoRoll => "no-roll",
            _ => "illegal-move",
        }
    }
}
