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

impl RuleSet {
    /// Stands behind the name of rules that are not those the name alone means, in records, statistics and lists of games:
    /// `gebeta*` is not mistaken for Gebeta, and games by the one are not counted as games by the other.
    pub const CHANGED: char = '*';

    /// How browsers wrote the same before; games that they have kept still say it.
    const CHANGED_BEFORE: &str = ", changed";

    /// The same rules, under a name that says so where they are not those of `base`.
    #[must_use]
    pub fn changed_from(mut self, base: &Self) -> Self {
        if self.rules != base.rules && !Self::base_name(&self.name).1 {
            self.name.push(Self::CHANGED);
        }
        self
    }

    /// A name without its mark, and whether it had one.
    pub fn base_name(name: &str) -> (&str, bool) {
        let base = name.strip_suffix(Self::CHANGED).or_else(|| name.strip_suffix(Self::CHANGED_BEFORE));
        (base.unwrap_or(name), base.is_some())
    }
}

/// A rule set shipped with the program, as a constant and as a file.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, which no file can take.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The rules.
    pub rules: AnyRules,
    /// The text of its file in `rules/`, equal to the rest by test.
    pub file: &'static str,
}

macro_rules! preset {
    ($name:literal, $file:literal, $rules:expr, $about:literal) => {
        Preset {
            name: $name,
            about: $about,
            rules: $rules,
            file: include_str!(concat!("../../../../rules/", $file, ".toml")),
        }
    };
}

/// Every shipped rule set, the default of each game first.
pub const PRESETS: [Preset; 9] = [
    preset!(
        "gebeta",
        "gebeta",
        AnyRules::Mancala(mancala::Rules::GEBETA),
        "Also called Kalah: come home, capture across."
    ),
    preset!("capture", "capture", AnyRules::Mancala(mancala::Rules::CAPTURE), "The same rules as gebeta."),
    preset!(
        "avalanche",
        "avalanche",
        AnyRules::Mancala(mancala::Rules::AVALANCHE),
        "A last stone in an occupied pit is sown on with its stones."
    ),
    preset!(
        "tainted",
        "tainted",
        AnyRules::Mancala(mancala::Rules::TAINTED),
        "The chosen pit stays empty; a coin decides."
    ),
    preset!(
        "empty-capture",
        "empty-capture",
        AnyRules::Mancala(mancala::Rules::EMPTY_CAPTURE),
        "A last stone in an own empty pit goes home."
    ),
    preset!(
        "classic",
        "senet-classic",
        AnyRules::Senet(senet::Rules::CLASSIC),
        "Seven pieces, one throw a turn, free swaps."
    ),
    preset!(
        "assignment",
        "senet-assignment",
        AnyRules::Senet(senet::Rules::ASSIGNMENT),
        "As classic; 28 and 29 must be left at once."
    ),
    preset!(
        "kendall",
        "senet-kendall",
        AnyRules::Senet(senet::Rules::KENDALL),
        "Five pieces, extra throws, pairs, rows of three."
    ),
    preset!(
        "quick",
        "senet-quick",
        AnyRules::Senet(senet::Rules::QUICK),
        "Four pieces: as classic, in about ten minutes."
    ),
];

impl Preset {
    /// The preset with this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        PRESETS.iter().find(|preset| preset.name == name)
    }

    /// The rule set as its file describes it, without reading the file.
    pub fn rule_set(&self) -> RuleSet {
        RuleSet { name: self.name.to_owned(), about: self.about.to_owned(), rules: self.rules }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shipped_file_says_what_its_constant_says() {
        for preset in &PRESETS {
            let from_file = RuleSet::parse(preset.file, "another-stem").unwrap();
            assert_eq!(from_file, preset.rule_set(), "{}", preset.name);
            assert!(!preset.about.is_empty(), "{}", preset.name);
        }
    }

    #[test]
    fn rules_that_were_changed_have_a_name_of_their_own() {
        let base = PRESETS[0].rule_set();
        assert_eq!(base.clone().changed_from(&base), base);
        let other = RuleSet { rules: PRESETS[2].rules, ..base.clone() }.changed_from(&base);
        assert_eq!(other.name, "gebeta*");
        assert_eq!(other.clone().changed_from(&base), other, "one mark is enough");
        for (name, expected) in [
            ("gebeta", ("gebeta", false)),
            ("gebeta*", ("gebeta", true)),
            ("gebeta, changed", ("gebeta", true)),
        ] {
            assert_eq!(RuleSet::base_name(name), expected);
        }
    }
}
