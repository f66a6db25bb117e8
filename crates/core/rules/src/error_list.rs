use std::fmt;

use crate::Coded;

/// Everything that is wrong with a text, found in one go; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorList<F>(pub Vec<F>);

impl<F: fmt::Display> ErrorList<F> {
    /// The faults, a line each; a long list is cut.
    pub fn lines(&self) -> Vec<String> {
        const SHOWN: usize = 40;
        let mut lines: Vec<String> = self.0.iter().take(SHOWN).map(ToString::to_string).collect();
        if let Some(more) = self.0.len().checked_sub(SHOWN).filter(|&more| more > 0) {
            lines.push(format!("and {more} more"));
        }
        lines
    }
}

/// The faults one after the other.
impl<F: fmt::Display> fmt::Display for ErrorList<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.lines().join("; "))
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for ErrorList<F> {}

/// The code of the first fault.
impl<F: Coded> Coded for ErrorList<F> {
    fn code(&self) -> &'static str {
        self.0.first().map_or("unknown", Coded::code)
    }
}
