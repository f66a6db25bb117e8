//! The search over packed positions says what plain minimax over the readable ones says, under every rule set.

use std::collections::HashMap;

use gebeta_engine::mancala::{Ground, Lead, Node, Pits, Steady};
use gebeta_rules::mancala::{End, Move, Position, Rules, SideWord, Size};
use gebeta_rules::{Game, PRESETS, Player};
use gebeta_search::{
    AlphaBeta, Candidates, Eval, Limits, Report, SearchOptions, Solver, TableUse, TranspositionTable, Unit,
    deepen, minimax,
};
use gebeta_solver::mancala::Values;
use gebeta_testkit::Walk;
use gebeta_testkit::strategy::{self, cases};
use proptest::prelude::*;

/// Searches every depth up to the last with one memory, as a player does; none where the stones are too many.
fn search(
    position: &Position,
    table: Option<&Values>,
    style: SearchOptions,
    depth: u32,
) -> Option<Report<Move, i32>> {
    search_on::<u64>(position, table, style, depth)
        .or_else(|| search_on::<u128>(position, None, style, depth))
}

fn search_on<S: SideWord>(
    position: &Position,
    table: Option<&Values<S>>,
    style: SearchOptions,
    depth: u32,
) -> Option<Report<Move, i32>> {
    let ground = Ground::<S>::of(position)?;
    let root = ground.node(position)?;
    let tree = Pits::new(&ground, table);
    // A small memory, so that nodes have to give way.
    let mut memory: TranspositionTable<Node<S>> = TranspositionTable::new(1 << 10);
    let ahead = Steady::STONE * position.lead(position.to_move()?);
    let search =
        |limits: Limits<'_>| AlphaBeta { tree: &tree, memory: &mut memory, style }.search(&root, limits);
    let mut report = deepen(Limits::depth(depth), search, |_| {})?;
    for (_, value) in &mut report.moves {
        *value += ahead;
    }
    Some(report)
}

/// Minimax that counts turns: the reference for [`Unit::Turns`].
fn minimax_by_turns(
    position: &Position,
    player: Player,
    turns: u32,
    known: &mut HashMap<(Position, u32), i32>,
) -> i32 {
    let Some(mover) = position.to_move().filter(|_| turns > 0) else { return Steady.eval(position, player) };
    if let Some(&value) = known.get(&(*position, turns)) {
        return value;
    }
    let value = |mv| {
        let next = position.play(mv).expect("a legal move");
        let left = if next.to_move() == Some(mover) { turns } else { turns - 1 };
        minimax_by_turns(&next, player, left, known)
    };
    let values = position.legal_moves().map(value);
    let value = if mover == player { values.max() } else { values.min() }.expect("a mover has a move");
    known.insert((*position, turns), value);
    value
}

fn plain(position: &Position, depth: u32) -> Vec<(Move, i32)> {
    let player = position.to_move().expect("the game goes on");
    let value = |mv| (mv, minimax(&position.play(mv).expect("a legal move"), player, depth - 1, &Steady));
    position.legal_moves().map(value).collect()
}

/// The moves of `line` are legal one after the other.
fn is_playable(position: &Position, pv: &[Move]) -> bool {
    pv.iter().try_fold(*position, |position, &mv| position.play(mv)).is_ok()
}

proptest! {
    #![proptest_config(cases(2000))]

    #[test]
    fn pruned_is_plain_under_any_rules(position in strategy::mancala::unfinished(), depth in 1..=5_u32) {
        // Plain minimax has more to do on wide boards.
        let depth = if position.board().pits().get() > 8 { depth.min(3) } else { depth };
        let report = search(&position, None, SearchOptions::PLAIN, depth);
        prop_assert_eq!(report.is_some(), position.board().total() <= u64::MOST_STONES);
        let Some(report) = report else { return Ok(()) };
        // Once everything is proved, deeper looks are not needed and say the same.
        prop_assert!(report.depth == depth || report.exact);
        prop_assert_eq!(&report.moves, &plain(&position, depth));
        prop_assert!(is_playable(&position, &report.pv), "{:?}", report.pv);
        let best = SearchOptions { candidates: Candidates::Best, ..SearchOptions::PLAIN };
        let best = search(&position, None, best, depth).unwrap();
        prop_assert_eq!(best.best().unwrap().1, report.best().unwrap().1);
        prop_assert!(report.moves.contains(&best.moves[0]));
        prop_assert_eq!(best.pv.first(), Some(&best.moves[0].0));
    }
}

#[test]
fn pruned_is_plain_along_games_of_every_preset() {
    let mut compared = 0;
    for preset in PRESETS {
        let gebeta_rules::AnyRules::Mancala(rules) = preset.rules else { continue };
        for (end, pie) in [(End::SideEmpty, false), (End::Majority, false), (End::SideEmpty, true)] {
            let rules = Rules { law: gebeta_rules::mancala::MoveRules { end, ..rules.law }, pie, ..rules };
            let mut walk = Walk::new(3);
            for plies in 0..70 {
                let position = walk.play(Position::start(&rules), plies);
                let Some(report) = search(&position, None, SearchOptions::PLAIN, 6) else { continue };
                assert_eq!(report.moves, plain(&position, 6), "{} {position}", preset.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_depth_in_turns_is_plain_minimax_by_turns() {
    let small = |rules: Rules| Rules { pits: Size::new(4).unwrap(), stones: Size::new(3).unwrap(), ..rules };
    for rules in [Rules::GEBETA, Rules::AVALANCHE, Rules::TAINTED] {
        let mut walk = Walk::new(8);
        for plies in 0..60 {
            let position = walk.play(Position::start(&small(rules)), plies % 20);
            let Some(player) = position.to_move() else { continue };
            for turns in 1..=3 {
                let style = SearchOptions { unit: Unit::Turns, ..SearchOptions::PLAIN };
                let report = search(&position, None, style, turns).unwrap();
                let mut known = HashMap::new();
                let best = minimax_by_turns(&position, player, turns, &mut known);
                assert_eq!(report.best().unwrap().1, best, "{position} {turns} turns");
            }
        }
    }
}

#[test]
fn with_a_table_and_a_memory_of_all_depths_the_end_of_a_game_is_true() {
    let size = |n| Size::new(n).unwrap();
    for rules in [Rules::GEBETA, Rules::AVALANCHE, Rules::TAINTED, Rules::EMPTY_CAPTURE] {
        let rules = Rules { pits: size(4), stones: size(2), ..rules };
        let table = Values::build(rules.pits, rules.law, 8, 1, &|_| true).unwrap();
        let mut solver = Solver::new(Lead);
        let mut walk = Walk::new(21);
        for plies in 0..40 {
            let position = walk.play(Position::start(&rules), plies % 8);
            let Some(truth) = solver.solve(&position, Limits::depth(1)) else { continue };
            let style = SearchOptions { recall: TableUse::Deeper, ..SearchOptions::PLAIN };
            let report = search(&position, Some(&table), style, 200).unwrap();
            assert!(report.exact, "{position}");
            let stones: Vec<_> =
                report.moves.iter().map(|&(mv, value)| (mv, value / Steady::STONE)).collect();
            assert_eq!(stones, truth.moves, "{position}");
        }
    }
}

/// What the first turn of Avalanche can bring home, as other programs have counted it.
#[test]
fn the_longest_first_turns_of_avalanche_are_found() {
    for (stones, banked) in [(3, 10), (4, 43), (5, 54), (6, 69)] {
        let start = Position::start(&Rules { stones: Size::new(stones).unwrap(), ..Rules::AVALANCHE });
        let ground = Ground::<u64>::of(&start).unwrap();
        let tree = Pits::new(&ground, None);
        let mut memory = TranspositionTable::new(1 << 20);
        let style =
            SearchOptions { unit: Unit::Turns, recall: TableUse::Deeper, candidates: Candidates::Best };
        let root = ground.node(&start).unwrap();
        let report =
            AlphaBeta { tree: &tree, memory: &mut memory, style }.search(&root, Limits::depth(1)).unwrap();
        assert_eq!(report.best().unwrap().1, banked * Steady::STONE);
    }
}
