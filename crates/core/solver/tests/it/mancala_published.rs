//! Values that others have published; `cargo run --release -p gebeta-solver --example published` has the long ones.

use gebeta_rules::mancala::{Leftovers, MoveRules, Position, Rules, Size};
use gebeta_solver::mancala::{Prover, Shape, Table};

/// A row of a table: pits per side, and the values for 1, 2, .. stones in each.
type Row = (u8, &'static [i32]);

/// Capture only where the opposite pit holds stones.
const STANDARD: [Row; 6] = [
    (1, &[0, -2, 6, -2, 2, 0]),
    (2, &[2, -2, -2, -10, 6, 8]),
    (3, &[0, 4, 2, 2, 6, -8]),
    (4, &[2, 6, 6, 2, 4, 0]),
    (5, &[0, 2, 6, 10]),
    (6, &[2, 6, 2]),
];

/// The table of Irving, Donkers and Uiterwijk (2000), whose last stone is taken in any case. They published who wins;
/// the margins of most boards are those of a later program.
const EMPTY_CAPTURE: [Row; 6] = [
    (1, &[0, -2, 6, -2, 2, 0]),
    (2, &[2, -2, -2, -12, 6, 8]),
    (3, &[0, 4, 2, 2, 6, -10]),
    (4, &[2, 6, 8, 2, 2, 0]),
    (5, &[0, 0, 8, 12]),
    (6, &[2, 10, 2]),
];

/// Relay sowing without captures; the leftovers belong to the owner of their side.
const AVALANCHE: [Row; 4] =
    [(3, &[2, 4, 6, 2, 10, -18]), (4, &[2, 2, 20]), (5, &[2, 8, 8]), (6, &[2, 8, 14])];

const RELAY: MoveRules = MoveRules { leftovers: Leftovers::OwnSide, ..MoveRules::AVALANCHE };

fn size(n: u8) -> Size {
    Size::new(n).expect("a size that boards have")
}

/// The proved value of a start.
fn value(pits: u8, stones: u8, law: MoveRules) -> i32 {
    let start = Position::start(&Rules { pits: size(pits), stones: size(stones), law, ..Rules::GEBETA });
    let reach = Shape::worthwhile(size(pits), start.board().total());
    let table = Table::build(size(pits), law, reach, 1, &|_| true);
    let prover = Prover::new(table, 32, &start);
    prover.solve(&start, false, &mut |_| true).expect("nobody stops it").value
}

#[track_caller]
fn check(rows: &[Row], law: MoveRules) {
    for (pits, values) in rows {
        for (stones, expected) in (1..).zip(*values) {
            assert_eq!(value(*pits, stones, law), *expected, "{pits} pits, {stones} stones");
        }
    }
}

#[test]
fn standard_boards() {
    check(&STANDARD, MoveRules::GEBETA);
}

#[test]
fn boards_of_the_year_2000() {
    check(&EMPTY_CAPTURE, MoveRules::EMPTY_CAPTURE);
}

#[test]
fn avalanches() {
    check(&AVALANCHE, RELAY);
}
