use crate::mancala;
use crate::senet::{self, Roll, RollSet};
use crate::{AnyRules, RuleSet, Word};

impl AnyRules {
    /// Every rule as a line of a rule file, `key = value`.
    pub fn lines(&self) -> Vec<String> {
        match self {
            Self::Mancala(rules) => mancala_lines(rules),
            Self::Senet(rules) => senet_lines(rules),
        }
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

fn mancala_lines(rules: &mancala::Rules) -> Vec<String> {
    let law = &rules.law;
    vec![
        format!("pits = {}", rules.pits),
        format!("stones = {}", rules.stones),
        word_line("sowing", law.sowing),
        format!("skip_origin = {}", law.skip_origin),
        word_line("capture", law.capture),
        format!("extra_turn = {}", law.extra_turn),
        word_line("end", law.end),
        word_line("leftovers", law.leftovers),
        word_line("first", rules.first),
        format!("pie = {}", rules.pie),
    ]
}

fn senet_lines(rules: &senet::Rules) -> Vec<String> {
    let exits = rules.exits.by_square().map(|(square, rolls)| format!("{square} = {}", exit_rolls(rolls)));
    vec![
        format!("pieces = {}", rules.pieces.get()),
        format!("no_dark = {}", rules.no_dark.roll()),
        format!("extra_throw = {}", list(rules.extra_throw.iter())),
        word_line("forfeit", rules.forfeit),
        word_line("protect", rules.protect),
        format!("block = {}", rules.block.length()),
        format!("safe = {}", list(rules.safe)),
        word_line("gate", rules.gate),
        word_line("water", rules.water),
        format!("exits = {{ {} }}", exits.join(", ")),
        word_line("wrong_roll", rules.wrong_roll),
        format!("backward = {}", rules.backward),
    ]
}

fn word_line(key: &str, choice: impl Word) -> String {
    format!("{key} = \"{}\"", choice.word())
}

fn exit_rolls(rolls: RollSet) -> String {
    if rolls == RollSet::ANY { "\"any\"".to_owned() } else { list::<Roll>(rolls.iter()) }
}

fn list<T: ToString>(items: impl Iterator<Item = T>) -> String {
    format!("[{}]", items.map(|item| item.to_string()).collect::<Vec<_>>().join(", "))
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"")
}
