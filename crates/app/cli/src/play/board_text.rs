//! The boards as lines of text.

use std::fmt::Write;

use gebeta_rules::mancala;
use gebeta_rules::senet::{self, Square};
use gebeta_rules::sowing::{Hole, Table};
use gebeta_rules::{AnyPosition, Player};

/// The board of either game.
pub(crate) fn board(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Mancala(position) => mancala(position),
        AnyPosition::Sowing(_) => Table::of(position).map(|table| sowing(&table)).unwrap_or_default(),
        AnyPosition::Senet(position) => senet(position),
    }
}

/// Both rows in their true places, Player 2 on top from right to left, the stores at the ends.
///
/// ```text
///          6    5    4    3    2    1
///        ( 4) ( 4) ( 4) ( 4) ( 4) ( 4)
///   [ 0]                               [ 0]
///        ( 4) ( 4) ( 4) ( 4) ( 4) ( 4)
///          1    2    3    4    5    6
/// ```
fn mancala(position: &mancala::Position) -> String {
    let board = position.board();
    let pits = usize::from(board.pits().get());
    let width = board.counts().iter().map(|n| n.to_string().len()).max().unwrap_or(1).max(2);
    let margin = " ".repeat(width + 5);
    let numbers = |from_right: bool| {
        let mut line = margin.clone();
        for place in 0..pits {
            let number = if from_right { pits - place } else { place + 1 };
            let _ = write!(line, " {number:>width$}  ");
        }
        line.trim_end().to_owned()
    };
    let row = |player: Player, from_right: bool| {
        let mut counts: Vec<_> = board.side(player).iter().map(|n| format!("({n:>width$}) ")).collect();
        if from_right {
            counts.reverse();
        }
        format!("{margin}{}", counts.concat()).trim_end().to_owned()
    };
    let gap = " ".repeat(pits * (width + 3));
    let stores =
        format!("  [{:>width$}] {gap}[{:>width$}]", board.score(Player::Two), board.score(Player::One));
    [numbers(true), row(Player::Two, true), stores, row(Player::One, false), numbers(false)].join("\n")
}

/// Every row in its place, the store of each player at the end where it lies, the numbers of the outer rows beside them. A pit that
/// Player 1 owns by a mark stands in braces, one of Player 2 in angle brackets.
fn sowing(table: &Table) -> String {
    let board = &table.board;
    let width = board.counts().iter().map(|n| n.to_string().len()).max().unwrap_or(1).max(2);
    let margin = " ".repeat(width + 5);
    let number = |hole: &Hole| {
        let number = board.pit_at(*hole).map_or(0, |(_, pit)| pit.number());
        format!(" {number:>width$}  ")
    };
    let pit = |hole: &Hole| {
        let stones = board.stones(*hole);
        match board.mark_owner(*hole) {
            Some(owner) => format!("{}{stones:>width$}{} ", mark(owner)[0], mark(owner)[1]),
            None if board.closed().contains(*hole) => format!(" {:>width$}  ", "x"),
            None => format!("({stones:>width$}) "),
        }
    };
    let line = |row: &[Hole], cell: &dyn Fn(&Hole) -> String| {
        format!("{margin}{}", row.iter().map(cell).collect::<String>()).trim_end().to_owned()
    };
    let rows = &table.layout.rows;
    let gap = " ".repeat(rows.first().map_or(0, Vec::len) * (width + 3));
    let (left, right) = (table.layout.left, !table.layout.left);
    let stores = format!("  [{:>width$}] {gap}[{:>width$}]", board.score(left), board.score(right));
    let mut lines = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        if place == rows.len() / 2 {
            lines.push(stores.clone());
        }
        // Numbers stand outside: above the rows of the far player, below those of the near one and of the shared row.
        let is_far = 2 * place + 1 < rows.len();
        let cells: [&dyn Fn(&Hole) -> String; 2] = if is_far { [&number, &pit] } else { [&pit, &number] };
        lines.extend(cells.map(|cell| line(row, cell)));
    }
    lines.join("\n")
}

/// What encloses the stones of a pit that a player owns.
const fn mark(owner: Player) -> [char; 2] {
    match owner {
        Player::One => ['{', '}'],
        Player::Two => ['<', '>'],
    }
}

/// The thirty squares in their S, with the houses' signs where no piece stands.
fn senet(position: &senet::Position) -> String {
    let cell = |number: u8| {
        let square = Square::new(number).expect("the board has squares 1 to 30");
        let sign = match position.board().piece_at(square) {
            Some(player) => piece(player),
            None => square.house().map_or('·', senet::House::symbol),
        };
        format!("{number:>3} {sign} ")
    };
    let row = |numbers: &mut dyn Iterator<Item = u8>| format!("║{}║", numbers.map(cell).collect::<String>());
    let line = |left, fill: &str, right| format!("{left}{}{right}", fill.repeat(60));
    [
        line('╔', "═", '╗'),
        row(&mut (1..=10)),
        line('╟', "─", '╢'),
        row(&mut (11..=20).rev()),
        line('╟', "─", '╢'),
        row(&mut (21..=30)),
        line('╚', "═", '╝'),
    ]
    .join("\n")
}

/// `●` for WHITE, `○` for BLACK.
pub(crate) const fn piece(player: Player) -> char {
    match player {
        Player::One => '●',
        Player::Two => '○',
    }
}
