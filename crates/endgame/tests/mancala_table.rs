//! Tables say what a plain search to the end of the game says.

use gebeta_endgame::mancala::{Knowledge, Table};
use gebeta_rules::Game;
use gebeta_rules::Player;
use gebeta_rules::mancala::{End, Position, Rules, Setup, Size};
use gebeta_search::{Eval, Limits, Solver};
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

/// A position with `stones` stones scattered over both sides; none if a side stays empty.
fn scattered(rules: &Rules, stones: u32, walk: &mut Walk) -> Option<Position> {
    let pits = usize::from(rules.pits.get());
    let mut counts = vec![0_u16; 2 * pits + 2];
    for _ in 0..stones {
        let place = walk.below(2 * pits);
        counts[if place < pits { place } else { place + 1 }] += 1;
    }
    let text = counts.iter().map(u16::to_string).collect::<Vec<_>>().join(",");
    let setup: Setup = format!("{text} 1").parse().expect("a written position");
    setup.position(rules).ok().filter(|position| position.outcome().is_none())
}

fn agrees(rules: &Rules, stones: u32, seed: u64) -> Result<(), TestCaseError> {
    let table =
        Table::build(rules.pits, rules.law, stones, 1, &|_| true).expect("every side-empty law has tables");
    let mut solver = Solver::new(Lead);
    let mut walk = Walk::new(seed);
    for stones in 2..=stones {
        let Some(position) = scattered(rules, stones, &mut walk) else { continue };
        let solved = solver.solve(&position, Limits::depth(1)).expect("nobody stops it");
        prop_assert_eq!(
            table.worth(&position),
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

#[test]
fn two_workers_compute_the_same_table_as_one() {
    let rules = Rules::GEBETA;
    let one = Table::build(rules.pits, rules.law, 9, 1, &|_| true).unwrap();
    let two = Table::build(rules.pits, rules.law, 9, 2, &|_| true).unwrap();
    let mut walk = Walk::new(3);
    for position in (0..2000).filter_map(|_| scattered(&rules, 9, &mut walk)) {
        assert!(one.worth(&position).is_some_and(|worth| Some(worth) == two.worth(&position)));
    }
    assert_eq!(one.len(), two.len());
}

#[test]
fn a_build_stops_when_told() {
    assert!(
        Table::build(Rules::GEBETA.pits, Rules::GEBETA.law, 12, 2, &|progress| progress.stones < 6).is_none()
    );
}
