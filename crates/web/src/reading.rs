//! Reading records and rule files, and putting games away, as a part of the program: who visits for the first time has nothing to read or to put away.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use gebeta_rules::{Faults, Record, RuleFault, RuleSet};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::database::NoStorage;
use crate::shelf;

/// What can be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// A record.
    pub(crate) record: fn(&str) -> Option<Record>,
    /// A rule file, and the name it has if it gives none.
    pub(crate) rules: fn(&str, &str) -> Result<RuleSet, Faults<RuleFault>>,
    /// Puts away what was set aside; see [`shelf::put_asides_away`].
    pub(crate) put_asides_away: fn() -> Keeping,
}

/// Tells whether a game was put away that is not over.
type Keeping = Pin<Box<dyn Future<Output = Result<bool, NoStorage>>>>;

static HERE: OnceLock<Reading> = OnceLock::new();

/// The part, if it is loaded.
pub(crate) fn here() -> Option<&'static Reading> {
    HERE.get()
}

/// Loads the part, unless it is there.
pub(crate) async fn fetch() -> Result<&'static Reading, SplitLoaderError> {
    let reading = reading().await?;
    Ok(HERE.get_or_init(|| reading))
}

#[wasm_split(reading, fallible)]
fn reading() -> Result<Reading, SplitLoaderError> {
    Ok(Reading {
        record: |text| text.parse().ok(),
        rules: RuleSet::parse,
        put_asides_away: || Box::pin(shelf::put_asides_away()),
    })
}
