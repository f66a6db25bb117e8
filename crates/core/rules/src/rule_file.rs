//! Rule files (rules 3): a TOML table over a preset, read with all its faults at once.

mod error;
mod reader;
mod writer;

use crate::{AnyRules, ErrorList, GameKind, Origin, RuleSet, options};
pub use error::{RuleFileError, RuleFileErrorKind};
use reader::Reader;

/// Everything that a rule file says: its rule set, and where that comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFile {
    /// The name, the line about it and the rules.
    pub set: RuleSet,
    /// The keys that are no rules.
    pub origin: Origin,
}

impl RuleFile {
    /// Reads a rule file; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, ErrorList<RuleFileError>> {
        if text.len() > RuleSet::MAX_FILE_BYTES {
            return Err(ErrorList(vec![RuleFileError::whole_file(RuleFileErrorKind::TooLarge)]));
        }
        let mut reader = Reader::new(text);
        let base = reader.preset("base");
        let game = reader.required_choice("game").unwrap_or_else(|| match base {
            Some(preset) => preset.rules.game(),
            None => reader.likely_game(),
        });
        let name = reader.line_of_text("name", LONGEST_NAME).unwrap_or_else(|| presentable(stem));
        let about = reader.line_of_text("about", 200).unwrap_or_default();
        let mut text = |key, longest| reader.line_of_text(key, longest).unwrap_or_default();
        let origin = Origin {
            native: text("native", 200),
            region: text("region", 200),
            family: text("family", 100),
            history: text("history", 1000),
            source: text("source", 200),
            length: reader.choice("length"),
            difficulty: reader.choice("difficulty"),
        };
        let base = match base {
            Some(preset) if preset.rules.game() == game => preset.rules,
            Some(preset) => {
                reader.fault("base", RuleFileErrorKind::BaseOfOtherGame { base: preset.name, game });
                AnyRules::default_of(game)
            }
            None => AnyRules::default_of(game),
        };
        let rules = reader.rules(base);
        reader.refuse_unknown_keys(game);
        let faults = reader.into_faults();
        if faults.is_empty() {
            Ok(Self { set: RuleSet { name, about, rules }, origin })
        } else {
            Err(ErrorList(faults))
        }
    }
}

impl RuleSet {
    /// No honest rule file is larger; more is refused unread.
    pub const MAX_FILE_BYTES: usize = 64 * 1024;

    /// Reads the rule set of a rule file; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, ErrorList<RuleFileError>> {
        RuleFile::parse(text, stem).map(|file| file.set)
    }
}

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// A file's stem as a name: people call files anything.
fn presentable(stem: &str) -> String {
    let shown: String = stem.chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect();
    if shown.trim().is_empty() { "unnamed".to_owned() } else { shown.trim().to_owned() }
}

/// The keys every rule file may have, with those of [`Origin`].
const COMMON_KEYS: [&str; 4] = ["game", "name", "about", "base"];

/// The keys of a game's options.
fn keys_of(game: GameKind) -> impl Iterator<Item = &'static str> {
    options::in_files(game).iter().map(|option| option.key)
}

/// Whether a character is invisible or changes the direction of others, so that a reader would mistake the text for another.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests;
