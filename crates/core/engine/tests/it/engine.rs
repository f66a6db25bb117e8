//! One engine for either game says what the engines of the games say, and keeps to its time.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::{
    Advice, Bot, Engine, EngineBudget, EngineGame, Evaluation, Review, SearchRequest, SearchResult, hint,
};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, Game, GameKind, Outcome, Player, Record, Seat, mancala,
    senet,
};
use gebeta_solver::senet::Extent;

const GAMES: [GameKind; 2] = [GameKind::Mancala, GameKind::Senet];

/// The start of a game, in Senet with a throw.
fn start(game: GameKind) -> AnyPosition {
    match AnyRules::default_of(game).start() {
        AnyPosition::Senet(position) => {
            AnyPosition::Senet(position.with_chance(&gebeta_engine::GameRng::new(1), 0))
        }
        sowing @ (AnyPosition::Mancala(_) | AnyPosition::Sowing(_)) => sowing,
    }
}

/// What the engine of the game itself finds.
fn search(position: &AnyPosition, request: SearchRequest<'_>) -> Option<SearchResult<AnyPly>> {
    match position {
        AnyPosition::Mancala(position) => {
            position.search(request, &mut |_| {}).map(|found| found.map(AnyPly::Mancala))
        }
        AnyPosition::Sowing(position) => position
            .search(request, &mut |_| {})
            .map(|found| found.map(|mv| AnyPly::Sowing(position.map(|_| mv)))),
        AnyPosition::Senet(position) => {
            let roll = position.thrown()?;
            position.search(request, &mut |_| {}).map(|found| found.map(|mv| AnyPly::Senet(roll, mv)))
        }
    }
}

#[test]
fn an_engine_plays_what_the_bots_of_the_game_play() {
    for game in GAMES {
        let mut engine = Engine::default();
        let mut position = start(game);
        for ply in 0..4 {
            let request = SearchRequest { seed: 5, ply, ..SearchRequest::new(Bot::Steady { depth: 3 }) };
            let mut depths = Vec::new();
            let found = engine.search(&position, request, &mut |found| depths.push(found.depth));
            assert_eq!(found, search(&position, request), "{position}");
            assert_eq!(depths, [1, 2, 3], "{position}");
            position = position.play(found.unwrap().best).unwrap();
            if let AnyPosition::Senet(senet) = &mut position {
                *senet = senet.with_chance(&gebeta_engine::GameRng::new(5), ply + 1);
            }
        }
        engine.new_game();
    }
}

#[test]
fn nobody_moves_before_the_throw_or_after_the_end() {
    let in_hand = AnyRules::default_of(GameKind::Senet).start();
    let over = AnyRules::default_of(GameKind::Mancala).position("0,0,0,0,0,0,30,0,0,0,0,0,0,18 -").unwrap();
    let mut engine = Engine::default();
    for position in [in_hand, over] {
        assert_eq!(engine.search(&position, SearchRequest::new(Bot::Random), &mut |_| {}), None);
        assert_eq!(engine.hint(&position, EngineBudget::for_hint()), None);
    }
    let Advice { evaluation, hints, .. } = engine.advise(&over, EngineBudget::for_hint());
    assert_eq!((evaluation, hints), (Evaluation { value: 12.0, exact: true }, Vec::new()));
    let budget = EngineBudget { nodes: 500, ..EngineBudget::FREE };
    let advice = engine.advise(&in_hand, budget);
    let AnyPosition::Senet(position) = &in_hand else { panic!("a position of senet") };
    assert_eq!(advice.hints.len(), position.throws().len());
    assert!(advice.now().is_none() && (0.0..=1.0).contains(&advice.evaluation.value));
}

#[test]
fn a_hint_is_the_advisers_and_advice_is_what_it_is_worth_to_player_1() {
    let budget = EngineBudget { nodes: 3_000, ..EngineBudget::FREE };
    let rules = AnyRules::default_of(GameKind::Mancala);
    for text in ["0,4,0,1,0,2,10,3,0,0,1,0,5,12 1", "0,4,0,1,0,2,10,3,0,0,1,0,5,12 2"] {
        let position = rules.position(text).unwrap();
        let AnyPosition::Mancala(mancala) = &position else { panic!("a mancala position") };
        let expected = hint(mancala, &mut <_>::default(), budget).unwrap().map(AnyPly::Mancala);
        assert_eq!(Engine::default().hint(&position, budget).unwrap(), expected);
        let sign = if mancala.to_move() == Some(Player::One) { 1.0 } else { -1.0 };
        let advice = Engine::default().advise(&position, budget);
        assert_eq!(advice.evaluation, Evaluation { value: sign * expected.value(), exact: expected.exact() });
        assert_eq!(advice.now(), Some(&expected));
    }
}

thread_local! {
    static NOW: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A millisecond for each look at it.
fn hasty() -> Duration {
    NOW.set(NOW.get() + Duration::from_millis(1));
    NOW.get()
}

#[test]
fn time_ends_a_search_and_a_review() {
    let time = Some(Duration::from_millis(20));
    let budget = EngineBudget { time, ..EngineBudget::FREE };
    for game in GAMES {
        let mut engine = Engine::with_clock(hasty);
        let position = start(game);
        let began = hasty();
        let deep = Bot::Steady { depth: Bot::DEEPEST };
        assert!(
            engine
                .search(&position, SearchRequest { budget, ..SearchRequest::new(deep) }, &mut |_| {})
                .is_some()
        );
        let took = hasty().saturating_sub(began);
        assert!(
            took < Duration::from_millis(40),
            "{game}: it looked at the clock {} times",
            took.as_millis()
        );
    }
    let rules = AnyRules::default_of(GameKind::Mancala);
    let seat = Seat { name: "a".to_owned(), kind: "human".to_owned() };
    let mut record = Record::new("gebeta", rules, rules.start(), ByPlayer { one: seat.clone(), two: seat });
    for ply in ["3", "6", "1", "2"] {
        record.play(AnyRules::default_of(GameKind::Mancala).ply(ply).unwrap()).unwrap();
    }
    let began = hasty();
    let mut told = Vec::new();
    let review = Engine::with_clock(hasty).review(&record, budget, &mut |done| {
        told.push(done);
        true
    });
    assert_eq!((review.map(|review| review.moves.len()), told), (Some(4), vec![0, 1, 2, 3, 4]));
    // Each of the five positions looks at the clock once more after its share is over, or a few times.
    let took = hasty().saturating_sub(began);
    assert!(took < Duration::from_millis(80), "it looked at the clock {} times", took.as_millis());
}

#[test]
fn a_review_is_the_same_as_without_an_engine_and_ends_when_it_is_not_wanted() {
    let rules = AnyRules::default_of(GameKind::Mancala);
    let seat = Seat { name: "a".to_owned(), kind: "human".to_owned() };
    let mut record = Record::new("gebeta", rules, rules.start(), ByPlayer { one: seat.clone(), two: seat });
    for ply in ["3", "6", "1", "2"] {
        record.play(AnyRules::default_of(GameKind::Mancala).ply(ply).unwrap()).unwrap();
    }
    let budget = EngineBudget { nodes: 500, ..EngineBudget::FREE };
    let engine = Engine::default();
    assert_eq!(engine.review(&record, budget, &mut |_| true), Review::of(&record, budget, &mut |_| true));
    assert_eq!(engine.review(&record, budget, &mut |done| done < 2), None);
}

/// Says of every position of mancala that the player to move wins so many stones more from here on.
#[derive(Debug)]
struct Oracle(i32);

impl gebeta_solver::mancala::Tablebase for Oracle {
    fn value(&self, _: &mancala::Position) -> Option<i32> {
        Some(self.0)
    }
}

impl gebeta_solver::senet::Tablebase for Oracle {
    fn extent(&self, _: &senet::Rules) -> Option<Extent> {
        None
    }

    fn of_board(&self, _: &senet::Rules, _: senet::SquareSet, _: senet::SquareSet) -> Option<f64> {
        None
    }
}

#[test]
fn tablebases_are_looked_up_first() {
    let position = start(GameKind::Mancala);
    let mut engine = Engine::default().with_tablebases(Arc::new(Oracle(0)));
    let hints = engine.hint(&position, EngineBudget::for_hint()).unwrap();
    assert!(hints.exact() && hints.depth == 0, "the table says it all");
    let AnyPosition::Mancala(mancala) = &position else { panic!("a mancala position") };
    assert!(engine.prove(mancala, EngineBudget { nodes: 0, ..EngineBudget::FREE }).is_some());
    assert_eq!(position.outcome(), None::<Outcome>);
}
