//! How a move is animated, act by act, from the steps of the rules.

use gebeta_rules::Player;
use gebeta_rules::senet::{Square, Step};

use super::toss;
use crate::sound::cue::Cue;

/// One thing to be seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The sticks roll over the table.
    Tumble,
    /// A piece is carried along these squares.
    Glide {
        /// Where it stands in the beginning.
        piece: Square,
        /// The squares it passes, its own first.
        way: Vec<Square>,
    },
    /// Two pieces pass each other in arcs.
    Swap {
        /// The mover's piece.
        from: Square,
        /// The other.
        to: Square,
    },
    /// A piece goes under on the Water.
    Sink {
        /// Where it stands in the beginning.
        piece: Square,
    },
    /// The drowned piece comes up.
    Rise {
        /// Where it stands in the beginning.
        piece: Square,
        /// Where it comes up.
        to: Square,
    },
    /// A piece is sent back through the air.
    Back {
        /// Where it stands.
        from: Square,
        /// Where it goes.
        to: Square,
    },
    /// A piece flies to the row at the edge.
    Leave {
        /// Whose piece.
        player: Player,
        /// Where it stands.
        from: Square,
    },
    /// No move is possible; the board says so.
    Pass,
}

impl Act {
    /// How long it takes at normal speed, in milliseconds.
    pub(super) fn millis(&self) -> u32 {
        match self {
            Self::Tumble => 600,
            Self::Glide { way, .. } => 120 + 110 * (way.len().max(2) as u32 - 1),
            Self::Swap { .. } => 460,
            Self::Sink { .. } => 380,
            Self::Rise { .. } => 420,
            Self::Back { .. } | Self::Leave { .. } => 520,
            Self::Pass => 1100,
        }
    }

    /// Its sounds, each with the share of its length after which it is played.
    pub(super) fn cues(&self) -> Vec<(f64, Cue)> {
        match self {
            Self::Tumble => (0..4).map(|place| (toss::share(place), Cue::Stick)).collect(),
            Self::Glide { .. } => vec![(1.0, Cue::Step)],
            Self::Swap { .. } => vec![(0.0, Cue::Swap)],
            Self::Sink { .. } => vec![(0.0, Cue::Water)],
            Self::Rise { .. } | Self::Back { .. } => vec![(0.0, Cue::Rise)],
            Self::Leave { .. } => vec![(0.7, Cue::Exit)],
            Self::Pass => Vec::new(),
        }
    }
}

/// The acts of a move.
pub(super) fn acts(steps: &[Step]) -> Vec<Act> {
    let mut acts = Vec::new();
    let mut drowning = None;
    for step in steps {
        match *step {
            Step::Move { from, to, .. } => acts.push(Act::Glide { piece: from, way: way(from, to) }),
            Step::Swap { from, to, .. } => acts.push(Act::Swap { from, to }),
            Step::Water { from, .. } => {
                acts.push(Act::Glide { piece: from, way: way(from, Square::WATER) });
                acts.push(Act::Sink { piece: from });
                drowning = Some(from);
            }
            Step::Return { from, to, .. } => acts.push(match drowning.take() {
                Some(piece) => Act::Rise { piece, to },
                None => Act::Back { from, to },
            }),
            Step::Exit { player, from } => acts.push(Act::Leave { player, from }),
        }
    }
    if acts.is_empty() {
        acts.push(Act::Pass);
    }
    acts
}

/// The squares from one to another along the path, both included.
fn way(from: Square, to: Square) -> Vec<Square> {
    let (low, high) = (from.min(to).number(), from.max(to).number());
    let mut squares: Vec<_> = (low..=high).filter_map(Square::new).collect();
    if from > to {
        squares.reverse();
    }
    squares
}

#[cfg(test)]
mod tests {
    use gebeta_rules::Game;
    use gebeta_rules::senet::Move;

    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    /// The acts of the only move `mv` in `position`.
    fn of(position: &str, mv: &str) -> Vec<Act> {
        let before = super::super::position(position);
        let mv: Move = mv.parse().unwrap();
        let mut steps = Vec::new();
        before.check(mv).unwrap();
        before.clone().play_unchecked(mv, &mut steps);
        acts(&steps)
    }

    #[test]
    fn a_step_goes_over_every_square_between() {
        let glide = Act::Glide { piece: square(9), way: vec![square(9), square(10), square(11), square(12)] };
        assert_eq!(of("B.......W./........../.......... w 0/0 3", "9-12"), [glide]);
    }

    #[test]
    fn the_drowned_glide_sink_and_rise() {
        assert_eq!(
            of("B........./........../.....W.... w 0/0 1", "26-27>15"),
            [
                Act::Glide { piece: square(26), way: vec![square(26), square(27)] },
                Act::Sink { piece: square(26) },
                Act::Rise { piece: square(26), to: square(15) },
            ]
        );
    }

    #[test]
    fn swaps_returns_exits_and_passes_are_acts_of_their_own() {
        for (position, mv, act) in [
            ("WB......../........../.......... w 0/0 1", "1x2", Act::Swap { from: square(1), to: square(2) }),
            (
                "B........./........../.......W.. w 0/0 1",
                "28>15",
                Act::Back { from: square(28), to: square(15) },
            ),
            (
                "B........./........../.........W w 0/0 1",
                "30-off",
                Act::Leave { player: Player::One, from: square(30) },
            ),
            ("B........./........../....W..... w 0/0 5", "pass", Act::Pass),
        ] {
            assert_eq!(of(position, mv), [act], "{position}");
        }
    }

    #[test]
    fn a_way_back_is_walked_backwards() {
        assert_eq!(way(square(12), square(10)), [square(12), square(11), square(10)]);
    }
}
