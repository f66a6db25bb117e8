use gebeta_engine::notation;
use gebeta_rules::options::{Kind, NumberSet, Value};
use gebeta_rules::{AnyRules, GameKind};
use serde::{Deserialize, Serialize};

/// Rules as they are sent: a number for each option of the game, in the order of its table.
///
/// Not the text of a rule file: reading TOML takes a large parser.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct RulesForm {
    #[serde(with = "notation")]
    game: GameKind,
    options: Vec<u64>,
}

impl RulesForm {
    pub(crate) fn of(rules: &AnyRules) -> Self {
        let game = rules.game();
        let number = |value| match value {
            Value::Flag(flag) => flag.into(),
            Value::Choice(place) => place as u64,
            Value::Number(number) => number.into(),
            // The page's forms have no list of counts.
            Value::Counts(_) => 0,
            Value::Set(set) => set.iter().fold(0, |bits, number| bits | 1 << number),
        };
        let options = game.options().iter().map(|option| option.get(rules).map_or(0, number)).collect();
        Self { game, options }
    }

    /// None if a number is not a value of its option, or the rules contradict themselves.
    pub(crate) fn rules(&self) -> Option<AnyRules> {
        let options = self.game.options();
        let mut rules = AnyRules::default_of(self.game);
        for (option, &number) in options.iter().zip(&self.options) {
            option.set(&mut rules, value(option.kind, number)?);
        }
        (self.options.len() == options.len() && rules.conflicts().is_empty()).then_some(rules)
    }
}

fn value(kind: Kind, number: u64) -> Option<Value> {
    match kind {
        Kind::Flag => (number < 2).then_some(Value::Flag(number == 1)),
        Kind::Choice(words) => {
            let place = usize::try_from(number).ok()?;
            words.get(place).map(|_| Value::Choice(place))
        }
        Kind::Number { .. } | Kind::OneOf(_) => kind.number(u8::try_from(number).ok()?),
        Kind::Counts => None,
        Kind::Set(numbers) => {
            let set: NumberSet = (0..64).filter(|place| number >> place & 1 == 1).collect();
            (set.intersection(numbers.full()) == set).then_some(Value::Set(set))
        }
    }
}
