//! `OpenSpiel`'s game of mancala as the list of its actions: 1 to 6 are the pits of the first player, 8 to 13 those of
//! the second, each the number of a hole along the sowing direction.

use super::{ForeignError, ForeignProblem, Unwritable, begin};
use crate::mancala::{Move, Pit, Position, Rules};
use crate::{AnyPly, AnyPosition, AnyRules, Player, Record};

const RULES: Rules = Rules::GEBETA;
/// Pits per side, which is also how far the second player's are behind the first one's, less one.
const PITS: u8 = 6;

pub(super) fn read(text: &str) -> Result<Record, ForeignError> {
    let mut record = begin("gebeta", RULES, Position::start(&RULES), ["Player 1", "Player 2"]);
    for (line, words) in text.lines().enumerate() {
        let separators = |c: char| c.is_ascii_whitespace() || "[](),".contains(c);
        for word in words.split(separators).filter(|word| !word.is_empty()) {
            play(&mut record, word).map_err(|problem| ForeignError { line: line + 1, problem })?;
        }
    }
    Ok(record)
}

fn play(record: &mut Record, word: &str) -> Result<(), ForeignProblem> {
    let ply = record.plies().len() + 1;
    let text = || word.chars().take(20).collect::<String>();
    let (owner, pit) = pit(word).ok_or_else(|| ForeignProblem::Action { place: ply, text: text() })?;
    if record.position().to_move().is_some_and(|mover| mover != owner) {
        return Err(ForeignProblem::OtherSide { ply, text: text() });
    }
    record.play(AnyPly::Mancala(Move::Sow(pit))).map_err(|error| ForeignProblem::Ply {
        ply,
        text: text(),
        error,
    })
}

fn pit(word: &str) -> Option<(Player, Pit)> {
    let action: u8 = word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()))?;
    match action {
        1..=PITS => Some((Player::One, Pit::new(action)?)),
        8..=13 => Some((Player::Two, Pit::new(action - PITS - 1)?)),
        _ => None,
    }
}

pub(super) fn write(record: &Record) -> Result<String, Unwritable> {
    let start = AnyPosition::Mancala(Position::start(&RULES));
    if record.rules != AnyRules::Mancala(RULES) || *record.start() != start {
        return Err(Unwritable::OtherRules);
    }
    let mut actions = Vec::new();
    for (player, ply) in record.moves() {
        match (player, ply) {
            (Player::One, AnyPly::Mancala(Move::Sow(pit))) => actions.push(pit.number().to_string()),
            (Player::Two, AnyPly::Mancala(Move::Sow(pit))) => {
                actions.push((pit.number() + PITS + 1).to_string());
            }
            _ => return Err(Unwritable::OtherRules),
        }
    }
    Ok(format!("[{}]\n", actions.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_holes_along_the_sowing() {
        // The first moves of `testdata`'s recorded play: 3 comes home and moves again.
        let record = read("[3, 6,\n 8]").unwrap();
        assert_eq!(record.plies().len(), 3);
        assert_eq!(
            record.moves().map(|(player, ply)| format!("{player}:{ply}")).collect::<Vec<_>>(),
            ["1:3", "1:6", "2:1"]
        );
        assert_eq!(write(&record).unwrap(), "[3, 6, 8]\n");
    }

    #[test]
    fn a_wrong_action_says_where() {
        for (text, words) in [
            ("0", "line 1: action 1 (0) is no pit"),
            ("3 7", "action 2 (7) is no pit"),
            ("3\n14", "line 2: action 2 (14)"),
            ("1 2", "move 2 (2) is a pit of the player who is not to move"),
            ("3 3", "move 2 (3): pit 3 is empty"),
            ("3 99999999999999999999999", "action 2"),
            ("+3", "action 1"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
