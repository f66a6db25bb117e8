//! Rules as a message: the keys of rule files as JSON, or the name of a preset.
//!
//! Not as the text of a rule file: reading TOML takes a large parser.

use gebeta_rules::options::{Kind, RuleOption, Value};
use gebeta_rules::{AnyRules, Preset};

use crate::fields::{Fields, small, text};
use crate::{Fault, Json};

pub(crate) fn write(rules: &AnyRules) -> Json {
    let mut entries = vec![("game".to_owned(), Json::text(rules.game()))];
    for options in rules.game().options_by_key() {
        let mut values: Vec<_> = options.iter().filter_map(|option| write_value(option, rules)).collect();
        let value = if options.len() == 1 { values.pop() } else { Some(Json::List(values)) };
        entries.extend(value.map(|value| (options[0].key.to_owned(), value)));
    }
    Json::Object(entries)
}

/// The rules at `key`, by name or written out.
pub(crate) fn read(fields: Fields<'_>, key: &str) -> Result<AnyRules, Fault> {
    let rules = fields.must(key, Some)?;
    if let Some(name) = text(rules) {
        let unknown = || Fault::new("unknown-rules", format_args!("there are no rules {name:?}"));
        return Preset::named(name).map(|preset| preset.rules).ok_or_else(unknown);
    }
    let fields = Fields(rules);
    let game = fields.game()?;
    let mut rules = AnyRules::default_of(game);
    for options in game.options_by_key() {
        let key = options[0].key;
        let written = fields.must(key, Some)?;
        let written = match (options, written) {
            ([_], value) => std::slice::from_ref(value),
            (parts, Json::List(values)) if values.len() == parts.len() => values,
            _ => return Err(Fault::field(key)),
        };
        for (option, value) in options.iter().zip(written) {
            let value = read_value(option.kind, value).ok_or_else(|| Fault::field(key))?;
            option.set(&mut rules, value);
        }
    }
    match rules.conflicts().first() {
        Some(conflict) => Err(Fault::new("bad-rules", conflict)),
        None => Ok(rules),
    }
}

fn write_value(option: &RuleOption, rules: &AnyRules) -> Option<Json> {
    Some(match (option.kind, option.get(rules)?) {
        (Kind::Choice(words), Value::Choice(place)) => Json::text(words.get(place)?),
        (_, Value::Flag(flag)) => Json::from(flag),
        (_, Value::Number(number)) => Json::from(u32::from(number)),
        (_, Value::Set(set)) => Json::list(set.iter(), |number| Json::from(u32::from(number))),
        (_, Value::Choice(_)) => return None,
    })
}

fn read_value(kind: Kind, value: &Json) -> Option<Value> {
    match (kind, value) {
        (Kind::Flag, Json::Bool(flag)) => Some(Value::Flag(*flag)),
        (Kind::Choice(words), Json::Text(word)) => words.find(word),
        (Kind::Number { .. } | Kind::OneOf(_), number) => kind.number(byte(number)?),
        (Kind::Set(numbers), Json::List(items)) => {
            let number = |item| byte(item).filter(|number| (numbers.low..=numbers.high).contains(number));
            items.iter().map(number).collect::<Option<_>>().map(Value::Set)
        }
        _ => None,
    }
}

fn byte(value: &Json) -> Option<u8> {
    u8::try_from(small(value)?).ok()
}
