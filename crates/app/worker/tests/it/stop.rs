//! The search of the browser answers soon after its time is over, on the hardest boards that rules and positions allow. Tests
//! share their machine with others, so they allow a second; without the promise these searches go on for minutes.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use gebeta_engine::Bot;
use gebeta_messages::{Answer, Ask, Effort, Place, Question, Said};
use gebeta_testkit::hardest::HARDEST;
use gebeta_worker::Thinker;

static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> Duration {
    BEGAN.elapsed()
}

const MS: u32 = 30;

/// The last answer to a question that has so much time.
#[track_caller]
fn ask(thinker: &mut Thinker, name: &str, ask: Ask) -> Said {
    let effort = Effort { ms: Some(MS), ..Effort::default() };
    let mut last = None;
    let began = Instant::now();
    thinker.answer(&Question { id: 1, effort, ask }.to_text(), &mut |answer| last = Some(answer));
    let took = began.elapsed();
    assert!(took < Duration::from_millis(MS.into()) + Duration::from_secs(1), "{name}: {took:?}");
    Answer::parse(&last.unwrap()).unwrap().said
}

#[test]
fn every_kind_of_question_is_answered_in_time() {
    for hard in HARDEST {
        // A worker knows what it has worked out before, so that the second time it comes further.
        let mut thinker = Thinker::new(clock);
        let place = || Place { rules: hard.rules(), position: hard.start() };
        for _ in 0..2 {
            let bot = Bot::Perfect { nodes: Bot::PROOF_NODES };
            let think = Ask::Think { place: place(), bot, game: hard.name.to_owned(), seed: 1, ply: 0 };
            assert!(
                matches!(ask(&mut thinker, hard.name, think), Said::SearchResult { .. }),
                "{}",
                hard.name
            );
            assert!(matches!(ask(&mut thinker, hard.name, Ask::Hint(place())), Said::Advice(_)));
            ask(&mut thinker, hard.name, Ask::Solve(place()));
        }
        let review = Ask::Review(Box::new(hard.record(30)));
        assert!(matches!(ask(&mut thinker, hard.name, review), Said::Review(_)), "{}", hard.name);
    }
}
