//! The worker responds soon after its time is over, on the hardest boards that rules and positions allow. Tests share their
//! machine with others, so they allow seconds where 50 ms are promised; without the promise these searches take minutes.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gebeta_engine::Bot;
use gebeta_testkit::slow_positions::{SLOW_POSITIONS, SlowPosition};
use gebeta_worker::{Effort, Place, Reply, Request, RequestHandler, Task};

/// How late a response may be.
const LATE: Duration = Duration::from_secs(5);

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> Duration {
    BEGAN.elapsed()
}

/// The reply to a task that has so much time.
#[track_caller]
fn run(handler: &mut RequestHandler, name: &str, ms: u32, task: Task) -> Reply {
    let effort = Effort { ms: Some(ms), ..Effort::default() };
    let mut last = None;
    let began = Instant::now();
    handler.handle(Ok(Request { id: 1, effort, task }), &mut |response| last = Some(response));
    let took = began.elapsed();
    assert!(took < Duration::from_millis(ms.into()) + LATE, "{name}: {took:?}");
    last.unwrap().reply
}

/// Every kind of task on one board.
fn check(handler: &mut RequestHandler, hard: SlowPosition, ms: u32) {
    let name = hard.name;
    let place = Place { rules: hard.rules(), position: hard.start() };
    let bot = Bot::Perfect { nodes: Bot::PROOF_NODES };
    let search = Task::Search { place, bot, game: name.to_owned(), seed: 1, ply: 0 };
    assert!(matches!(run(handler, name, ms, search), Reply::Search { .. }), "{name}");
    assert!(matches!(run(handler, name, ms, Task::Hint(place)), Reply::Advice(_)), "{name}");
    run(handler, name, ms, Task::Solve(place));
    let review = Task::Review(Box::new(hard.record(30)));
    assert!(matches!(run(handler, name, ms, review), Reply::Review(_)), "{name}");
}

#[test]
fn every_kind_of_request_is_answered_in_time() {
    for hard in SLOW_POSITIONS {
        // A worker keeps what it has computed, so that the second time it gets further.
        let mut handler = RequestHandler::new(clock);
        for _ in 0..2 {
            check(&mut handler, hard, 30);
        }
    }
}

/// Two seconds are enough for a search to reach every phase: endgame tables, deep proofs, full transposition tables.
#[track_caller]
fn check_long(name: &str) {
    let hard = SLOW_POSITIONS.into_iter().find(|hard| hard.name == name).unwrap();
    check(&mut RequestHandler::new(clock), hard, 2000);
}

#[test]
fn a_long_search_of_a_relay_game_ends_in_time() {
    check_long("relay 12x12");
}

#[test]
fn a_long_search_with_a_thousand_stones_ends_in_time() {
    check_long("avalanche 996 stones");
}

#[test]
fn a_long_search_of_a_large_single_lap_game_ends_in_time() {
    check_long("single 12x10");
}

#[test]
fn a_long_search_of_senet_ends_in_time() {
    check_long("senet 3 pieces left");
}
