//! Requirements and the tests that show them.

use std::collections::BTreeSet;

use super::Violation;

/// The page, from the root of the workspace.
pub(super) const PAGE: &str = "docs/requirements.md";

/// How a requirement begins, how a program it holds for, and how a line that goes on with such a program's tests.
const REQUIREMENT: &str = "- ";
const PROGRAM: &str = "  - ";
const MORE_TESTS: &str = "    ";

/// Every test of the workspace, as the page names it: `crate::module::test`, or `file.test.js: name`.
#[derive(Debug, Default)]
pub(super) struct Tests(BTreeSet<String>);

impl Tests {
    /// The tests of a Rust file; `file` is its path from the root of the workspace.
    pub(super) fn add_rust(&mut self, file: &str, text: &str) {
        // Modules with a body in this file, each with what its lines begin with.
        let mut modules: Vec<(&str, &str)> = Vec::new();
        let mut is_test = false;
        for line in text.lines() {
            let code = line.trim_start();
            let indent = &line[..line.len() - code.len()];
            if modules.last().is_some_and(|(opened, _)| code == "}" && indent == *opened) {
                modules.pop();
            } else if let Some(name) = code.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(" {")) {
                modules.push((indent, name));
            } else if code.starts_with("#[test]") || code.starts_with("#[tokio::test") {
                is_test = true;
            } else if let Some(name) = function(code).filter(|_| is_test) {
                is_test = false;
                let inner = modules.iter().map(|(_, module)| *module);
                let path: Vec<&str> = modules_of(file).into_iter().chain(inner).chain([name]).collect();
                self.0.insert(path.join("::"));
            }
        }
    }

    /// The tests of a file of `e2e/tests`: all texts that are the first of a call or a list.
    pub(super) fn add_browser(&mut self, file: &str, text: &str) {
        let name = file.rsplit('/').next().unwrap_or(file);
        for (place, _) in text.match_indices(['(', '[']) {
            if let Some(literal) = literal(&text[place + 1..]) {
                self.0.insert(format!("{name}: {literal}"));
            }
        }
    }
}

/// `crates/app/tui/tests/it/online.rs` as `tui`, `it`, `online`.
fn modules_of(file: &str) -> Vec<&str> {
    let parts: Vec<&str> = file.trim_end_matches(".rs").split('/').collect();
    let Some(sources) = parts.iter().position(|part| ["src", "tests"].contains(part)) else { return parts };
    let krate = sources.checked_sub(1).map(|place| parts[place]);
    let modules = parts[sources + 1..].iter().filter(|part| !["lib", "main", "mod"].contains(part));
    krate.into_iter().chain(modules.copied()).collect()
}

/// The name of the function that begins in this line.
fn function(code: &str) -> Option<&str> {
    let words =
        code.trim_start_matches("pub ").trim_start_matches("pub(crate) ").trim_start_matches("async ");
    words.strip_prefix("fn ")?.split(['(', '<']).next()
}

/// The JavaScript text that `code` begins with.
fn literal(code: &str) -> Option<String> {
    let mut rest = code.chars();
    let quote = rest.next().filter(|first| ['\'', '"', '`'].contains(first))?;
    let mut told = String::new();
    loop {
        match rest.next()? {
            '\\' => told.push(rest.next()?),
            end if end == quote => return Some(told),
            other => told.push(other),
        }
    }
}

/// Looks at the text of the page: every requirement, and every program it holds for, has tests, and they exist.
pub(super) fn check(text: &str, tests: &Tests) -> Vec<Violation> {
    let mut violations = Vec::new();
    let mut violation = |index: usize, words: String| {
        violations.push(Violation { place: format!("{PAGE}:{}", index + 1), words });
    };
    // Where they began, and how many tests they have had since.
    let (mut requirement, mut program) = (None, None);
    for (index, line) in text.lines().chain(["# The end"]).enumerate() {
        let begins = line.starts_with(REQUIREMENT);
        let ends = begins || line.starts_with('#');
        let is_program = line.starts_with(PROGRAM);
        let has_tests = is_program || program.is_some() && line.starts_with(MORE_TESTS);
        if (ends || is_program)
            && let Some((began, 0)) = program.take()
        {
            violation(began, "no test shows this here".to_owned());
        }
        if ends && let Some((began, 0)) = requirement.take() {
            violation(began, "no test shows this requirement".to_owned());
        }
        if begins {
            requirement = Some((index, 0));
        }
        if is_program {
            program = Some((index, 0));
        }
        for test in line.split('`').skip(1).step_by(2).filter(|_| has_tests) {
            for (_, tests) in [&mut requirement, &mut program].into_iter().flatten() {
                *tests += 1;
            }
            if !tests.0.contains(test) {
                violation(index, format!("there is no test `{test}`"));
            }
        }
    }
    if !text.lines().any(|line| line.starts_with(REQUIREMENT)) {
        violation(0, "there is no requirement".to_owned());
    }
    violations
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUST: &str = "#[test]\nfn one() {\n}\n\nfn no_test() {}\n\nmod inner {\n    /// Two.\n    #[tokio::test]\n    #[cfg(unix)]\n    \
                        async fn two() {}\n}\n\nproptest! {\n    #[test]\n    fn three(n in 0..9) {}\n}\n";

    fn tests() -> Tests {
        let mut tests = Tests::default();
        tests.add_rust("crates/a/tests/it/b.rs", RUST);
        tests.add_rust(
            "crates/core/c/src/d/e.rs",
            "#[cfg(test)]\nmod tests {\n    #[test]\n    fn four() {}\n}\n",
        );
        tests.add_browser(
            "e2e/tests/f.test.js",
            "pageTest('it\\'s there', {}, async () => {});\n  [`by ${hand}`, 1],\nconst other = 'no test';\n",
        );
        tests
    }

    #[test]
    fn tests_are_found_by_their_names() {
        let found: Vec<_> = tests().0.into_iter().collect();
        let expected = [
            "a::it::b::inner::two",
            "a::it::b::one",
            "a::it::b::three",
            "c::d::e::tests::four",
            "f.test.js: by ${hand}",
            "f.test.js: it's there",
        ];
        assert_eq!(found, expected);
    }

    #[track_caller]
    fn check_page(text: &str, expected: &[&str]) {
        let told: Vec<_> = check(text, &tests()).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn a_requirement_names_the_tests_that_show_it() {
        check_page(
            "# Page\n\n- It is `so`,\n  and more.\n  - Browser: `f.test.js: it's there`,\n    `f.test.js: by ${hand}`\n  - Server: `a::it::b::one`\n\
             - And so.\n  - Terminal: `c::d::e::tests::four`\n\n## More\n",
            &[],
        );
    }

    #[test]
    fn a_test_that_does_not_exist_is_found() {
        check_page(
            "- It is so.\n  - Browser: `f.test.js: no test`,\n    `f.test.js: it's there`\n  - Server: `a::it::b::no_test`\n",
            &[
                "docs/requirements.md:2: there is no test `f.test.js: no test`",
                "docs/requirements.md:4: there is no test `a::it::b::no_test`",
            ],
        );
    }

    #[test]
    fn a_requirement_without_a_test_is_found() {
        check_page(
            "- It is so.\n  - Server: `a::it::b::one`\n  - Browser:\n- And `a::it::b::one`\n  so.\n",
            &[
                "docs/requirements.md:3: no test shows this here",
                "docs/requirements.md:4: no test shows this requirement",
            ],
        );
        check_page("# Page\n", &["docs/requirements.md:1: there is no requirement"]);
    }
}
