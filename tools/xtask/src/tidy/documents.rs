//! Whether what documents point to is there.

use super::Violation;

/// What a document can point to, by paths from the root of the workspace.
pub(super) trait Tree {
    /// Whether there is such a file or folder.
    fn exists(&self, path: &str) -> bool;

    /// The text of a Markdown file.
    fn text(&self, path: &str) -> Option<String>;
}

/// Looks at the text of a Markdown file: links lead to files and headings that are there, and so do paths in the folders
/// `crates` and `docs` that stand in backticks.
pub(super) fn check(file: &str, text: &str, tree: &impl Tree) -> Vec<Violation> {
    let mut violations = Vec::new();
    for (index, line) in prose(text) {
        let mut violation =
            |words| violations.push(Violation { place: format!("{file}:{}", index + 1), words });
        for path in paths(line).flat_map(expanded).filter(|path| !tree.exists(path)) {
            violation(format!("there is no `{path}`"));
        }
        for link in links(line).filter(|link| !leads_somewhere(file, text, link, tree)) {
            violation(format!("the link `{link}` leads nowhere"));
        }
    }
    violations
}

/// Looks at the text of a source file: the documents it names are there.
pub(super) fn check_source(file: &str, text: &str, tree: &impl Tree) -> Vec<Violation> {
    let named =
        text.lines().enumerate().flat_map(|(index, line)| documents(line).map(move |path| (index, path)));
    let missing = named.filter(|(_, path)| !tree.exists(path));
    missing
        .map(|(index, path)| Violation {
            place: format!("{file}:{}", index + 1),
            words: format!("there is no `{path}`"),
        })
        .collect()
}

/// The lines outside of fenced code, with their numbers from 0.
fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut is_code = false;
    text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The paths that stand in backticks; not those with a word to be filled in, `LANGUAGE` or `*`.
fn paths(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split('`').skip(1).step_by(2);
    let is_ours = |word: &&str| word.starts_with("crates/") || word.starts_with("docs/");
    let is_whole = |path: &&str| !path.contains(|c: char| c == '*' || c.is_uppercase());
    code.flat_map(str::split_whitespace).filter(is_ours).filter(is_whole)
}

/// `a/{b,c}.rs` as `a/b.rs` and `a/c.rs`.
fn expanded(path: &str) -> Vec<String> {
    let parts = path.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    let Some((before, (choices, after))) = parts else { return vec![path.to_owned()] };
    choices.split(',').flat_map(|choice| expanded(&format!("{before}{choice}{after}"))).collect()
}

/// Where the links and pictures of a line lead, as far as that is in the workspace.
fn links(line: &str) -> impl Iterator<Item = &str> {
    // Text in backticks is no link; a link around such text is one.
    let outside = line.split('`').step_by(2);
    let behind = |mark: &'static str, end: char| {
        outside
            .clone()
            .flat_map(move |text| text.split(mark).skip(1).filter_map(move |rest| rest.split(end).next()))
    };
    let all = behind("](", ')').chain(behind("src=\"", '"')).chain(behind("href=\"", '"'));
    all.filter(|link| !link.contains("://"))
}

/// Whether a link of `file`, whose text is `text`, leads to a file and, behind a `#`, to one of its headings.
fn leads_somewhere(file: &str, text: &str, link: &str, tree: &impl Tree) -> bool {
    let (path, heading) = link.split_once('#').map_or((link, None), |(path, heading)| (path, Some(heading)));
    // Templates of issues are read elsewhere, so they name places of the repository's page.
    if path.contains("/blob/") {
        return true;
    }
    let Some(target) = resolved(file, path) else { return false };
    let has = |text: &str| heading.is_none_or(|heading| headings(text).any(|own| own == heading));
    if path.is_empty() {
        return has(text);
    }
    tree.exists(&target) && (heading.is_none() || tree.text(&target).is_some_and(|text| has(&text)))
}

/// The path from the root of what `file` calls `path`; none outside of the workspace.
fn resolved(file: &str, path: &str) -> Option<String> {
    let mut parts: Vec<_> = file.split('/').collect();
    parts.pop();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(part);
        }
    }
    Some(parts.join("/"))
}

/// The headings of a text as links name them.
fn headings(text: &str) -> impl Iterator<Item = String> {
    let titles = prose(text)
        .filter(|(_, line)| line.starts_with('#'))
        .map(|(_, line)| line.trim_start_matches('#').trim());
    titles.map(|title| {
        let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    })
}

/// The documents that a line of code names by a path from the root.
fn documents(line: &str) -> impl Iterator<Item = &str> {
    let starts = line.match_indices("docs/").map(|(start, _)| start);
    let own = starts
        .filter(|&start| !line[..start].ends_with(|c: char| c.is_alphanumeric() || c == '.' || c == '/'));
    own.filter_map(|start| {
        let end = line[start..].find(|c: char| !(c.is_ascii_alphanumeric() || "/-_.".contains(c)));
        let path = &line[start..end.map_or(line.len(), |length| start + length)];
        let path = path.trim_end_matches('.');
        (path.ends_with(".md") || path.ends_with(".html")).then_some(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Small;

    impl Tree for Small {
        fn exists(&self, path: &str) -> bool {
            ["crates/a/src/b.rs", "crates/a/src/c/", "docs/x/y.md", "docs/z.png"].contains(&path)
        }

        fn text(&self, path: &str) -> Option<String> {
            (path == "docs/x/y.md").then(|| "# Top\n\n## What `go` does, or not\n".to_owned())
        }
    }

    #[track_caller]
    fn check_document(text: &str, expected: &[&str]) {
        let told: Vec<_> = check("docs/a.md", text, &Small).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn what_a_document_names_is_there() {
        check_document("In `crates/a/src/b.rs`, function `c`.\n", &[]);
        check_document(
            "\nThe levels: `crates/a/src/d.rs`.\n",
            &["docs/a.md:2: there is no `crates/a/src/d.rs`"],
        );
        check_document(
            "`cargo test crates/a/src/e.rs`, `crates/f`, `docs/none.md`",
            &[
                "docs/a.md:1: there is no `crates/a/src/e.rs`",
                "docs/a.md:1: there is no `crates/f`",
                "docs/a.md:1: there is no `docs/none.md`",
            ],
        );
    }

    #[test]
    fn a_path_in_braces_is_several() {
        check_document("`crates/a/src/{b.rs,c/}`", &[]);
        check_document(
            "`crates/a/{src,tests}/{b,d}.rs`",
            &[
                "docs/a.md:1: there is no `crates/a/src/d.rs`",
                "docs/a.md:1: there is no `crates/a/tests/b.rs`",
                "docs/a.md:1: there is no `crates/a/tests/d.rs`",
            ],
        );
    }

    #[test]
    fn what_is_to_be_filled_in_is_left_alone() {
        check_document(
            "`crates/play/i18n/text/LANGUAGE/AREA.txt`, `crates/a/src/x*`, crates/none, `other/d`",
            &[],
        );
    }

    #[test]
    fn links_lead_to_files_and_headings() {
        check_document(
            "[y](x/y.md), [`go`](x/y.md#what-go-does-or-not), ![z](z.png), [web](https://e.example/x)",
            &[],
        );
        check_document("# Here\n[up](#here) <img src=\"z.png\"> `[no](link)`\n```\n[no](link)\n```\n", &[]);
        check_document(
            "[a](y.md) [b](x/y.md#none)\n[c](#none) <img src=\"w.png\"> [d](../../out.md)",
            &[
                "docs/a.md:1: the link `y.md` leads nowhere",
                "docs/a.md:1: the link `x/y.md#none` leads nowhere",
                "docs/a.md:2: the link `#none` leads nowhere",
                "docs/a.md:2: the link `../../out.md` leads nowhere",
                "docs/a.md:2: the link `w.png` leads nowhere",
            ],
        );
    }

    #[test]
    fn sources_name_documents_that_are_there() {
        let told = |text: &str| {
            check_source("a.rs", text, &Small).iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(told("// As docs/x/y.md. (`docs/x/y.md`), https://e.example/docs/none.md"), [""; 0]);
        assert_eq!(told("\n//! See `docs/y.md`."), ["a.rs:2: there is no `docs/y.md`"]);
    }
}
