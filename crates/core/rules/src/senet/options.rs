use super::{
    Block, Forfeit, Gate, NoDark, Pieces, Protect, Roll, RollSet, Square, SquareSet, Water, WrongRoll,
};
use crate::AnyRules;
use crate::options::{Group, Kind, NumberSet, Numbers, RuleOption, Setting, Value, option, setter};

impl Setting for Pieces {
    const KIND: Kind = Kind::Number { low: 1, high: Self::MAX };

    fn value(self) -> Value {
        Value::Number(self.get())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Number(n) = value { Self::new(n) } else { None }
    }
}

impl Setting for NoDark {
    const KIND: Kind = Kind::OneOf(&[5, 6]);

    fn value(self) -> Value {
        Value::Number(self.roll().get())
    }

    fn from_value(value: Value) -> Option<Self> {
        [Self::Five, Self::Six].into_iter().find(|no_dark| no_dark.value() == value)
    }
}

impl Setting for Block {
    const KIND: Kind = Kind::OneOf(&[0, 2, 3]);

    fn value(self) -> Value {
        Value::Number(self.length())
    }

    fn from_value(value: Value) -> Option<Self> {
        [Self::Never, Self::Two, Self::Three].into_iter().find(|block| block.value() == value)
    }
}

impl Setting for RollSet {
    const KIND: Kind = Kind::Set(&Numbers {
        expected: "a list of rolls, like [1, 4, 5]",
        named: &[],
        usual: &[
            NumberSet::of(&[]),
            NumberSet::of(&[1, 4, 5]),
            NumberSet::of(&[1, 4, 6]),
            NumberSet::of(&[4, 5]),
        ],
        ..ROLLS
    });

    fn value(self) -> Value {
        Value::Set(self.iter().map(Roll::get).collect())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Set(rolls) = value { Some(rolls.iter().filter_map(Roll::new).collect()) } else { None }
    }
}

impl Setting for SquareSet {
    const KIND: Kind = Kind::Set(&Numbers {
        low: 1,
        high: Square::LAST,
        expected: "a list of squares, like [26]",
        named: &[],
        usual: &[
            NumberSet::of(&[]),
            NumberSet::of(&[26]),
            NumberSet::of(&[15, 26]),
            NumberSet::of(&[26, 28, 29]),
        ],
        offered: |_| (1..=Square::LAST).collect(),
    });

    fn value(self) -> Value {
        Value::Set(self.map(Square::number).collect())
    }

    fn from_value(value: Value) -> Option<Self> {
        let Value::Set(squares) = value else { return None };
        Some(squares.iter().filter_map(Square::new).collect())
    }
}

/// Rolls; those that the sticks can show mean something.
const ROLLS: Numbers = Numbers {
    low: 1,
    high: 6,
    expected: "",
    named: &[],
    usual: &[],
    offered: |rules| match rules {
        AnyRules::Senet(rules) => rules.no_dark.throws().iter().map(|(roll, _)| roll.get()).collect(),
        AnyRules::Mancala(_) | AnyRules::Sowing(_) => NumberSet::default(),
    },
};

/// [`RollSet::ANY`].
const ANY: NumberSet = NumberSet::of(&[1, 2, 3, 4, 5, 6]);

/// Rolls that bear off from a house.
macro_rules! exit {
    ($field:ident, $square:expr, $roll:literal) => {
        option!(Senet, "exits", exits.$field: RollSet).part($square.number()).kind(Kind::Set(&Numbers {
            expected: "a table of 28, 29 and 30, like { 28 = [3], 29 = [2], 30 = \"any\" }",
            named: &[("any", ANY)],
            usual: &[NumberSet::of(&[$roll]), ANY],
            ..ROLLS
        }))
    };
}

/// Every option of the game, in the order of rule files.
pub(crate) static OPTIONS: [RuleOption; 14] = [
    option!(Senet, "pieces", pieces: Pieces).group(Group::Board),
    option!(Senet, "no_dark", no_dark: NoDark)
        .chosen_by(setter!(Senet, |rules, no_dark: NoDark| *rules = rules.with_no_dark(no_dark))),
    option!(Senet, "extra_throw", extra_throw: RollSet),
    option!(Senet, "forfeit", forfeit: Forfeit),
    option!(Senet, "protect", protect: Protect),
    option!(Senet, "block", block: Block),
    option!(Senet, "safe", safe: SquareSet),
    option!(Senet, "gate", gate: Gate),
    option!(Senet, "water", water: Water),
    exit!(three_truths, Square::THREE_TRUTHS, 3),
    exit!(re_atoum, Square::RE_ATOUM, 2),
    exit!(horus, Square::HORUS, 1),
    option!(Senet, "wrong_roll", wrong_roll: WrongRoll),
    option!(Senet, "backward", backward: bool),
];
