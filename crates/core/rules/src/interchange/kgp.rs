//! Board literals of the Kalah Game Protocol: `<3,10,2,1,2,3,4,2,0>` is the pits of a side, the stores of south and
//! north, the pits of south, and those of north, each from the owner's left. South is to move.

use super::{ForeignError, ForeignErrorKind, FormatError, begin};
use crate::mancala::{Board, MoveRules, PieRule, Position, Rules, Setup};
use crate::{AnyPosition, Game, Player, Record};

/// Reads a literal as a position with Player 1 in the south, to move.
pub fn position(text: &str) -> Result<Position, ForeignErrorKind> {
    let inside = text.trim().strip_prefix('<').and_then(|text| text.strip_suffix('>'));
    let inside = inside.ok_or(ForeignErrorKind::BoardShape)?;
    let mut numbers = Vec::new();
    for (place, number) in inside.split(',').enumerate() {
        let digits = !number.is_empty() && number.len() <= 4 && number.bytes().all(|b| b.is_ascii_digit());
        let value = number.parse::<u16>().ok().filter(|_| digits);
        numbers.push(value.ok_or(ForeignErrorKind::BoardNumber { place: place + 1 })?);
    }
    let pits = *numbers.first().ok_or(ForeignErrorKind::BoardShape)?;
    let (expected, found) = (2 * usize::from(pits) + 3, numbers.len());
    if found != expected {
        return Err(ForeignErrorKind::BoardSize { pits, expected, found });
    }
    let (stores, sides) = numbers[1..].split_at(2);
    let (south, north) = sides.split_at(usize::from(pits));
    let counts = [south, &stores[..1], north, &stores[1..]].concat();
    let board = Board::from_counts(&counts).ok_or(ForeignErrorKind::BoardNumber { place: 1 })?;
    let setup = Setup { board, to_move: Some(Player::One), pie: PieRule::Off };
    let rules = Rules { pits: board.pits(), ..Rules::GEBETA };
    setup.position(&rules).map_err(ForeignErrorKind::Setup)
}

/// The literal of a position: the player to move is in the south, Player 1 if the game is over.
pub fn literal(position: &Position) -> String {
    let (south, board) = (position.to_move().unwrap_or(Player::One), position.board());
    let pits = [south, !south].map(|player| board.side(player));
    let stores = [board.score(south), board.score(!south)];
    let numbers = stores.iter().chain(pits.into_iter().flatten());
    numbers.fold(format!("<{}", board.pits()), |text, number| format!("{text},{number}")) + ">"
}

pub(super) fn read(text: &str) -> Result<Record, ForeignError> {
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(place, line)| (place + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let (line, literal) = lines.next().ok_or(ForeignError { line: 1, problem: ForeignErrorKind::Empty })?;
    let start = position(literal).map_err(|problem| ForeignError { line, problem })?;
    if let Some((line, _)) = lines.next() {
        return Err(ForeignError { line, problem: ForeignErrorKind::Trailing });
    }
    let rules = Rules { pits: start.board().pits(), ..Rules::GEBETA };
    Ok(begin("gebeta", rules, start, ["South", "North"]))
}

/// The last position of the game.
pub(super) fn write(record: &Record) -> Result<String, FormatError> {
    match record.position() {
        AnyPosition::Mancala(position) if position.law() != MoveRules::GEBETA => Err(FormatError::OtherLaw),
        AnyPosition::Mancala(position) if position.pie() != PieRule::Off => Err(FormatError::PendingSwap),
        AnyPosition::Mancala(position) => Ok(literal(position) + "\n"),
        AnyPosition::Sowing(_) => Err(FormatError::OtherLaw),
        AnyPosition::Senet(_) => Err(FormatError::OnlyMancala),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_specification_reads_as_it_says() {
        let found = position("<3,10,2,1,2,3,4,2,0>").unwrap();
        assert_eq!(found.to_string(), "1,2,3,10,4,2,0,2 1");
        assert_eq!(literal(&found), "<3,10,2,1,2,3,4,2,0>");
    }

    #[test]
    fn the_player_to_move_is_in_the_south() {
        let text = "1,2,3,10,4,2,0,2 2".parse::<Setup>().unwrap();
        let rules = Rules { pits: text.board.pits(), ..Rules::GEBETA };
        assert_eq!(literal(&text.position(&rules).unwrap()), "<3,2,10,4,2,0,1,2,3>");
    }

    #[test]
    fn a_wrong_literal_says_where() {
        for (text, words) in [
            ("", "a board is written"),
            ("3,0,0", "a board is written"),
            ("<>", "number 1"),
            ("<1,0,0,4,4", "a board is written"),
            ("<1,0,x,4,4>", "number 3"),
            ("<1,0,-1,4,4>", "number 3"),
            ("<1,0,0,4,99999>", "number 5"),
            ("<2,0,0,4,4>", "a board of 2 pits has 7 numbers, not 5"),
            ("<13,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1>", "number 1"),
            ("<0,0,0>", "number 1"),
            ("<1,0,0,0,0>", "no stones"),
            ("<1,9999,0,1,1>", "more than 1000"),
        ] {
            let problem = position(text).unwrap_err().to_string();
            assert!(problem.contains(words), "{text}: {problem}");
        }
    }
}
