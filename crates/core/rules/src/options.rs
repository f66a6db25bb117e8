//! The options of the rules as data: one row for each, from which rule files, messages, forms, flags and random rules are
//! made.
//!
//! The rows stand in `mancala/options.rs` and `senet/options.rs`. A row knows its key, what values it takes, and how to
//! read and change it in a rule set; what it is called stands in `gebeta-i18n` under the same key.

use std::fmt;

use crate::sowing::StartCounts;
use crate::{AnyRules, GameKind, Keyword, KeywordError, mancala, nearest, senet, sowing};

/// One option of the rules of a game.
#[derive(Clone, Copy, Debug)]
pub struct RuleOption {
    /// The game it belongs to.
    pub game: GameKind,
    /// Its key in rule files.
    pub key: &'static str,
    /// Where several rows share a key, the name of this one in its table: `28` in `exits = { 28 = [3] }`.
    pub part: Option<u8>,
    /// What it is about.
    pub group: Group,
    /// The values it takes.
    pub kind: Kind,
    pub(crate) get: fn(&AnyRules) -> Option<Value>,
    pub(crate) set: fn(&mut AnyRules, Value),
    pub(crate) choose: fn(&mut AnyRules, Value),
}

impl RuleOption {
    /// How it is set; none in rules of another game, or where none of its values fits.
    pub fn get(&self, rules: &AnyRules) -> Option<Value> {
        (self.get)(rules)
    }

    /// Sets this option and no other. A value that is not of its kind changes nothing.
    pub fn set(&self, rules: &mut AnyRules, value: Value) {
        (self.set)(rules, value);
    }

    /// Sets this option as a player does in a form: options that would contradict the new value follow it.
    pub fn choose(&self, rules: &mut AnyRules, value: Value) {
        (self.choose)(rules, value);
    }

    pub(crate) const fn group(self, group: Group) -> Self {
        Self { group, ..self }
    }

    pub(crate) const fn kind(self, kind: Kind) -> Self {
        Self { kind, ..self }
    }

    pub(crate) const fn part(self, part: u8) -> Self {
        Self { part: Some(part), ..self }
    }

    pub(crate) const fn chosen_by(self, choose: fn(&mut AnyRules, Value)) -> Self {
        Self { choose, ..self }
    }
}

/// Keys are unique over all games.
impl PartialEq for RuleOption {
    fn eq(&self, other: &Self) -> bool {
        (self.key, self.part) == (other.key, other.part)
    }
}

impl Eq for RuleOption {}

/// What an option is about; forms show one group after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// How large the board is and what stands on it.
    Board,
    /// Who begins.
    Begin,
    /// How the game is played.
    Play,
}

/// The values an option takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Yes or no.
    Flag,
    /// One of a few words.
    Choice(Words),
    /// A number between two bounds.
    Number {
        /// The least.
        low: u8,
        /// The most.
        high: u8,
    },
    /// One of a few numbers.
    OneOf(&'static [u8]),
    /// Any of some numbers, each at most once.
    Set(&'static Numbers),
    /// The stones of each pit of a side, in order; none where all pits begin alike.
    Counts,
}

impl Kind {
    /// Every value, in order; of sets those that players choose most.
    pub fn values(self) -> Vec<Value> {
        match self {
            Self::Flag => vec![Value::Flag(false), Value::Flag(true)],
            Self::Choice(words) => (0..words.iter().count()).map(Value::Choice).collect(),
            Self::Number { low, high } => (low..=high).map(Value::Number).collect(),
            Self::OneOf(numbers) => numbers.iter().copied().map(Value::Number).collect(),
            Self::Set(numbers) => numbers.usual.iter().copied().map(Value::Set).collect(),
            Self::Counts => vec![Value::Counts(StartCounts::NONE)],
        }
    }

    /// A value of this kind as a rule file writes it.
    pub fn written(self, value: Value) -> String {
        match (self, value) {
            (Self::Set(numbers), Value::Set(set)) => match numbers.name(set) {
                Some(word) => format!("\"{word}\""),
                None => format!("[{set}]"),
            },
            (_, Value::Choice(_)) => {
                let word = self.name(value);
                if is_bare(&word) { word } else { format!("\"{word}\"") }
            }
            (_, Value::Counts(start)) => {
                let counts: Vec<String> = start.counts().iter().map(u16::to_string).collect();
                format!("[{}]", counts.join(", "))
            }
            _ => self.name(value),
        }
    }

    /// The name of a value by which texts and forms find it: a word, a number, `true` or `false`. Lists have none.
    pub fn name(self, value: Value) -> String {
        match (self, value) {
            (Self::Choice(words), Value::Choice(place)) => words.get(place).unwrap_or_default().to_owned(),
            (_, Value::Number(number)) => number.to_string(),
            (_, Value::Flag(flag)) => flag.to_string(),
            (_, Value::Choice(_) | Value::Set(_) | Value::Counts(_)) => String::new(),
        }
    }

    /// The value that is written with this number, if there is one.
    pub fn number(self, number: u8) -> Option<Value> {
        let is_known = match self {
            Self::Number { low, high } => (low..=high).contains(&number),
            Self::OneOf(numbers) => numbers.contains(&number),
            Self::Flag | Self::Choice(_) | Self::Set(_) | Self::Counts => false,
        };
        is_known.then_some(Value::Number(number))
    }
}

/// The numbers that a set may hold.
#[derive(Debug)]
pub struct Numbers {
    /// The least.
    pub low: u8,
    /// The most, below 64.
    pub high: u8,
    /// What a rule file has to write.
    pub expected: &'static str,
    /// The sets for which a rule file writes a word.
    pub named: &'static [(&'static str, NumberSet)],
    /// The sets that players choose most.
    pub usual: &'static [NumberSet],
    pub(crate) offered: fn(&AnyRules) -> NumberSet,
}

impl Numbers {
    /// All of them.
    pub fn full(&self) -> NumberSet {
        (self.low..=self.high).collect()
    }

    /// The word for a set, if it has one.
    pub fn name(&self, set: NumberSet) -> Option<&'static str> {
        self.named.iter().find(|(_, named)| *named == set).map(|(word, _)| *word)
    }

    /// The set with this word.
    pub(crate) fn find(&self, word: &str) -> Option<NumberSet> {
        self.named.iter().find(|(known, _)| *known == word).map(|(_, set)| *set)
    }

    /// Those that mean something under these rules.
    pub fn offered(&self, rules: &AnyRules) -> NumberSet {
        (self.offered)(rules)
    }
}

/// The words of a choice.
#[derive(Clone, Copy, Debug)]
pub struct Words(pub(crate) fn(usize) -> Option<&'static str>);

impl Words {
    const fn of<T: Keyword>() -> Self {
        Self(|place| T::KEYWORDS.get(place).map(|&(word, _)| word))
    }

    /// The word at a place.
    pub fn get(self, place: usize) -> Option<&'static str> {
        (self.0)(place)
    }

    /// All words, in order.
    pub fn iter(self) -> impl Iterator<Item = &'static str> + Clone {
        (0..).map_while(self.0)
    }

    /// The choice with this word.
    pub fn find(self, word: &str) -> Option<Value> {
        self.iter().position(|known| known == word).map(Value::Choice)
    }

    /// What to say of a word that is none of them.
    pub fn unknown(self, word: &str) -> KeywordError {
        KeywordError { nearest: nearest(word, self.iter()), known: self.iter().collect() }
    }
}

/// Whether a rule file writes a word without quotation marks: numbers, `true` and `false`.
pub(crate) fn is_bare(word: &str) -> bool {
    matches!(word, "true" | "false") || word.bytes().all(|byte| byte.is_ascii_digit())
}

/// How an option is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of [`Kind::Flag`].
    Flag(bool),
    /// Of [`Kind::Choice`]: the place of its word.
    Choice(usize),
    /// Of [`Kind::Number`] and [`Kind::OneOf`].
    Number(u8),
    /// Of [`Kind::Set`].
    Set(NumberSet),
    /// Of [`Kind::Counts`].
    Counts(StartCounts),
}

/// A set of numbers from 0 to 63.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NumberSet {
    bits: u64,
}

impl NumberSet {
    /// These numbers, each below 64.
    pub(crate) const fn of(numbers: &[u8]) -> Self {
        let (mut bits, mut i) = (0, 0);
        while i < numbers.len() {
            bits |= 1 << numbers[i];
            i += 1;
        }
        Self { bits }
    }

    /// The multiples of `step` up to `high`, which is below 64.
    pub(crate) const fn up_to(high: u8, step: u8) -> Self {
        let (mut bits, mut number) = (0, step);
        while number <= high {
            bits |= 1 << number;
            number += step;
        }
        Self { bits }
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether `number` is one of them.
    pub const fn contains(self, number: u8) -> bool {
        self.bits >> number & 1 == 1
    }

    /// The set with `number` put in, or taken out if it was one of them.
    #[must_use]
    pub const fn toggled(self, number: u8) -> Self {
        Self { bits: self.bits ^ 1 << number }
    }

    /// The numbers that are in both sets.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self { bits: self.bits & other.bits }
    }

    /// The numbers, from the lowest to the highest.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..64).filter(move |&number| self.contains(number))
    }
}

/// Numbers from 64 on are left out.
impl FromIterator<u8> for NumberSet {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        Self { bits: numbers.into_iter().filter(|&number| number < 64).fold(0, |bits, n| bits | 1 << n) }
    }
}

/// `1, 4, 5`.
impl fmt::Display for NumberSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, number) in self.iter().enumerate() {
            write!(f, "{}{number}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The type of a field of the rules that an option stands for.
pub(crate) trait Setting: Copy {
    /// The values it takes.
    const KIND: Kind;

    fn value(self) -> Value;

    /// None where the value is not one of its kind.
    fn from_value(value: Value) -> Option<Self>;
}

impl Setting for bool {
    const KIND: Kind = Kind::Flag;

    fn value(self) -> Value {
        Value::Flag(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Flag(flag) = value { Some(flag) } else { None }
    }
}

impl<T: Keyword> Setting for T {
    const KIND: Kind = Kind::Choice(Words::of::<T>());

    fn value(self) -> Value {
        let place = T::KEYWORDS.iter().position(|&(_, choice)| choice == self);
        Value::Choice(place.expect("every choice has a word"))
    }

    fn from_value(value: Value) -> Option<Self> {
        let Value::Choice(place) = value else { return None };
        T::KEYWORDS.get(place).map(|&(_, choice)| choice)
    }
}

/// A row for a field of the rules.
macro_rules! option {
    ($game:ident, $key:literal, $($field:ident).+ : $type:ty) => {{
        use $crate::options::{Group, RuleOption, Setting, setter};
        let set = setter!($game, |rules, value: $type| rules.$($field).+ = value);
        RuleOption {
            game: $crate::GameKind::$game,
            key: $key,
            part: None,
            group: Group::Play,
            kind: <$type as Setting>::KIND,
            get: |rules| {
                if let $crate::AnyRules::$game(rules) = rules { Some(rules.$($field).+.value()) } else { None }
            },
            set,
            choose: set,
        }
    }};
}

/// A function that puts a value into the rules of one game.
macro_rules! setter {
    ($game:ident, |$rules:ident, $value:ident: $type:ty| $change:expr) => {{
        let set: fn(&mut $crate::AnyRules, $crate::options::Value) = |rules, value| {
            let value = <$type as $crate::options::Setting>::from_value(value);
            if let ($crate::AnyRules::$game($rules), Some($value)) = (rules, value) {
                $change;
            }
        };
        set
    }};
}

pub(crate) use {option, setter};

impl GameKind {
    /// Every option of the game, in the order of rule files; rows that share a key stand together. Of sowing games those of
    /// games like Kalah; [`sowing::OPTIONS`] are those of all.
    pub fn options(self) -> &'static [RuleOption] {
        match self {
            Self::Mancala => &mancala::OPTIONS,
            Self::Senet => &senet::OPTIONS,
        }
    }

    /// The same, those together that share a key.
    pub fn options_by_key(self) -> impl Iterator<Item = &'static [RuleOption]> {
        self.options().chunk_by(|a, b| a.key == b.key)
    }

    /// The option with this key; the first of them where several share it.
    pub fn option(self, key: &str) -> Option<&'static RuleOption> {
        self.options().iter().find(|option| option.key == key)
    }
}

/// The options that rule files of a game may set.
pub(crate) fn in_files(game: GameKind) -> &'static [RuleOption] {
    match game {
        GameKind::Mancala if cfg!(feature = "family") => &sowing::OPTIONS,
        _ => game.options(),
    }
}

impl AnyRules {
    /// Every option of games like this one, in the order of rule files.
    pub fn options(&self) -> &'static [RuleOption] {
        match self {
            Self::Mancala(_) | Self::Senet(_) => self.game().options(),
            Self::Sowing(_) => &sowing::OPTIONS,
        }
    }

    /// The option with this key; the first of them where several share it.
    pub fn option(&self, key: &str) -> Option<&'static RuleOption> {
        self.options().iter().find(|option| option.key == key)
    }

    /// The choices that contradict each other or could keep a game from ending; a rule file may not make them.
    pub fn conflicts(&self) -> Vec<AnyConflictError> {
        match self {
            Self::Mancala(rules) => rules.conflicts().into_iter().map(AnyConflictError::Mancala).collect(),
            Self::Sowing(rules) => rules.conflicts().into_iter().map(AnyConflictError::Sowing).collect(),
            Self::Senet(rules) => rules.conflicts().into_iter().map(AnyConflictError::Senet).collect(),
        }
    }
}

/// Choices of a rule set of either game that make no sense together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnyConflictError {
    /// In a mancala game.
    #[error(transparent)]
    Mancala(mancala::ConflictError),
    /// In a sowing game of the wider family.
    #[error(transparent)]
    Sowing(sowing::ConflictError),
    /// In Senet.
    #[error(transparent)]
    Senet(senet::ConflictError),
}

impl AnyConflictError {
    /// The keys that contradict each other, the one to change first.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Mancala(conflict) => conflict.keys(),
            Self::Sowing(conflict) => conflict.keys,
            Self::Senet(conflict) => conflict.keys(),
        }
    }

    /// Whether this option is the one to change first.
    pub fn is_about(self, option: &RuleOption) -> bool {
        let part = match self {
            Self::Mancala(_) | Self::Sowing(_) => None,
            Self::Senet(conflict) => conflict.part(),
        };
        self.keys().first() == Some(&option.key) && option.part == part
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PRESETS;

    #[test]
    fn every_key_belongs_to_one_option() {
        let all = || [GameKind::Mancala, GameKind::Senet].into_iter().flat_map(GameKind::options);
        for option in all() {
            assert_eq!(all().filter(|&other| other == option).count(), 1, "{option:?}");
        }
    }

    #[test]
    fn what_is_read_from_rules_can_be_put_into_others() {
        for from in &PRESETS {
            let game = from.rules.game();
            for into in PRESETS.iter().filter(|into| into.rules.game() == game) {
                let mut rules = into.rules;
                for option in game.options() {
                    option.set(&mut rules, option.get(&from.rules).unwrap());
                }
                assert_eq!(rules, from.rules, "{} over {}", from.name, into.name);
            }
        }
    }

    #[test]
    fn a_value_of_another_kind_or_of_another_game_changes_nothing() {
        for preset in &PRESETS {
            for option in [GameKind::Mancala, GameKind::Senet].into_iter().flat_map(GameKind::options) {
                assert_eq!(option.get(&preset.rules).is_some(), option.game == preset.rules.game());
                let foreign = match option.kind {
                    Kind::Flag => [Value::Number(1), Value::Choice(0)],
                    Kind::Choice(_) => [Value::Flag(true), Value::Choice(99)],
                    Kind::Number { .. } | Kind::OneOf(_) => [Value::Number(99), Value::Flag(true)],
                    Kind::Set(_) | Kind::Counts => [Value::Number(1), Value::Flag(true)],
                };
                for value in foreign {
                    let mut rules = preset.rules;
                    option.set(&mut rules, value);
                    option.choose(&mut rules, value);
                    assert_eq!(rules, preset.rules, "{option:?}");
                }
            }
        }
    }

    #[test]
    fn what_a_player_chooses_contradicts_nothing_that_can_follow() {
        for preset in &PRESETS {
            for option in preset
                .rules
                .game()
                .options()
                .iter()
                .filter(|option| ["sowing", "no_dark"].contains(&option.key))
            {
                for value in option.kind.values() {
                    let mut rules = preset.rules;
                    option.choose(&mut rules, value);
                    assert_eq!(option.get(&rules), Some(value));
                    assert_eq!(rules.conflicts(), [], "{} {option:?} {value:?}", preset.name);
                }
            }
        }
    }

    #[test]
    fn usual_and_named_sets_are_made_of_numbers_that_may_be_set() {
        for option in [GameKind::Mancala, GameKind::Senet].into_iter().flat_map(GameKind::options) {
            let Kind::Set(numbers) = option.kind else { continue };
            for set in numbers.usual.iter().chain(numbers.named.iter().map(|(_, set)| set)) {
                assert_eq!(set.intersection(numbers.full()), *set, "{option:?}");
            }
        }
    }
}
