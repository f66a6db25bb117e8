//! Every search ends soon after its stop flag says so, on the hardest boards that rules and positions allow.
//!
//! The promise is 50 ms; `examples/stop_latency.rs` measures that. Tests share their machine with others, so they allow a
//! second: without the promise these searches go on for minutes.

use std::time::{Duration, Instant};

use gebeta_engine::{AdvisedGame, Bot, EngineBudget, Review, SearchRequest, hint};
use gebeta_rules::{AnyPosition, mancala};
use gebeta_testkit::slow_positions::{SLOW_POSITIONS, SlowPosition};

/// What a search gets before its flag is raised.
const TIME: Duration = Duration::from_millis(40);
/// What it may take to notice.
const LATE: Duration = Duration::from_secs(1);

/// Lets `search` work with a budget whose stop flag is raised after a while.
#[track_caller]
fn ends(what: &str, search: impl FnOnce(EngineBudget<'_>)) {
    ends_after(TIME, what, search);
}

#[track_caller]
fn ends_after(time: Duration, what: &str, search: impl FnOnce(EngineBudget<'_>)) {
    let began = Instant::now();
    let stop = || began.elapsed() >= time;
    search(EngineBudget { stop: &stop, megabytes: 64, ..EngineBudget::FREE });
    let took = began.elapsed();
    assert!(took < time + LATE, "{what}: {took:?}");
}

/// Issue 15: A proof on a packed board begins with a table and guesses, which take a second or two on wide boards: there is time for
/// them, and some more for the proof, whose looks ahead have no end on these boards.
#[test]
fn proofs_stop_when_told() {
    for name in ["avalanche 996 stones", "relay 12x10", "relay 8x12"] {
        let hard = SLOW_POSITIONS.into_iter().find(|hard| hard.name == name).expect("there is such a case");
        let AnyPosition::Mancala(position) = hard.start() else { unreachable!("a game of mancala") };
        let mut adviser = <mancala::Position as AdvisedGame>::Adviser::default();
        for time in [1500, 200] {
            ends_after(Duration::from_millis(time), name, |budget| {
                let budget = EngineBudget { nodes: 20_000_000, ..budget };
                assert!(position.advise(&mut adviser, budget).is_some());
            });
        }
    }
}

#[test]
fn computer_players_stop_when_told() {
    fn think<G: AdvisedGame>(hard: &SlowPosition, position: &G) {
        for bot in [Bot::strongest(), Bot::Steady { depth: Bot::DEEPEST }, Bot::Perfect { nodes: u64::MAX }] {
            for threads in [1, 2] {
                ends(&format!("{}, {bot}", hard.name), |budget| {
                    let budget = EngineBudget { threads, ..budget };
                    assert!(
                        position
                            .search(SearchRequest { budget, seed: 1, ..SearchRequest::new(bot) }, &mut |_| {})
                            .is_some()
                    );
                });
            }
        }
    }
    for hard in SLOW_POSITIONS {
        match hard.start() {
            AnyPosition::Mancala(position) => think(&hard, &position),
            AnyPosition::Sowing(position) => think(&hard, &*position),
            AnyPosition::Senet(position) => think(&hard, &position),
        }
    }
}

#[test]
fn advisers_stop_when_told() {
    fn advise<G: AdvisedGame>(hard: &SlowPosition, position: &G) {
        for nodes in [2_000_000, u64::MAX] {
            ends(&format!("{}, hint", hard.name), |budget| {
                let budget = EngineBudget { nodes, ..budget };
                assert!(hint(position, &mut G::Adviser::default(), budget).is_some());
            });
        }
    }
    for hard in SLOW_POSITIONS {
        match hard.start() {
            AnyPosition::Mancala(position) => advise(&hard, &position),
            AnyPosition::Sowing(position) => advise(&hard, &*position),
            AnyPosition::Senet(position) => advise(&hard, &position),
        }
    }
}

#[test]
fn reviews_stop_when_told() {
    for hard in SLOW_POSITIONS {
        let record = hard.record(60);
        // A review that has no time left looks shortly at every move ..
        ends(&format!("{}, review", hard.name), |budget| {
            let review = Review::of(&record, budget, &mut |_| true).expect("it is wanted");
            assert_eq!(review.moves.len(), record.plies().len());
        });
        // .. and one that is not wanted any more at none.
        ends(&format!("{}, review", hard.name), |budget| {
            let wanted = |_| !(budget.stop)();
            assert!(Review::of(&record, budget, &mut { wanted }).is_none() || record.plies().len() < 60);
        });
    }
}
