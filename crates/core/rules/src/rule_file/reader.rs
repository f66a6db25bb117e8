use std::ops::{Range, RangeInclusive};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{COMMON_KEYS, RuleFileError, RuleFileErrorKind, keys_of};
use crate::options::{self, Kind, RuleOption, Value};
use crate::sowing::{MoveRules, StartCounts};
use crate::{AnyRules, GameKind, Keyword, Origin, Preset, nearest};

/// Takes values out of a TOML table and gathers what is wrong with them.
///
/// Every getter answers none both for an absent and for a faulty key, so that reading goes on with the base's
/// value and the next fault is found too.
pub(super) struct Reader<'a> {
    /// Where each line begins.
    line_starts: Vec<usize>,
    table: DeTable<'a>,
    faults: Vec<RuleFileError>,
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
            let problem = RuleFileErrorKind::Syntax(error.message().to_owned());
            // After a mistake the parser guesses; what it guesses on the same line is not worth reading.
            if !reader.faults.iter().any(|fault| fault.line == line) {
                reader.faults.push(RuleFileError { line, key: None, problem });
            }
        }
        reader
    }

    pub(super) fn into_faults(mut self) -> Vec<RuleFileError> {
        self.faults.sort_by_key(|fault| fault.line);
        self.faults
    }

    /// Notes a fault of `key`.
    pub(super) fn fault(&mut self, key: &'static str, problem: RuleFileErrorKind) {
        let line = self.table.get_key_value(key).map(|(key, _)| self.line_at(&key.span()));
        self.refused.push(key);
        self.add(RuleFileError { line, key: Some(key.to_owned()), problem });
    }

    /// Notes that rules quarrel, at the line of the first of their keys that the file has.
    fn conflict(&mut self, keys: &[&'static str], problem: RuleFileErrorKind) {
        if keys.iter().any(|key| self.refused.contains(key)) {
            return; // The value that quarrels is the base's, not the author's.
        }
        let line = keys.iter().find_map(|&key| Some(self.line_at(&self.table.get_key_value(key)?.0.span())));
        self.add(RuleFileError { line, key: keys.first().map(|&key| key.to_owned()), problem });
    }

    /// Notes every key that is no rule of the game.
    pub(super) fn refuse_unknown_keys(&mut self, game: GameKind) {
        let known = || keys_of(game).chain(COMMON_KEYS).chain(Origin::KEYS);
        let unknown: Vec<_> = self
            .table
            .keys()
            .filter(|key| !known().any(|known| known == key.get_ref()))
            .map(|key| RuleFileError {
                line: Some(self.line_at(&key.span())),
                key: Some(shortened(key.get_ref())),
                problem: RuleFileErrorKind::UnknownKey { game, nearest: nearest(key.get_ref(), known()) },
            })
            .collect();
        for fault in unknown {
            self.add(fault);
        }
    }

    /// The game whose keys the file uses, for a file that does not say.
    pub(super) fn likely_game(&self) -> GameKind {
        let uses = |game| keys_of(game).any(|key| self.table.contains_key(key));
        if uses(GameKind::Senet) && !uses(GameKind::Mancala) { GameKind::Senet } else { GameKind::Mancala }
    }

    pub(super) fn required_choice<T: Keyword>(&mut self, key: &'static str) -> Option<T> {
        if self.table.contains_key(key) {
            return self.choice(key);
        }
        self.faults.push(RuleFileError {
            line: None,
            key: Some(key.to_owned()),
            problem: RuleFileErrorKind::Missing,
        });
        None
    }

    pub(super) fn choice<T: Keyword>(&mut self, key: &'static str) -> Option<T> {
        self.take(key, |value| match value {
            DeValue::String(word) => T::from_keyword(word).map_err(RuleFileErrorKind::Keyword),
            _ => Err(RuleFileErrorKind::Type("a word in quotes")),
        })
    }

    pub(super) fn preset(&mut self, key: &'static str) -> Option<&'static Preset> {
        self.take(key, |value| match value {
            DeValue::String(name) => Preset::named(name)
                .ok_or(RuleFileErrorKind::UnknownBase { nearest: nearest(name, Preset::names()) }),
            _ => Err(RuleFileErrorKind::Type("the name of a shipped rule set in quotes")),
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
                    Err(RuleFileErrorKind::OneLine(longest))
                }
            }
            _ => Err(RuleFileErrorKind::Type("a text in quotes")),
        })
    }

    /// The base with every option that the file sets, and what contradicts in it.
    pub(super) fn rules(&mut self, base: AnyRules) -> AnyRules {
        let mut rules = base;
        for options in options::in_files(base.game()).chunk_by(|a, b| a.key == b.key) {
            let key = options[0].key;
            for (option, value) in self.take(key, |value| read_options(options, value)).unwrap_or_default() {
                option.set(&mut rules, value);
            }
        }
        for conflict in rules.conflicts() {
            self.conflict(conflict.keys(), RuleFileErrorKind::Conflict(conflict));
        }
        rules
    }

    fn take<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&DeValue<'_>) -> Result<T, RuleFileErrorKind>,
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
    fn add(&mut self, fault: RuleFileError) {
        let doubtful = self
            .faults
            .iter()
            .any(|known| known.line == fault.line && matches!(known.problem, RuleFileErrorKind::Syntax(_)));
        if !doubtful {
            self.faults.push(fault);
        }
    }

    fn line_at(&self, span: &Range<usize>) -> usize {
        self.line_starts.partition_point(|&start| start <= span.start)
    }
}

type OptionValues = Vec<(&'static RuleOption, Value)>;

/// What is written at a key: the value of its option, or a table of parts where several options share it.
fn read_options(
    options: &'static [RuleOption],
    value: &DeValue<'_>,
) -> Result<OptionValues, RuleFileErrorKind> {
    let parts = match options {
        [option] => return Ok(vec![(option, read_value(option.kind, value)?)]),
        parts => parts,
    };
    let wrong_shape = || not_of_kind(parts[0].kind);
    let DeValue::Table(entries) = value else { return Err(wrong_shape()) };
    let mut values = Vec::new();
    for (name, value) in entries {
        let is_named =
            |option: &&RuleOption| option.part.is_some_and(|part| part.to_string() == *name.get_ref());
        let option = parts.iter().find(is_named).ok_or_else(wrong_shape)?;
        values.push((option, read_value(option.kind, value.get_ref())?));
    }
    Ok(values)
}

fn read_value(kind: Kind, value: &DeValue<'_>) -> Result<Value, RuleFileErrorKind> {
    match (kind, value) {
        (Kind::Flag, DeValue::Boolean(flag)) => Ok(Value::Flag(*flag)),
        (Kind::Choice(words), value) => {
            let (word, is_written_so) = match value {
                DeValue::String(word) => (word.to_string(), !options::is_bare(word)),
                DeValue::Boolean(flag) => (flag.to_string(), true),
                DeValue::Integer(integer) => (integer.as_str().to_owned(), true),
                _ => return Err(not_of_kind(kind)),
            };
            match words.find(&word) {
                Some(value) if is_written_so => Ok(value),
                _ if is_written_so
                    && (matches!(value, DeValue::String(_)) || words.iter().any(options::is_bare)) =>
                {
                    Err(RuleFileErrorKind::Keyword(words.unknown(&word)))
                }
                _ => Err(not_of_kind(kind)),
            }
        }
        (Kind::Number { low, high }, value) => Ok(Value::Number(number_in(value, &(low..=high))?)),
        (Kind::OneOf(numbers), value) => {
            let value = small_integer(value).ok().and_then(|number| kind.number(number));
            value.ok_or_else(|| RuleFileErrorKind::Numbers(numbers.to_vec()))
        }
        (Kind::Set(numbers), DeValue::Array(items)) => {
            let range = numbers.low..=numbers.high;
            let set: Result<_, _> = items.iter().map(|item| number_in(item.get_ref(), &range)).collect();
            Ok(Value::Set(set?))
        }
        (Kind::Set(numbers), DeValue::String(word)) => {
            numbers.find(word).map(Value::Set).ok_or_else(|| not_of_kind(kind))
        }
        (Kind::Counts, DeValue::Array(items)) => {
            let count = |item: &DeValue<'_>| match item {
                DeValue::Integer(integer) => u16::from_str_radix(integer.as_str(), integer.radix()).ok(),
                _ => None,
            };
            let counts: Option<Vec<u16>> = items.iter().map(|item| count(item.get_ref())).collect();
            let start = counts.filter(|counts| counts.iter().all(|&count| count <= MOST_STONES));
            let start = start.and_then(|counts| StartCounts::new(&counts));
            start.map(Value::Counts).ok_or_else(|| not_of_kind(kind))
        }
        (kind, _) => Err(not_of_kind(kind)),
    }
}

/// More stones than any pit can begin with.
const MOST_STONES: u16 = 1000;
const _: () = assert!(MoveRules::MAX_SIDE == 56, "the message names the most pits of a side");

fn not_of_kind(kind: Kind) -> RuleFileErrorKind {
    RuleFileErrorKind::Type(match kind {
        Kind::Flag => "true or false",
        Kind::Choice(words) if words.iter().all(options::is_bare) => "a whole number",
        Kind::Choice(words) if words.iter().any(options::is_bare) => "true, false or a word in quotes",
        Kind::Choice(_) => "a word in quotes",
        Kind::Number { .. } | Kind::OneOf(_) => "a whole number",
        Kind::Set(numbers) => numbers.expected,
        Kind::Counts => "a list of at most 56 numbers from 0 to 1000: the stones of each pit of a side",
    })
}

fn number_in(value: &DeValue<'_>, range: &RangeInclusive<u8>) -> Result<u8, RuleFileErrorKind> {
    let out_of_range = RuleFileErrorKind::Range { low: *range.start(), high: *range.end() };
    Some(small_integer(value)?).filter(|number| range.contains(number)).ok_or(out_of_range)
}

/// The integer, or 255 for one that is far too large or negative: no rule allows it.
fn small_integer(value: &DeValue<'_>) -> Result<u8, RuleFileErrorKind> {
    let DeValue::Integer(integer) = value else { return Err(RuleFileErrorKind::Type("a whole number")) };
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
