use std::fmt;

use crate::Coded;

/// Everything that is wrong with a text, found in one go; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults<F>(pub Vec<F>);

/// The faults one after the other; a long list is cut.
impl<F: fmt::Display> fmt::Display for Faults<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 40;
        for (place, fault) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{fault}", if place == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl<F: fmt::Debug + fmt::Display> std::error::Error for Faults<F> {}

/// The code of the first fault.
impl<F: Coded> Coded for Faults<F> {
    fn code(&self) -> &'static str {
        self.0.first().map_or("unknown", Coded::code)
    }
}
