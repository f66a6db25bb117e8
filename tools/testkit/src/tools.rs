//! Programs of others that some tests need. Without them a test says that it was skipped; in CI it fails.

use std::ffi::OsStr;
use std::io::Write as _;

/// Set where a test must not pass without what it needs.
pub const NEEDED: &str = "GEBETA_NEED_TOOLS";

/// Set by CI services, where a test must not pass without what it needs either.
pub const CI: &str = "CI";

/// Says that a test is skipped because there is no `what`: on standard error, and to `cargo xtask chaos`.
///
/// # Panics
/// Where tools are required: in CI, or with [`NEEDED`] in the environment.
#[allow(clippy::print_stdout, reason = "chaos collects it")]
pub fn missing(what: &str) {
    assert!(!are_required(), "there is no {what}, which this test needs: tools are required in CI");
    // Straight to the terminal: a test that passes keeps what it prints to itself.
    let _ = writeln!(std::io::stderr(), "skipped: there is no {what}");
    println!("chaos: skipped: there is no {what}");
}

fn are_required() -> bool {
    std::env::var_os(NEEDED).is_some() || std::env::var_os(CI).is_some_and(|value| is_set(&value))
}

/// `CI=false` and an empty value are how people switch it off.
fn is_set(value: &OsStr) -> bool {
    !(value.is_empty() || value == "0" || value.eq_ignore_ascii_case("false"))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    /// This test as a process of its own, with what is in its environment.
    fn skip(variable: &str, value: &str) -> (bool, String) {
        let program = std::env::current_exe().expect("a test knows its program");
        let mut command = Command::new(program);
        command.args(["--exact", "tools::tests::a_test_without_its_tool", "--nocapture"]);
        command.env_remove(NEEDED).env_remove(CI).env("GEBETA_SKIPPED_TOOL", "1").env(variable, value);
        let output = command.output().expect("a test can run itself");
        (output.status.success(), String::from_utf8_lossy(&output.stderr).into_owned())
    }

    #[test]
    fn a_test_without_its_tool() {
        if std::env::var_os("GEBETA_SKIPPED_TOOL").is_some() {
            missing("such tool");
        }
    }

    #[test]
    fn a_missing_tool_is_said_and_fails_in_ci() {
        for (variable, value) in [("CI", ""), ("CI", "false"), ("CI", "0"), ("OTHER", "true")] {
            let (passed, told) = skip(variable, value);
            assert!(passed && told.contains("skipped: there is no such tool"), "{variable}={value}: {told}");
        }
        for (variable, value) in [("CI", "true"), ("CI", "1"), (NEEDED, "1")] {
            let (passed, told) = skip(variable, value);
            assert!(!passed && told.contains("there is no such tool"), "{variable}={value}: {told}");
        }
    }
}
