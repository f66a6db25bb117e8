use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits::NAME_LETTERS;

/// What a player is called: letters and digits of one script, with blanks, points, hyphens and underscores between.
///
/// So no name holds a control character, turns the text after it round, or looks like another in foreign letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PlayerName(String);

/// Why a text is no name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadName {
    /// Nothing, or too much.
    #[error("a name has 1 to {NAME_LETTERS} letters")]
    Length,
    /// Something that is no letter.
    #[error("a name has letters, digits, and single blanks, points, hyphens or underscores between them")]
    Letter,
    /// Letters that look like others.
    #[error("the letters of a name are of one script")]
    Scripts,
}

/// Scripts whose letters are taken for each other's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
}

fn script(letter: char) -> Option<Script> {
    match letter {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Some(Script::Latin),
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Some(Script::Greek),
        '\u{400}'..='\u{52f}' => Some(Script::Cyrillic),
        _ => None,
    }
}

impl FromStr for PlayerName {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        if text.is_empty() || text.chars().count() > NAME_LETTERS {
            return Err(BadName::Length);
        }
        let mut last = ' ';
        for c in text.chars() {
            let joins = matches!(c, ' ' | '.' | '-' | '_');
            // After an initial there may be a blank too.
            let may_join = last.is_alphanumeric() || (last == '.' && c == ' ');
            if !(c.is_alphanumeric() || joins && may_join) {
                return Err(BadName::Letter);
            }
            last = c;
        }
        if !last.is_alphanumeric() {
            return Err(BadName::Letter);
        }
        let mut scripts = text.chars().filter_map(script);
        let first = scripts.next();
        if scripts.any(|other| Some(other) != first) {
            return Err(BadName::Scripts);
        }
        Ok(Self(text.to_owned()))
    }
}

impl TryFrom<String> for PlayerName {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        text.parse()
    }
}

impl From<PlayerName> for String {
    fn from(name: PlayerName) -> Self {
        name.0
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_people_are_names() {
        for name in
            ["A", "Abebe", "አበበ ቢቂላ", "ሳራ", "سارة", "Jean-Luc", "Zoë_7", "J.R. Ewing", "Ωμεγα", "Женя"]
        {
            let parsed = name.parse::<PlayerName>();
            assert_eq!(parsed.map(String::from).as_deref(), Ok(name));
        }
    }

    #[test]
    fn what_could_deceive_is_none() {
        for (text, expected) in [
            ("", BadName::Length),
            ("ABCDEFGHIJKLMNOPQRSTU", BadName::Length),
            (" Abebe", BadName::Letter),
            ("Abebe ", BadName::Letter),
            ("A  B", BadName::Letter),
            ("a\u{202e}b", BadName::Letter),
            ("a\u{200b}b", BadName::Letter),
            ("a\nb", BadName::Letter),
            ("\u{1b}[31m", BadName::Letter),
            ("<b>x", BadName::Letter),
            ("e\u{301}a", BadName::Letter),
            ("pаypal", BadName::Scripts),
            ("Aβ", BadName::Scripts),
        ] {
            assert_eq!(text.parse::<PlayerName>(), Err(expected), "{text:?}");
        }
    }
}
