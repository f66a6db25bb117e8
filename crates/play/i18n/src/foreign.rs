//! The tables of the languages other than English. In a browser they are loaded when somebody speaks one.

use crate::Language;
use crate::texts::{AM, AR};

/// Everything a language other than English says.
#[derive(Clone, Copy, Debug)]
#[allow(dead_code, reason = "only a program in a browser needs to be taught")]
pub struct Texts(&'static [&'static str]);

/// Everything in Amharic.
pub const fn amharic() -> Texts {
    Texts(&AM)
}

/// Everything in Arabic.
pub const fn arabic() -> Texts {
    Texts(&AR)
}

#[cfg(not(target_family = "wasm"))]
mod known {
    use super::{AM, AR, Language, Texts};

    /// The table of a language; English has none.
    pub(crate) fn table(language: Language) -> Option<&'static [&'static str]> {
        match language {
            Language::En => None,
            Language::Am => Some(&AM),
            Language::Ar => Some(&AR),
        }
    }

    impl Language {
        /// Whether the program can speak it: always, outside a browser.
        pub const fn is_known(self) -> bool {
            true
        }

        /// Teaches the program to speak it, if it cannot yet.
        pub const fn teach(self, _: Texts) {}
    }
}

#[cfg(target_family = "wasm")]
mod known {
    use std::sync::OnceLock;

    use super::{Language, Texts};

    static LEARNED: [OnceLock<Texts>; 3] = [const { OnceLock::new() }; 3];

    /// The table of a language. English has none, nor one that was not learned.
    pub(crate) fn table(language: Language) -> Option<&'static [&'static str]> {
        LEARNED[language as usize].get().map(|texts| texts.0)
    }

    impl Language {
        /// Whether the program can speak it. Until then it speaks English instead.
        pub fn is_known(self) -> bool {
            self == Self::En || table(self).is_some()
        }

        /// Teaches the program to speak it, if it cannot yet.
        pub fn teach(self, texts: Texts) {
            let _ = LEARNED[self as usize].set(texts);
        }
    }
}

pub(crate) use known::table;
