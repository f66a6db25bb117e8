//! Proved values of positions, against other programs and against a plain search to the end of the game.

use gebeta_rules::mancala::{End, MoveRules, Position, Rules, Size};
use gebeta_rules::{Game, Player};
use gebeta_search::{Eval, Limits, Solver};
use gebeta_solver::mancala::{CheckpointError, Proof, Prover, Shape, Table};
use gebeta_testkit::strategy::{self, cases};
use gebeta_testkit::{Walk, fixture};
use proptest::prelude::*;

/// Boards beyond this take a while: `published vectors` does them, see `docs/researching/solving.md`.
const MOST_STONES: u32 = 40;

#[test]
fn starts_have_their_proved_values() {
    let mut solved = 0;
    for row in fixture::rows("solved/mancala.jsonl") {
        let rules = row.mancala_rules();
        let start = Position::start(&rules);
        if start.board().total() > MOST_STONES {
            continue;
        }
        let stones = Shape::worthwhile(rules.pits, start.board().total());
        let table = Table::build(rules.pits, Prover::table_law(rules.law), stones, 1, &|_| true);
        let prover = Prover::new(table, 64, &start);
        let found = prover.solve(&start, true, &mut |_| true).expect("nobody stops it");
        assert_eq!(
            i64::from(found.value),
            row.get("value").map(|value| value.as_i64().unwrap()).unwrap(),
            "{start}"
        );
        for (mv, value) in &found.moves {
            let expected = row.get("moves").and_then(|moves| moves.get(mv.to_string())?.as_i64());
            assert_eq!(Some(i64::from(*value)), expected, "{start} move {mv}");
            assert_eq!(found.best.contains(mv), *value == found.value, "{start} move {mv}");
        }
        assert_eq!(found.moves.len(), start.legal_moves().count());
        solved += 1;
    }
    assert!(solved > 330, "only {solved} rows are small enough");
}

/// The stores at the end.
struct Lead;

impl Eval<Position> for Lead {
    type Value = i32;

    fn eval(&self, position: &Position, player: Player) -> i32 {
        position.lead(player)
    }
}

/// The first position of a random game that a plain search can follow to its end.
fn small_enough(mut position: Position, walk: &mut Walk) -> Position {
    let few = (48 / u32::from(position.board().pits().get())).clamp(5, 12);
    let in_pits = |position: &Position| {
        Player::BOTH
            .iter()
            .flat_map(|&player| position.board().side(player))
            .map(|&n| u32::from(n))
            .sum::<u32>()
    };
    while in_pits(&position) > few && position.outcome().is_none() {
        position = walk.play(position, 1);
    }
    position
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn a_proof_is_what_the_plain_solver_says(
        start in strategy::mancala::unfinished(),
        seed in any::<u64>(),
        stones in 2..5_u32,
        threads in 1..4_usize,
    ) {
        let position = small_enough(start, &mut Walk::new(seed));
        let law = Prover::table_law(position.law());
        let table = Table::build(position.board().pits(), law, stones, 1, &|_| true);
        let plain = Solver::new(Lead).solve(&position, Limits::depth(1));
        for table in [None, table] {
            let prover = Prover::new(table, 16, &position);
            let every_move = prover.solve_with(threads, &position, true, &mut |_| true);
            let best_only = prover.solve_with(threads, &position, false, &mut |_| true);
            let Some(plain) = &plain else {
                prop_assert_eq!((every_move, best_only), (None, None));
                continue;
            };
            let value = plain.moves.iter().map(|&(_, value)| value).max();
            let best: Vec<_> = plain.moves.iter().filter(|m| Some(m.1) == value).map(|m| m.0).collect();
            for proof in [every_move.as_ref(), best_only.as_ref()] {
                prop_assert_eq!(proof.map(|proof| (Some(proof.value), &proof.best)), Some((value, &best)), "{}", position);
            }
            prop_assert_eq!(every_move.map(|proof| proof.moves), Some(plain.moves.clone()), "{}", position);
        }
    }
}

#[test]
fn a_proof_stops_when_told() {
    let start = Position::start(&Rules::GEBETA);
    let table = Table::small(start.board().pits(), start.law());
    let prover = Prover::new(table, 4, &start);
    for threads in [1, 2] {
        let mut seen = Vec::new();
        let mut until_told = |proof: Proof| {
            seen.push(proof.nodes);
            proof.nodes == 0
        };
        assert_eq!(prover.solve_with(threads, &start, false, &mut until_told), None);
        assert!(seen.len() >= 2 && seen[0] == 0 && seen.last() > Some(&0), "{seen:?}");
    }
}

#[test]
fn a_proof_that_was_stopped_goes_on_from_its_checkpoint() {
    let rules = Rules { pits: Size::new(5).unwrap(), ..Rules::GEBETA };
    let start = Position::start(&rules);
    let table = Table::build(rules.pits, rules.law, 14, 1, &|_| true);
    let prover = || Prover::new(table.clone(), 32, &start);
    let whole = prover().solve(&start, false, &mut |_| true).expect("nobody stops it");

    let stopped = prover();
    let mut until_the_middle = |proof: Proof| proof.nodes < whole.nodes / 2;
    assert_eq!(stopped.solve(&start, false, &mut until_the_middle), None);
    let bytes = stopped.checkpoint("5x4").expect("a packed law");

    let resumed = prover();
    assert!(resumed.resume("5x4", &bytes).expect("its own checkpoint") > 1000);
    let rest = resumed.solve(&start, false, &mut |_| true).expect("nobody stops it");
    assert_eq!((rest.value, &rest.best), (whole.value, &whole.best));
    assert!(rest.nodes < whole.nodes * 2 / 3, "{} of {}", rest.nodes, whole.nodes);
    assert_eq!(prover().resume("6x4", &bytes), Err(CheckpointError::Foreign));
}

/// The stores matter where a majority ends the game and before a swap, and a wide board has its own numbers: each is kept
/// and taken up like any other proof.
#[test]
fn proofs_of_all_rules_are_kept() {
    let size = |n| Size::new(n).unwrap();
    let small = Rules { pits: size(4), stones: size(3), ..Rules::GEBETA };
    let majority = Rules { law: MoveRules { end: End::Majority, ..small.law }, ..small };
    let wide = Rules { pits: size(10), stones: size(1), ..Rules::GEBETA };
    let mut walk = Walk::new(1);
    let mut late = Position::start(&wide);
    // From the start the readable tree would take minutes.
    while late.board().in_pits() > 11 {
        late = walk.play(late, 1);
    }
    let small = [majority, Rules { pie: true, ..small }, Rules { pie: true, ..majority }];
    for start in small.iter().map(Position::start).chain([late]) {
        let table = Table::build(start.board().pits(), Prover::table_law(start.law()), 5, 1, &|_| true);
        let prover = || Prover::new(table.clone(), 16, &start);
        let first = prover();
        let solved = first.solve_with(2, &start, true, &mut |_| true).expect("nobody stops it");
        let bytes = first.checkpoint("it").expect("a table is there");
        let second = prover();
        assert!(second.resume("it", &bytes).expect("its own checkpoint") > 0);
        let again = second.solve(&start, true, &mut |_| true).expect("nobody stops it");
        assert_eq!((again.value, &again.moves), (solved.value, &solved.moves), "{start}");
        assert!(again.nodes < solved.nodes, "{} {}", again.nodes, solved.nodes);
        assert_eq!(
            Prover::new(None, 16, &start).solve(&start, true, &mut |_| true).map(|s| s.moves),
            Some(solved.moves)
        );
    }
}

/// Issue 3, 16: the numbers of a tree made without a swap have no room for the stores, so those of positions with one
/// would be those of others.
#[test]
fn a_prover_of_a_game_without_a_swap_does_not_remember_positions_with_one() {
    let size = |n| Size::new(n).unwrap();
    for pits in [4, 9] {
        let rules = Rules { pits: size(pits), stones: size(1), ..Rules::GEBETA };
        let [without, with] = [false, true].map(|pie| Position::start(&Rules { pie, ..rules }));
        let table = Table::build(rules.pits, rules.law, 2, 1, &|_| true);
        let prover = |position| Prover::new(table.clone(), 4, position);
        assert!(prover(&without).holds(&without) && !prover(&without).holds(&with), "{pits}");
        assert!(prover(&with).holds(&with), "{pits}");
    }
}
