use crate::{AnyRules, RuleOption, RuleSet, sowing};

impl AnyRules {
    /// Every rule as a line of a rule file, `key = value`.
    pub fn lines(&self) -> Vec<String> {
        if let Self::Sowing(rules) = self {
            return sowing::KEYS.iter().map(|key| format!("{} = {}", key.name, key.get(rules))).collect();
        }
        let written = |option: &RuleOption| Some(option.kind.written(option.get(self)?));
        let line = |options: &[RuleOption]| match options {
            [option] => format!("{} = {}", option.key, written(option).unwrap_or_default()),
            parts => {
                let entries = parts.iter().filter_map(|option| Some((option.part?, written(option)?)));
                let entries: Vec<_> = entries.map(|(part, value)| format!("{part} = {value}")).collect();
                format!("{} = {{ {} }}", parts[0].key, entries.join(", "))
            }
        };
        self.game().options_by_key().map(line).collect()
    }
}

impl RuleSet {
    /// The whole rule file: every key, whatever the base had.
    pub fn to_toml(&self) -> String {
        let mut lines =
            vec![format!("game = \"{}\"", self.rules.game()), format!("name = \"{}\"", escaped(&self.name))];
        if !self.about.is_empty() {
            lines.push(format!("about = \"{}\"", escaped(&self.about)));
        }
        lines.push(String::new());
        lines.extend(self.rules.lines());
        lines.join("\n") + "\n"
    }
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
