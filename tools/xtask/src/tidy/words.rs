//! Entries of the catalogs that no code uses.

use std::collections::BTreeSet;

use super::Violation;

/// The words the build writes into the page, which no Rust says.
const OF_THE_PAGE: &str = "/trouble.txt";

/// The words of rule options, which are looked up by the key of the option. Tests of `gebeta-i18n` compare them with the table.
const OF_OPTIONS: [&str; 2] = ["opt_", "rule_"];

/// Looks at the keys of an English text file; `said` are the names that stand behind a dot or a path somewhere.
pub(super) fn check(file: &str, text: &str, said: &BTreeSet<String>) -> Vec<Violation> {
    if file.ends_with(OF_THE_PAGE) {
        return Vec::new();
    }
    let keys = text.lines().enumerate().filter_map(|(index, line)| {
        let (key, _) = line.split_once(" =")?;
        let (key, _) = key.split_once('[').unwrap_or((key, ""));
        let is_key = !key.is_empty() && key.bytes().all(is_letter);
        is_key.then_some((index, key))
    });
    keys.filter(|(_, key)| !said.contains(*key) && !OF_OPTIONS.iter().any(|start| key.starts_with(start)))
        .map(|(index, key)| Violation {
            place: format!("{file}:{}", index + 1),
            words: format!("nobody says `{key}`: use it, or leave it out in every language"),
        })
        .collect()
}

/// The names in a Rust file that could be methods: those behind a dot or a path.
pub(super) fn said(text: &str) -> impl Iterator<Item = &str> {
    let behind = text.split('.').skip(1).chain(text.split("::").skip(1));
    behind.map(|rest| rest.split(|c: char| !c.is_ascii() || !is_letter(c as u8)).next().unwrap_or_default())
}

const fn is_letter(letter: u8) -> bool {
    matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_that_nobody_says_is_found() {
        let source = "say(Language::yes); words.no(); /* words.other(1) */ l.stones(3)";
        let said: BTreeSet<_> = said(source).map(str::to_owned).collect();
        let text = "# no = comment\nyes = Yes\nno = No\nmaybe = Maybe\nstones[one] = {n}\nstones[other] = {n} = s\n  else = goes on\n";
        let told: Vec<_> = check("en/a.txt", text, &said).iter().map(ToString::to_string).collect();
        assert_eq!(told, ["en/a.txt:4: nobody says `maybe`: use it, or leave it out in every language"]);
        assert_eq!(check("en/trouble.txt", text, &BTreeSet::new()), []);
    }
}
