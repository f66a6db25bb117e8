use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a request has no result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkerError {
    /// A short name that does not change, such as `game-over`.
    pub code: String,
    /// The same as a sentence.
    pub words: String,
}

impl WorkerError {
    /// An error with this code and sentence.
    pub fn new(code: &str, words: impl fmt::Display) -> Self {
        Self { code: code.to_owned(), words: words.to_string() }
    }
}

impl fmt::Display for WorkerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl std::error::Error for WorkerError {}
