//! The keys of the sowing family as options: one row for each, from which rule files, forms and random rules are made.
//!
//! A row reads and changes the rules of any sowing game: those like Kalah become rules of the family as soon as an option has a
//! value that they do not know, and the other way round.

use super::rules::Counts;
use super::{MoveRules, PitSet, Rules, Side, Sowing, StartCounts, Stores};
use crate::mancala::{Capture, First};
use crate::options::{Group, Kind, NumberSet, Numbers, RuleOption, Setting, Value, Words};
use crate::{AnyRules, Keyword};

/// The rules of any sowing game as those of the family; none for Senet.
fn of_any(rules: &AnyRules) -> Option<Rules> {
    match rules {
        AnyRules::Mancala(rules) => Some(Rules::from(rules)),
        AnyRules::Sowing(rules) => Some(**rules),
        AnyRules::Senet(_) => None,
    }
}

/// Changes the rules of any sowing game; nothing where the program is built without the family and lacks the result.
fn change(rules: &mut AnyRules, change: impl FnOnce(&mut Rules)) {
    let Some(mut sowing) = of_any(rules) else { return };
    change(&mut sowing);
    if let Some(changed) = AnyRules::of_sowing(&sowing) {
        *rules = changed;
    }
}

/// A row for a field of the rules; the type says which values it takes.
macro_rules! row {
    ($key:literal, $($field:ident).+: $type:ty) => {{
        let set: fn(&mut AnyRules, Value) = |rules, value| {
            if let Some(value) = <$type as Setting>::from_value(value) {
                change(rules, |rules| rules.$($field).+ = value.into());
            }
        };
        RuleOption {
            game: crate::GameKind::Mancala,
            key: $key,
            part: None,
            group: Group::Play,
            kind: <$type as Setting>::KIND,
            get: |rules| Some(<$type>::from(of_any(rules)?.$($field).+).value()),
            set,
            choose: set,
        }
    }};
}

/// Every key of the family, in the order of rule files.
pub static OPTIONS: [RuleOption; 54] = [
    row!("rows", law.rows: super::Rows).group(Group::Board),
    row!("pits", law.pits: Within<1, 50>).group(Group::Board),
    row!("stones", stones: Within<0, 24>).group(Group::Board),
    row!("start", start: StartCounts).group(Group::Board),
    row!("stores", law.stores: Stores).group(Group::Board).chosen_by(choose_stores),
    row!("direction", law.direction: super::Direction).chosen_by(choose_direction),
    row!("first", first: First).group(Group::Begin),
    row!("pie", pie: bool).group(Group::Begin),
    row!("lone", law.lone: super::Lone),
    row!("still", law.still: Count),
    row!("reach", law.reach: super::Reach),
    row!("opening", law.opening: PitNumbers).group(Group::Begin),
    row!("peaceful", law.peaceful: Count).group(Group::Begin),
    row!("fresh", law.fresh: super::Fresh),
    row!("feed", law.feed: super::Feed),
    row!("sowing", law.sowing: Sowing).chosen_by(choose_sowing),
    row!("first_stone", law.first_stone: super::FirstStone),
    row!("skip_origin", law.skip_origin: super::SkipOrigin),
    row!("relay_turns", law.relay_turns: bool),
    row!("pass_take", law.pass_take: Count),
    row!("pass_take_by", law.pass_take_by: super::TakeBy),
    row!("pass_take_side", law.pass_take_side: AnyOrOwn),
    row!("last_take_by", law.last_take_by: super::Receiver),
    row!("mark", law.mark: Count),
    row!("mark_own", law.mark_own: PitSet),
    row!("mark_enemy", law.mark_enemy: PitSet),
    row!("mark_max", law.mark_max: Count),
    row!("mark_mirror", law.mark_mirror: bool),
    row!("mark_keeps", law.mark_keeps: super::MarkKeeps),
    row!("mark_pair", law.mark_pair: Count),
    row!("raid", law.raid: Count),
    row!("take", law.take: Counts),
    row!("take_side", law.take_side: Side),
    row!("take_run", law.take_run: super::Run),
    row!("capture", law.capture: Capture),
    row!("capture_from", law.capture_from: super::CaptureFrom),
    row!("capture_needs", law.capture_needs: StoneNumbers),
    row!("capture_all", law.capture_all: bool),
    row!("capture_run", law.capture_run: bool),
    row!("capture_on", law.capture_on: super::CaptureOn),
    row!("capture_depth", law.capture_depth: super::CaptureDepth),
    row!("gap", law.gap: super::Gap),
    row!("gap_opposite", law.gap_opposite: bool),
    row!("slam", law.slam: super::Slam),
    row!("after_capture", law.after_capture: super::AfterCapture),
    row!("bonus", law.bonus: Within<0, 5>),
    row!("extra_turn", law.extra_turn: bool),
    row!("end", law.end: super::End),
    row!("stuck", law.stuck: super::Stuck),
    row!("few", law.few: Count),
    row!("repeat", law.repeat: Repeat),
    row!("repeat_rest", law.repeat_rest: super::RepeatRest),
    row!("leftovers", law.leftovers: super::Leftovers),
    row!("wins", law.wins: super::Wins),
];

/// Stores beside the board get no stone to move again for, and without them a game needs an end by repetition.
fn choose_stores(rules: &mut AnyRules, value: Value) {
    let Some(stores) = Stores::from_value(value) else { return };
    change(rules, |rules| {
        rules.law.stores = stores;
        if stores == Stores::Aside {
            rules.law.extra_turn = false;
            end_by_repetition(rules);
        }
    });
}

/// A game in which stones go both ways needs an end by repetition.
fn choose_direction(rules: &mut AnyRules, value: Value) {
    let Some(direction) = super::Direction::from_value(value) else { return };
    change(rules, |rules| {
        rules.law.direction = direction;
        if !matches!(direction, super::Direction::Ccw | super::Direction::Cw) {
            end_by_repetition(rules);
        }
    });
}

fn end_by_repetition(rules: &mut Rules) {
    if rules.law.repeat == 0 {
        rules.law.repeat = 2;
    }
}

/// Relays from the next pit capture in their own way, and a single lap has no further laps to speak of.
fn choose_sowing(rules: &mut AnyRules, value: Value) {
    let Some(sowing) = Sowing::from_value(value) else { return };
    change(rules, |rules| {
        let law = &mut rules.law;
        law.sowing = sowing;
        if sowing == Sowing::RelayNext {
            (law.capture, law.take, law.mark) = (Capture::None, Counts::NONE, 0);
            (law.take_run, law.raid, law.mark_pair) = (super::Run::None, 0, 0);
            (law.capture_run, law.capture_all, law.capture_needs) = (false, false, NumberSet::default());
            law.first_stone = super::FirstStone::Next;
        } else {
            (law.gap, law.gap_opposite) = (super::Gap::None, false);
        }
        if sowing == Sowing::Single {
            law.relay_turns = false;
            if law.skip_origin == super::SkipOrigin::Lap {
                law.skip_origin = super::SkipOrigin::Move;
            }
            if matches!(law.after_capture, super::AfterCapture::Onward | super::AfterCapture::Resow) {
                law.after_capture = super::AfterCapture::Ends;
            }
        } else {
            law.slam = super::Slam::Legal;
        }
    });
}

/// A number between two bounds.
#[derive(Clone, Copy)]
struct Within<const LOW: u8, const HIGH: u8>(u8);

/// A number of stones, of marks or of moves.
type Count = Within<0, 63>;

impl<const LOW: u8, const HIGH: u8> From<u8> for Within<LOW, HIGH> {
    fn from(number: u8) -> Self {
        Self(number)
    }
}

impl<const LOW: u8, const HIGH: u8> From<Within<LOW, HIGH>> for u8 {
    fn from(number: Within<LOW, HIGH>) -> Self {
        number.0
    }
}

impl<const LOW: u8, const HIGH: u8> Setting for Within<LOW, HIGH> {
    const KIND: Kind = Kind::Number { low: LOW, high: HIGH };

    fn value(self) -> Value {
        Value::Number(self.0)
    }

    fn from_value(value: Value) -> Option<Self> {
        let Value::Number(number) = value else { return None };
        (LOW..=HIGH).contains(&number).then_some(Self(number))
    }
}

/// How often a position must stand to end the game.
#[derive(Clone, Copy)]
struct Repeat(u8);

impl From<u8> for Repeat {
    fn from(number: u8) -> Self {
        Self(number)
    }
}

impl From<Repeat> for u8 {
    fn from(repeat: Repeat) -> Self {
        repeat.0
    }
}

impl Setting for Repeat {
    const KIND: Kind = Kind::OneOf(&[0, 2, 3]);

    fn value(self) -> Value {
        Value::Number(self.0)
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Number(number @ (0 | 2 | 3)) => Some(Self(number)),
            _ => None,
        }
    }
}

/// Either side or the mover's, of the three sides.
#[derive(Clone, Copy)]
struct AnyOrOwn(Side);

impl AnyOrOwn {
    const SIDES: [Side; 2] = [Side::Any, Side::Own];
}

impl From<Side> for AnyOrOwn {
    fn from(side: Side) -> Self {
        Self(side)
    }
}

impl From<AnyOrOwn> for Side {
    fn from(side: AnyOrOwn) -> Self {
        side.0
    }
}

impl Setting for AnyOrOwn {
    const KIND: Kind = Kind::Choice(Words(|place| Self::SIDES.get(place).map(|side| side.word())));

    fn value(self) -> Value {
        Value::Choice(usize::from(self.0 == Side::Own))
    }

    fn from_value(value: Value) -> Option<Self> {
        let Value::Choice(place) = value else { return None };
        Self::SIDES.get(place).map(|&side| Self(side))
    }
}

const EVERY_PIT: Numbers = Numbers {
    low: 1,
    high: MoveRules::MAX_SIDE as u8,
    expected: "a list of pit numbers from 1 to 56",
    named: &[],
    usual: &[NumberSet::of(&[]), NumberSet::of(&[1]), NumberSet::of(&[1, 2])],
    offered: |rules| (1..=of_any(rules).map_or(0, |rules| rules.law.side())).collect(),
};

const STONES: Numbers = Numbers {
    low: 1,
    high: 63,
    expected: "a list of numbers from 1 to 63",
    named: &[],
    usual: &[NumberSet::of(&[]), NumberSet::of(&[2]), NumberSet::of(&[2, 3]), NumberSet::of(&[2, 4])],
    offered: |_| (1..=12).collect(),
};

/// Numbers of pits.
#[derive(Clone, Copy)]
struct PitNumbers(NumberSet);

/// Numbers of stones.
#[derive(Clone, Copy)]
struct StoneNumbers(NumberSet);

macro_rules! number_list {
    ($name:ident, $numbers:expr) => {
        impl From<NumberSet> for $name {
            fn from(set: NumberSet) -> Self {
                Self(set)
            }
        }

        impl From<$name> for NumberSet {
            fn from(list: $name) -> Self {
                list.0
            }
        }

        impl Setting for $name {
            const KIND: Kind = Kind::Set(&$numbers);

            fn value(self) -> Value {
                Value::Set(self.0)
            }

            fn from_value(value: Value) -> Option<Self> {
                let Value::Set(set) = value else { return None };
                (set.intersection($numbers.full()) == set).then_some(Self(set))
            }
        }
    };
}

number_list!(PitNumbers, EVERY_PIT);
number_list!(StoneNumbers, STONES);

/// Every number that a list can name, of pits.
const ALL_PITS: NumberSet = NumberSet::up_to(MoveRules::MAX_SIDE as u8, 1);
/// Every even number that a list can name.
const EVEN: NumberSet = NumberSet::up_to(62, 2);

impl Setting for PitSet {
    const KIND: Kind = Kind::Set(&Numbers {
        expected: "\"none\", \"all\" or a list of pit numbers from 1 to 56",
        named: &[("none", NumberSet::of(&[])), ("all", ALL_PITS)],
        usual: &[NumberSet::of(&[]), ALL_PITS, NumberSet::of(&[1, 2])],
        ..EVERY_PIT
    });

    fn value(self) -> Value {
        Value::Set(match self {
            Self::None => NumberSet::default(),
            Self::All => ALL_PITS,
            Self::Listed(set) => set,
        })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Set(set) if set.is_empty() => Some(Self::None),
            Value::Set(set) if set == ALL_PITS => Some(Self::All),
            Value::Set(set) => PitNumbers::from_value(Value::Set(set)).map(|list| Self::Listed(list.0)),
            _ => None,
        }
    }
}

impl Setting for Counts {
    const KIND: Kind = Kind::Set(&Numbers {
        expected: "\"even\" or a list of numbers from 1 to 63",
        named: &[("even", EVEN)],
        usual: &[NumberSet::of(&[]), NumberSet::of(&[2, 3]), NumberSet::of(&[4]), EVEN],
        ..STONES
    });

    fn value(self) -> Value {
        Value::Set(match self {
            Self::Even => EVEN,
            Self::Listed(set) => set,
        })
    }

    fn from_value(value: Value) -> Option<Self> {
        match value {
            Value::Set(set) if set == EVEN => Some(Self::Even),
            value => StoneNumbers::from_value(value).map(|list| Self::Listed(list.0)),
        }
    }
}

impl Setting for StartCounts {
    const KIND: Kind = Kind::Counts;

    fn value(self) -> Value {
        Value::Counts(self)
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Counts(start) = value { Some(start) } else { None }
    }
}

#[cfg(all(test, feature = "family"))]
mod tests {
    use super::*;
    use crate::{GameKind, Preset};

    #[test]
    fn what_is_read_from_rules_can_be_put_into_others() {
        let all: Vec<_> = Preset::all().filter(|preset| preset.rules.game() == GameKind::Mancala).collect();
        for from in &all {
            for into in [all[0], all[all.len() / 2]] {
                let mut rules = into.rules;
                for option in &OPTIONS {
                    option.set(&mut rules, option.get(&from.rules).expect("a sowing game has every option"));
                }
                assert_eq!(rules, from.rules, "{} over {}", from.name, into.name);
            }
        }
    }

    #[test]
    fn a_value_of_another_kind_or_of_another_game_changes_nothing() {
        let senet = AnyRules::default_of(GameKind::Senet);
        for option in &OPTIONS {
            assert_eq!(option.get(&senet), None);
            for value in option.kind.values() {
                let mut rules = senet;
                option.choose(&mut rules, value);
                assert_eq!(rules, senet);
            }
            let foreign = match option.kind {
                Kind::Flag => [Value::Number(1), Value::Choice(0)],
                Kind::Choice(_) => [Value::Flag(true), Value::Choice(99)],
                Kind::Number { .. } | Kind::OneOf(_) => [Value::Number(99), Value::Flag(true)],
                Kind::Set(_) | Kind::Counts => [Value::Number(1), Value::Flag(true)],
            };
            for value in foreign {
                let mut rules = Preset::named("oware").expect("oware is shipped").rules;
                let before = rules;
                option.set(&mut rules, value);
                option.choose(&mut rules, value);
                assert_eq!(rules, before, "{option:?}");
            }
        }
    }

    #[test]
    fn what_a_player_chooses_for_stores_direction_and_sowing_contradicts_nothing_that_can_follow() {
        for name in ["gebeta", "oware", "togyzkumalak", "pallanguzhi", "gabata-weg"] {
            let preset = Preset::named(name).expect("a shipped rule set");
            for option in
                OPTIONS.iter().filter(|option| ["stores", "direction", "sowing"].contains(&option.key))
            {
                for value in option.kind.values() {
                    let mut rules = preset.rules;
                    option.choose(&mut rules, value);
                    assert_eq!(option.get(&rules), Some(value));
                    assert_eq!(rules.conflicts(), [], "{name} {option:?} {value:?}");
                }
            }
        }
    }

    #[test]
    fn keys_are_unique_and_start_with_those_of_the_small_table() {
        for option in &OPTIONS {
            assert_eq!(OPTIONS.iter().filter(|other| other.key == option.key).count(), 1, "{option:?}");
        }
        for option in GameKind::Mancala.options() {
            assert!(OPTIONS.iter().any(|other| other.key == option.key), "{option:?}");
        }
    }
}
