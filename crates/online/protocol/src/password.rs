use std::fmt;

use serde::{Deserialize, Serialize};

use crate::PlayerName;

/// A password as typed. `Debug` does not show it, and it is never stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(transparent)]
pub struct Password(String);

impl Password {
    /// The fewest characters of a new password.
    pub const LEAST: usize = 8;
    /// The most bytes; hashing a longer text would only keep the server busy.
    pub const MOST_BYTES: usize = 256;

    /// This text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The bytes, for hashing.
    pub fn reveal(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// Whether it may be the password of a new account with this name: any characters, but enough of them, not all the
    /// same, and not the name.
    pub fn suits(&self, name: &PlayerName) -> bool {
        let mut letters = self.0.chars();
        let first = letters.next();
        self.0.chars().count() >= Self::LEAST
            && self.is_sensible()
            && letters.any(|letter| Some(letter) != first)
            && !self.0.eq_ignore_ascii_case(&name.to_string())
    }

    /// Whether it is short enough to be tried at all.
    pub fn is_sensible(&self) -> bool {
        self.0.len() <= Self::MOST_BYTES
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_long_and_no_name_and_is_not_shown() {
        let name: PlayerName = "Abebe Bikila".parse().unwrap();
        for (text, suits) in [
            ("correct horse", true),
            ("እንደምን አደራችሁ", true),
            ("short", false),
            ("aaaaaaaaaaaa", false),
            ("abebe bikila", false),
            ("", false),
        ] {
            assert_eq!(Password::new(text).suits(&name), suits, "{text}");
        }
        assert!(!Password::new("ab".repeat(200)).suits(&name));
        assert_eq!(format!("{:?}", Password::new("correct horse")), "Password(..)");
    }
}
