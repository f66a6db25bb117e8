//! Moves worked out by hand: the files of `testdata/moves/`.

use gebeta_rules::{AnyRules, Preset};

use crate::fixture::{Line, read_rules};

/// One line `rules overrides | before | move | after`, with an error's words where a move is refused.
///
/// The overrides are keys of a rule file without spaces, `end=majority exits={28=[3]}`. Where they do not say
/// how large the board is or how many pieces there are, the position does.
#[derive(Clone, Debug)]
pub struct Case {
    /// File and line number, for messages.
    pub place: String,
    /// The rules.
    pub rules: AnyRules,
    /// The position before the move.
    pub before: String,
    /// The move.
    pub mv: String,
    /// The position after it, or why there is none.
    pub expected: String,
}

impl Case {
    /// Reads a line.
    #[track_caller]
    pub fn read(line: &Line) -> Self {
        let place = line.place.clone();
        let columns: Vec<_> = line.text.split('|').map(str::trim).collect();
        let [rules, before, mv, expected] = columns[..] else {
            panic!("{place}: a case is `rules | before | move | after`")
        };
        Self {
            rules: rules_of(rules, before, &place),
            before: before.to_owned(),
            mv: mv.to_owned(),
            expected: expected.to_owned(),
            place,
        }
    }
}

#[track_caller]
fn rules_of(words: &str, before: &str, place: &str) -> AnyRules {
    let mut words = words.split_ascii_whitespace();
    let base = words.next().unwrap_or_default();
    let preset = Preset::named(base).unwrap_or_else(|| panic!("{place}: there is no preset `{base}`"));
    let game = preset.rules.game();
    let overrides: Vec<_> = words.map(|word| word.split_once('=').unwrap_or((word, "true"))).collect();
    let lines: String = overrides.iter().map(|(key, value)| format!("{key} = {}\n", quoted(value))).collect();
    let rules = read_rules(&format!("game = '{game}'\nbase = '{base}'\n{lines}"), place);
    if overrides.iter().any(|&(key, _)| matches!(key, "pits" | "pieces")) { rules } else { rules.fit(before) }
}

/// The value of an override as TOML: words get their quotes.
fn quoted(value: &str) -> String {
    let is_word = value.starts_with(|c: char| c.is_ascii_alphabetic()) && !matches!(value, "true" | "false");
    if is_word { format!("'{value}'") } else { value.to_owned() }
}
