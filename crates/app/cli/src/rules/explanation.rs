//! A rule set in words, as `gebeta rules show` prints it before the rule file.

use serde_json::{Value, json};

use gebeta_i18n::{Language, rules as words};
use gebeta_rules::RuleFile;

/// How long a line becomes.
const WIDTH: usize = 96;

/// Names, place, history and source of a rule set and its rules in words, as comments of a rule file.
pub(super) fn comments(file: &RuleFile) -> String {
    let RuleFile { set, origin } = file;
    let mut lines = vec![heading(&set.name, &origin.native)];
    let family = words::kinship(Language::En, &origin.family).unwrap_or(&origin.family);
    let length = origin.length.map_or("", |length| words::length(Language::En, length));
    let place = [origin.region.as_str(), family, length];
    let place: Vec<_> = place.into_iter().filter(|text| !text.is_empty()).collect();
    let source = if origin.source.is_empty() { String::new() } else { format!("Source: {}.", origin.source) };
    for text in [&set.about, &place.join("; "), &origin.history, &source] {
        lines.extend(wrapped(text));
    }
    for paragraph in words::explain(Language::En, &set.rules) {
        lines.extend([String::new(), paragraph.heading.to_owned()]);
        lines.extend(wrapped(&paragraph.text));
    }
    lines.iter().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

fn heading(name: &str, native: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    if native.is_empty() { name } else { format!("{name}: {native}") }
}

/// The same as a program reads it.
pub(super) fn json(file: &RuleFile) -> Value {
    let paragraphs = words::explain(Language::En, &file.set.rules);
    let paragraphs: Vec<_> =
        paragraphs.into_iter().map(|part| json!({ "heading": part.heading, "text": part.text })).collect();
    let mut entry = super::entry(file, None);
    entry["rules"] = paragraphs.into();
    entry["toml"] = file.to_toml().into();
    entry
}

/// The lines of a text.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
