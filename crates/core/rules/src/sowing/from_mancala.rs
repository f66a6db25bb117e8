//! Games like Kalah in the terms of the whole family, for front ends that show both in the same way.

use super::{Board, Heading, Hole, Layout, Move, MoveRules, Pit, Rules, Step};
use crate::{AnyMove, AnyPly, AnyPosition, AppliedMove, Player, Steps, mancala};

impl From<&mancala::Board> for Board {
    fn from(board: &mancala::Board) -> Self {
        let law = MoveRules { pits: board.pits().get(), ..Rules::default().law };
        let mut same = Self::empty(&law);
        same.counts_mut().copy_from_slice(board.counts());
        same
    }
}

impl From<mancala::Move> for Move {
    fn from(mv: mancala::Move) -> Self {
        match mv {
            mancala::Move::Swap => Self::Swap,
            mancala::Move::Sow(pit) => {
                Self::Sow(Pit::new(pit.number()).expect("a side of Kalah has at most 12 pits"), None)
            }
        }
    }
}

/// A board of any sowing game, as it lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The stones.
    pub board: Board,
    /// Where its holes lie.
    pub layout: Layout,
}

impl Table {
    /// The board of a position; none in Senet.
    pub fn of(position: &AnyPosition) -> Option<Self> {
        let (board, law) = match position {
            AnyPosition::Mancala(position) => {
                let law = MoveRules { pits: position.board().pits().get(), ..Rules::default().law };
                (Board::from(position.board()), law)
            }
            AnyPosition::Sowing(position) => (*position.board(), *position.law()),
            AnyPosition::Senet(_) => return None,
        };
        Some(Self { layout: Layout::of(&board, &law), board })
    }

    /// The legal moves of a position of a sowing game, as the eye meets them from left to right.
    pub fn moves(&self, position: &AnyPosition) -> Vec<(Move, AnyPly)> {
        let Some(mover) = position.to_move() else { return Vec::new() };
        let mut moves: Vec<_> =
            position.legal_plies().into_iter().filter_map(|ply| Some((Move::of(ply)?, ply))).collect();
        moves.sort_by_key(|&(mv, _)| (self.place(mv, mover), mv.heading()));
        moves
    }

    /// The column of the pit that a move is made from, behind all others for a swap.
    fn place(&self, mv: Move, mover: Player) -> usize {
        mv.hole(&self.board, mover).and_then(|hole| self.layout.column(hole)).unwrap_or(usize::MAX)
    }
}

impl Move {
    /// The move of a ply; none in Senet.
    pub fn of(ply: AnyPly) -> Option<Self> {
        match ply.mv() {
            AnyMove::Mancala(mv) => Some(mv.into()),
            AnyMove::Sowing(mv) => Some(*mv),
            AnyMove::Senet(_) => None,
        }
    }

    /// The pit that is sown or taken by `mover`.
    pub fn hole(self, board: &Board, mover: Player) -> Option<Hole> {
        match self {
            Self::Sow(pit, _) => Some(board.hole_of(mover, pit)),
            Self::Take(pit) => Some(board.hole_of(!mover, pit)),
            Self::Swap => None,
        }
    }

    /// The direction, where the rules leave a choice.
    pub const fn heading(self) -> Option<Heading> {
        match self {
            Self::Sow(_, heading) => heading,
            Self::Take(_) | Self::Swap => None,
        }
    }
}

impl AppliedMove {
    /// The steps of a move of any sowing game; none in Senet.
    pub fn sowing_steps(&self) -> Option<Vec<Step>> {
        match (&self.before, &self.steps) {
            (AnyPosition::Mancala(before), Steps::Mancala(steps)) => {
                Some(steps.iter().map(|&step| of_mancala(step, self.mover, before.board())).collect())
            }
            (_, Steps::Sowing(steps)) => Some(steps.to_vec()),
            _ => None,
        }
    }
}

fn of_mancala(step: mancala::Step, mover: Player, board: &mancala::Board) -> Step {
    let hole = |hole: mancala::Hole| Hole::new(hole.index());
    match step {
        mancala::Step::Lift { hole: from, stones } => Step::Lift { hole: hole(from), stones },
        mancala::Step::Drop { hole: to } => Step::Drop { hole: hole(to) },
        mancala::Step::Capture { hole: from, stones, .. } => {
            Step::Take { hole: hole(from), stones, player: mover }
        }
        mancala::Step::Sweep { hole: from, store, stones } => {
            let player = if store == board.store_of(Player::One) { Player::One } else { Player::Two };
            Step::Sweep { hole: hole(from), stones, player }
        }
        mancala::Step::Turn => Step::Turn,
    }
}
