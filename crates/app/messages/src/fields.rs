use gebeta_rules::{Coded, GameKind, Keyword};

use crate::{Fault, Json};

/// The entries of a message, read with a fault that names the one that is wrong.
#[derive(Clone, Copy)]
pub(crate) struct Fields<'a>(pub(crate) &'a Json);

impl<'a> Fields<'a> {
    /// What `read` makes of the entry `key`, if it is there.
    pub(crate) fn maybe<T>(
        self,
        key: &str,
        read: impl FnOnce(&'a Json) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        self.0.get(key).map(|value| read(value).ok_or_else(|| Fault::field(key))).transpose()
    }

    /// The same for an entry that has to be there.
    pub(crate) fn must<T>(self, key: &str, read: impl FnOnce(&'a Json) -> Option<T>) -> Result<T, Fault> {
        self.maybe(key, read)?.ok_or_else(|| Fault::field(key))
    }

    pub(crate) fn text(self, key: &str) -> Result<&'a str, Fault> {
        self.must(key, text)
    }

    pub(crate) fn real(self, key: &str) -> Result<f64, Fault> {
        self.must(key, real)
    }

    pub(crate) fn flag(self, key: &str) -> Result<bool, Fault> {
        self.must(key, |value| if let Json::Bool(flag) = value { Some(*flag) } else { None })
    }

    pub(crate) fn count(self, key: &str) -> Result<u64, Fault> {
        self.must(key, count)
    }

    pub(crate) fn small(self, key: &str) -> Result<u32, Fault> {
        self.must(key, small)
    }

    pub(crate) fn word<T: Keyword>(self, key: &str) -> Result<T, Fault> {
        self.must(key, |value| T::from_keyword(text(value)?).ok())
    }

    /// Each item of the list `key`, as `read` understands it.
    pub(crate) fn list<T>(
        self,
        key: &str,
        read: impl Fn(Fields<'a>) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        let items = self.must(key, |value| if let Json::List(items) = value { Some(items) } else { None })?;
        items.iter().map(|item| read(Fields(item))).collect()
    }

    /// The value itself, as text.
    pub(crate) fn own_text(self) -> Result<&'a str, Fault> {
        text(self.0).ok_or_else(|| Fault::field("text"))
    }

    pub(crate) fn game(self) -> Result<GameKind, Fault> {
        self.word("game")
    }
}

/// A text.
pub(crate) fn text(value: &Json) -> Option<&str> {
    if let Json::Text(text) = value { Some(text) } else { None }
}

/// Any number.
pub(crate) fn real(value: &Json) -> Option<f64> {
    if let Json::Number(number) = value { Some(*number) } else { None }
}

/// A whole number, not negative, as large as a double holds exactly.
pub(crate) fn count(value: &Json) -> Option<u64> {
    const MOST: f64 = 9_007_199_254_740_992.0;
    real(value)
        .filter(|number| number.fract() == 0.0 && (0.0..=MOST).contains(number))
        .map(|number| number as u64)
}

/// A whole number that is not large.
pub(crate) fn small(value: &Json) -> Option<u32> {
    count(value).and_then(|number| u32::try_from(number).ok())
}

/// Turns an error of another crate into what the other side hears.
pub(crate) fn told<E: Coded + std::fmt::Display>(error: E) -> Fault {
    Fault::new(error.code(), error)
}
