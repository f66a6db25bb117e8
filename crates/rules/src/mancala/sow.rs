//! The one place that knows how stones travel (rules 1.2 to 1.4).

use super::{Board, Capture, Hole, Law, Sowing};
use crate::{Player, Watch};

/// One thing that happens to the stones during a move, in the order a hand would do it.
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
    /// `stones` are captured: all of `hole` goes to `store`.
    Capture {
        /// The pit they were in.
        hole: Hole,
        /// The mover's store.
        store: Hole,
        /// How many.
        stones: u16,
    },
    /// The game is over and the leftovers of `hole` go to the store of their side.
    Sweep {
        /// The pit they were in.
        hole: Hole,
        /// Its owner's store.
        store: Hole,
        /// How many.
        stones: u16,
    },
    /// The second player took over the other side: the board is turned round.
    Turn,
}

/// Whether the last stone came home.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Landing {
    /// In the mover's store.
    Store,
    /// In a pit.
    Pit,
}

/// Sows the stones of `origin`, a pit of `mover` that holds some, with relays and captures.
///
/// # Panics
/// If a relay runs past its proven bound, which would be a bug in this function.
#[inline]
pub(super) fn sow(
    board: &mut Board,
    law: Law,
    mover: Player,
    origin: Hole,
    watch: &mut impl Watch<Step>,
) -> Landing {
    let home = board.store_of(mover);
    let skipped = [board.store_of(!mover), if law.skip_origin { origin } else { board.store_of(!mover) }];

    let mut laps = 0;
    let mut at = origin;
    loop {
        let hand = board.lift(at);
        watch.step(Step::Lift { hole: at, stones: hand });
        let mut there = 0;
        for _ in 0..hand {
            at = board.after(at);
            while skipped.contains(&at) {
                at = board.after(at);
            }
            there = board.put(at, 1);
            watch.step(Step::Drop { hole: at });
        }
        if at == home {
            return Landing::Store;
        }
        let was_empty = there == 1;
        match law.sowing {
            Sowing::Relay if !was_empty => {
                laps += 1;
                assert!(laps <= most_laps(board), "a relay passed its bound on {:?}", board.counts());
            }
            Sowing::Single if was_empty && board.is_pit_of(mover, at) => {
                capture(board, law.capture, at, home, watch);
                return Landing::Pit;
            }
            Sowing::Relay | Sowing::Single => return Landing::Pit,
        }
    }
}

/// A last stone has landed on `landing`, an own pit that was empty (rules 1.4).
#[inline]
fn capture(board: &mut Board, rule: Capture, landing: Hole, home: Hole, watch: &mut impl Watch<Step>) {
    let opposite = board.opposite(landing);
    let any_opposite = board.stones(opposite) > 0;
    let (takes_opposite, takes_landing) = match rule {
        Capture::None => (false, false),
        Capture::Opposite => (any_opposite, any_opposite),
        Capture::OppositeAlways => (any_opposite, true),
        Capture::OppositeOnly => (any_opposite, false),
    };
    for hole in [takes_landing.then_some(landing), takes_opposite.then_some(opposite)].into_iter().flatten() {
        let stones = board.lift(hole);
        board.put(home, stones);
        watch.step(Step::Capture { hole, store: home, stones });
    }
}

/// More laps than any relay can have: each time round leaves a stone in the mover's store for good, so there
/// are at most as many rounds as stones, and a round lifts no pit of the mover's side twice.
fn most_laps(board: &Board) -> u32 {
    (board.total() + 1) * (u32::from(board.pits().get()) + 1) + 1
}
