//! The exact tables of Senet against proved values and against the rules.

use std::num::NonZero;
use std::sync::LazyLock;

use gebeta_rules::senet::{Pieces, Position, Rules, Setup};
use gebeta_rules::{ByPlayer, Chance, Game, Outcome, Player};
use gebeta_solver::senet::{Bounds, Exact, Layer, Progress, Reach, Stage};
use gebeta_testkit::strategy::{cases, senet};
use gebeta_testkit::{Row, Walk, fixture};
use proptest::prelude::*;

/// What the program promises.
const TOLERANCE: f64 = 1e-8;

const ONE_THREAD: NonZero<usize> = NonZero::<usize>::MIN;
const TWO_THREADS: NonZero<usize> = ONE_THREAD.saturating_add(1);

static CLASSIC: LazyLock<Exact> = LazyLock::new(|| solve(&Rules::CLASSIC, 2));
static ASSIGNMENT: LazyLock<Exact> = LazyLock::new(|| solve(&Rules::ASSIGNMENT, 2));
static KENDALL: LazyLock<Exact> = LazyLock::new(|| solve(&Rules::FIVE_PIECE, 2));

fn solve(rules: &Rules, pieces: u8) -> Exact {
    Exact::build(rules, reach(pieces), TWO_THREADS, &mut |_| {}, &|| false).expect("nobody stops it")
}

fn reach(pieces: u8) -> Reach {
    Reach::new(pieces).expect("1 to 4 pieces")
}

fn start(rules: &Rules, pieces: u8) -> Position {
    Position::start(&Rules { pieces: Pieces::new(pieces).expect("1 to 10 pieces"), ..*rules })
}

#[track_caller]
fn assert_near(found: Option<f64>, expected: f64, tolerance: f64, what: &dyn std::fmt::Display) {
    let near = found.is_some_and(|found| (found - expected).abs() <= tolerance);
    assert!(near, "{what}: {found:?} instead of {expected}");
}

/// The one test that needs three pieces a side: it is most of the time of this file. One thread takes less time in all.
#[test]
fn every_proved_value_is_found() {
    let threads = ONE_THREAD;
    let exact = Exact::build(&Rules::CLASSIC, reach(3), threads, &mut |_| {}, &|| false).unwrap();
    let rows = fixture::rows("solved/senet.jsonl");
    for row in &rows {
        check(&exact, row);
    }
    assert!(rows.len() > 400, "only {} rows", rows.len());
    assert_near(exact.win(&start(&Rules::CLASSIC, 3)), 0.495_943_111_963, 1e-10, &"three pieces");
}

/// The row's win probability, and that of each move of each roll.
fn check(exact: &Exact, row: &Row) {
    let pos = row.senet_position();
    assert_near(exact.win(&pos), row.real("win"), TOLERANCE, &row.place);
    for &(throw, _) in pos.throws() {
        let expected = row.get("after").and_then(|after| after.get(throw.to_string())?.as_array());
        let mut expected = expected.into_iter().flatten();
        for (mv, win) in exact.moves(&pos.cast(throw)).expect("within reach") {
            let Some(from) = mv.from() else { continue };
            let pair = expected.next().unwrap_or_else(|| panic!("{}: no {throw}:{mv}", row.place));
            assert_eq!(pair[0], from.number(), "{} {throw}:{mv}", row.place);
            assert_near(Some(win), pair[1].as_f64().expect("a number"), TOLERANCE, &row.place);
        }
        assert_eq!(expected.next(), None, "{} roll {throw}", row.place);
    }
}

#[test]
fn starts_are_worth_what_the_rules_of_play_say() {
    let check = |exact: &Exact, digits: f64, wins: &[f64]| {
        for (&win, pieces) in wins.iter().zip(1..) {
            let start = start(exact.rules(), pieces);
            assert_near(exact.win(&start), win, digits, &start);
        }
    };
    check(&CLASSIC, 1e-10, &[0.501_188_671_605, 0.497_953_001_856]);
    check(&ASSIGNMENT, 1e-8, &[0.501_188_67, 0.498_274_96]);
    check(&KENDALL, 1e-7, &[0.510_768_4, 0.511_982_2]);
}

#[test]
fn values_of_a_whole_table_fit_the_rules() {
    for exact in [&*ASSIGNMENT, &*KENDALL] {
        let residual = exact.residual(TWO_THREADS, &mut |_| {}, &|| false).unwrap();
        assert!(residual < 1e-10, "{residual}");
    }
}

#[test]
fn bounds_from_both_sides_confirm_every_value() {
    for (exact, pieces) in [(&solve(&Rules::FIVE_PIECE, 1), 1), (&*ASSIGNMENT, 2)] {
        let reach = reach(pieces);
        let bounds = Bounds::build(exact.rules(), reach, TWO_THREADS, &mut |_| {}, &|| false).unwrap();
        let error = bounds.error_of(exact);
        assert!(error < TOLERANCE && bounds.gap() <= 2.0 * error, "{error} {}", bounds.gap());
        let start = start(exact.rules(), pieces);
        let (low, high) = bounds.win(&start).unwrap();
        let win = exact.win(&start).unwrap();
        assert!(low - 1e-9 < win && win < high + 1e-9, "{low} {win} {high}");
    }
}

#[test]
fn bounds_set_around_values_hold_by_the_rules() {
    for (exact, pieces) in [(&*KENDALL, 2), (&*ASSIGNMENT, 2)] {
        let reach = reach(pieces);
        let bounds = Bounds::enclose(exact.rules(), reach, TWO_THREADS, &mut |_| {}, &|| false).unwrap();
        let error = bounds.error_of(exact);
        assert!(error < TOLERANCE && error > 0.0, "{error}");
        let fault = bounds.fault(TWO_THREADS, &mut |_| {}, &|| false).unwrap();
        assert!(fault < 1e-13, "{fault}");
    }
}

#[test]
fn one_thread_and_two_find_the_same() {
    let one = Exact::build(&Rules::FIVE_PIECE, reach(2), ONE_THREAD, &mut |_| {}, &|| false).unwrap();
    let mut walk = Walk::new(7);
    for _ in 0..200 {
        let plies = walk.below(60);
        let pos = walk.play(start(&Rules::FIVE_PIECE, 2), plies);
        assert_eq!(one.win(&pos), KENDALL.win(&pos), "{pos}");
    }
}

#[test]
fn one_table_serves_any_number_of_pieces() {
    let rules = Rules::CLASSIC;
    let seven: Setup = "....W...../....B...../.......... w 6/6 -".parse().unwrap();
    let one: Setup = "....W...../....B...../.......... w 0/0 -".parse().unwrap();
    let wins = [seven, one].map(|setup| CLASSIC.win(&setup.position(&setup.fit(&rules).unwrap()).unwrap()));
    assert!(wins[0].is_some());
    assert_eq!(wins[0], wins[1]);
}

#[test]
fn what_is_out_of_reach_is_not_answered() {
    let crowded = start(&Rules::CLASSIC, 3);
    assert_eq!(CLASSIC.win(&crowded), None);
    assert_eq!(CLASSIC.moves(&crowded.cast(crowded.throws()[0].0)), None);
    assert_eq!(CLASSIC.win(&start(&Rules::FIVE_PIECE, 2)), None);
    assert_eq!(CLASSIC.moves(&start(&Rules::CLASSIC, 2)), None, "the sticks come first");
}

#[test]
fn a_finished_game_is_won_or_lost() {
    for (text, win) in
        [(".........W/........../.......... - 0/1 -", 0.0), (".........B/........../.......... - 1/0 -", 1.0)]
    {
        let setup: Setup = text.parse().unwrap();
        let over = setup.position(&setup.fit(&Rules::CLASSIC).unwrap()).unwrap();
        assert_eq!(CLASSIC.win(&over), Some(win), "{text}");
        assert_eq!(CLASSIC.moves(&over), None, "{text}");
    }
}

#[test]
fn a_build_can_be_watched_and_stopped() {
    let mut stages = Vec::new();
    let mut watch = |progress: Progress| stages.push(progress.stage);
    assert!(Exact::build(&Rules::CLASSIC, reach(2), ONE_THREAD, &mut watch, &|| true).is_none());
    assert_eq!(stages, [Stage::Sweep { number: 1, change: 1.0 }]);
}

/// Random rules for two pieces, with random positions of up to three on the board: games under some take thousands of
/// sweeps, and with four that is minutes.
fn some_positions() -> impl Strategy<Value = (Rules, Vec<Position>)> {
    (senet::rules(), any::<u64>()).prop_map(|(rules, seed)| {
        let rules = Rules { pieces: Pieces::new(2).expect("1 to 10 pieces"), ..rules };
        let mut walk = Walk::new(seed);
        let positions = (0..60)
            .map(|number| {
                let layer = [(1, 1), (2, 1), (1, 2)].map(|(own, theirs)| Layer::new(own, theirs));
                let layer = layer[number % 3].expect("pieces of both");
                let (one, two) = layer.unrank(walk.below(layer.len()));
                let exited = ByPlayer { one: 2 - layer.own(), two: 2 - layer.theirs() };
                let pieces = ByPlayer { one, two };
                let setup = Setup { pieces, exited, to_move: Some(Player::One), roll: None };
                setup.position(&rules).expect("an index stands for a position")
            })
            .collect();
        (rules, positions)
    })
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn a_value_is_the_average_of_the_best_moves_under_any_rules((rules, positions) in some_positions()) {
        let layer = Layer::new(2, 1).expect("pieces of both");
        let exact = Exact::build(&rules, layer, ONE_THREAD, &mut |_| {}, &|| false).expect("nobody stops it");
        prop_assert_eq!(exact.unsettled(), None);
        for pos in positions {
            let win = exact.win(&pos).expect("within reach");
            prop_assert!((0.0..=1.0).contains(&win), "{pos}: {win}");
            prop_assert!((win - by_the_rules(&exact, &pos)).abs() < TOLERANCE, "{pos}");
        }
    }
}

/// What a position should be worth by the values of what follows.
fn by_the_rules(exact: &Exact, pos: &Position) -> f64 {
    let Some(mover) = pos.to_move() else {
        return f64::from(pos.outcome() == Some(Outcome::Win(Player::One)));
    };
    let after = |next: Position| {
        let win = exact.win(&next).expect("within reach");
        match next.to_move() {
            None => 1.0,
            Some(player) if player == mover => win,
            Some(_) => 1.0 - win,
        }
    };
    let best = |thrown: Position| {
        thrown.legal_moves().map(|mv| after(thrown.play(mv).expect("legal"))).fold(0.0, f64::max)
    };
    let sum: f64 =
        pos.throws().iter().map(|&(throw, weight)| f64::from(weight) * best(pos.cast(throw))).sum();
    sum / f64::from(Position::WEIGHTS)
}
