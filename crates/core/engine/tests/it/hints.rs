//! Advice against values that others have proved.

use gebeta_engine::{
    AdvisedGame, Bot, EngineBudget, EngineGame, Hints, Level, SearchRequest, hint, mancala, senet,
};
use gebeta_rules::senet::{Rules, SquareSet};
use gebeta_rules::{AnyPosition, AnyRules, Game, GameKind};
use gebeta_solver::senet::{Exact, Extent, Layer, Tablebase};

const NODES: EngineBudget<'static> = EngineBudget { nodes: 400_000, ..EngineBudget::FREE };

fn mancala(text: &str) -> gebeta_rules::mancala::Position {
    let rules = AnyRules::default_of(GameKind::Mancala).fit(text);
    match rules.position(text).expect("the case is right") {
        AnyPosition::Mancala(position) => position,
        AnyPosition::Sowing(_) | AnyPosition::Senet(_) => unreachable!("mancala was asked for"),
    }
}

fn senet(text: &str) -> gebeta_rules::senet::Position {
    let rules = AnyRules::default_of(GameKind::Senet).fit(text);
    match rules.position(text).expect("the case is right") {
        AnyPosition::Senet(position) => position,
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => unreachable!("Senet was asked for"),
    }
}

fn shown<M: std::fmt::Display + Copy + PartialEq>(hints: &Hints<M>) -> Vec<String> {
    hints.moves.iter().map(|hint| format!("{} {} {}", hint.mv, hint.value, hint.loss)).collect()
}

#[test]
fn a_small_board_is_proved_move_by_move() {
    // The published value of (4,4), and `gebeta solve mancala --pits 4 --stones 4 --moves`.
    let hints = hint(&mancala("4,4,4,4,0,4,4,4,4,0 1"), &mut mancala::Adviser::default(), NODES).unwrap();
    assert_eq!(shown(&hints), ["1 2 0", "2 0 2", "3 0 2", "4 -2 4"]);
    assert!(hints.exact() && hints.depth == 0);
}

#[test]
fn the_line_of_a_proof_leads_to_its_value() {
    let start = mancala("0,1,2,0,0,1,5,1,0,2,0,0,1,6 1");
    let hints = hint(&start, &mut mancala::Adviser::default(), NODES).unwrap();
    let mover = start.to_move().unwrap();
    let end = hints.pv.iter().fold(start, |position, &mv| position.play(mv).unwrap());
    assert!(end.outcome().is_some(), "{end} is not the end");
    assert!((f64::from(end.lead(mover)) - hints.value()).abs() < 0.1, "{hints:?} leads to {end}");
}

#[test]
fn beyond_a_proof_the_hints_say_that_they_are_estimates() {
    let start = mancala("4,4,4,4,4,4,0,4,4,4,4,4,4,0 1");
    let mut adviser = mancala::Adviser::default();
    let budget = EngineBudget { nodes: 60_000, ..EngineBudget::FREE };
    let hints = start.advise(&mut adviser, budget).unwrap();
    assert!(!hints.exact() && hints.depth > 2 && hints.moves.len() == 6, "{hints:?}");
    assert_eq!(start.advise(&mut adviser, budget), Some(hints), "nodes make it repeatable");
}

/// Issue 3: where the clock was the only limit, the proof took all of the time.
#[test]
fn a_search_gets_its_share_of_the_time() {
    // A clock that counts how often it is looked at.
    let looks = std::cell::Cell::new(0);
    let stop = || {
        looks.set(looks.get() + 1);
        looks.get() > 20_000
    };
    let by_the_clock = EngineBudget { stop: &stop, ..EngineBudget::FREE };
    let start = mancala("4,4,4,4,4,4,0,4,4,4,4,4,4,0 1");
    let hints = start.advise(&mut mancala::Adviser::default(), by_the_clock).unwrap();
    let few = EngineBudget { nodes: 100_000, ..EngineBudget::FREE };
    let few = start.advise(&mut mancala::Adviser::default(), few).unwrap();
    assert!(!hints.exact() && hints.depth >= few.depth, "{hints:?} {few:?}");
}

#[test]
fn time_without_end_proves() {
    let start = mancala("4,4,4,4,0,4,4,4,4,0 1");
    let hints = start.advise(&mut mancala::Adviser::default(), EngineBudget::FREE).unwrap();
    assert_eq!(shown(&hints), ["1 2 0", "2 0 2", "3 0 2", "4 -2 4"]);
    assert!(hints.exact());
}

#[test]
fn whoever_stops_the_adviser_is_still_answered() {
    let at_once = EngineBudget { stop: &|| true, ..EngineBudget::FREE };
    let start = mancala("4,4,4,4,4,4,0,4,4,4,4,4,4,0 1");
    assert_eq!(start.advise(&mut mancala::Adviser::default(), at_once).unwrap().moves.len(), 6);
    let start = senet("WBWBWBWBWB/WBWB....../.......... w 0/0 -");
    assert!(senet::Adviser::default().before_throw(&start, at_once).is_some());
    assert!(start.advise(&mut senet::Adviser::default(), at_once).is_none(), "nobody has thrown");
}

#[test]
fn senet_with_few_pieces_is_exact() {
    // The same position and value as in the tests of `gebeta solve`.
    let position = senet(".......B../....W...../.......... b 0/0 1");
    let hints = hint(&position, &mut senet::Adviser::default(), NODES).unwrap();
    assert!(hints.exact() && (hints.value() - 0.440_416_325_856).abs() < 1e-8, "{hints:?}");
    let start = senet("WB......../........../.......... w 0/0 -");
    let outlook = senet::Adviser::default().before_throw(&start, NODES).unwrap();
    assert!(outlook.exact && (outlook.value - 0.501_188_671_605).abs() < 1e-8, "{outlook:?}");
}

#[test]
fn nobody_is_advised_when_the_game_is_over() {
    let over = mancala("0,0,5,1,2,3 -");
    assert_eq!(over.advise(&mut mancala::Adviser::default(), NODES), None);
}

/// Somebody with a table of Senet.
#[derive(Debug)]
struct Friend(Exact);

impl gebeta_solver::mancala::Tablebase for Friend {
    fn value(&self, _: &gebeta_rules::mancala::Position) -> Option<i32> {
        None
    }
}

impl Tablebase for Friend {
    fn extent(&self, rules: &Rules) -> Option<Extent> {
        self.0.serves(rules).then(|| self.0.extent())
    }

    fn of_board(&self, rules: &Rules, own: SquareSet, theirs: SquareSet) -> Option<f64> {
        self.0.serves(rules).then(|| self.0.of_board(own, theirs))?
    }
}

#[test]
fn whoever_knows_more_of_senet_is_asked() {
    let layer = Layer::new(3, 1).unwrap();
    let one = std::num::NonZero::<usize>::MIN;
    let friend = Friend(Exact::build(&Rules::CLASSIC, layer, one, &mut |_| {}, &|| false).unwrap());
    let budget = EngineBudget { tablebases: Some(&friend), ..NODES };
    let within = senet("WWW......./....B...../.......... w 4/6 2");
    let hints = hint(&within, &mut senet::Adviser::default(), budget).unwrap();
    let best = friend.0.win(&within).unwrap();
    assert!(hints.exact() && (hints.value() - best).abs() < 1e-12, "{hints:?}");
    assert!(!hint(&within, &mut senet::Adviser::default(), NODES).unwrap().exact());

    // One piece more: nobody knows every move, but what the piece that goes off leads to.
    let beyond = senet("WWW......./....B...../.........W w 3/6 1");
    let off = beyond.legal_moves().last().unwrap();
    let truth = 1.0 - friend.0.win(&beyond.play(off).unwrap()).unwrap();
    let thought = beyond
        .search(SearchRequest { budget, seed: 1, ..SearchRequest::new(Bot::Level(Level::TOP)) }, &mut |_| {})
        .unwrap();
    assert!(thought.moves.contains(&(off, truth)), "{thought:?} {truth}");
}
