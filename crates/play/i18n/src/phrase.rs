//! Where the texts of a key stand.

use crate::{Language, foreign};

/// What a key says, in one text or one for each plural form.
pub(crate) struct Phrase<const FORMS: usize> {
    pub(crate) english: [&'static str; FORMS],
    /// Where the table of another language says it.
    pub(crate) place: usize,
}

impl Language {
    /// What a key without plural forms says.
    pub(crate) fn text(self, phrase: &'static Phrase<1>) -> &'static str {
        self.say(&phrase.english, phrase.place, 0)
    }

    /// What a key says of so many.
    pub(crate) fn form(self, phrase: &'static Phrase<6>, n: usize) -> &'static str {
        self.say(&phrase.english, phrase.place, self.plural(n))
    }

    fn say(self, english: &'static [&'static str], place: usize, form: usize) -> &'static str {
        foreign::table(self).map_or(english[form], |table| table[place + form])
    }
}
