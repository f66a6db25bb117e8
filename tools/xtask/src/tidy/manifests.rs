//! What a member's manifest must leave to the workspace: versions and lints.

use super::Violation;

/// Looks at the text of a member's `Cargo.toml`.
pub(super) fn check(file: &str, text: &str) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut violation = |line: usize, words: &str| {
        violations.push(Violation { place: format!("{file}:{line}"), words: words.to_owned() });
    };
    let mut lints = false;
    let mut section = "";
    // Inside a list or table that goes on over lines, where no new key begins.
    let mut open = 0;
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        let inside = open > 0;
        open += depth(line);
        if line.is_empty() || line.starts_with('#') || inside {
            continue;
        }
        if line.starts_with('[') {
            section = line;
            if section.contains("dependencies.") {
                violation(index + 1, "write the dependency on one line: `name.workspace = true`");
            }
            continue;
        }
        let inherits = line.contains("workspace = true");
        if section.ends_with("dependencies]") && !inherits {
            violation(index + 1, "versions stand in the manifest of the workspace: `name.workspace = true`");
        }
        if section == "[package]" && is_version(line) && !inherits {
            violation(index + 1, "the workspace says this for all crates: `.workspace = true`");
        }
        lints |= section == "[lints]" && inherits;
    }
    if !lints {
        violations.push(Violation {
            place: file.to_owned(),
            words: "does not inherit the lints: `[lints]` with `workspace = true`".to_owned(),
        });
    }
    violations
}

/// Whether a line of `[package]` states a version of ours or of Rust.
fn is_version(line: &str) -> bool {
    ["version", "edition", "rust-version", "license"]
        .iter()
        .any(|key| line.strip_prefix(key).is_some_and(|rest| rest.starts_with(['.', ' ', '='])))
}

/// How many more brackets a line opens than it closes.
fn depth(line: &str) -> i32 {
    let code = line.split('#').next().unwrap_or_default();
    code.chars()
        .map(|c| match c {
            '[' | '{' => 1,
            ']' | '}' => -1,
            _ => 0,
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_manifest(text: &str, expected: &[&str]) {
        let told: Vec<_> = check("Cargo.toml", text).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_manifest_that_leaves_all_to_the_workspace_is_tidy() {
        check_manifest(
            "[package]\nname = \"a\"\nversion.workspace = true\n\n[dependencies]\n# Why.\nb.workspace = true\n\
             c = { workspace = true, features = [\n    \"d\",\n] }\n\n[lints]\nworkspace = true\n",
            &[],
        );
    }

    #[test]
    fn versions_belong_to_the_workspace() {
        check_manifest(
            "[package]\nedition = \"2021\"\n[lints]\nworkspace = true\n[dev-dependencies]\nb = \"1\"\n",
            &[
                "Cargo.toml:2: the workspace says this for all crates: `.workspace = true`",
                "Cargo.toml:6: versions stand in the manifest of the workspace: `name.workspace = true`",
            ],
        );
        check_manifest(
            "[lints]\nworkspace = true\n[target.'cfg(unix)'.dependencies.b]\nversion = \"1\"\n",
            &["Cargo.toml:3: write the dependency on one line: `name.workspace = true`"],
        );
    }

    #[test]
    fn lints_are_inherited() {
        const MISSING: &str = "Cargo.toml: does not inherit the lints: `[lints]` with `workspace = true`";
        check_manifest("[package]\n", &[MISSING]);
        check_manifest("[dependencies]\na.workspace = true\n", &[MISSING]);
    }
}
