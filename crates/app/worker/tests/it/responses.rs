//! Every kind of request, its responses compared with what the engine says directly.

#![allow(clippy::float_cmp, reason = "results are whole numbers")]

use std::time::Duration;

use gebeta_engine::{Bot, EngineBudget, EngineGame, GameRng, Review, SearchRequest, hint};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, Game, Player, Preset, Record, Seat, mancala, senet,
};
use gebeta_worker::{Effort, Place, Reply, Request, RequestHandler, Response, ScoreUnit, Task};

/// A clock that stands still.
const fn noon() -> Duration {
    Duration::from_hours(12)
}

/// All responses to one task, sent and read as between page and worker.
fn run_on(handler: &mut RequestHandler, effort: Effort, task: Task) -> Vec<Reply> {
    let request = Request::from_bytes(&Request { id: 7, effort, task }.to_bytes());
    let mut responses = Vec::new();
    handler.handle(request, &mut |response| {
        responses.push(Response::from_bytes(&response.to_bytes()).unwrap());
    });
    assert!(responses.iter().all(|response| response.id == Some(7)));
    responses.into_iter().map(|response| response.reply).collect()
}

/// The only response to a task.
#[track_caller]
fn run(effort: Effort, task: Task) -> Reply {
    let [reply] = run_on(&mut RequestHandler::new(noon), effort, task).try_into().unwrap();
    reply
}

fn place(preset: &str, position: &str) -> Place {
    let rules = Preset::named(preset).unwrap().rules.fit(position);
    Place { rules, position: rules.position(position).unwrap() }
}

fn nodes(nodes: u64) -> Effort {
    Effort { nodes: Some(nodes), ..Effort::default() }
}

const MIDDLE: &str = "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1";
const END: &str = "0,0,1,0,0,2,20,1,0,0,3,0,0,21 2";
const SENET: &str = "WBWBWBWBWB/WBWB....../.......... w 0/0 2";
const SENET_END: &str = "........../........../..WW.B.B.. b 5/5 -";

fn mancala_of(place: &Place) -> mancala::Position {
    let AnyPosition::Mancala(position) = place.position else { panic!("a mancala position") };
    position
}

fn senet_of(place: &Place) -> senet::Position {
    let AnyPosition::Senet(position) = place.position else { panic!("a position of senet") };
    position
}

#[test]
fn a_bot_plays_here_what_it_plays_anywhere() {
    for name in ["random", "novice", "level1", "level5", "level7", "steady:6"] {
        let place = place("gebeta", MIDDLE);
        let bot = Bot::named(place.rules.game(), name).unwrap();
        for ply in 0..4 {
            let luck = GameRng::new(u64::MAX - 3);
            let position = mancala_of(&place);
            let expected = position
                .search(
                    SearchRequest { bot, budget: EngineBudget::FREE, seed: luck.seed(), ply },
                    &mut |_| {},
                )
                .unwrap();
            let search = Task::Search { place, bot, game: String::new(), seed: luck.seed(), ply };
            let Reply::Search { result, unit, ms } = run(Effort::default(), search) else { panic!("{name}") };
            assert_eq!((unit, ms), (ScoreUnit::Stones, 0.0));
            assert_eq!(result.best, AnyPly::Mancala(expected.best));
            assert_eq!((result.nodes, result.depth), (expected.nodes, expected.depth));
            assert_eq!(result.moves.len(), expected.moves.len());
            for ((mv, value), (expected_mv, expected_value)) in result.moves.iter().zip(&expected.moves) {
                assert_eq!(*mv, AnyPly::Mancala(*expected_mv));
                assert_eq!(*value, *expected_value);
            }
        }
    }
}

#[test]
fn senets_bots_say_what_their_numbers_are() {
    let place = place("classic", SENET);
    for (name, unit) in
        [("classic:2", ScoreUnit::Points), ("level2", ScoreUnit::Win), ("level7", ScoreUnit::Win)]
    {
        let bot = Bot::named(place.rules.game(), name).unwrap();
        let expected = senet_of(&place)
            .search(SearchRequest { bot, budget: EngineBudget::FREE, seed: 3, ply: 9 }, &mut |_| {})
            .unwrap();
        let search = Task::Search { place, bot, game: "g".to_owned(), seed: 3, ply: 9 };
        let Reply::Search { result, unit: told, .. } = run(Effort::default(), search) else {
            panic!("{name}")
        };
        assert_eq!(told, unit);
        assert_eq!(result.best.to_string(), format!("2:{}", expected.best));
        let worths: Vec<_> = result.moves.iter().map(|&(_, worth)| worth).collect();
        let expected: Vec<_> = expected.moves.iter().map(|&(_, worth)| worth).collect();
        assert_eq!(worths.len(), expected.len());
        worths.into_iter().zip(expected).for_each(|(worth, expected)| assert_eq!(worth, expected));
    }
}

#[test]
fn who_cannot_move_is_told_why() {
    let code = |preset: &str, position: &str| {
        let place = place(preset, position);
        let search = Task::Search { place, bot: Bot::Random, game: String::new(), seed: 0, ply: 0 };
        match run(Effort::default(), search) {
            Reply::Error(fault) => fault.code,
            replies => panic!("{replies:?}"),
        }
    };
    assert_eq!(code("gebeta", "0,0,0,0,0,0,24,0,0,0,0,0,0,24 -"), "game-over");
    assert_eq!(code("classic", "WBWBWBWBWB/WBWB....../.......... w 0/0 -"), "no-roll");
}

#[test]
fn a_hint_is_the_advisers() {
    for position in [MIDDLE, END] {
        let place = place("gebeta", position);
        let position = mancala_of(&place);
        let budget = EngineBudget { nodes: 20_000, ..EngineBudget::FREE };
        let expected = hint(&position, &mut <_>::default(), budget).unwrap();
        let Reply::Advice(advice) = run(nodes(20_000), Task::Hint(place)) else { panic!("{position}") };
        let sign = if position.to_move() == Some(Player::One) { 1.0 } else { -1.0 };
        assert_eq!(advice.evaluation.value, sign * expected.value());
        assert_eq!(advice.evaluation.exact, expected.exact());
        let hints = advice.now().unwrap();
        assert_eq!((hints.nodes, hints.depth), (expected.nodes, expected.depth));
        let written = |line: &[AnyPly]| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        let line: Vec<_> = expected.pv.iter().map(ToString::to_string).collect();
        assert_eq!(written(&hints.pv), line);
        for (hint, expected) in hints.moves.iter().zip(&expected.moves) {
            assert_eq!(hint.mv, AnyPly::Mancala(expected.mv));
            assert_eq!(hint.value, expected.value);
            assert_eq!(hint.loss, expected.loss);
            assert_eq!(hint.exact, expected.exact);
        }
    }
}

#[test]
fn before_a_throw_every_throw_has_its_advice() {
    let place = place("classic", SENET_END);
    let Reply::Advice(advice) = run(nodes(1000), Task::Hint(place)) else { panic!("advice") };
    assert!(advice.evaluation.exact, "two pieces a side are known");
    assert!(advice.now().is_none());
    let throws = senet_of(&place).throws();
    assert_eq!(advice.hints.len(), throws.len());
    let mean: f64 =
        advice.hints.iter().zip(throws).map(|(hints, &(_, n))| f64::from(n) * hints.value()).sum();
    let for_black = 1.0 - advice.evaluation.value;
    assert!((mean / 16.0 - for_black).abs() < 2e-9, "{mean} / 16 is not {for_black}");
}

#[test]
fn at_the_end_there_is_a_result_and_no_advice() {
    for (preset, position, value) in [
        ("gebeta", "0,0,0,0,0,0,20,0,0,0,0,0,0,28 -", -8.0),
        ("classic", ".........B/........../.......... - 7/6 -", 1.0),
    ] {
        let Reply::Advice(advice) = run(nodes(10), Task::Hint(place(preset, position))) else {
            panic!("advice")
        };
        assert_eq!((advice.evaluation.value, advice.evaluation.exact), (value, true));
        assert!(advice.hints.is_empty());
    }
}

#[test]
fn what_is_solved_is_proved_or_refused() {
    let Reply::Advice(advice) = run(Effort::default(), Task::Solve(place("gebeta", END))) else {
        panic!("proof")
    };
    assert!(advice.evaluation.exact);
    let refused = run(nodes(1000), Task::Solve(place("gebeta", MIDDLE)));
    assert!(matches!(refused, Reply::Error(fault) if fault.code == "not-proved"));
}

fn played(preset: &str, plies: &str) -> Record {
    let rules: AnyRules = Preset::named(preset).unwrap().rules;
    let seat = Seat { name: "a".to_owned(), kind: "human".to_owned() };
    let mut record = Record::new(preset, rules, rules.start(), ByPlayer { one: seat.clone(), two: seat });
    for ply in plies.split_whitespace() {
        record.play(rules.ply(ply).unwrap()).unwrap();
    }
    record
}

#[test]
fn a_review_tells_how_far_it_is_and_is_the_same_as_anywhere() {
    for record in [played("gebeta", "3 6 1 2 4 5"), played("classic", "2:13-15 3:12x15")] {
        let budget = EngineBudget { nodes: 3000, ..EngineBudget::FREE };
        let expected = Review::of(&record, budget, &mut |_| true).unwrap();
        let plies = record.plies().len() as u32;
        let task = Task::Review(Box::new(record));
        let mut replies = run_on(&mut RequestHandler::new(noon), nodes(3000), task);
        let Some(Reply::Review(review)) = replies.pop() else { panic!("a review comes last") };
        assert_eq!(*review, expected);
        let progress = (0..=plies).map(|done| Reply::Progress { done, total: plies });
        assert_eq!(replies, progress.collect::<Vec<_>>());
    }
}

#[test]
fn time_ends_a_search() {
    thread_local! {
        static NOW: std::cell::Cell<Duration> = const { std::cell::Cell::new(Duration::ZERO) };
    }
    /// A millisecond for each look at it.
    fn hasty() -> Duration {
        NOW.set(NOW.get() + Duration::from_millis(1));
        NOW.get()
    }
    let effort = Effort { ms: Some(20), ..Effort::default() };
    let hint = Task::Hint(place("gebeta", MIDDLE));
    let replies = run_on(&mut RequestHandler::new(hasty), effort, hint);
    assert!(matches!(replies.as_slice(), [Reply::Advice(advice)] if !advice.evaluation.exact));
    assert!(NOW.get() < Duration::from_millis(200), "it looked at the clock {} times", NOW.get().as_millis());
    let review = Task::Review(Box::new(played("gebeta", "3 6 1 2 4 5")));
    assert!(matches!(run_on(&mut RequestHandler::new(hasty), effort, review).last(), Some(Reply::Review(_))));
}

#[test]
fn another_game_finds_a_fresh_mind_and_the_same_move() {
    let place = place("gebeta", END);
    let mut handler = RequestHandler::new(noon);
    let mut best = |game: &str| {
        let bot = Bot::Perfect { nodes: Bot::PROOF_NODES };
        let search = Task::Search { place, bot, game: game.to_owned(), seed: 1, ply: 30 };
        match run_on(&mut handler, Effort::default(), search).pop() {
            Some(Reply::Search { result, .. }) => (result.best, result.exact),
            replies => panic!("{replies:?}"),
        }
    };
    let first = best("one");
    assert!(first.1, "so few stones are proved");
    assert_eq!([best("one"), best("two"), best("one")], [first; 3]);
}

#[test]
fn a_request_that_cannot_be_read_is_answered_and_not_fatal() {
    let mut handler = RequestHandler::new(noon);
    for (bytes, expected) in [(&[][..], None), (&[0xff; 20], None), (&[3, 0, 0, 0, 0, 77], Some(3))] {
        let mut responses = Vec::new();
        handler.handle(Request::from_bytes(bytes), &mut |response| responses.push(response));
        let [Response { id, reply: Reply::Error(error) }] = responses.as_slice() else { panic!("{bytes:?}") };
        assert_eq!((*id, error.code.as_str()), (expected, "bad-message"));
    }
    let replies = run_on(&mut handler, nodes(0), Task::Hint(place("gebeta", MIDDLE)));
    assert!(matches!(replies.as_slice(), [Reply::Advice(_)]), "it still answers");
}

#[test]
fn the_bench_tells_the_signature() {
    let Reply::Bench { nodes, .. } = run(Effort::default(), Task::Bench) else { panic!("a bench") };
    let expected: Vec<_> =
        gebeta_engine::signature().into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect();
    assert_eq!(nodes, expected);
}
