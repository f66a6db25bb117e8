//! Every kind of question, its answers held against those of the bots themselves.

#![allow(clippy::float_cmp, reason = "results are whole numbers")]

use std::time::Duration;

use gebeta_engine::{
    Bot, EngineBudget, EngineGame, GameRng, Performance, Review, ReviewedMove, SearchRequest, Worth, hint,
};
use gebeta_messages::{Answer, Ask, Effort, Place, Question, Said, ScoreUnit};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, Game, Player, Preset, Record, Seat, mancala, senet,
};
use gebeta_worker::Thinker;

/// A clock that stands still.
const fn noon() -> Duration {
    Duration::from_hours(12)
}

/// All answers to one question.
fn ask_of(thinker: &mut Thinker, effort: Effort, ask: Ask) -> Vec<Said> {
    let mut answers = Vec::new();
    let question = Question { id: 7, effort, ask };
    thinker.answer(&question.to_text(), &mut |answer| answers.push(Answer::parse(&answer).unwrap()));
    assert!(answers.iter().all(|answer| answer.id == Some(7)));
    answers.into_iter().map(|answer| answer.said).collect()
}

/// The only answer to a question.
#[track_caller]
fn ask(effort: Effort, ask: Ask) -> Said {
    let [said] = ask_of(&mut Thinker::new(noon), effort, ask).try_into().unwrap();
    said
}

fn place(preset: &str, position: &str) -> Place {
    let rules = Preset::named(preset).unwrap().rules.fit(position);
    Place { rules, position: rules.position(position).unwrap() }
}

fn nodes(nodes: u64) -> Effort {
    Effort { nodes: Some(nodes), ..Effort::default() }
}

/// The same number, to the nine decimals that cross.
#[track_caller]
fn close(told: f64, expected: f64) {
    assert!((told - expected).abs() < 2e-9, "{told} is not {expected}");
}

/// The same review, its numbers to nine decimals.
#[track_caller]
fn same_review(told: &Review, expected: &Review) {
    assert_eq!(told.moves.len(), expected.moves.len());
    for (told, expected) in told.moves.iter().zip(&expected.moves) {
        for (told, expected) in [
            (told.before.value, expected.before.value),
            (told.best_value, expected.best_value),
            (told.value, expected.value),
            (told.loss, expected.loss),
            (told.luck.unwrap_or_default(), expected.luck.unwrap_or_default()),
        ] {
            close(told, expected);
        }
        let rest = |judged: &ReviewedMove| ReviewedMove {
            before: Worth { value: 0.0, ..judged.before },
            best_value: 0.0,
            value: 0.0,
            loss: 0.0,
            luck: judged.luck.map(|_| 0.0),
            ..judged.clone()
        };
        assert_eq!(rest(told), rest(expected));
    }
    close(told.last.value, expected.last.value);
    assert_eq!((told.last.exact, told.outcome), (expected.last.exact, expected.outcome));
    for player in Player::BOTH {
        let (told, expected) = (told.players[player], expected.players[player]);
        close(told.accuracy.unwrap_or_default(), expected.accuracy.unwrap_or_default());
        close(told.loss, expected.loss);
        close(told.luck, expected.luck);
        let rest = |played: Performance| Performance {
            loss: 0.0,
            luck: 0.0,
            accuracy: played.accuracy.map(|_| 0.0),
            ..played
        };
        assert_eq!(rest(told), rest(expected));
    }
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
            let think = Ask::Think { place, bot, game: String::new(), seed: luck.seed(), ply };
            let Said::SearchResult { thought, unit, ms } = ask(Effort::default(), think) else {
                panic!("{name}")
            };
            assert_eq!((unit, ms), (ScoreUnit::Stones, 0.0));
            assert_eq!(thought.best, AnyPly::Mancala(expected.best));
            assert_eq!((thought.nodes, thought.depth), (expected.nodes, expected.depth));
            assert_eq!(thought.moves.len(), expected.moves.len());
            for ((mv, value), (expected_mv, expected_value)) in thought.moves.iter().zip(&expected.moves) {
                assert_eq!(*mv, AnyPly::Mancala(*expected_mv));
                close(*value, *expected_value);
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
        let think = Ask::Think { place, bot, game: "g".to_owned(), seed: 3, ply: 9 };
        let Said::SearchResult { thought, unit: told, .. } = ask(Effort::default(), think) else {
            panic!("{name}")
        };
        assert_eq!(told, unit);
        assert_eq!(thought.best.to_string(), format!("2:{}", expected.best));
        let worths: Vec<_> = thought.moves.iter().map(|&(_, worth)| worth).collect();
        let expected: Vec<_> = expected.moves.iter().map(|&(_, worth)| worth).collect();
        assert_eq!(worths.len(), expected.len());
        worths.into_iter().zip(expected).for_each(|(worth, expected)| close(worth, expected));
    }
}

#[test]
fn who_cannot_move_is_told_why() {
    let code = |preset: &str, position: &str| {
        let place = place(preset, position);
        let think = Ask::Think { place, bot: Bot::Random, game: String::new(), seed: 0, ply: 0 };
        match ask(Effort::default(), think) {
            Said::Fault(fault) => fault.code,
            said => panic!("{said:?}"),
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
        let Said::Advice(advice) = ask(nodes(20_000), Ask::Hint(place)) else { panic!("{position}") };
        let sign = if position.to_move() == Some(Player::One) { 1.0 } else { -1.0 };
        close(advice.worth.value, sign * expected.value());
        assert_eq!(advice.worth.exact, expected.exact());
        let hints = advice.now().unwrap();
        assert_eq!((hints.nodes, hints.depth), (expected.nodes, expected.depth));
        let written = |line: &[AnyPly]| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        let line: Vec<_> = expected.line.iter().map(ToString::to_string).collect();
        assert_eq!(written(&hints.line), line);
        for (hint, expected) in hints.moves.iter().zip(&expected.moves) {
            assert_eq!(hint.mv, AnyPly::Mancala(expected.mv));
            close(hint.value, expected.value);
            close(hint.loss, expected.loss);
            assert_eq!(hint.exact, expected.exact);
        }
    }
}

#[test]
fn before_a_throw_every_throw_has_its_advice() {
    let place = place("classic", SENET_END);
    let Said::Advice(advice) = ask(nodes(1000), Ask::Hint(place)) else { panic!("advice") };
    assert!(advice.worth.exact, "two pieces a side are known");
    assert!(advice.now().is_none());
    let throws = senet_of(&place).throws();
    assert_eq!(advice.hints.len(), throws.len());
    let mean: f64 =
        advice.hints.iter().zip(throws).map(|(hints, &(_, n))| f64::from(n) * hints.value()).sum();
    let for_black = 1.0 - advice.worth.value;
    close(mean / 16.0, for_black);
}

#[test]
fn at_the_end_there_is_a_result_and_no_advice() {
    for (preset, position, value) in [
        ("gebeta", "0,0,0,0,0,0,20,0,0,0,0,0,0,28 -", -8.0),
        ("classic", ".........B/........../.......... - 7/6 -", 1.0),
    ] {
        let Said::Advice(advice) = ask(nodes(10), Ask::Hint(place(preset, position))) else {
            panic!("advice")
        };
        assert_eq!((advice.worth.value, advice.worth.exact), (value, true));
        assert!(advice.hints.is_empty());
    }
}

#[test]
fn what_is_solved_is_proved_or_refused() {
    let Said::Advice(advice) = ask(Effort::default(), Ask::Solve(place("gebeta", END))) else {
        panic!("proof")
    };
    assert!(advice.worth.exact);
    let refused = ask(nodes(1000), Ask::Solve(place("gebeta", MIDDLE)));
    assert!(matches!(refused, Said::Fault(fault) if fault.code == "not-proved"));
}

fn played(preset: &str, plies: &str) -> Record {
    let rules: AnyRules = Preset::named(preset).unwrap().rules;
    let seat = Seat { name: "a".to_owned(), kind: "human".to_owned() };
    let mut record = Record::new(preset, rules, rules.start(), ByPlayer { one: seat.clone(), two: seat });
    for ply in plies.split_whitespace() {
        record.play(AnyPly::parse(rules.game(), ply).unwrap()).unwrap();
    }
    record
}

#[test]
fn a_review_tells_how_far_it_is_and_is_the_same_as_anywhere() {
    for record in [played("gebeta", "3 6 1 2 4 5"), played("classic", "2:13-15 3:12x15")] {
        let budget = EngineBudget { nodes: 3000, ..EngineBudget::FREE };
        let expected = Review::of(&record, budget, &mut |_| true).unwrap();
        let plies = record.plies().len() as u32;
        let ask = Ask::Review(Box::new(record));
        let mut said = ask_of(&mut Thinker::new(noon), nodes(3000), ask);
        let Some(Said::Review(review)) = said.pop() else { panic!("a review comes last") };
        same_review(&review, &expected);
        let progress = (0..=plies).map(|done| Said::Progress { done, total: plies });
        assert_eq!(said, progress.collect::<Vec<_>>());
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
    let hint = Ask::Hint(place("gebeta", MIDDLE));
    let said = ask_of(&mut Thinker::new(hasty), effort, hint);
    assert!(matches!(said.as_slice(), [Said::Advice(advice)] if !advice.worth.exact));
    assert!(NOW.get() < Duration::from_millis(200), "it looked at the clock {} times", NOW.get().as_millis());
    let review = Ask::Review(Box::new(played("gebeta", "3 6 1 2 4 5")));
    assert!(matches!(ask_of(&mut Thinker::new(hasty), effort, review).last(), Some(Said::Review(_))));
}

#[test]
fn another_game_finds_a_fresh_mind_and_the_same_move() {
    let place = place("gebeta", END);
    let mut thinker = Thinker::new(noon);
    let mut best = |game: &str| {
        let bot = Bot::Perfect { nodes: Bot::PROOF_NODES };
        let think = Ask::Think { place, bot, game: game.to_owned(), seed: 1, ply: 30 };
        match ask_of(&mut thinker, Effort::default(), think).pop() {
            Some(Said::SearchResult { thought, .. }) => (thought.best, thought.exact),
            said => panic!("{said:?}"),
        }
    };
    let first = best("one");
    assert!(first.1, "so few stones are proved");
    assert_eq!([best("one"), best("two"), best("one")], [first; 3]);
}

#[test]
fn nonsense_is_answered_and_not_fatal() {
    let mut thinker = Thinker::new(noon);
    for (text, id) in [("", None), ("{}", None), ("\u{0}", None), (r#"{"id":3,"ask":"fly"}"#, Some(3))] {
        let mut answers = Vec::new();
        thinker.answer(text, &mut |answer| answers.push(Answer::parse(&answer).unwrap()));
        let [Answer { id: told, said: Said::Fault(fault) }] = answers.as_slice() else { panic!("{text}") };
        assert_eq!((*told, fault.code.as_str()), (id, "bad-message"));
    }
    let said = ask_of(&mut thinker, nodes(0), Ask::Hint(place("gebeta", MIDDLE)));
    assert!(matches!(said.as_slice(), [Said::Advice(_)]), "it still answers");
}

#[test]
fn the_bench_tells_the_signature() {
    let Said::Bench { nodes, .. } = ask(Effort::default(), Ask::Bench) else { panic!("a bench") };
    let expected: Vec<_> =
        gebeta_engine::signature().into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect();
    assert_eq!(nodes, expected);
}
