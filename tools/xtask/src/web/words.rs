//! The sentences that the page shows when the program itself has failed.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Map, Value};

/// One area of the program's words in every language, as a JSON object.
pub(super) fn read(folder: &Path, area: &str) -> Result<String> {
    let mut languages = Map::new();
    for language in ["en", "am", "ar"] {
        let file = folder.join(language).join(area);
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        languages.insert(language.to_owned(), Value::Object(parse(&text)));
    }
    Ok(Value::Object(languages).to_string())
}

/// One text in every language, each in an element that says its language.
pub(super) fn spans(folder: &Path, area: &str, key: &str) -> Result<String> {
    let languages: Map<String, Value> = serde_json::from_str(&read(folder, area)?)?;
    let span = |(language, texts): (&String, &Value)| {
        let text = texts.get(key).and_then(Value::as_str).with_context(|| format!("{area} has no {key}"))?;
        Ok(format!(r#"<span lang="{language}">{text}</span>"#))
    };
    languages.iter().map(span).collect()
}

/// Lines `key = text`; others are comments.
fn parse(text: &str) -> Map<String, Value> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
    lines.map(|(key, words)| (key.trim().to_owned(), Value::from(words.trim()))).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_line_is_a_key_and_its_words() {
        let words = super::parse("# a = b\n\nwhy = because 1 = 1 \n");
        assert_eq!(serde_json::Value::Object(words).to_string(), r#"{"why":"because 1 = 1"}"#);
    }
}
