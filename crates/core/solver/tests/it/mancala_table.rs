//! Tables say what a plain search to the end of the game says.

use gebeta_rules::Player;
use gebeta_rules::mancala::{Capture, End, MoveRules, Position, Rules, Size, Sowing};
use gebeta_search::{Eval, Limits, Solver};
use gebeta_solver::mancala::{Table, Tablebase};
use gebeta_testkit::Walk;
use gebeta_testkit::strategy::{self, cases};
use proptest::prelude::*;

/// The stores at the end.
struct Lead;

impl Eval<Position> for Lead {
    type Value = i32;

    fn eval(&self, position: &Position, player: Player) -> i32 {
        position.lead(player)
    }
}

fn agrees(rules: &Rules, stones: u32, seed: u64) -> Result<(), TestCaseError> {
    let table =
        Table::build(rules.pits, rules.law, stones, 1, &|_| true).expect("every side-empty law has tables");
    let mut solver = Solver::new(Lead);
    let mut walk = Walk::new(seed);
    for stones in 2..=stones {
        let Some(position) = strategy::mancala::scattered(rules, stones, &mut walk) else { continue };
        let solved = solver.solve(&position, Limits::depth(1)).expect("nobody stops it");
        prop_assert_eq!(
            table.value(&position),
            solved.best().map(|(_, value)| value),
            "{} under {:?}",
            position,
            rules
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_table_is_what_the_plain_solver_says(rules in strategy::mancala::rules(), seed: u64) {
        let mut rules = Rules { pie: false, ..rules };
        rules.law.end = End::SideEmpty;
        // Nine stones on six pits are 319,000 positions, five on twelve 118,000.
        let stones = match rules.pits.get() {
            1..=6 => 9,
            7..=8 => 7,
            _ => 5,
        };
        agrees(&rules, stones, seed)?;
    }
}

/// What had no table for long: wide boards, and relays that must remember where they began.
#[test]
fn no_side_empty_law_and_no_board_is_left_out() {
    let skipping = MoveRules {
        sowing: Sowing::Relay,
        capture: Capture::None,
        skip_origin: true,
        ..MoveRules::AVALANCHE
    };
    for pits in 1..=12 {
        let pits = Size::new(pits).unwrap();
        for law in
            [MoveRules::GEBETA, MoveRules::EMPTY_CAPTURE, MoveRules::TAINTED, MoveRules::AVALANCHE, skipping]
        {
            let stones = if pits.get() <= 8 { 7 } else { 5 };
            for seed in 0..3 {
                agrees(&Rules { pits, law, ..Rules::GEBETA }, stones, seed).unwrap();
            }
        }
    }
}

#[test]
fn two_workers_compute_the_same_table_as_one() {
    let rules = Rules::GEBETA;
    let one = Table::build(rules.pits, rules.law, 9, 1, &|_| true).unwrap();
    let two = Table::build(rules.pits, rules.law, 9, 2, &|_| true).unwrap();
    let mut walk = Walk::new(3);
    for position in (0..2000).filter_map(|_| strategy::mancala::scattered(&rules, 9, &mut walk)) {
        assert!(one.value(&position).is_some_and(|value| Some(value) == two.value(&position)));
    }
    assert_eq!(one.len(), two.len());
}

#[test]
fn a_build_stops_when_told() {
    assert!(
        Table::build(Rules::GEBETA.pits, Rules::GEBETA.law, 12, 2, &|progress| progress.stones < 6).is_none()
    );
}
