//! Rule files (rules 3): a TOML table over a preset, read with all its faults at once.

mod error;
mod reader;
mod writer;

use crate::{AnyRules, ErrorList, GameKind, Preset, RuleSet, sowing};
pub use error::{RuleFileError, RuleFileErrorKind};
use reader::Reader;

impl RuleSet {
    /// No honest rule file is larger; more is refused unread.
    pub const MAX_FILE_BYTES: usize = 64 * 1024;

    /// Reads a rule file; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, ErrorList<RuleFileError>> {
        if text.len() > Self::MAX_FILE_BYTES {
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
            return Ok(Self { name, about, rules });
        }
        if game == GameKind::Mancala
            && let Ok(set) = sowing::RuleSet::parse(text, stem)
            && let Some(rules) = AnyRules::of_sowing(&set.rules)
        {
            return Ok(Self { name, about, rules });
        }
        Err(ErrorList(faults))
    }
}

impl sowing::RuleSet {
    /// Reads a rule file of a sowing game with all its keys; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, ErrorList<RuleFileError>> {
        if text.len() > RuleSet::MAX_FILE_BYTES {
            return Err(ErrorList(vec![RuleFileError::whole_file(RuleFileErrorKind::TooLarge)]));
        }
        let mut reader = Reader::new(text);
        if let Some(game) = reader.required_choice("game").filter(|&game| game != GameKind::Mancala) {
            reader.fault("game", RuleFileErrorKind::BaseOfOtherGame { base: "senet", game });
        }
        let set = Self {
            name: reader.line_of_text("name", LONGEST_NAME).unwrap_or_else(|| presentable(stem)),
            about: reader.line_of_text("about", 200).unwrap_or_default(),
            native: reader.line_of_text("native", 200).unwrap_or_default(),
            region: reader.line_of_text("region", 200).unwrap_or_default(),
            source: reader.line_of_text("source", 200).unwrap_or_default(),
            rules: reader.sowing_rules(),
        };
        let faults = reader.into_faults();
        if faults.is_empty() { Ok(set) } else { Err(ErrorList(faults)) }
    }
}

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// A file's stem as a name: people call files anything.
fn presentable(stem: &str) -> String {
    let shown: String = stem.chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect();
    if shown.trim().is_empty() { "unnamed".to_owned() } else { shown.trim().to_owned() }
}

/// The keys every rule file may have.
const COMMON_KEYS: [&str; 4] = ["game", "name", "about", "base"];

/// The keys of rule files of sowing games that are not rules.
const SOWING_KEYS: [&str; 6] = ["game", "name", "about", "native", "region", "source"];

/// The keys of a game's options.
fn keys_of(game: GameKind) -> impl Iterator<Item = &'static str> {
    game.options().iter().map(|option| option.key)
}

impl Preset {
    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        crate::PRESETS.iter().map(|preset| preset.name)
    }
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
