use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::limits::NAME_LETTERS;

/// The name of a player: letters and digits of one script, with spaces, points, hyphens and underscores between them.
///
/// So no name contains a control character, reverses the text after it, or imitates another name with letters of another
/// script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "schema", schema(min_length = 1, max_length = 20))]
pub struct PlayerName(String);

/// Why a text is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is empty or too long.
    #[error("a name has 1 to {NAME_LETTERS} letters")]
    Length,
    /// It contains something else than letters, digits and separators.
    #[error("a name has letters, digits, and single blanks, points, hyphens or underscores between them")]
    Letter,
    /// It mixes scripts.
    #[error("the letters of a name are of one script")]
    Scripts,
}

/// The scripts of names. One name has letters of one of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Ethiopic,
    Arabic,
    Hebrew,
    Armenian,
    Georgian,
    Indic,
    Thai,
    EastAsian,
    /// Any other script: not mixed with the rest.
    Other,
}

/// The script of a letter; none for the digits that all share.
fn script(letter: char) -> Option<Script> {
    Some(match letter {
        '0'..='9' => return None,
        'a'..='z' | 'A'..='Z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => {
            Script::Latin
        }
        '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{530}'..='\u{58f}' => Script::Armenian,
        '\u{590}'..='\u{5ff}' => Script::Hebrew,
        '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{8a0}'..='\u{8ff}' => Script::Arabic,
        '\u{900}'..='\u{dff}' => Script::Indic,
        '\u{e00}'..='\u{e7f}' => Script::Thai,
        '\u{10a0}'..='\u{10ff}' => Script::Georgian,
        '\u{1200}'..='\u{139f}' | '\u{2d80}'..='\u{2ddf}' | '\u{ab00}'..='\u{ab2f}' => Script::Ethiopic,
        '\u{1100}'..='\u{11ff}'
        | '\u{3005}'..='\u{31ff}'
        | '\u{3400}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7ff}' => Script::EastAsian,
        _ => Script::Other,
    })
}

/// Whether a letter is a compatibility form of another: wide, bold, circled, raised, or a ligature.
const fn is_disguised(letter: char) -> bool {
    matches!(
        letter,
        '\u{1d00}'..='\u{1dbf}' | '\u{2070}'..='\u{209f}' | '\u{2100}'..='\u{218f}' | '\u{2460}'..='\u{24ff}'
            | '\u{3200}'..='\u{33ff}' | '\u{fb00}'..='\u{fdff}' | '\u{fe70}'..='\u{ffef}' | '\u{1d400}'..='\u{1d7ff}'
            | '\u{1f100}'..='\u{1f1ff}' | '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{bc}'..='\u{be}'
    )
}

/// Whether a letter is invisible, or looks like one with another code point: a name with it would differ from another name
/// and look the same.
const fn has_a_double(letter: char) -> bool {
    matches!(
        letter,
        // Parts of Hangul syllables, some of them invisible, and an invisible letter.
        '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}' | '\u{3164}'
            // Marks above and below Arabic letters, and second halves of Indic vowels.
            | '\u{653}'..='\u{655}' | '\u{9d7}' | '\u{b56}' | '\u{b57}' | '\u{bd7}' | '\u{c56}' | '\u{cd5}' | '\u{cd6}' | '\u{d57}'
            // Greek letters with an accent that has two code points.
            | '\u{1f71}' | '\u{1f73}' | '\u{1f75}' | '\u{1f77}' | '\u{1f79}' | '\u{1f7b}' | '\u{1f7d}' | '\u{1fbb}'
            | '\u{1fbe}' | '\u{1fc9}' | '\u{1fcb}' | '\u{1fd3}' | '\u{1fdb}' | '\u{1fe3}' | '\u{1feb}' | '\u{1ff9}' | '\u{1ffb}'
            // Chinese compatibility characters.
            | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}'
    )
}

/// Pairs of vowel signs that look like a third one with its own code point.
const HALVES: [[char; 2]; 10] = [
    ['\u{9c7}', '\u{9be}'],
    ['\u{b47}', '\u{b3e}'],
    ['\u{bc6}', '\u{bbe}'],
    ['\u{bc7}', '\u{bbe}'],
    ['\u{cc6}', '\u{cc2}'],
    ['\u{d46}', '\u{d3e}'],
    ['\u{d47}', '\u{d3e}'],
    ['\u{dd9}', '\u{dcf}'],
    ['\u{dd9}', '\u{ddf}'],
    ['\u{1025}', '\u{102e}'],
];

/// The ordinary form of a wide letter, which East Asian keyboards produce.
fn narrow(letter: char) -> char {
    match letter {
        '\u{3000}' => ' ',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(letter) - 0xfee0).unwrap_or(letter),
        _ => letter,
    }
}

impl PlayerName {
    /// The key that names share which are taken for each other: letters and digits alone, in lower case.
    pub fn key(&self) -> String {
        self.0.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }

    /// A stored name, which may have letters that are refused now. Wide letters become ordinary ones.
    ///
    /// # Errors
    /// It has never been a name.
    pub fn from_stored(text: &str) -> Result<Self, NameError> {
        let text: String = text.chars().map(narrow).collect();
        if text.is_empty() || text.chars().count() > NAME_LETTERS {
            return Err(NameError::Length);
        }
        let mut last = ' ';
        for c in text.chars() {
            let joins = matches!(c, ' ' | '.' | '-' | '_');
            // An initial may be followed by a space.
            let may_join = last.is_alphanumeric() || (last == '.' && c == ' ');
            if !(c.is_alphanumeric() && !is_disguised(c) || joins && may_join) {
                return Err(NameError::Letter);
            }
            last = c;
        }
        if !last.is_alphanumeric() {
            return Err(NameError::Letter);
        }
        let mut scripts = text.chars().filter(|c| c.is_alphanumeric()).filter_map(script);
        let first = scripts.next();
        if scripts.any(|other| Some(other) != first) {
            return Err(NameError::Scripts);
        }
        Ok(Self(text))
    }
}

impl FromStr for PlayerName {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, NameError> {
        let name = Self::from_stored(text)?;
        let mut pairs = name.0.chars().zip(name.0.chars().skip(1));
        if name.0.chars().any(has_a_double) || pairs.any(|(one, two)| HALVES.contains(&[one, two])) {
            return Err(NameError::Letter);
        }
        Ok(name)
    }
}

impl TryFrom<String> for PlayerName {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, NameError> {
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
        for name in [
            "A",
            "Abebe",
            "አበበ ቢቂላ",
            "ሳራ",
            "سارة",
            "Jean-Luc",
            "Zoë_7",
            "J.R. Ewing",
            "Ωμεγα",
            "Женя",
            "さくら 桜",
            "영희",
            "ㅋㅋ",
            "آمنة",
            "கொடி",
            "आशा7",
        ] {
            let parsed = name.parse::<PlayerName>();
            assert_eq!(parsed.map(String::from).as_deref(), Ok(name));
        }
    }

    #[test]
    fn wide_letters_are_folded() {
        let name: PlayerName = "Ａｂｅｂｅ\u{3000}７".parse().unwrap();
        assert_eq!((name.to_string().as_str(), name.key().as_str()), ("Abebe 7", "abebe7"));
    }

    #[test]
    fn names_that_look_alike_share_a_key() {
        let key = |name: &str| name.parse::<PlayerName>().unwrap().key();
        assert_eq!(key("Jean-Luc"), key("jean luc"));
        assert_ne!(key("Jean-Luc"), key("Jean-Luca"));
        assert_eq!(key("አበበ ቢቂላ"), "አበበቢቂላ");
    }

    #[test]
    fn what_could_deceive_is_none() {
        for (text, expected) in [
            ("", NameError::Length),
            ("ABCDEFGHIJKLMNOPQRSTU", NameError::Length),
            (" Abebe", NameError::Letter),
            ("Abebe ", NameError::Letter),
            ("A  B", NameError::Letter),
            ("a\u{202e}b", NameError::Letter),
            ("a\u{200b}b", NameError::Letter),
            ("a\nb", NameError::Letter),
            ("\u{1b}[31m", NameError::Letter),
            ("<b>x", NameError::Letter),
            ("e\u{301}a", NameError::Letter),
            ("pаypal", NameError::Scripts),
            ("Aβ", NameError::Scripts),
            // Cherokee, which looks like Latin; Ethiopic and Latin; Arabic and Latin.
            ("Ꭺbebe", NameError::Scripts),
            ("አbebe", NameError::Scripts),
            ("aسb", NameError::Scripts),
            ("𝐀bebe", NameError::Letter),
            ("Ａ<b>", NameError::Letter),
            ("Ａβ", NameError::Scripts),
            ("ｶﾅ", NameError::Letter),
            ("Abebe²", NameError::Letter),
            ("ﬁa", NameError::Letter),
            // Invisible letters.
            ("\u{3164}", NameError::Letter),
            ("\u{115f}\u{1160}", NameError::Letter),
            ("\u{ffa0}", NameError::Letter),
            ("영\u{3164}희", NameError::Letter),
            // One syllable in three parts, an Arabic letter in two, a Tamil vowel and a Bengali one.
            ("\u{1112}\u{1161}\u{11ab}", NameError::Letter),
            ("\u{627}\u{653}", NameError::Letter),
            ("க\u{bc6}\u{bbe}", NameError::Letter),
            ("ক\u{9c7}\u{9d7}", NameError::Letter),
            // The same on screen as ά and 豈.
            ("\u{1f71}", NameError::Letter),
            ("\u{f900}", NameError::Letter),
        ] {
            assert_eq!(text.parse::<PlayerName>(), Err(expected), "{text:?}");
        }
    }

    #[test]
    fn a_stored_name_stays_readable() {
        let old = "\u{3164}";
        assert_eq!(PlayerName::from_stored(old).map(String::from).as_deref(), Ok(old));
        assert_eq!(
            PlayerName::from_stored("a\u{202e}b"),
            Err(NameError::Letter),
            "what never was a name is none"
        );
        let joined = format!(r#"{{"e":"joined","name":"{old}"}}"#);
        assert!(serde_json::from_str::<crate::Event>(&joined).is_ok(), "logs can be read");
        assert!(
            serde_json::from_str::<PlayerName>(&format!("\"{old}\"")).is_err(),
            "nobody else is called so"
        );
    }
}
