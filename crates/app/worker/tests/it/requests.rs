//! Requests as they are sent and read.

use gebeta_engine::Bot;
use gebeta_rules::{AnyRules, ByPlayer, GameKind, PRESETS, Preset, Record, Seat};
use gebeta_testkit::strategy;
use gebeta_worker::{Effort, MalformedRequestError, Place, Request, Task};
use proptest::prelude::*;

fn place(rules: AnyRules) -> Place {
    Place { rules, position: rules.start() }
}

fn record(rules: AnyRules) -> Record {
    // The names of the players are not sent.
    let seat = Seat { name: String::new(), kind: String::new() };
    Record::new("", rules, rules.start(), ByPlayer { one: seat.clone(), two: seat })
}

#[test]
fn every_request_reads_back() {
    let effort = Effort { depth: Some(3), nodes: Some(1 << 60), ms: Some(9), memory: Some(8) };
    for preset in &PRESETS {
        let place = place(preset.rules);
        let review = Task::Review(Box::new(record(preset.rules)));
        let mut tasks = vec![Task::Hint(place), Task::Solve(place), review, Task::Bench];
        for name in Bot::names(preset.rules.game()) {
            let bot = Bot::named(preset.rules.game(), name).unwrap();
            tasks.push(Task::Search { place, bot, game: "7".to_owned(), seed: u64::MAX, ply: 12 });
        }
        for task in tasks {
            for effort in [effort, Effort::default()] {
                let request = Request { id: 5, effort, task: task.clone() };
                assert_eq!(Request::from_bytes(&request.to_bytes()), Ok(request));
            }
        }
    }
}

fn hint(rules: AnyRules) -> Request {
    Request { id: 300, effort: Effort::default(), task: Task::Hint(place(rules)) }
}

#[test]
fn a_request_that_is_cut_off_still_tells_its_number() {
    let bytes = hint(Preset::named("tainted").unwrap().rules).to_bytes();
    for length in 0..bytes.len() {
        let id = (length >= 2).then_some(300);
        assert_eq!(
            Request::from_bytes(&bytes[..length]),
            Err(MalformedRequestError { id }),
            "{length} bytes"
        );
    }
}

#[test]
fn a_request_that_is_too_long_is_not_read() {
    let mut bytes = hint(Preset::named("tainted").unwrap().rules).to_bytes();
    bytes.resize(Request::MAX_BYTES + 1, 0);
    assert_eq!(Request::from_bytes(&bytes), Err(MalformedRequestError { id: Some(300) }));
}

/// Changes a part of a request that is as long as before, and reads it.
#[track_caller]
fn check_changed(request: &Request, part: &str, other: &str) {
    let mut bytes = request.to_bytes();
    let place = bytes.windows(part.len()).position(|bytes| bytes == part.as_bytes()).unwrap();
    bytes[place..place + part.len()].copy_from_slice(other.as_bytes());
    assert_eq!(Request::from_bytes(&bytes), Err(MalformedRequestError { id: Some(300) }), "{other}");
}

#[test]
fn what_the_rules_do_not_allow_is_refused() {
    let gebeta = Preset::named("gebeta").unwrap().rules;
    let bot = Bot::Steady { depth: 3 };
    let search = Task::Search { place: place(gebeta), bot, game: String::new(), seed: 1, ply: 0 };
    let search = Request { task: search, ..hint(gebeta) };
    check_changed(&search, "mancala", "mancalo");
    check_changed(&search, "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", "4,4,4,4,4,4,0,4,4,4,4,4,4,0 3");
    check_changed(&search, "steady:3", "stupid:3");
    let mut played = record(gebeta);
    played.play(gebeta.ply("3").unwrap()).unwrap();
    let mut bytes = Request { task: Task::Review(Box::new(played)), ..hint(gebeta) }.to_bytes();
    assert_eq!(bytes.pop(), Some(b'3'));
    bytes.push(b'9');
    assert_eq!(Request::from_bytes(&bytes), Err(MalformedRequestError { id: Some(300) }));
}

proptest! {
    #[test]
    fn any_rules_read_back(
        rules in prop_oneof![strategy::rules(GameKind::Mancala), strategy::rules(GameKind::Senet)],
    ) {
        let request = hint(rules);
        prop_assert_eq!(Request::from_bytes(&request.to_bytes()), Ok(request));
    }

    #[test]
    fn any_bytes_are_a_request_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok(request) = Request::from_bytes(&bytes) {
            prop_assert_eq!(Request::from_bytes(&request.to_bytes()), Ok(request));
        }
    }
}
