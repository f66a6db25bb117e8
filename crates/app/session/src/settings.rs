//! The settings of the terminal programs.

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Keyword};

/// What a person may choose once for all games. Each has a key: in the configuration file, in the environment as
/// `GEBETA_KEY`, and as a flag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The language; none for that of the system.
    pub language: Option<Language>,
    /// How many colors to use.
    pub color: Color,
    /// Which characters to draw with.
    pub charset: Charset,
    /// How quickly stones and pieces move.
    pub animation: Animation,
    /// The pause before the computer moves, in milliseconds.
    pub delay: u32,
    /// Whether moves are shown first and then committed or undone.
    pub confirm: bool,
    /// How the mancala board lies.
    pub layout: BoardLayout,
    /// Whether the mouse plays.
    pub mouse: bool,
    /// Whether finished games are kept for statistics and replay.
    pub statistics: bool,
    /// What the first player is called; empty for the usual name.
    pub name: String,
    /// The rule set a mancala game begins with.
    pub mancala_rules: String,
    /// The opponent of a mancala game.
    pub mancala_opponent: String,
    /// The rule set a game of Senet begins with.
    pub senet_rules: String,
    /// The opponent of a game of Senet.
    pub senet_opponent: String,
}

/// How many colors to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// As many as the terminal has; none with `NO_COLOR`.
    Auto,
    /// None: light, dark and reversed only.
    Never,
    /// The sixteen every terminal has.
    Sixteen,
    /// The 256 of nearly all terminals.
    Many,
}

impl Keyword for Color {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("never", Self::Never), ("16", Self::Sixteen), ("256", Self::Many)];
}

/// Which characters to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// As the locale says.
    Auto,
    /// Lines, stones and the signs of the houses.
    Unicode,
    /// Nothing beyond ASCII.
    Ascii,
}

impl Keyword for Charset {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("unicode", Self::Unicode), ("ascii", Self::Ascii)];
}

/// How quickly stones and pieces move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Animation {
    /// Not at all.
    Off,
    /// 45 milliseconds a stone.
    Fast,
    /// 90 milliseconds a stone.
    Normal,
    /// 180 milliseconds a stone.
    Slow,
}

impl Animation {
    /// Milliseconds from stone to stone; none where nothing moves.
    pub const fn stone(self) -> Option<u64> {
        match self {
            Self::Off => None,
            Self::Fast => Some(45),
            Self::Normal => Some(90),
            Self::Slow => Some(180),
        }
    }
}

impl Keyword for Animation {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("fast", Self::Fast), ("normal", Self::Normal), ("slow", Self::Slow)];
}

/// How the mancala board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardLayout {
    /// As it fits.
    Auto,
    /// Player 2 on top, stores left and right.
    Wide,
    /// Player 2's store on top, Player 1's at the bottom.
    Tall,
}

impl Keyword for BoardLayout {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("wide", Self::Wide), ("tall", Self::Tall)];
}

impl BoardLayout {
    /// The other way to lay the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Tall => Self::Wide,
            Self::Auto | Self::Wide => Self::Tall,
        }
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            color: Color::Auto,
            charset: Charset::Auto,
            animation: Animation::Normal,
            delay: 600,
            confirm: false,
            layout: BoardLayout::Auto,
            mouse: true,
            statistics: true,
            name: String::new(),
            mancala_rules: "gebeta".to_owned(),
            mancala_opponent: Bot::default_of(GameKind::Mancala).to_string(),
            senet_rules: "classic".to_owned(),
            senet_opponent: Bot::default_of(GameKind::Senet).to_string(),
        }
    }
}

/// One setting as it is written in the configuration file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// `"text"`.
    Text(String),
    /// `600`.
    Number(u32),
    /// `true` or `false`.
    Switch(bool),
}

/// Why a setting is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingError {
    /// There is no such key.
    #[error("there is no setting {key:?}{}", near.map(|near| format!("; did you mean {near}?")).unwrap_or_default())]
    Unknown {
        /// As written.
        key: String,
        /// The one that was probably meant.
        near: Option<&'static str>,
    },
    /// The value is none of those that are allowed.
    #[error("{key} {expected}")]
    Value {
        /// Of which key.
        key: &'static str,
        /// What it may be.
        expected: String,
    },
}

impl Settings {
    /// The longest pause before the computer moves, in milliseconds.
    pub const LONGEST_DELAY: u32 = 10_000;

    /// Every key, in the order of the settings screen.
    pub const KEYS: [&str; 14] = [
        "language",
        "color",
        "charset",
        "animation",
        "delay",
        "confirm",
        "layout",
        "mouse",
        "statistics",
        "name",
        "mancala_rules",
        "mancala_opponent",
        "senet_rules",
        "senet_opponent",
    ];

    /// Sets one key from text, as the environment and flags have it.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), SettingError> {
        let Some(key) = Self::KEYS.into_iter().find(|known| *known == key) else {
            let near = gebeta_rules::nearest(key, Self::KEYS);
            return Err(SettingError::Unknown { key: key.chars().take(40).collect(), near });
        };
        match key {
            "language" => self.language = language(key, text)?,
            "color" => self.color = word(key, text)?,
            "charset" => self.charset = word(key, text)?,
            "animation" => self.animation = word(key, text)?,
            "delay" => {
                let delay = text.parse().ok().filter(|delay| *delay <= Self::LONGEST_DELAY);
                let expected = || format!("is a number of milliseconds from 0 to {}", Self::LONGEST_DELAY);
                self.delay = delay.ok_or_else(|| SettingError::Value { key, expected: expected() })?;
            }
            "confirm" => self.confirm = switch(key, text)?,
            "layout" => self.layout = word(key, text)?,
            "mouse" => self.mouse = switch(key, text)?,
            "statistics" => self.statistics = switch(key, text)?,
            "name" => self.name = crate::clean_name(text),
            "mancala_opponent" => self.mancala_opponent = opponent(key, GameKind::Mancala, text)?,
            "senet_opponent" => self.senet_opponent = opponent(key, GameKind::Senet, text)?,
            "mancala_rules" => text.clone_into(&mut self.mancala_rules),
            _ => text.clone_into(&mut self.senet_rules),
        }
        Ok(())
    }

    /// One key as the configuration file has it.
    pub fn get(&self, key: &str) -> Option<Value> {
        let text = |text: &str| Value::Text(text.to_owned());
        Some(match key {
            "language" => text(self.language.map_or("auto", Language::code)),
            "color" => text(self.color.word()),
            "charset" => text(self.charset.word()),
            "animation" => text(self.animation.word()),
            "delay" => Value::Number(self.delay),
            "confirm" => Value::Switch(self.confirm),
            "layout" => text(self.layout.word()),
            "mouse" => Value::Switch(self.mouse),
            "statistics" => Value::Switch(self.statistics),
            "name" => text(&self.name),
            "mancala_rules" => text(&self.mancala_rules),
            "mancala_opponent" => text(&self.mancala_opponent),
            "senet_rules" => text(&self.senet_rules),
            "senet_opponent" => text(&self.senet_opponent),
            _ => return None,
        })
    }
}

impl Settings {
    /// What is set otherwise than in `before`.
    pub fn changes_since(&self, before: &Self) -> Vec<(&'static str, Value)> {
        let set = |key| Some((key, self.get(key)?));
        Self::KEYS
            .into_iter()
            .filter_map(set)
            .filter(|(key, value)| before.get(key).as_ref() != Some(value))
            .collect()
    }
}

fn word<T: Keyword>(key: &'static str, text: &str) -> Result<T, SettingError> {
    T::from_keyword(text).map_err(|error| SettingError::Value { key, expected: error.to_string() })
}

fn switch(key: &'static str, text: &str) -> Result<bool, SettingError> {
    match text {
        "true" | "on" | "1" => Ok(true),
        "false" | "off" | "0" => Ok(false),
        _ => Err(SettingError::Value { key, expected: "is true or false".to_owned() }),
    }
}

fn language(key: &'static str, text: &str) -> Result<Option<Language>, SettingError> {
    if text == "auto" {
        return Ok(None);
    }
    let known = Language::ALL.into_iter().find(|language| language.code() == text);
    known
        .map(Some)
        .ok_or_else(|| SettingError::Value { key, expected: "must be one of auto, en, am, ar".to_owned() })
}

fn opponent(key: &'static str, game: GameKind, text: &str) -> Result<String, SettingError> {
    match crate::PlayerKind::named(game, text) {
        Ok(mind) => Ok(mind.to_string()),
        Err(error) => Err(SettingError::Value { key, expected: format!("names nobody: {error}") }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_reads_what_it_writes() {
        let settings = Settings {
            language: Some(Language::Am),
            delay: 25,
            confirm: true,
            name: "ሳራ".to_owned(),
            mancala_opponent: "perfect".to_owned(),
            ..Settings::default()
        };
        let mut read = Settings::default();
        for key in Settings::KEYS {
            let text = match settings.get(key).unwrap() {
                Value::Text(text) => text,
                Value::Number(number) => number.to_string(),
                Value::Switch(on) => on.to_string(),
            };
            read.set(key, &text).unwrap();
        }
        assert_eq!(read, settings);
        assert_eq!(settings.get("colour"), None);
    }

    #[test]
    fn a_wrong_value_changes_nothing_and_is_explained() {
        let mut settings = Settings::default();
        for (key, text) in [
            ("colour", "auto"),
            ("color", "blue"),
            ("delay", "-1"),
            ("delay", "10001"),
            ("confirm", "maybe"),
            ("language", "de"),
            ("mancala_opponent", "classic"),
        ] {
            let refused = settings.set(key, text).unwrap_err().to_string();
            assert!(refused.contains(key), "{refused}");
        }
        assert_eq!(settings, Settings::default());
    }
}
