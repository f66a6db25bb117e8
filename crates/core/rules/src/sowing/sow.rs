//! The one place that knows how stones travel in a move (law 2.2 to 2.6).

use super::sower::Sower;
use super::{Board, Heading, Hole, MoveRules};
use crate::{Player, StepObserver};

/// One thing that happens on the board during a move, in the order a hand would do it (law 4.3).
///
/// Doing the steps one after the other on the board before the move gives the board after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// All `stones` of `hole` are taken into the hand.
    Lift {
        /// The pit they were in.
        hole: Hole,
        /// How many.
        stones: u16,
    },
    /// One stone from the hand drops into `hole`.
    Drop {
        /// The pit or store.
        hole: Hole,
    },
    /// `stones` of `hole` go to the store of `player`: a capture, or a pit that goes to its owner.
    Take {
        /// The pit they were in.
        hole: Hole,
        /// How many.
        stones: u16,
        /// Who gets them.
        player: Player,
    },
    /// `player` owns `hole` from now on.
    Mark {
        /// The pit.
        hole: Hole,
        /// Its owner.
        player: Player,
    },
    /// One stone is moved from a pit to the pit that faces it.
    Shift {
        /// Where it was.
        from: Hole,
        /// Where it is now.
        to: Hole,
    },
    /// `stones` of `hole` are captured into the hand, to be sown.
    Hand {
        /// The pit they were in.
        hole: Hole,
        /// How many.
        stones: u16,
    },
    /// The game is over and `stones` of `hole` go to the store of `player`.
    Sweep {
        /// The pit they were in.
        hole: Hole,
        /// How many.
        stones: u16,
        /// Who gets them.
        player: Player,
    },
    /// The second player took over the other side: the board is turned round.
    Turn,
}

/// What is to be sown: the choice of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Choice {
    /// The pit, which holds stones.
    pub origin: Hole,
    /// The direction of the first lap.
    pub heading: Heading,
    /// Whether nothing is captured because the game has just begun.
    pub is_peaceful: bool,
}

/// What a move did, beyond the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sown {
    /// Whether the mover has another move.
    pub again: bool,
    /// Whether stones went to the mover's store by capture.
    pub captured: bool,
    /// Whether a capture took, or would have taken, all that the opponent had (law 2.5).
    pub is_slam: bool,
}

/// A move that would begin its 1001st lap (law 2.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EndlessError;

/// Sows the stones of a pit of `mover`, with relays, captures and marks.
#[inline]
pub(super) fn sow(
    board: &mut Board,
    law: &MoveRules,
    mover: Player,
    choice: Choice,
    watch: &mut impl StepObserver<Step>,
) -> Result<Sown, EndlessError> {
    Sower::new(board, law, mover, choice, watch).play()
}
