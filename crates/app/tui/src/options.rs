//! Every option of the rules as a line that can be read, turned and explained.

use gebeta_i18n::Language;
use gebeta_rules::mancala::DIFFICULTY;
use gebeta_rules::options::{Kind, RuleOption, Value};
use gebeta_rules::{AnyRules, Keyword};

/// The options of a game, in the order of the set-up.
pub(crate) fn options_of(rules: &AnyRules) -> Vec<&'static RuleOption> {
    let named = matches!(rules, AnyRules::Mancala(_)).then_some(&DIFFICULTY);
    let mut options: Vec<_> = named.into_iter().chain(rules.options()).collect();
    options.sort_by_key(|option| option.group);
    options
}

/// How an option is set.
pub(crate) fn value(option: &RuleOption, rules: &AnyRules, l: Language) -> String {
    option.get(rules).map_or_else(|| "-".to_owned(), |value| l.option_value(option, value))
}

/// What the present setting does.
pub(crate) fn about(option: &RuleOption, rules: &AnyRules, l: Language) -> &'static str {
    // These are explained together with another.
    let other = match option.key {
        "forfeit" => rules.game().option("extra_throw"),
        "exits" => rules.game().option("wrong_roll"),
        _ => None,
    };
    l.option_about(other.unwrap_or(option), rules).unwrap_or_default()
}

/// The next setting, or the one before.
pub(crate) fn turn(option: &RuleOption, rules: &mut AnyRules, on: bool) {
    let values = option.kind.values();
    if let Some(now) = option.get(rules).or(values.first().copied()) {
        option.choose(rules, cycled(now, &values, on));
    }
}

/// A digit typed at an option: the number itself, or one that is put in or taken out.
pub(crate) fn digit(option: &RuleOption, rules: &mut AnyRules, digit: u8) {
    let value = match (option.kind, option.get(rules)) {
        (Kind::Number { .. }, _) => option.kind.number(digit),
        (Kind::Set(numbers), Some(Value::Set(set))) if numbers.high <= 9 => {
            numbers.full().contains(digit).then_some(Value::Set(set.toggled(digit)))
        }
        _ => None,
    };
    if let Some(value) = value {
        option.choose(rules, value);
    }
}

/// The neighbor of a word in its list.
pub(crate) fn word<T: Keyword>(now: T, on: bool) -> T {
    let there = T::KEYWORDS.iter().position(|(_, choice)| *choice == now).unwrap_or(0);
    T::KEYWORDS[next_in(T::KEYWORDS.len(), there, on)].1
}

/// The neighbor of a choice in a list; the first where it is not in it.
pub(crate) fn cycled<T: Clone + PartialEq>(now: T, choices: &[T], on: bool) -> T {
    match choices.iter().position(|choice| *choice == now) {
        Some(there) => choices[next_in(choices.len(), there, on)].clone(),
        None => choices.first().cloned().unwrap_or(now),
    }
}

/// The next place in a ring of `len`, or the one before.
pub(crate) const fn next_in(len: usize, there: usize, on: bool) -> usize {
    if on { (there + 1) % len } else { (there + len - 1) % len }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::GameKind;

    use super::*;

    fn option(key: &str) -> &'static RuleOption {
        let options = [GameKind::Mancala, GameKind::Senet]
            .into_iter()
            .flat_map(|game| options_of(&AnyRules::default_of(game)));
        options.into_iter().find(|option| option.key == key).unwrap()
    }

    fn shown(key: &str, rules: &AnyRules) -> String {
        value(option(key), rules, Language::En)
    }

    #[test]
    fn every_option_of_the_rules_can_be_changed_and_is_explained() {
        for game in [GameKind::Mancala, GameKind::Senet] {
            let start = AnyRules::default_of(game);
            for option in options_of(&AnyRules::default_of(game)) {
                for language in Language::ALL {
                    assert!(!language.option_label(option).is_empty());
                    assert!(!value(option, &start, language).is_empty());
                    assert!(!about(option, &start, language).is_empty(), "{option:?}");
                }
                let mut rules = start;
                turn(option, &mut rules, true);
                assert_ne!(rules, start, "{option:?} does nothing");
                for _ in 0..100 {
                    turn(option, &mut rules, false);
                    if option.get(&rules) == option.get(&start) {
                        break;
                    }
                }
                assert_eq!(option.get(&rules), option.get(&start), "{option:?} comes round again");
            }
        }
    }

    #[test]
    fn difficulty_sets_the_number_of_stones() {
        let mut rules = AnyRules::default_of(GameKind::Mancala);
        let mut seen = Vec::new();
        for _ in 0..4 {
            turn(&DIFFICULTY, &mut rules, true);
            seen.push(format!("{} {}", shown("difficulty", &rules), shown("stones", &rules)));
        }
        assert_eq!(seen, ["Hard 5", "Expert 6", "Easy 3", "Normal 4"]);
        digit(option("stones"), &mut rules, 9);
        assert_eq!(shown("difficulty", &rules), "-");
        assert!(!about(&DIFFICULTY, &rules, Language::En).is_empty());
    }

    /// As in the browser's set-up.
    #[test]
    fn choosing_relay_sowing_switches_captures_off() {
        for start in [gebeta_rules::mancala::Rules::GEBETA, gebeta_rules::mancala::Rules::TAINTED] {
            let mut rules = AnyRules::Mancala(start);
            turn(option("sowing"), &mut rules, true);
            assert_eq!([shown("sowing", &rules), shown("capture", &rules)], ["Relay", "None"]);
            assert_eq!(rules.conflicts(), []);
        }
    }

    #[test]
    fn a_throw_without_dark_sides_takes_the_rolls_along_that_named_it() {
        let mut rules = AnyRules::Senet(gebeta_rules::senet::Rules::FIVE_PIECE);
        turn(option("no_dark"), &mut rules, true);
        assert_eq!(shown("extra_throw", &rules), "1 4 6");
    }

    #[test]
    fn a_digit_puts_a_roll_in_and_takes_it_out() {
        let start = AnyRules::default_of(GameKind::Senet);
        let mut rules = start;
        digit(option("extra_throw"), &mut rules, 4);
        assert_eq!(shown("extra_throw", &rules), "4");
        digit(option("extra_throw"), &mut rules, 4);
        for (key, typed) in [("extra_throw", 7), ("safe", 5), ("pieces", 0), ("block", 2)] {
            digit(option(key), &mut rules, typed);
        }
        assert_eq!(rules, start);
    }
}
