//! The search of the browser answers soon after its time is over, on the hardest boards that rules and positions allow. Tests
//! share their machine with others, so they allow a second; without the promise these searches go on for minutes.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gebeta_engine::Bot;
use gebeta_testkit::hardest::HARDEST;
use gebeta_worker::{Effort, Place, Reply, Request, RequestHandler, Task};

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> Duration {
    BEGAN.elapsed()
}

const MS: u32 = 30;

/// The last answer to a question that has so much time.
#[track_caller]
fn run(handler: &mut RequestHandler, name: &str, task: Task) -> Reply {
    let effort = Effort { ms: Some(MS), ..Effort::default() };
    let mut last = None;
    let began = Instant::now();
    handler.handle(Ok(Request { id: 1, effort, task }), &mut |response| last = Some(response));
    let took = began.elapsed();
    assert!(took < Duration::from_millis(MS.into()) + Duration::from_secs(1), "{name}: {took:?}");
    last.unwrap().reply
}

#[test]
fn every_kind_of_question_is_answered_in_time() {
    for hard in HARDEST {
        // A worker knows what it has worked out before, so that the second time it comes further.
        let mut handler = RequestHandler::new(clock);
        let place = || Place { rules: hard.rules(), position: hard.start() };
        for _ in 0..2 {
            let bot = Bot::Perfect { nodes: Bot::PROOF_NODES };
            let search = Task::Search { place: place(), bot, game: hard.name.to_owned(), seed: 1, ply: 0 };
            assert!(matches!(run(&mut handler, hard.name, search), Reply::Search { .. }), "{}", hard.name);
            assert!(matches!(run(&mut handler, hard.name, Task::Hint(place())), Reply::Advice(_)));
            run(&mut handler, hard.name, Task::Solve(place()));
        }
        let review = Task::Review(Box::new(hard.record(30)));
        assert!(matches!(run(&mut handler, hard.name, review), Reply::Review(_)), "{}", hard.name);
    }
}
