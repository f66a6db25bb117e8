//! What a document says of where things are.

use super::Fault;

/// Looks at the text of a Markdown file: what it names in the folder `crates` is there.
pub(super) fn check(file: &str, text: &str, exists: impl Fn(&str) -> bool) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let missing = paths(line).flat_map(expanded).filter(|path| !exists(path));
        faults.extend(missing.map(|path| Fault {
            place: format!("{file}:{}", index + 1),
            words: format!("there is no `{path}`"),
        }));
    }
    faults
}

/// The paths that stand in backticks; not those with a word to be filled in, `LANGUAGE` or `*`.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('`').skip(1).step_by(2);
    let is_whole = |path: &&str| !path.contains(|c: char| c == '*' || c.is_uppercase());
    code.flat_map(str::split_whitespace).filter(|word| word.starts_with("crates/")).filter(is_whole)
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn expanded(path: &str) -> Vec<String> {
    let parts = path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (choices, after))) = parts else { return vec![path.to_owned()] };
    choices.split(',').flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_document(text: &str, expected: &[&str]) {
        let exists = |path: &str| ["crates/a/src/b.rs", "crates/a/src/c/"].contains(&path);
        let told: Vec<_> = check("a.md", text, exists).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn what_a_document_names_is_there() {
        check_document("In `crates/a/src/b.rs`, function `c`.\n", &[]);
        check_document("\nThe levels: `crates/a/src/d.rs`.\n", &["a.md:2: there is no `crates/a/src/d.rs`"]);
        check_document(
            "`cargo test crates/a/src/e.rs`, `crates/f`",
            &["a.md:1: there is no `crates/a/src/e.rs`", "a.md:1: there is no `crates/f`"],
        );
    }

    #[test]
    fn a_path_in_braces_is_several() {
        check_document("`crates/a/src/{b.rs,c/}`", &[]);
        check_document(
            "`crates/a/{src,tests}/{b,d}.rs`",
            &[
                "a.md:1: there is no `crates/a/src/d.rs`",
                "a.md:1: there is no `crates/a/tests/b.rs`",
                "a.md:1: there is no `crates/a/tests/d.rs`",
            ],
        );
    }

    #[test]
    fn what_is_to_be_filled_in_is_left_alone() {
        check_document(
            "`crates/words/text/LANGUAGE/AREA.txt`, `crates/a/src/x*`, crates/none, `other/d`",
            &[],
        );
    }
}
