use std::fmt;

use crate::Json;
use crate::fields::Fields;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// A short name that does not change, such as `bad-position`.
    pub code: String,
    /// The same as a sentence.
    pub words: String,
}

impl Fault {
    /// A fault with this code and sentence.
    pub fn new(code: &str, words: impl fmt::Display) -> Self {
        Self { code: code.to_owned(), words: words.to_string() }
    }

    /// An entry of a message is missing or is something else.
    pub(crate) fn field(key: &str) -> Self {
        Self::new("bad-message", format_args!("the entry {key} is missing or wrong"))
    }

    pub(crate) fn to_json(&self) -> Json {
        Json::object([("code", Json::text(&self.code)), ("words", Json::text(&self.words))])
    }

    pub(crate) fn read(fields: Fields<'_>) -> Result<Self, Self> {
        Ok(Self { code: fields.text("code")?.to_owned(), words: fields.text("words")?.to_owned() })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for Fault {}
