//! Reading records and rule files, as a part of the program: who visits for the first time has nothing to read.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use std::sync::OnceLock;

use gebeta_rules::{Faults, Record, RuleFault, RuleSet};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// What can be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    /// A record.
    pub(crate) record: fn(&str) -> Option<Record>,
    /// A rule file, and the name it has if it gives none.
    pub(crate) rules: fn(&str, &str) -> Result<RuleSet, Faults<RuleFault>>,
}

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
    Ok(Reading { record: |text| text.parse().ok(), rules: RuleSet::parse })
}
