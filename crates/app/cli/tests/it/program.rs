//! The real program as a process of its own, in a home of its own.

mod answer;
mod engine;
mod home;
mod kills;
#[cfg(unix)]
mod terminal;

use std::time::Duration;

pub(crate) use answer::Answer;
pub(crate) use engine::Engine;
pub(crate) use home::Home;
pub(crate) use kills::survives;
#[cfg(unix)]
pub(crate) use terminal::Terminal;

/// Nothing the tests ask for takes so long: then the program hangs, and is ended.
const PATIENCE: Duration = Duration::from_mins(1);

/// The words of a command line; one with spaces stands between single quotes.
fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    parts
        .flat_map(|(n, part)| if n % 2 == 0 { part.split_whitespace().collect() } else { vec![part] })
        .collect()
}
