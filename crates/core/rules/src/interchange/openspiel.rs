//! `OpenSpiel`'s game of mancala as the list of its actions: 1 to 6 are the pits of the first player, 8 to 13 those of
//! the second, each the number of a hole along the sowing direction.

use super::{ForeignError, ForeignErrorKind, FormatError, begin};
use crate::mancala::{Move, Pit, Position, Rules};
use crate::{AnyPly, AnyPosition, AnyRules, Player, Record};

const RULES: Rules = Rules::GEBETA;
/// Pits per side, which is also how far the second player's are behind the first one's, less one.
const PITS: u8 = 6;

pub(super) fn read(text: &str) -> Result<Record, ForeignError> {
    let mut record = begin("gebeta", RULES, Position::start(&RULES), ["Player 1", "Player 2"]);
    let mut list = List::default();
    for (place, line) in text.lines().enumerate() {
        let at = |problem| ForeignError { line: place + 1, problem };
        for token in line.split_ascii_whitespace().flat_map(tokens) {
            if list.hear(token).map_err(at)? {
                play(&mut record, token).map_err(at)?;
            }
        }
    }
    match list.end {
        Some(_) => {
            Err(ForeignError { line: text.lines().count().max(1), problem: ForeignErrorKind::ListBrackets })
        }
        None => Ok(record),
    }
}

/// The brackets and commas of a word, and what stands between them.
fn tokens(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let length = rest.find(|c| "[](),".contains(c)).map_or(rest.len(), |at| at.max(1));
        let (token, behind) = rest.split_at(length);
        rest = behind;
        (!token.is_empty()).then_some(token)
    })
}

/// How far a list has been read.
#[derive(Default)]
struct List<'a> {
    /// The bracket that ends it, once the other one was there.
    end: Option<&'static str>,
    last: Option<&'a str>,
    closed: bool,
}

impl<'a> List<'a> {
    /// Whether the next piece of it is an action.
    fn hear(&mut self, token: &'a str) -> Result<bool, ForeignErrorKind> {
        let before = self.last.replace(token);
        match token {
            _ if self.closed => return Err(ForeignErrorKind::Trailing),
            "[" | "(" if before.is_none() => self.end = Some(if token == "[" { "]" } else { ")" }),
            "]" | ")" if self.end.take() == Some(token) => self.closed = true,
            "[" | "(" | "]" | ")" => return Err(ForeignErrorKind::ListBrackets),
            "," if before.is_none_or(|before| "[(,".contains(before)) => {
                return Err(ForeignErrorKind::ListComma);
            }
            "," => {}
            _ => return Ok(true),
        }
        Ok(false)
    }
}

fn play(record: &mut Record, word: &str) -> Result<(), ForeignErrorKind> {
    let ply = record.plies().len() + 1;
    let text = || word.chars().take(20).collect::<String>();
    let (owner, pit) = pit(word).ok_or_else(|| ForeignErrorKind::Action { place: ply, text: text() })?;
    if record.position().to_move().is_some_and(|mover| mover != owner) {
        return Err(ForeignErrorKind::OtherSide { ply, text: text() });
    }
    record.play(AnyPly::Mancala(Move::Sow(pit))).map_err(|error| ForeignErrorKind::Ply {
        ply,
        text: text(),
        error,
    })?;
    Ok(())
}

fn pit(word: &str) -> Option<(Player, Pit)> {
    let action: u8 = word.parse().ok().filter(|_| word.bytes().all(|b| b.is_ascii_digit()))?;
    match action {
        1..=PITS => Some((Player::One, Pit::new(action)?)),
        8..=13 => Some((Player::Two, Pit::new(action - PITS - 1)?)),
        _ => None,
    }
}

pub(super) fn write(record: &Record) -> Result<String, FormatError> {
    let start = AnyPosition::Mancala(Position::start(&RULES));
    if record.rules != AnyRules::Mancala(RULES) || *record.start() != start {
        return Err(FormatError::OtherRules);
    }
    let mut actions = Vec::new();
    for (player, ply) in record.moves() {
        match (player, ply) {
            (Player::One, AnyPly::Mancala(Move::Sow(pit))) => actions.push(pit.number().to_string()),
            (Player::Two, AnyPly::Mancala(Move::Sow(pit))) => {
                actions.push((pit.number() + PITS + 1).to_string());
            }
            _ => return Err(FormatError::OtherRules),
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
    fn a_list_has_brackets_or_none_and_commas_or_spaces() {
        for text in ["[3, 6, 8]", "3 6 8", "3,6,8", "(3, 6, 8,)", "\n[ 3 6,8\n]\n"] {
            assert_eq!(read(text).unwrap().plies().len(), 3, "{text:?}");
        }
        for text in ["[]", "()", "[ ]\n", ""] {
            assert_eq!(read(text).unwrap().plies().len(), 0, "{text:?}");
        }
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
            ("[3 6 8", "line 1: the brackets of the list do not match"),
            ("[3,\n6", "line 2: the brackets"),
            ("3,6,8]", "the brackets"),
            ("(3, 6]", "the brackets"),
            ("[[3]]", "the brackets"),
            ("[3,,6]", "line 1: a comma without an action before it"),
            (",3", "a comma without"),
            ("[,]", "a comma without"),
            ("[3], 6", "there is something behind the end of the game"),
            ("[3]\n]", "line 2: there is something behind"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
