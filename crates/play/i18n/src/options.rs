//! What the options of the rules are called and what they do, by the keys of rule files.
//!
//! `opt_KEY` is the name of an option and `opt_KEY_about` what it does. `opt_KEY_VALUE` is the name of a value, a word or a
//! number, and `opt_KEY_VALUE_about` what the option does when it is set to it.

use gebeta_rules::options::{Kind, Value};
use gebeta_rules::{AnyRules, RuleOption};

use crate::phrase::Phrase;
use crate::texts::{OPTION_TEXTS, RULE_TEXTS};
use crate::{Language, fill};

impl Language {
    /// What an option is called.
    pub fn option_label(self, option: &RuleOption) -> String {
        let label = self.option_text(&[option.key]).unwrap_or(option.key);
        match &option.part {
            Some(part) => self.fill(label, &[fill::Value::Word(part)]),
            None => label.to_owned(),
        }
    }

    /// What a value of an option is called.
    pub fn option_value(self, option: &RuleOption, value: Value) -> String {
        match (option.kind, value) {
            (_, Value::Flag(flag)) => if flag { self.yes() } else { self.no() }.to_owned(),
            (Kind::Set(numbers), Value::Set(set)) => {
                if set == numbers.full() {
                    self.any().to_owned()
                } else if set.is_empty() {
                    self.none().to_owned()
                } else {
                    set.iter().map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
                }
            }
            _ => {
                let name = option.kind.name(value);
                self.option_text(&[option.key, &name]).map_or(name, str::to_owned)
            }
        }
    }

    /// What an option does as these rules set it; none if nothing is said of it.
    pub fn option_about(self, option: &RuleOption, rules: &AnyRules) -> Option<&'static str> {
        let value = option.get(rules).map(|value| option.kind.name(value)).unwrap_or_default();
        self.option_text(&[option.key, &value, "about"]).or_else(|| self.option_text(&[option.key, "about"]))
    }

    fn option_text(self, name: &[&str]) -> Option<&'static str> {
        self.look_up(OPTION_TEXTS, name)
    }

    /// What the page of rules says of an option as these rules set it: `rule_KEY_VALUE`.
    pub(crate) fn option_sentence(self, key: &str, rules: &AnyRules) -> Option<&'static str> {
        let option = rules.game().option(key)?;
        self.look_up(RULE_TEXTS, &[key, &option.kind.name(option.get(rules)?)])
    }

    /// What is said under a name that is made of these parts.
    fn look_up(
        self,
        table: &'static [(&'static str, &'static Phrase<1>)],
        name: &[&str],
    ) -> Option<&'static str> {
        let name = name.join("_").replace('-', "_");
        let place = table.binary_search_by(|(known, _)| (*known).cmp(&name)).ok()?;
        Some(self.text(table[place].1))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use gebeta_rules::{GameKind, mancala};

    use super::*;

    fn all() -> impl Iterator<Item = &'static RuleOption> {
        let games = [GameKind::Mancala, GameKind::Senet];
        games.into_iter().flat_map(GameKind::options).chain([&mancala::DIFFICULTY])
    }

    /// The values of an option that have names of their own.
    fn named_values(option: &RuleOption) -> Vec<Value> {
        match option.kind {
            Kind::Choice(_) | Kind::OneOf(_) => option.kind.values(),
            Kind::Flag | Kind::Number { .. } | Kind::Set(_) | Kind::Counts => Vec::new(),
        }
    }

    #[test]
    fn every_option_and_every_word_of_it_has_a_name() {
        for language in Language::ALL {
            for option in all() {
                assert!(language.option_text(&[option.key]).is_some(), "{option:?}");
                assert!(!language.option_label(option).contains('{'), "{option:?}");
                for value in named_values(option) {
                    let name = option.kind.name(value);
                    // What a throw counts is a number and has no other name.
                    let is_number = option.key == "no_dark";
                    assert!(
                        is_number || language.option_text(&[option.key, &name]).is_some(),
                        "{option:?} {name}"
                    );
                }
            }
        }
    }

    #[test]
    fn nothing_is_said_of_options_that_do_not_exist() {
        let names = all().flat_map(|option| {
            let values = named_values(option)
                .into_iter()
                .map(|value| format!("{}_{}", option.key, option.kind.name(value)));
            [option.key.to_owned()].into_iter().chain(values).collect::<Vec<_>>()
        });
        let known: BTreeSet<_> = names
            .flat_map(|name| [format!("{name}_about"), name])
            .map(|name| name.replace('-', "_"))
            .collect();
        for (name, _) in OPTION_TEXTS {
            assert!(known.contains(*name), "opt_{name}");
        }
    }

    /// What a rule file may write for an option.
    fn values_in_words(kind: Kind) -> String {
        let written = || kind.values().into_iter().map(|value| format!("`{}`", kind.written(value)));
        match kind {
            Kind::Flag | Kind::Choice(_) | Kind::OneOf(_) => written().collect::<Vec<_>>().join(", "),
            Kind::Number { low, high } => format!("{low} to {high}"),
            Kind::Counts => "list of counts, one for each pit of a side".to_owned(),
            Kind::Set(numbers) => {
                let words: String =
                    numbers.named.iter().map(|(word, _)| format!(", or `\"{word}\"`")).collect();
                format!("list of numbers from {} to {}{words}", numbers.low, numbers.high)
            }
        }
    }

    /// The key reference as `docs/developing/file-formats.md` has it.
    fn key_reference(game: GameKind) -> String {
        let rules = AnyRules::default_of(game);
        let row = |option: &RuleOption| {
            let part = option.part.map(|part| format!(", `{part}`")).unwrap_or_default();
            let default = option.kind.written(option.get(&rules).unwrap());
            let label = Language::En.option_label(option);
            format!("| `{}`{part} | {label} | {} | `{default}` |\n", option.key, values_in_words(option.kind))
        };
        let rows: String = game.options().iter().map(row).collect();
        format!("| key | what it sets | values | default |\n|---|---|---|---|\n{rows}")
    }

    #[test]
    fn the_key_reference_of_the_docs_is_the_table_of_options() {
        let page = include_str!("../../../../docs/developing/file-formats.md");
        for game in [GameKind::Mancala, GameKind::Senet] {
            let table = key_reference(game);
            assert!(
                page.contains(&table),
                "docs/developing/file-formats.md should have this table:\n\n{table}"
            );
        }
    }

    #[test]
    fn an_option_is_told_with_its_value_and_what_it_does() {
        let told = |key: &str, value| {
            let games = [GameKind::Mancala, GameKind::Senet];
            let mut rules =
                AnyRules::default_of(*games.iter().find(|game| game.option(key).is_some()).unwrap());
            let (option, l) = (rules.game().option(key).unwrap(), Language::En);
            option.set(&mut rules, value);
            let about = l.option_about(option, &rules).unwrap_or("-");
            format!("{}: {}. {about}", l.option_label(option), l.option_value(option, value))
        };
        let set = |numbers: &[u8]| Value::Set(numbers.iter().copied().collect());
        for (told, expected) in [
            (
                told("capture", Value::Choice(3)),
                "Captures: Opposite only. The stones opposite go to your store, the last stone stays.",
            ),
            (
                told("pie", Value::Flag(true)),
                "Pie rule: Yes. After the first turn the second player may take over the other side, once.",
            ),
            (
                told("block", Value::Number(0)),
                "Walls: None. So many pieces in a row cannot be passed by the opponent.",
            ),
            (told("exits", set(&[3])), "Rolls that take a piece off from 28: 3. -"),
            (told("exits", set(&[1, 2, 3, 4, 5, 6])), "Rolls that take a piece off from 28: Any. -"),
            (told("safe", set(&[])), "Safe squares: None. Pieces on these squares cannot be swapped."),
            (told("safe", set(&[15, 26])), "Safe squares: 15 26. Pieces on these squares cannot be swapped."),
        ] {
            assert_eq!(told, expected);
        }
        let start = AnyRules::default_of(GameKind::Mancala);
        let difficulty = mancala::DIFFICULTY.get(&start).unwrap();
        assert_eq!(Language::En.option_value(&mancala::DIFFICULTY, difficulty), "Normal");
    }
}
