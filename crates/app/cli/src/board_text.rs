//! The boards as lines of text.

use std::fmt::Write;

use gebeta_rules::mancala::{self, Pit};
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

/// A Senet move in words.
pub(crate) fn tell_move(mv: senet::Move) -> String {
    use senet::Move;
    match mv {
        Move::Step { from, to } if to < from => format!("back from {from} to {to}"),
        Move::Step { from, to } => format!("from {from} to {to}"),
        Move::Swap { from, to } => format!("swap {from} with {to}"),
        Move::Drown { from, to } => format!("from {from} into the Water, back on {to}"),
        Move::Return { from, to } => format!("from {from} back to {to}"),
        Move::Exit { from } => format!("off the board from {from}"),
        Move::Pass => "pass".to_owned(),
    }
}

/// What a mancala move did, in sentences.
pub(crate) fn tell_sowing(
    before: &mancala::Position,
    steps: &[mancala::Step],
    mover: Player,
    name: &str,
) -> Vec<String> {
    use mancala::Step;
    let board = before.board();
    let mut sentences = Vec::new();
    match steps.first() {
        Some(Step::Lift { hole, stones }) => {
            let pit = board.pit_at(*hole).map_or(0, |(_, pit): (_, Pit)| pit.number());
            sentences.push(format!("{name} sows the {stones} of pit {pit}."));
        }
        Some(Step::Turn) => sentences.push(format!("{name} swaps sides: the board is turned round.")),
        _ => {}
    }
    let laps = steps.iter().filter(|step| matches!(step, Step::Lift { .. })).count();
    if laps > 1 {
        sentences.push(format!("The avalanche rolls on {} times.", laps - 1));
    }
    let captured: u16 =
        steps.iter().map(|step| if let Step::Capture { stones, .. } = step { *stones } else { 0 }).sum();
    if captured > 0 {
        sentences.push(format!("{name} captures {captured}."));
    }
    let last_drop = steps.iter().rev().find_map(|step| match step {
        Step::Drop { hole } => Some(*hole),
        _ => None,
    });
    if last_drop == Some(board.store_of(mover)) {
        sentences.push("The last stone comes home.".to_owned());
    }
    sentences
}
