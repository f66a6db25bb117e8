//! The files of `testdata/`, one case per line. A file that is not as promised stops the test with its place.

use std::fs;
use std::path::{Path, PathBuf};

use gebeta_rules::{AnyPosition, AnyRules, GameKind, RuleSet, mancala, senet};
use serde_json::Value;

/// A file of `testdata/`, such as `perft/mancala.jsonl`.
pub fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(name)
}

/// A line of a file that says something.
#[derive(Clone, Debug)]
pub struct Line {
    /// File and line number, for messages.
    pub place: String,
    /// The line.
    pub text: String,
}

/// The lines of a file without blank lines and comments, which begin with `#`.
pub fn lines(name: &str) -> Vec<Line> {
    let path = path(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines =
        text.lines().map(str::trim).zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
    lines.map(|(line, number)| Line { place: format!("{name}:{number}"), text: line.to_owned() }).collect()
}

/// The objects of a file of JSON lines.
pub fn rows(name: &str) -> Vec<Row> {
    lines(name).into_iter().map(Row::read).collect()
}

/// A JSON object that knows where it stands.
#[derive(Clone, Debug)]
pub struct Row {
    /// File and line number, for messages.
    pub place: String,
    json: Value,
}

impl Row {
    fn read(line: Line) -> Self {
        let json = serde_json::from_str(&line.text).unwrap_or_else(|error| panic!("{}: {error}", line.place));
        Self { place: line.place, json }
    }

    /// The value of `key`, if it is there.
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.json.get(key)
    }

    /// The text of `key`.
    #[track_caller]
    pub fn text(&self, key: &str) -> &str {
        self.need(key, Value::as_str)
    }

    /// The whole number of `key`.
    #[track_caller]
    pub fn number(&self, key: &str) -> u64 {
        self.need(key, Value::as_u64)
    }

    /// The number of `key`, whole or not.
    #[track_caller]
    pub fn real(&self, key: &str) -> f64 {
        self.need(key, Value::as_f64)
    }

    /// The texts of the list `key`.
    #[track_caller]
    pub fn texts(&self, key: &str) -> Vec<&str> {
        self.need(key, |value| value.as_array()?.iter().map(Value::as_str).collect())
    }

    /// The objects of the list `key`, each with its number behind the place.
    #[track_caller]
    pub fn rows(&self, key: &str) -> Vec<Self> {
        let list = self.need(key, Value::as_array);
        list.iter()
            .zip(1..)
            .map(|(json, number)| Self {
                place: format!("{} {key} {number}", self.place),
                json: json.clone(),
            })
            .collect()
    }

    /// The rules of a mancala row, from its object `rules`.
    #[track_caller]
    pub fn mancala_rules(&self) -> mancala::Rules {
        match self.rules(GameKind::Mancala) {
            AnyRules::Mancala(rules) => rules,
            AnyRules::Sowing(_) | AnyRules::Senet(_) => panic!("{}: rules of the other game", self.place),
        }
    }

    /// The rules of a Senet row: its object `rules`, or `classic` with as many `pieces`.
    #[track_caller]
    pub fn senet_rules(&self) -> senet::Rules {
        match self.rules(GameKind::Senet) {
            AnyRules::Senet(rules) => rules,
            AnyRules::Mancala(_) | AnyRules::Sowing(_) => panic!("{}: rules of the other game", self.place),
        }
    }

    /// The `position` of a mancala row under its rules, or the start of a game where it names none.
    #[track_caller]
    pub fn mancala_position(&self) -> mancala::Position {
        let rules = self.mancala_rules();
        if self.get("position").is_none() {
            return mancala::Position::start(&rules);
        }
        match self.position("position", &AnyRules::Mancala(rules)) {
            AnyPosition::Mancala(pos) => pos,
            AnyPosition::Sowing(_) | AnyPosition::Senet(_) => {
                panic!("{}: a position of the other game", self.place)
            }
        }
    }

    /// The `position` of a Senet row under its rules.
    #[track_caller]
    pub fn senet_position(&self) -> senet::Position {
        match self.position("position", &AnyRules::Senet(self.senet_rules())) {
            AnyPosition::Senet(pos) => pos,
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => {
                panic!("{}: a position of the other game", self.place)
            }
        }
    }

    /// The position written as `key`.
    #[track_caller]
    pub fn position(&self, key: &str, rules: &AnyRules) -> AnyPosition {
        rules.position(self.text(key)).unwrap_or_else(|error| panic!("{}: {error}", self.place))
    }

    /// Writes the rules as a rule file, so that there is one reader of rules.
    #[track_caller]
    fn rules(&self, game: GameKind) -> AnyRules {
        let lines: String = match self.get("rules").and_then(Value::as_object) {
            Some(rules) => rules.iter().map(|(key, value)| format!("{key} = {}\n", toml(value))).collect(),
            None => format!("pieces = {}\n", self.number("pieces")),
        };
        read_rules(&format!("game = '{game}'\n{lines}"), &self.place)
    }

    #[track_caller]
    fn need<'a, T>(&'a self, key: &str, read: impl FnOnce(&'a Value) -> Option<T>) -> T {
        self.get(key).and_then(read).unwrap_or_else(|| panic!("{}: `{key}` is missing or odd", self.place))
    }
}

/// Reads a rule file that the case at `place` asks for.
#[track_caller]
pub(crate) fn read_rules(file: &str, place: &str) -> AnyRules {
    match RuleSet::parse(file, "fixture") {
        Ok(set) => set.rules,
        Err(faults) => panic!("{place}: {faults}\n{file}"),
    }
}

/// TOML writes everything a rule needs as JSON does, except tables.
fn toml(value: &Value) -> String {
    match value {
        Value::Object(table) => {
            let entries: Vec<_> =
                table.iter().map(|(key, value)| format!("{key} = {}", toml(value))).collect();
            format!("{{ {} }}", entries.join(", "))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(json: &str) -> Row {
        Row::read(Line { place: "here".to_owned(), text: json.to_owned() })
    }

    #[test]
    fn json_rules_are_read_by_the_one_rule_reader() {
        let mancala =
            row(r#"{"rules":{"pits":3,"capture":"opposite-only","skip_origin":true}}"#).mancala_rules();
        let three = mancala::Size::new(3).unwrap();
        let law = mancala::MoveRules::TAINTED;
        assert_eq!(mancala, mancala::Rules { pits: three, law, ..mancala::Rules::GEBETA });

        let exits =
            row(r#"{"rules":{"exits":{"28":"any","30":[1]},"extra_throw":[1,4]}}"#).senet_rules().exits;
        assert_eq!(exits.three_truths, senet::RollSet::ANY);
        assert_eq!(exits.re_atoum, senet::Rules::CLASSIC.exits.re_atoum);
        assert_eq!(exits.horus, senet::Rules::FIVE_PIECE.exits.horus);
    }

    #[test]
    fn a_senet_row_without_rules_is_classic_with_its_pieces() {
        let rules = row(r#"{"pieces":3}"#).senet_rules();
        assert_eq!(rules, senet::Rules { pieces: senet::Pieces::new(3).unwrap(), ..senet::Rules::CLASSIC });
    }
}
