//! The boards as lines of text.

use std::fmt::Write;

use gebeta_rules::mancala;
use gebeta_rules::senet::{self, Square};
use gebeta_rules::{AnyPosition, Player};

/// The board of either game.
pub(crate) fn board(position: &AnyPosition) -> String {
    match position {
        AnyPosition::Mancala(position) => mancala(position),
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
