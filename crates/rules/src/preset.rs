use crate::{AnyRules, mancala, senet};

/// Rules with a name, shipped or from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// What people call it.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// The rules.
    pub rules: AnyRules,
}

/// A rule set shipped with the program, as a constant and as a file.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, which no file can take.
    pub name: &'static str,
    /// The rules.
    pub rules: AnyRules,
    /// The text of its file in `rules/`, equal to the constant by test.
    pub file: &'static str,
}

macro_rules! preset {
    ($name:literal, $file:literal, $rules:expr) => {
        Preset { name: $name, rules: $rules, file: include_str!(concat!("../../../rules/", $file, ".toml")) }
    };
}

/// Every shipped rule set, the default of each game first.
pub const PRESETS: [Preset; 8] = [
    preset!("gebeta", "gebeta", AnyRules::Mancala(mancala::Rules::GEBETA)),
    preset!("capture", "capture", AnyRules::Mancala(mancala::Rules::CAPTURE)),
    preset!("avalanche", "avalanche", AnyRules::Mancala(mancala::Rules::AVALANCHE)),
    preset!("tainted", "tainted", AnyRules::Mancala(mancala::Rules::TAINTED)),
    preset!("empty-capture", "empty-capture", AnyRules::Mancala(mancala::Rules::EMPTY_CAPTURE)),
    preset!("classic", "senet-classic", AnyRules::Senet(senet::Rules::CLASSIC)),
    preset!("assignment", "senet-assignment", AnyRules::Senet(senet::Rules::ASSIGNMENT)),
    preset!("kendall", "senet-kendall", AnyRules::Senet(senet::Rules::KENDALL)),
];

impl Preset {
    /// The preset with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The rule set as its file describes it.
    pub fn rule_set(&self) -> RuleSet {
        RuleSet::parse(self.file, self.name).expect("shipped rule files are right")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_says_what_its_constant_says() {
        for preset in &PRESETS {
            let from_file = RuleSet::parse(preset.file, "another-stem").unwrap();
            assert_eq!(from_file.name, preset.name, "a shipped file states its name");
            assert_eq!(from_file.rules, preset.rules, "{}", preset.name);
            assert!(!from_file.about.is_empty(), "{}", preset.name);
        }
    }
}
