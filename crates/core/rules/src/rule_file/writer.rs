use super::RuleFile;
use crate::{AnyRules, RuleOption, RuleSet};

impl AnyRules {
    /// Every rule as a line of a rule file, `key = value`.
    pub fn lines(&self) -> Vec<String> {
        let written = |option: &RuleOption| Some(option.kind.written(option.get(self)?));
        let line = |options: &[RuleOption]| match options {
            [option] => format!("{} = {}", option.key, written(option).unwrap_or_default()),
            parts => {
                let entries = parts.iter().filter_map(|option| Some((option.part?, written(option)?)));
                let entries: Vec<_> = entries.map(|(part, value)| format!("{part} = {value}")).collect();
                format!("{} = {{ {} }}", parts[0].key, entries.join(", "))
            }
        };
        self.options().chunk_by(|a, b| a.key == b.key).map(line).collect()
    }
}

impl RuleSet {
    /// The whole rule file: every key, whatever the base had.
    pub fn to_toml(&self) -> String {
        written(self, &[])
    }
}

impl RuleFile {
    /// The whole rule file: every key, whatever the base had.
    pub fn to_toml(&self) -> String {
        let origin: Vec<_> =
            self.origin.entries().map(|(key, text)| format!("{key} = \"{}\"", escaped(text))).collect();
        written(&self.set, &origin)
    }
}

fn written(set: &RuleSet, origin: &[String]) -> String {
    let mut lines =
        vec![format!("game = \"{}\"", set.rules.game()), format!("name = \"{}\"", escaped(&set.name))];
    if !set.about.is_empty() {
        lines.push(format!("about = \"{}\"", escaped(&set.about)));
    }
    lines.extend_from_slice(origin);
    lines.push(String::new());
    lines.extend(set.rules.lines());
    lines.join("\n") + "\n"
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
