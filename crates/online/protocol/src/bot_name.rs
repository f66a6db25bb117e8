use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::PlayerName;
use crate::limits::BOT_LETTERS;

/// The name of a computer player: `random`, `novice`, `classic`, `level1` to `level8`, `perfect`. The server knows which
/// of them play which game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(pattern = "^[a-z0-9]{1,16}$"))]
#[serde(try_from = "String", into = "String")]
pub struct BotName(String);

/// A text that is not a name of a computer player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a computer player's name has 1 to {BOT_LETTERS} small letters and digits")]
pub struct BotNameError;

impl BotName {
    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The name as a player's name.
    pub fn player_name(&self) -> PlayerName {
        self.0.parse().expect("small letters and digits are a name")
    }
}

impl FromStr for BotName {
    type Err = BotNameError;

    fn from_str(text: &str) -> Result<Self, BotNameError> {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit();
        let fits = (1..=BOT_LETTERS).contains(&text.len()) && text.chars().all(is_plain);
        if fits { Ok(Self(text.to_owned())) } else { Err(BotNameError) }
    }
}

impl TryFrom<String> for BotName {
    type Error = BotNameError;

    fn try_from(text: String) -> Result<Self, BotNameError> {
        text.parse()
    }
}

impl From<BotName> for String {
    fn from(name: BotName) -> Self {
        name.0
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computers_name_is_one_plain_word() {
        for name in ["random", "level8", "perfect"] {
            let bot: BotName = name.parse().unwrap();
            assert_eq!((bot.as_str(), bot.player_name().to_string().as_str()), (name, name));
        }
        for bad in ["", "Level1", "classic:4", "level 1", "level1\n", "abcdefghijklmnopq", "ደረጃ"] {
            assert_eq!(bad.parse::<BotName>(), Err(BotNameError), "{bad}");
        }
    }
}
