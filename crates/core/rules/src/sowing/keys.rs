//! The keys of a sowing game as data: one row for each, from which rule files are read and written.

use std::fmt;

use super::rules::Counts;
use super::{MoveRules, PitSet, Rules, StartCounts};
use crate::options::NumberSet;
use crate::{Keyword, KeywordError};

/// A value as a rule file writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KeyValue {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A word in quotation marks.
    Word(String),
    /// Whole numbers in brackets.
    List(Vec<i64>),
}

impl fmt::Display for KeyValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => flag.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => write!(f, "\"{word}\""),
            Self::List(numbers) => {
                let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
                write!(f, "[{}]", numbers.join(", "))
            }
        }
    }
}

/// Why a value is none that a key takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// It has another type.
    #[error("must be {0}")]
    Type(&'static str),
    /// The number is too small or too large.
    #[error("must be a number from {low} to {high}")]
    Range {
        /// The least.
        low: i64,
        /// The most.
        high: i64,
    },
    /// The word is none of the few allowed.
    #[error(transparent)]
    Word(#[from] KeywordError),
    /// A list has a number twice.
    #[error("must not have {0} twice")]
    Twice(i64),
}

/// One key of a rule file.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// As it is written.
    pub name: &'static str,
    get: fn(&Rules) -> KeyValue,
    set: fn(&mut Rules, &KeyValue) -> Result<(), KeyError>,
}

impl Key {
    /// How it is set.
    pub fn get(&self, rules: &Rules) -> KeyValue {
        (self.get)(rules)
    }

    /// Sets this key and no other.
    ///
    /// # Errors
    /// The value is none of its values; nothing is changed.
    pub fn set(&self, rules: &mut Rules, value: &KeyValue) -> Result<(), KeyError> {
        (self.set)(rules, value)
    }

    /// The key with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        KEYS.iter().find(|key| key.name == name)
    }
}

/// A row for a field of the rules; the arguments say how its type is read and written.
macro_rules! key {
    ($name:literal, $($field:ident).+, $codec:expr) => {
        Key {
            name: $name,
            get: |rules| ($codec).write(rules.$($field).+),
            set: |rules, value| {
                rules.$($field).+ = ($codec).read(value)?;
                Ok(())
            },
        }
    };
}

/// Every key, in the order of rule files.
pub static KEYS: [Key; 54] = [
    key!("rows", law.rows, Digits),
    key!("pits", law.pits, Number { low: 1, high: 50 }),
    key!("stones", stones, Number { low: 0, high: 24 }),
    key!("start", start, Start),
    key!("stores", law.stores, Word),
    key!("direction", law.direction, Word),
    key!("first", first, Word),
    key!("pie", pie, Flag),
    key!("lone", law.lone, Word),
    key!("still", law.still, COUNT),
    key!("reach", law.reach, Word),
    key!("opening", law.opening, Set { low: 1, high: MoveRules::MAX_SIDE as i64 }),
    key!("peaceful", law.peaceful, COUNT),
    key!("fresh", law.fresh, Word),
    key!("feed", law.feed, Word),
    key!("sowing", law.sowing, Word),
    key!("first_stone", law.first_stone, Word),
    key!("skip_origin", law.skip_origin, FlagOrWord),
    key!("relay_turns", law.relay_turns, Flag),
    key!("pass_take", law.pass_take, COUNT),
    key!("pass_take_by", law.pass_take_by, Word),
    key!("pass_take_side", law.pass_take_side, AnyOrOwn),
    key!("last_take_by", law.last_take_by, Word),
    key!("mark", law.mark, COUNT),
    key!("mark_own", law.mark_own, Pits),
    key!("mark_enemy", law.mark_enemy, Pits),
    key!("mark_max", law.mark_max, COUNT),
    key!("mark_mirror", law.mark_mirror, Flag),
    key!("mark_keeps", law.mark_keeps, Word),
    key!("mark_pair", law.mark_pair, COUNT),
    key!("raid", law.raid, COUNT),
    key!("take", law.take, EvenOrList),
    key!("take_side", law.take_side, Word),
    key!("take_run", law.take_run, Word),
    key!("capture", law.capture, Word),
    key!("capture_from", law.capture_from, Word),
    key!("capture_needs", law.capture_needs, LISTED_COUNTS),
    key!("capture_all", law.capture_all, Flag),
    key!("capture_run", law.capture_run, Flag),
    key!("capture_on", law.capture_on, Word),
    key!("capture_depth", law.capture_depth, Word),
    key!("gap", law.gap, Word),
    key!("gap_opposite", law.gap_opposite, Flag),
    key!("slam", law.slam, Word),
    key!("after_capture", law.after_capture, Word),
    key!("bonus", law.bonus, Number { low: 0, high: 5 }),
    key!("extra_turn", law.extra_turn, Flag),
    key!("end", law.end, Word),
    key!("stuck", law.stuck, Word),
    key!("few", law.few, COUNT),
    key!("repeat", law.repeat, Repeat),
    key!("repeat_rest", law.repeat_rest, Word),
    key!("leftovers", law.leftovers, Word),
    key!("wins", law.wins, Word),
];

/// A number of stones, of marks or of moves.
const COUNT: Number = Number { low: 0, high: 63 };
/// Numbers of stones.
const LISTED_COUNTS: Set = Set { low: 1, high: 63 };

/// How a type is read from a rule file and written into it.
trait Codec<T> {
    fn read(&self, value: &KeyValue) -> Result<T, KeyError>;

    fn write(&self, setting: T) -> KeyValue;
}

struct Flag;

impl Codec<bool> for Flag {
    fn read(&self, value: &KeyValue) -> Result<bool, KeyError> {
        if let KeyValue::Flag(flag) = value { Ok(*flag) } else { Err(KeyError::Type("true or false")) }
    }

    fn write(&self, setting: bool) -> KeyValue {
        KeyValue::Flag(setting)
    }
}

struct Word;

impl<T: Keyword> Codec<T> for Word {
    fn read(&self, value: &KeyValue) -> Result<T, KeyError> {
        let KeyValue::Word(word) = value else { return Err(KeyError::Type("a word in quotation marks")) };
        Ok(T::from_keyword(word)?)
    }

    fn write(&self, setting: T) -> KeyValue {
        KeyValue::Word(setting.word().to_owned())
    }
}

/// A word that is written as a number.
struct Digits;

impl<T: Keyword> Codec<T> for Digits {
    fn read(&self, value: &KeyValue) -> Result<T, KeyError> {
        let KeyValue::Number(number) = value else { return Err(KeyError::Type("a number")) };
        Ok(T::from_keyword(&number.to_string())?)
    }

    fn write(&self, setting: T) -> KeyValue {
        setting.word().parse().map_or_else(|_| KeyValue::Word(setting.word().to_owned()), KeyValue::Number)
    }
}

/// `true` and `false` or another word.
struct FlagOrWord;

impl<T: Keyword> Codec<T> for FlagOrWord {
    fn read(&self, value: &KeyValue) -> Result<T, KeyError> {
        match value {
            KeyValue::Flag(flag) => Ok(T::from_keyword(&flag.to_string())?),
            KeyValue::Word(word) if word != "true" && word != "false" => Ok(T::from_keyword(word)?),
            _ => Err(KeyError::Type("true, false or a word in quotation marks")),
        }
    }

    fn write(&self, setting: T) -> KeyValue {
        let word = setting.word();
        word.parse().map_or_else(|_| KeyValue::Word(word.to_owned()), KeyValue::Flag)
    }
}

/// `own` or `any`, of the three sides.
struct AnyOrOwn;

impl Codec<super::Side> for AnyOrOwn {
    fn read(&self, value: &KeyValue) -> Result<super::Side, KeyError> {
        let side = Codec::<super::Side>::read(&Word, value)?;
        if side == super::Side::Opponent { Err(KeyError::Type("\"any\" or \"own\"")) } else { Ok(side) }
    }

    fn write(&self, setting: super::Side) -> KeyValue {
        Word.write(setting)
    }
}

struct Number {
    low: i64,
    high: i64,
}

impl Codec<u8> for Number {
    fn read(&self, value: &KeyValue) -> Result<u8, KeyError> {
        let KeyValue::Number(number) = *value else { return Err(KeyError::Type("a number")) };
        let (low, high) = (self.low, self.high);
        let number = u8::try_from(number).ok().filter(|&n| (low..=high).contains(&n.into()));
        number.ok_or(KeyError::Range { low, high })
    }

    fn write(&self, setting: u8) -> KeyValue {
        KeyValue::Number(setting.into())
    }
}

/// How often a position must stand: 2, 3, or 0 for never.
struct Repeat;

impl Codec<u8> for Repeat {
    fn read(&self, value: &KeyValue) -> Result<u8, KeyError> {
        let repeat = Number { low: 0, high: 3 }.read(value)?;
        if repeat == 1 { Err(KeyError::Type("0, 2 or 3")) } else { Ok(repeat) }
    }

    fn write(&self, setting: u8) -> KeyValue {
        KeyValue::Number(setting.into())
    }
}

/// A list of numbers, each once.
struct Set {
    low: i64,
    high: i64,
}

impl Codec<NumberSet> for Set {
    fn read(&self, value: &KeyValue) -> Result<NumberSet, KeyError> {
        let KeyValue::List(numbers) = value else { return Err(KeyError::Type("a list of numbers")) };
        let mut set = NumberSet::default();
        for &number in numbers {
            let element = Number { low: self.low, high: self.high }.read(&KeyValue::Number(number))?;
            if set.contains(element) {
                return Err(KeyError::Twice(number));
            }
            set = set.toggled(element);
        }
        Ok(set)
    }

    fn write(&self, setting: NumberSet) -> KeyValue {
        KeyValue::List(setting.iter().map(i64::from).collect())
    }
}

/// `none`, `all` or a list of pits.
struct Pits;

impl Codec<PitSet> for Pits {
    fn read(&self, value: &KeyValue) -> Result<PitSet, KeyError> {
        match value {
            KeyValue::Word(word) if word == "none" => Ok(PitSet::None),
            KeyValue::Word(word) if word == "all" => Ok(PitSet::All),
            KeyValue::List(_) => {
                Set { low: 1, high: MoveRules::MAX_SIDE as i64 }.read(value).map(PitSet::Listed)
            }
            _ => Err(KeyError::Type("\"none\", \"all\" or a list of pits")),
        }
    }

    fn write(&self, setting: PitSet) -> KeyValue {
        match setting {
            PitSet::None => KeyValue::Word("none".to_owned()),
            PitSet::All => KeyValue::Word("all".to_owned()),
            PitSet::Listed(set) => LISTED_COUNTS.write(set),
        }
    }
}

/// `even` or a list of numbers.
struct EvenOrList;

impl Codec<Counts> for EvenOrList {
    fn read(&self, value: &KeyValue) -> Result<Counts, KeyError> {
        match value {
            KeyValue::Word(word) if word == "even" => Ok(Counts::Even),
            KeyValue::List(_) => LISTED_COUNTS.read(value).map(Counts::Listed),
            _ => Err(KeyError::Type("\"even\" or a list of numbers")),
        }
    }

    fn write(&self, setting: Counts) -> KeyValue {
        match setting {
            Counts::Even => KeyValue::Word("even".to_owned()),
            Counts::Listed(set) => LISTED_COUNTS.write(set),
        }
    }
}

/// The counts of a side.
struct Start;

impl Codec<StartCounts> for Start {
    fn read(&self, value: &KeyValue) -> Result<StartCounts, KeyError> {
        let KeyValue::List(numbers) = value else { return Err(KeyError::Type("a list of numbers")) };
        let counts: Option<Vec<u16>> =
            numbers.iter().map(|&n| u16::try_from(n).ok().filter(|&n| n <= 1000)).collect();
        let counts = counts.ok_or(KeyError::Range { low: 0, high: 1000 })?;
        StartCounts::new(&counts).ok_or(KeyError::Type("at most 56 numbers"))
    }

    fn write(&self, setting: StartCounts) -> KeyValue {
        KeyValue::List(setting.counts().iter().map(|&n| n.into()).collect())
    }
}
