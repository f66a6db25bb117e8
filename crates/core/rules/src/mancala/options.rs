use super::{Capture, Difficulty, End, First, Leftovers, Size, Sowing};
use crate::options::{Group, Kind, RuleOption, Setting, Value, option, setter};
use crate::{AnyRules, GameKind, Keyword};

impl Setting for Size {
    const KIND: Kind = Kind::Number { low: 1, high: Self::MAX };

    fn value(self) -> Value {
        Value::Number(self.get())
    }

    fn from_value(value: Value) -> Option<Self> {
        if let Value::Number(n) = value { Self::new(n) } else { None }
    }
}

/// Every option of the family, in the order of rule files.
pub(crate) static OPTIONS: [RuleOption; 10] = [
    option!(Mancala, "pits", pits: Size).group(Group::Board),
    option!(Mancala, "stones", stones: Size).group(Group::Board),
    option!(Mancala, "sowing", law.sowing: Sowing)
        .chosen_by(setter!(Mancala, |rules, sowing: Sowing| rules.law = rules.law.with_sowing(sowing))),
    option!(Mancala, "skip_origin", law.skip_origin: bool),
    option!(Mancala, "capture", law.capture: Capture),
    option!(Mancala, "extra_turn", law.extra_turn: bool),
    option!(Mancala, "end", law.end: End),
    option!(Mancala, "leftovers", law.leftovers: Leftovers),
    option!(Mancala, "first", first: First).group(Group::Begin),
    option!(Mancala, "pie", pie: bool),
];

/// The difficulty, another way to set `stones`: no key of rule files. Its value is none if no difficulty has so many.
pub static DIFFICULTY: RuleOption = {
    let set = setter!(Mancala, |rules, difficulty: Difficulty| rules.stones = difficulty.stones());
    RuleOption {
        game: GameKind::Mancala,
        key: "difficulty",
        part: None,
        group: Group::Board,
        kind: Difficulty::KIND,
        get: |rules| {
            let AnyRules::Mancala(rules) = rules else { return None };
            let place = Difficulty::KEYWORDS.iter().position(|(_, named)| named.stones() == rules.stones);
            place.map(Value::Choice)
        },
        set,
        choose: set,
    }
};
