//! Reading records and rule files, and putting games away, as a part of the program: who visits for the first time has nothing to read or to put away.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use gebeta_rules::{ErrorList, Record, RuleFileError, RuleSet};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::platform::archive;
use crate::platform::database::StorageError;

/// What can be read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordFunctions {
    /// A record.
    pub(crate) record: fn(&str) -> Option<Record>,
    /// A rule file, and the name it has if it gives none.
    pub(crate) rules: fn(&str, &str) -> Result<RuleSet, ErrorList<RuleFileError>>,
    /// Puts away what was set aside; see [`archive::archive_pending_games`].
    pub(crate) archive_pending_games: fn() -> Keeping,
}

/// Tells whether a game was put away that is not over.
type Keeping = Pin<Box<dyn Future<Output = Result<bool, StorageError>>>>;

static HERE: OnceLock<RecordFunctions> = OnceLock::new();

/// The part, if it is loaded.
pub(crate) fn here() -> Option<&'static RecordFunctions> {
    HERE.get()
}

/// Loads the part, unless it is there.
pub(crate) async fn fetch() -> Result<&'static RecordFunctions, SplitLoaderError> {
    let reading = reading().await?;
    Ok(HERE.get_or_init(|| reading))
}

#[wasm_split(reading, fallible)]
fn reading() -> Result<RecordFunctions, SplitLoaderError> {
    Ok(RecordFunctions {
        record: |text| text.parse().ok(),
        rules: RuleSet::parse,
        archive_pending_games: || Box::pin(archive::archive_pending_games()),
    })
}
