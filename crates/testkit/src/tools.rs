//! Programs of others that some tests need.

use std::io::Write as _;

/// Set where a test must not pass without what it needs.
pub const NEEDED: &str = "GEBETA_NEED_TOOLS";

/// Says that a test does nothing because `what` is missing: to whoever looks on, and to `cargo xtask torture`.
///
/// # Panics
/// With [`NEEDED`] in the environment.
#[allow(clippy::print_stdout, reason = "torture collects it")]
pub fn missing(what: &str) {
    assert!(std::env::var_os(NEEDED).is_none(), "{NEEDED} is set, and there is no {what}");
    // Straight to the terminal: a test that passes keeps what it prints to itself.
    let _ = writeln!(std::io::stderr(), "SKIPPED: there is no {what}");
    println!("torture: skipped: there is no {what}");
}
