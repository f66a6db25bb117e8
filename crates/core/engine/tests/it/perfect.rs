//! The perfect player gives nothing away where a table or a proof reaches.

use std::sync::atomic::{AtomicU32, Ordering};

use gebeta_engine::mancala::Lead;
use gebeta_engine::{Bot, EngineBudget, EngineGame, GameRng, SearchRequest};
use gebeta_rules::mancala::{End, Leftovers, MoveRules, Position, Rules, Size};
use gebeta_rules::{Game, Player, senet};
use gebeta_search::{Limits, Solver};
use gebeta_solver::mancala::{Table, Tablebase};
use gebeta_solver::senet::{Exact, Reach};
use gebeta_testkit::{Walk, strategy};

const PERFECT: Bot = Bot::Perfect { nodes: Bot::PROOF_NODES };

/// Player 1 to move: what the position is worth in the end when both play by the table.
fn truth(table: &Table, position: &Position) -> i32 {
    let mover = position.to_move().expect("the game goes on");
    position.lead(mover) + table.value(position).expect("a position of the table")
}

/// In a thousand positions of the tables, the move that is played keeps the exact value.
#[test]
fn no_stone_is_given_away_where_a_table_reaches() {
    const EACH: usize = 100;
    let skipping = MoveRules { skip_origin: true, ..MoveRules::AVALANCHE };
    let counted = MoveRules { leftovers: Leftovers::OwnSide, ..MoveRules::AVALANCHE };
    let uncounted = MoveRules { leftovers: Leftovers::Uncounted, ..MoveRules::GEBETA };
    let one_turn = MoveRules { extra_turn: false, ..MoveRules::GEBETA };
    let boards = [
        (6, MoveRules::GEBETA, 10),
        (6, MoveRules::AVALANCHE, 10),
        (6, MoveRules::TAINTED, 10),
        (6, MoveRules::EMPTY_CAPTURE, 10),
        (5, skipping, 10),
        (4, counted, 12),
        (3, uncounted, 14),
        (7, one_turn, 8),
        (10, MoveRules::GEBETA, 6),
        (12, skipping, 5),
    ];
    // A table position is proved at once; a short guess before it is enough.
    let budget = EngineBudget { nodes: 5_000, ..EngineBudget::FREE };
    let mut asked = 0;
    for (pits, law, most) in boards {
        let rules = Rules { pits: Size::new(pits).unwrap(), law, ..Rules::GEBETA };
        let table = Table::build(rules.pits, law, most, 1, &|_| true).unwrap();
        let mut walk = Walk::new(5);
        let mut state = <Position as EngineGame>::EngineState::default();
        let mut positions = Vec::new();
        while positions.len() < EACH {
            let stones = 2 + walk.below(most as usize - 1) as u32;
            positions.extend(strategy::mancala::scattered(&rules, stones, &mut walk));
        }
        // As in a game: fewer and fewer stones, so that what was made ready for one serves the next.
        positions.sort_by_key(|position| std::cmp::Reverse(position.board().in_pits()));
        asked += positions.len();
        for position in positions {
            let luck = GameRng::new(walk.number());
            let thought = position
                .search_with(
                    &mut state,
                    SearchRequest { budget, seed: luck.seed(), ..SearchRequest::new(PERFECT) },
                    &mut |_| {},
                )
                .unwrap();
            let value = truth(&table, &position);
            assert!(thought.exact, "{position} under {law:?}");
            assert_eq!(thought.score(), Some(f64::from(value)), "{position} under {law:?}");
            let after = position.play(thought.best).unwrap();
            let kept = match after.to_move() {
                None => after.lead(Player::One),
                Some(Player::One) => truth(&table, &after),
                Some(Player::Two) => -truth(&table, &after),
            };
            assert_eq!(kept, value, "{} in {position} under {law:?}", thought.best);
        }
    }
    assert_eq!(asked, 1000);
}

/// Laws whose stores matter have no tables: the plain solver says what is true.
#[test]
fn no_stone_is_given_away_where_a_majority_ends_the_game_or_sides_may_be_swapped() {
    let size = |n| Size::new(n).unwrap();
    let small = Rules { pits: size(3), stones: size(2), ..Rules::GEBETA };
    let majority = Rules { law: MoveRules { end: End::Majority, ..small.law }, ..small };
    for rules in [majority, Rules { pie: true, ..small }, Rules { pie: true, ..majority }] {
        let mut solver = Solver::new(Lead);
        let mut walk = Walk::new(5);
        for plies in 0..40 {
            let position = walk.play(Position::start(&rules), plies % 8);
            let Some(report) = solver.solve(&position, Limits::depth(1)) else { continue };
            let Some((_, best)) = report.best() else { continue };
            let thought = position
                .search(SearchRequest { seed: 1, ..SearchRequest::new(PERFECT) }, &mut |_| {})
                .unwrap();
            assert!(thought.exact, "{position}");
            let played = report.moves.iter().find(|(mv, _)| *mv == thought.best);
            assert_eq!(played.map(|&(_, value)| value), Some(best), "{position} {}", thought.best);
        }
    }
}

/// A table is part of a thought: who says stop does not wait for it, and it keeps to the memory it may take.
#[test]
fn no_table_is_computed_against_the_budget() {
    let rules = Rules { pits: Size::new(8).unwrap(), stones: Size::new(6).unwrap(), ..Rules::GEBETA };
    let start = Position::start(&rules);
    let asked = AtomicU32::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 40;
    let budget = EngineBudget { stop: &stop, ..EngineBudget::FREE };
    let thought =
        start.search(SearchRequest { budget, seed: 1, ..SearchRequest::new(PERFECT) }, &mut |_| {}).unwrap();
    assert!(!thought.exact);
    // A table that heeds nothing has hundreds of parts, and a search in its place asks at every thousand nodes.
    assert!(asked.load(Ordering::Relaxed) < 200, "{asked:?}");
}

#[test]
fn no_chance_is_given_away_with_two_pieces_a_side() {
    let rules = senet::Rules { pieces: senet::Pieces::new(2).unwrap(), ..senet::Rules::CLASSIC };
    let exact =
        Exact::build(&rules, Reach::new(2).unwrap(), std::num::NonZero::<usize>::MIN, &mut |_| {}, &|| false);
    let exact = exact.unwrap();
    let mut walk = Walk::new(9);
    for plies in 0..12 {
        let position = gebeta_testkit::TestGame::thrown_by(
            &walk.play(senet::Position::start(&rules), 5 * plies),
            &mut walk,
        );
        let Some(thought) =
            position.search(SearchRequest { seed: 1, ..SearchRequest::new(PERFECT) }, &mut |_| {})
        else {
            continue;
        };
        assert!(thought.exact, "{position}");
        assert!((thought.score().unwrap() - exact.win(&position).unwrap()).abs() < 1e-9, "{position}");
    }
}

#[test]
fn a_position_beyond_proof_is_still_played() {
    let start = Position::start(&Rules { stones: Size::new(12).unwrap(), ..Rules::GEBETA });
    let hasty = Bot::Perfect { nodes: 1 };
    let budget = EngineBudget { nodes: 20_000, ..EngineBudget::FREE };
    let thought =
        start.search(SearchRequest { budget, seed: 1, ..SearchRequest::new(hasty) }, &mut |_| {}).unwrap();
    assert!(!thought.exact && start.check(thought.best).is_ok());
}

#[test]
fn what_was_proved_at_one_move_is_known_at_the_next() {
    let rules = Rules { pits: Size::new(4).unwrap(), ..Rules::GEBETA };
    let start = Position::start(&rules);
    let mut state = <Position as EngineGame>::EngineState::default();
    let mut think = |position: &Position| {
        position
            .search_with(&mut state, SearchRequest { seed: 1, ..SearchRequest::new(PERFECT) }, &mut |_| {})
            .unwrap()
    };
    let first = think(&start);
    let next = start.play(first.best).unwrap();
    let known = think(&next);
    let anew = next.search(SearchRequest { seed: 1, ..SearchRequest::new(PERFECT) }, &mut |_| {}).unwrap();
    assert_eq!(known.score(), anew.score());
    assert!(2 * known.nodes.total() < anew.nodes.total(), "{:?} {:?}", known.nodes, anew.nodes);
}

#[test]
fn whoever_says_how_deep_gets_nothing_from_beyond() {
    for (pits, stones) in [(6, 4), (12, 12)] {
        let [pits, stones] = [pits, stones].map(|n| Size::new(n).unwrap());
        let start = Position::start(&Rules { pits, stones, ..Rules::GEBETA });
        for depth in [1, 3] {
            let budget = EngineBudget { depth: Some(depth), ..EngineBudget::FREE };
            let mut deepest = 0;
            let mut hear = |told: &gebeta_engine::SearchResult<_>| deepest = told.depth.max(deepest);
            let thought = start
                .search(SearchRequest { budget, seed: 1, ..SearchRequest::new(PERFECT) }, &mut hear)
                .unwrap();
            assert_eq!((thought.depth, deepest, thought.exact), (depth, depth, false), "{start}");
            assert!(thought.nodes.total() < 20_000, "{start}");
        }
    }
}

/// A position on the readable board takes sixteen times as long as a packed one.
#[test]
fn a_proof_on_the_readable_board_is_given_up_sooner() {
    let size = Size::new(12).unwrap();
    let start = Position::start(&Rules { pits: size, stones: size, ..Rules::GEBETA });
    let asked = |nodes| {
        let asked = AtomicU32::new(0);
        let stop = || {
            asked.fetch_add(1, Ordering::Relaxed);
            false
        };
        let budget = EngineBudget { nodes: 250_000, stop: &stop, ..EngineBudget::FREE };
        let bot = Bot::Perfect { nodes };
        assert!(
            !start
                .search(SearchRequest { budget, seed: 1, ..SearchRequest::new(bot) }, &mut |_| {})
                .unwrap()
                .exact
        );
        asked.into_inner()
    };
    assert_eq!(asked(Bot::PROOF_NODES), asked(Bot::PROOF_NODES / 16));
}
