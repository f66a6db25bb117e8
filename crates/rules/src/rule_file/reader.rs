use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{COMMON_KEYS, MANCALA_KEYS, RuleFault, RuleProblem, SENET_KEYS, keys_of};
use crate::senet::{Roll, RollSet, Square, SquareSet};
use crate::{GameKind, Preset, Word, nearest};

/// Takes values out of a TOML table and gathers what is wrong with them.
///
/// Every getter answers none both for an absent and for a faulty key, so that reading goes on with the base's
/// value and the next fault is found too.
pub(super) struct Reader<'a> {
    /// Where each line begins.
    line_starts: Vec<usize>,
    table: DeTable<'a>,
    faults: Vec<RuleFault>,
    /// Keys whose value was refused, or whose value the syntax errors make doubtful.
    refused: Vec<&'static str>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (table, errors) = DeTable::parse_recoverable(text);
        let line_ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let line_starts = std::iter::once(0).chain(line_ends.map(|(end, _)| end + 1)).collect();
        let mut reader =
            Self { line_starts, table: table.into_inner(), faults: Vec::new(), refused: Vec::new() };
        for error in errors {
            let line = error.span().map(|span| reader.line_at(&span));
            let problem = RuleProblem::Syntax(error.message().to_owned());
            // After a mistake the parser guesses; what it guesses on the same line is not worth reading.
            if !reader.faults.iter().any(|fault| fault.line == line) {
                reader.faults.push(RuleFault { line, key: None, problem });
            }
        }
        reader
    }

    pub(super) fn into_faults(mut self) -> Vec<RuleFault> {
        self.faults.sort_by_key(|fault| fault.line);
        self.faults
    }

    /// Notes a fault of `key`.
    pub(super) fn fault(&mut self, key: &'static str, problem: RuleProblem) {
        let line = self.table.get_key_value(key).map(|(key, _)| self.line_at(&key.span()));
        self.refused.push(key);
        self.add(RuleFault { line, key: Some(key.to_owned()), problem });
    }

    /// Notes that rules quarrel, at the line of the first of their keys that the file has.
    pub(super) fn conflict(&mut self, keys: &[&'static str], problem: RuleProblem) {
        if keys.iter().any(|key| self.refused.contains(key)) {
            return; // The value that quarrels is the base's, not the author's.
        }
        let line = keys.iter().find_map(|&key| Some(self.line_at(&self.table.get_key_value(key)?.0.span())));
        self.add(RuleFault { line, key: keys.first().map(|&key| key.to_owned()), problem });
    }

    pub(super) fn refuse_unknown_keys(&mut self, game: GameKind) {
        let known = || keys_of(game).iter().chain(&COMMON_KEYS).copied();
        let unknown: Vec<_> = self
            .table
            .keys()
            .filter(|key| !known().any(|known| known == key.get_ref()))
            .map(|key| RuleFault {
                line: Some(self.line_at(&key.span())),
                key: Some(shortened(key.get_ref())),
                problem: RuleProblem::UnknownKey { game, nearest: nearest(key.get_ref(), known()) },
            })
            .collect();
        for fault in unknown {
            self.add(fault);
        }
    }

    /// The game whose keys the file uses, for a file that does not say.
    pub(super) fn likely_game(&self) -> GameKind {
        let uses = |keys: &[&str]| self.table.keys().any(|key| keys.contains(&key.get_ref().as_ref()));
        if uses(&SENET_KEYS) && !uses(&MANCALA_KEYS) { GameKind::Senet } else { GameKind::Mancala }
    }

    pub(super) fn required_choice<T: Word>(&mut self, key: &'static str) -> Option<T> {
        if self.table.contains_key(key) {
            return self.choice(key);
        }
        self.faults.push(RuleFault { line: None, key: Some(key.to_owned()), problem: RuleProblem::Missing });
        None
    }

    pub(super) fn choice<T: Word>(&mut self, key: &'static str) -> Option<T> {
        self.take(key, |value| match value {
            DeValue::String(word) => T::from_word(word).map_err(RuleProblem::Word),
            _ => Err(RuleProblem::Type("a word in quotes")),
        })
    }

    pub(super) fn preset(&mut self, key: &'static str) -> Option<&'static Preset> {
        self.take(key, |value| match value {
            DeValue::String(name) => Preset::named(name)
                .ok_or(RuleProblem::UnknownBase { nearest: nearest(name, Preset::names()) }),
            _ => Err(RuleProblem::Type("the name of a shipped rule set in quotes")),
        })
    }

    pub(super) fn line_of_text(&mut self, key: &'static str, longest: usize) -> Option<String> {
        self.take(key, |value| match value {
            DeValue::String(text) => {
                let printable = !text.trim().is_empty() && !text.chars().any(super::is_hidden);
                let fits = text.chars().count() <= longest;
                if printable && fits {
                    Ok(text.trim().to_owned())
                } else {
                    Err(RuleProblem::OneLine(longest))
                }
            }
            _ => Err(RuleProblem::Type("a text in quotes")),
        })
    }

    pub(super) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        self.take(key, |value| match value {
            DeValue::Boolean(flag) => Ok(*flag),
            _ => Err(RuleProblem::Type("true or false")),
        })
    }

    pub(super) fn number(&mut self, key: &'static str, range: RangeInclusive<u8>) -> Option<u8> {
        self.take(key, |value| number_in(value, &range))
    }

    pub(super) fn one_of<T: Copy>(&mut self, key: &'static str, choices: &[(u8, T)]) -> Option<T> {
        self.take(key, |value| {
            let number = small_integer(value).ok();
            choices
                .iter()
                .find(|(choice, _)| number == Some(*choice))
                .map(|&(_, meaning)| meaning)
                .ok_or_else(|| RuleProblem::Numbers(choices.iter().map(|&(choice, _)| choice).collect()))
        })
    }

    pub(super) fn rolls(&mut self, key: &'static str) -> Option<RollSet> {
        self.take(key, |value| match value {
            DeValue::Array(_) => list(value, &(1..=6), Roll::new),
            _ => Err(RuleProblem::Type("a list of rolls, like [1, 4, 5]")),
        })
    }

    pub(super) fn squares(&mut self, key: &'static str) -> Option<SquareSet> {
        self.take(key, |value| match value {
            DeValue::Array(_) => list(value, &(1..=Square::LAST), Square::new),
            _ => Err(RuleProblem::Type("a list of squares, like [26]")),
        })
    }

    /// The rolls that leave 28, 29 and 30, as far as the file gives them.
    pub(super) fn exits(&mut self, key: &'static str) -> [Option<RollSet>; 3] {
        const SHAPE: RuleProblem =
            RuleProblem::Type("a table of 28, 29 and 30, like { 28 = [3], 29 = [2], 30 = \"any\" }");
        self.take(key, |value| {
            let DeValue::Table(houses) = value else { return Err(SHAPE) };
            let mut exits = [None; 3];
            for (house, rolls) in houses {
                let place = ["28", "29", "30"].iter().position(|known| known == house.get_ref());
                let slot = place.and_then(|place| exits.get_mut(place)).ok_or(SHAPE)?;
                *slot = Some(match rolls.get_ref() {
                    DeValue::String(word) if word == "any" => RollSet::ANY,
                    rolls @ DeValue::Array(_) => list(rolls, &(1..=6), Roll::new)?,
                    _ => return Err(SHAPE),
                });
            }
            Ok(exits)
        })
        .unwrap_or_default()
    }

    fn take<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&DeValue<'_>) -> Result<T, RuleProblem>,
    ) -> Option<T> {
        let value = self.table.get(key).map(Spanned::get_ref)?;
        match read(value) {
            Ok(value) => Some(value),
            Err(problem) => {
                self.fault(key, problem);
                None
            }
        }
    }

    /// Keeps a fault unless the parser has complained of the same line already.
    fn add(&mut self, fault: RuleFault) {
        let doubtful = self
            .faults
            .iter()
            .any(|known| known.line == fault.line && matches!(known.problem, RuleProblem::Syntax(_)));
        if !doubtful {
            self.faults.push(fault);
        }
    }

    fn line_at(&self, span: &Range<usize>) -> usize {
        self.line_starts.partition_point(|&start| start <= span.start)
    }
}

fn list<T, C: FromIterator<T>>(
    value: &DeValue<'_>,
    range: &RangeInclusive<u8>,
    make: impl Fn(u8) -> Option<T>,
) -> Result<C, RuleProblem> {
    let DeValue::Array(items) = value else { return Err(RuleProblem::Type("a list of numbers")) };
    let out_of_range = || RuleProblem::Range { low: *range.start(), high: *range.end() };
    items.iter().map(|item| make(number_in(item.get_ref(), range)?).ok_or_else(out_of_range)).collect()
}

fn number_in(value: &DeValue<'_>, range: &RangeInclusive<u8>) -> Result<u8, RuleProblem> {
    let out_of_range = RuleProblem::Range { low: *range.start(), high: *range.end() };
    Some(small_integer(value)?).filter(|number| range.contains(number)).ok_or(out_of_range)
}

/// The integer, or 255 for one that is far too large or negative: no rule allows it.
fn small_integer(value: &DeValue<'_>) -> Result<u8, RuleProblem> {
    let DeValue::Integer(integer) = value else { return Err(RuleProblem::Type("a whole number")) };
    Ok(u8::from_str_radix(integer.as_str(), integer.radix()).unwrap_or(u8::MAX))
}

/// A key to show in a message, cut if it is absurdly long.
fn shortened(key: &str) -> String {
    const SHOWN: usize = 40;
    if key.chars().count() <= SHOWN {
        return key.escape_debug().to_string();
    }
    format!("{}..", key.chars().take(SHOWN).collect::<String>().escape_debug())
}
