//! Writes a table of texts and a method for each key.

use crate::catalog::{COUNT, Catalog, LANGUAGES, Phrase};

/// Rust code to be included in the crate. Each key has a table of its own, so that a program carries only what it says.
pub(crate) fn write(catalog: &Catalog) -> String {
    let tables: String = catalog.phrases.iter().map(table).collect();
    let methods: String = catalog.phrases.iter().map(method).collect();
    let keys: String = catalog.phrases.iter().map(key).collect();
    format!(
        "{tables}\nimpl Language {{\n{methods}}}\n\n\
         #[cfg(test)]\npub(crate) const KEYS: &[(&str, [&[&str]; {languages}])] = &[\n{keys}];\n",
        languages = LANGUAGES.len(),
    )
}

/// The texts of a key, by language and form.
fn table(phrase: &Phrase) -> String {
    let name = phrase.key.to_uppercase();
    format!("static {name}: Texts<{}> = {:?};\n", phrase.texts[0].len(), phrase.texts)
}

/// The line of a key in the list for tests.
fn key(phrase: &Phrase) -> String {
    let name = phrase.key.to_uppercase();
    let texts: Vec<_> = (0..LANGUAGES.len()).map(|language| format!("&{name}[{language}]")).collect();
    format!("    ({:?}, [{}]),\n", phrase.key, texts.join(", "))
}

/// The method that says a phrase.
fn method(phrase: &Phrase) -> String {
    let Phrase { key, arguments, counts, texts } = phrase;
    let name = key.to_uppercase();
    let english = texts[0].last().expect("a phrase has a text");
    let doc = format!("    /// `{}`\n", numbered_back(english, arguments));
    if arguments.is_empty() {
        return format!("{doc}    pub fn {key}(self) -> &'static str {{ self.text(&{name}) }}\n");
    }
    let declared: Vec<_> = arguments
        .iter()
        .map(|name| if name == COUNT { format!("{name}: usize") } else { format!("{name}: impl Display") })
        .collect();
    let passed: Vec<_> =
        arguments
            .iter()
            .map(|name| {
                if name == COUNT { format!("Value::Count({name})") } else { format!("Value::Word(&{name})") }
            })
            .collect();
    let text = if *counts { format!("self.form(&{name}, {COUNT})") } else { format!("self.text(&{name})") };
    let (declared, passed) = (declared.join(", "), passed.join(", "));
    format!("{doc}    pub fn {key}(self, {declared}) -> String {{ self.fill({text}, &[{passed}]) }}\n")
}

/// The text with names in its braces again, as the documentation shows it.
fn numbered_back(text: &str, arguments: &[String]) -> String {
    let mut text = text.to_owned();
    for (place, name) in arguments.iter().enumerate() {
        text = text.replace(&format!("{{{place}}}"), &format!("{{{name}}}"));
    }
    text
}
