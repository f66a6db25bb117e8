//! Stored games as the commands read them.

use std::path::Path;

use gebeta_rules::Record;
use gebeta_rules::interchange::Format;

use crate::{CliError, Console, atomic_file};

/// The file name that means standard input.
const STANDARD_INPUT: &str = "-";

/// Reads a stored game and replays every move of it; one of another program where it looks like that.
pub(crate) fn load(path: &Path) -> Result<Record, CliError> {
    parse(path, &atomic_file::read(path, Record::MAX_FILE_BYTES)?, None)
}

/// Reads a game in this format, or in the one it looks like; `-` is standard input.
pub(crate) fn load_or_input(
    path: &Path,
    format: Option<Format>,
    console: &mut Console<'_>,
) -> Result<Record, CliError> {
    parse(path, &text(path, console)?, format)
}

/// Whether this name means standard input.
pub(crate) fn is_input(path: &Path) -> bool {
    path.as_os_str() == STANDARD_INPUT
}

/// The text of a stored game; `-` is standard input.
pub(crate) fn text(path: &Path, console: &mut Console<'_>) -> Result<String, CliError> {
    if is_input(path) {
        console.read_all(Record::MAX_FILE_BYTES)
    } else {
        atomic_file::read(path, Record::MAX_FILE_BYTES)
    }
}

fn parse(path: &Path, text: &str, format: Option<Format>) -> Result<Record, CliError> {
    let format = format.unwrap_or_else(|| Format::recognize(text));
    format.read(text).map_err(|error| CliError::bad_file(path, &error))
}
