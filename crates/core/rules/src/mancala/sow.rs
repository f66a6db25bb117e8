//! The one place that knows how stones travel (rules 1.2 to 1.4).

use super::capture::capture;
use super::{Board, Hole, MoveRules, Sowing};
use crate::{Player, StepObserver};

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
    law: MoveRules,
    mover: Player,
    origin: Hole,
    watch: &mut impl StepObserver<Step>,
) -> Landing {
    let home = board.store_of(mover);
    let path = Path::new(board, mover, law.skip_origin.then_some(origin));

    let mut laps = 0;
    let mut at = origin;
    loop {
        let hand = board.lift(at);
        watch.step(Step::Lift { hole: at, stones: hand });
        at = path.drop_stones(board, at, hand, watch);
        if at == home {
            return Landing::Store;
        }
        let was_empty = board.stones(at) == 1;
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

/// The way of a mover's stones round the board.
struct Path {
    /// Behind this hole comes the first one.
    last: usize,
    /// The opponent's store, which is always skipped.
    away: usize,
    /// The pit that gets no stone in this move, or the same store.
    tainted: usize,
}

impl Path {
    #[inline]
    fn new(board: &Board, mover: Player, tainted: Option<Hole>) -> Self {
        let away = board.store_of(!mover);
        let last = board.store_of(Player::Two).index();
        Self { last, away: away.index(), tainted: tainted.unwrap_or(away).index() }
    }

    /// Drops a handful into the holes after `at`; says where the last stone fell.
    #[inline]
    fn drop_stones(
        &self,
        board: &mut Board,
        at: Hole,
        hand: u16,
        watch: &mut impl StepObserver<Step>,
    ) -> Hole {
        let mut at = at.index();
        for _ in 0..hand {
            at = self.after(at);
            while at == self.away || at == self.tainted {
                at = self.after(at);
            }
            board.put(Hole::new(at), 1);
            watch.step(Step::Drop { hole: Hole::new(at) });
        }
        Hole::new(at)
    }

    #[inline]
    fn after(&self, at: usize) -> usize {
        if at == self.last { 0 } else { at + 1 }
    }
}

/// More laps than any relay can have. Each time round the board leaves a stone in the mover's store for good, so there
/// are at most as many rounds as stones; and a lap that is relayed has two stones or more, so it moves on by at least
/// two of the `2m + 1` holes of a round.
fn most_laps(board: &Board) -> u32 {
    (board.total() + 1) * (u32::from(board.pits().get()) + 1) + 1
}
