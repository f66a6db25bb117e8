//! Puts names and numbers into texts.

use std::fmt::{Display, Write};

use crate::{Direction, Language};

/// What stands in the place of a placeholder.
pub(crate) enum Value<'a> {
    /// A number, which every language writes in the same digits.
    Count(usize),
    /// Anything else: a name somebody typed, a move, a phrase.
    Word(&'a dyn Display),
}

/// First strong isolate: what follows has a direction of its own.
const FSI: char = '\u{2068}';
/// Pop directional isolate: the end of it.
const PDI: char = '\u{2069}';
/// Right-to-left mark: an unseen letter of a right-to-left script.
const RLM: char = '\u{200f}';

impl Language {
    /// The text with its placeholders filled.
    pub(crate) fn fill(self, text: &str, values: &[Value<'_>]) -> String {
        let mut said = String::new();
        let mut rest = text;
        // A list like `{a}، {b}` has no letter of its own. As a part of a sentence it would run the other way.
        if self.direction() == Direction::Rtl
            && !rest.chars().any(|c| c.is_alphabetic() && is_right_to_left(c))
        {
            said.push(RLM);
        }
        while let Some((before, after)) = rest.split_once('{') {
            said.push_str(before);
            let (place, after) = after.split_at(1);
            match values.get(usize::from(place.as_bytes()[0] - b'0')) {
                Some(Value::Count(n)) => write!(said, "{n}").expect("a string takes everything"),
                Some(Value::Word(word)) => self.isolate(&mut said, *word),
                None => {}
            }
            rest = &after[1..];
        }
        said.push_str(rest);
        said
    }

    /// Adds a word so that its direction and that of the sentence do not disturb each other: a Latin name in an
    /// Arabic sentence, or an Arabic name in a Latin one.
    fn isolate(self, said: &mut String, word: &dyn Display) {
        let start = said.len();
        write!(said, "{word}").expect("a string takes everything");
        if self.direction() == Direction::Rtl || said[start..].chars().any(is_right_to_left) {
            said.insert(start, FSI);
            said.push(PDI);
        }
    }
}

/// Letters of the scripts that are written from right to left.
const fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The text without the unseen marks of direction, for a terminal that would show them.
pub fn without_isolates(text: &str) -> String {
    text.replace([FSI, PDI, RLM], "")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::{self, KEYS};

    #[test]
    fn every_key_speaks_every_language() {
        for &(key, english, place) in KEYS {
            for (form, en) in english.iter().enumerate() {
                let (am, ar) = (texts::AM[place + form], texts::AR[place + form]);
                assert!(!en.is_empty(), "{key}");
                let letters = |text: &str| text.replace(|c: char| !c.is_alphabetic(), "");
                if letters(en).len() > 3 {
                    assert!(
                        letters(am).chars().any(|c| ('\u{1200}'..='\u{139f}').contains(&c)),
                        "{key}: {am}"
                    );
                    assert!(letters(ar).chars().any(|c| ('\u{600}'..='\u{6ff}').contains(&c)), "{key}: {ar}");
                }
            }
        }
    }

    #[test]
    fn every_placeholder_can_be_filled() {
        let values: Vec<_> = (0..10).map(|_| Value::Word(&"x")).collect();
        let check = |language: Language, text: &str| {
            let said = language.fill(text, &values);
            assert!(!said.contains(['{', '}']), "{said}");
        };
        for text in KEYS.iter().flat_map(|(_, english, _)| *english) {
            check(Language::En, text);
        }
        for (am, ar) in texts::AM.iter().zip(&texts::AR) {
            check(Language::Am, am);
            check(Language::Ar, ar);
        }
    }

    #[test]
    fn numbers_choose_their_form() {
        let captures = |n| without_isolates(&Language::Ar.captures("سارة", n));
        assert_eq!(captures(1), "سارة يأسر حجرًا واحدًا.");
        assert_eq!(captures(2), "سارة يأسر حجرين.");
        assert_eq!(captures(7), "سارة يأسر 7 أحجار.");
        assert_eq!(captures(26), "سارة يأسر 26 حجرًا.");
        assert_eq!(Language::Am.captures("ሣራ", 0), "ሣራ፦ 0 ጠጠር ማረኩ።");
        assert_eq!(Language::Am.captures("ሣራ", 7), "ሣራ፦ 7 ጠጠሮች ማረኩ።");
    }

    #[test]
    fn names_keep_their_own_direction() {
        assert_eq!(Language::Ar.wins("Sara"), "فاز \u{2068}Sara\u{2069}.");
        assert_eq!(Language::Ar.wins("سارة"), "فاز \u{2068}سارة\u{2069}.");
        assert_eq!(Language::En.wins("Sara"), "Sara wins.");
        assert_eq!(Language::En.wins("سارة"), "\u{2068}سارة\u{2069} wins.");
        assert_eq!(Language::Am.wins("سارة"), "\u{2068}سارة\u{2069} አሸነፉ።");
        assert_eq!(without_isolates(&Language::Ar.wins("Sara")), "فاز Sara.");
    }

    #[test]
    fn a_list_runs_the_way_of_its_language() {
        assert_eq!(Language::Ar.list_more(1, 4), "\u{200f}\u{2068}1\u{2069}، \u{2068}4\u{2069}");
        assert_eq!(without_isolates(&Language::Ar.list_more(1, 4)), "1، 4");
        assert_eq!(Language::En.list_more(1, 4), "1, 4");
    }

    #[test]
    fn a_name_may_look_like_a_placeholder() {
        assert_eq!(Language::En.wins("{0} {who}"), "{0} {who} wins.");
    }
}
