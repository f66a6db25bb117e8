#[cfg(feature = "family")]
use std::sync::LazyLock;

use crate::{AnyRules, Origin, RuleFile, mancala, senet};

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

/// A rule set shipped with the program.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Its name, which no file can take.
    pub name: &'static str,
    /// One line about it.
    pub about: &'static str,
    /// The rules.
    pub rules: AnyRules,
    /// The text of its file in `rules/`, which says the same.
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

/// The shipped rule sets of games like Kalah and of Senet, the default of each game first. [`Preset::all`] are all.
pub const PRESETS: [Preset; 9] = [
    preset!(
        "gebeta",
        "gebeta",
        AnyRules::Mancala(mancala::Rules::GEBETA),
        "This is Kalah: end in your store to move again, capture across the board."
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
        "five-piece",
        "senet-five-piece",
        AnyRules::Senet(senet::Rules::FIVE_PIECE),
        "Five pieces, extra throws, pairs, rows of three."
    ),
    preset!(
        "quick",
        "senet-quick",
        AnyRules::Senet(senet::Rules::QUICK),
        "Four pieces: as classic, in about ten minutes."
    ),
];

/// The name of a rule file and its text.
#[cfg(feature = "family")]
macro_rules! shipped {
    ($name:literal) => {
        ($name, include_str!(concat!("../../../../rules/", $name, ".toml")))
    };
}

/// The rule files of the sowing family, in the order of the atlas: two rows with one lap a move, two rows with relays, three
/// rows, four rows.
#[cfg(feature = "family")]
const FAMILY_FILES: [(&str, &str); 57] = [
    shipped!("oware"),
    shipped!("awari"),
    shipped!("wari"),
    shipped!("songo"),
    shipped!("cross-wari"),
    shipped!("erherhe"),
    shipped!("bohnenspiel"),
    shipped!("halusa"),
    shipped!("bakuk"),
    shipped!("vai-lung-thlan"),
    shipped!("um-el-bagara"),
    shipped!("um-el-tuweisat"),
    shipped!("english-wari"),
    shipped!("waurie"),
    shipped!("togyzkumalak"),
    shipped!("bestemshe"),
    shipped!("mangala"),
    shipped!("bechi"),
    shipped!("qelat-mensa"),
    shipped!("ayoayo"),
    shipped!("endodoi"),
    shipped!("en-gehe"),
    shipped!("jodu"),
    shipped!("hufesay"),
    shipped!("french-wari"),
    shipped!("dabuda"),
    shipped!("ndoto"),
    shipped!("tegre"),
    shipped!("giuthi"),
    shipped!("lamlameta"),
    shipped!("lami"),
    shipped!("layli-goobalay"),
    shipped!("congkak"),
    shipped!("ohvalhu"),
    shipped!("rio-kadalis"),
    shipped!("obridjie"),
    shipped!("hoyito"),
    shipped!("jerin"),
    shipped!("lam-waladach"),
    shipped!("wache-waledat"),
    shipped!("lahemay-waladat"),
    shipped!("gabata-weg"),
    shipped!("weg"),
    shipped!("qelat"),
    shipped!("tuz"),
    shipped!("pallanguzhi"),
    shipped!("pandi"),
    shipped!("bosh"),
    shipped!("gabata-wegue"),
    shipped!("rabe"),
    shipped!("tsoro"),
    shipped!("tsoro-bonus"),
    shipped!("moruba"),
    shipped!("mefuvha"),
    shipped!("hus"),
    shipped!("hus-damara"),
    shipped!("owela"),
];

/// This program is built without the family.
#[cfg(not(feature = "family"))]
const FAMILY_FILES: [(&str, &str); 0] = [];

/// The shipped rule sets of the sowing family, read from their files when they are first asked for.
#[cfg(feature = "family")]
fn family() -> &'static [Preset] {
    static FAMILY: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        let read = |&(name, file): &(&'static str, &'static str)| {
            let set = RuleSet::parse(file, name).expect("a shipped file has no fault, by test");
            // There is one of each, as long as the program runs.
            Preset { name, about: set.about.leak(), rules: set.rules, file }
        };
        FAMILY_FILES.iter().map(read).collect()
    });
    &FAMILY
}

/// None, so that the page need not load the reader of rule files for them.
#[cfg(not(feature = "family"))]
const fn family() -> &'static [Preset] {
    &[]
}

/// Names that rule sets had before, which old files, records and links still say.
const FORMER_NAMES: [(&str, &str); 1] = [("kendall", "five-piece")];

impl Preset {
    /// Every preset: [`PRESETS`], then the sowing family in the order of the atlas.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        PRESETS.iter().chain(family())
    }

    /// The preset with this name, or with this name in earlier versions.
    pub fn named(name: &str) -> Option<&'static Self> {
        let name = Self::current_name(name);
        let of_today = PRESETS.iter().find(|preset| preset.name == name);
        of_today.or_else(|| family().iter().find(|preset| preset.name == name))
    }

    /// What a rule set is called now, if `name` is what it was called in earlier versions.
    pub fn current_name(name: &str) -> &str {
        FORMER_NAMES.iter().find(|(former, _)| *former == name).map_or(name, |(_, now)| now)
    }

    /// The names of all presets, which no rule file of a user can take, with those of earlier versions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let of_family = FAMILY_FILES.iter().map(|(name, _)| *name);
        let former = FORMER_NAMES.iter().map(|(former, _)| *former);
        PRESETS.iter().map(|preset| preset.name).chain(of_family).chain(former)
    }

    /// The rule set as its file describes it, without reading the file.
    pub fn rule_set(&self) -> RuleSet {
        RuleSet { name: self.name.to_owned(), about: self.about.to_owned(), rules: self.rules }
    }

    /// What its file says that is no rule.
    pub fn origin(&self) -> Origin {
        RuleFile::parse(self.file, self.name).map(|file| file.origin).unwrap_or_default()
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
    fn a_former_name_still_finds_its_rule_set() {
        let preset = Preset::named("kendall").unwrap();
        assert_eq!((preset.name, preset.rules), ("five-piece", AnyRules::Senet(senet::Rules::FIVE_PIECE)));
        for (former, now) in FORMER_NAMES {
            assert_eq!(Preset::current_name(former), now);
            assert!(
                Preset::all().any(|preset| preset.name == now) && Preset::names().any(|name| name == former)
            );
            assert!(Preset::all().all(|preset| preset.name != former), "{former} means something else again");
        }
        assert_eq!(Preset::current_name("gebeta"), "gebeta");
    }

    #[test]
    fn the_nine_of_today_come_first_and_no_name_is_taken_twice() {
        let names: Vec<_> = Preset::all().map(|preset| preset.name).collect();
        assert_eq!(names[..PRESETS.len()], PRESETS.map(|preset| preset.name));
        for (place, name) in names.iter().enumerate() {
            assert!(!names[..place].contains(name), "{name}");
            assert_eq!(Preset::named(name).map(|preset| preset.name), Some(*name));
        }
        assert!(names.iter().all(|name| Preset::names().any(|known| known == *name)));
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
