//! Writes the tables of texts and a method for each key.

use std::fmt::Write;

use crate::catalog::{COUNT, Catalog, FORMS, LANGUAGES, Phrase};

/// Rust code to be included in the crate.
pub(crate) fn write(catalog: &Catalog) -> String {
    let mut code = String::new();
    let size: usize = catalog.phrases.iter().map(slots).sum();
    writeln!(code, "pub(crate) static TEXTS: [[&str; {size}]; {}] = [", LANGUAGES.len())
        .expect("a string takes everything");
    for language in 0..LANGUAGES.len() {
        let texts = catalog.phrases.iter().flat_map(|phrase| &phrase.texts[language]);
        let list: Vec<_> = texts.map(|text| format!("{text:?}")).collect();
        writeln!(code, "    [{}],", list.join(", ")).expect("a string takes everything");
    }
    code.push_str("];\n\nimpl Language {\n");
    let mut slot = 0;
    for phrase in &catalog.phrases {
        code.push_str(&method(phrase, slot));
        slot += slots(phrase);
    }
    code.push_str("}\n\n#[cfg(test)]\npub(crate) const KEYS: &[(&str, usize, bool)] = &[\n");
    let mut slot = 0;
    for phrase in &catalog.phrases {
        writeln!(code, "    ({:?}, {slot}, {}),", phrase.key, phrase.counts)
            .expect("a string takes everything");
        slot += slots(phrase);
    }
    code.push_str("];\n");
    code
}

/// How many entries of the table a key takes.
fn slots(phrase: &Phrase) -> usize {
    if phrase.counts { FORMS.len() } else { 1 }
}

/// The method that says a phrase.
fn method(phrase: &Phrase, slot: usize) -> String {
    let Phrase { key, arguments, counts, texts } = phrase;
    let english = texts[0].last().expect("a phrase has a text");
    let doc = format!("    /// `{}`\n", numbered_back(english, arguments));
    if arguments.is_empty() {
        return format!("{doc}    pub fn {key}(self) -> &'static str {{ self.text({slot}) }}\n");
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
    let place = if *counts { format!("{slot} + self.plural({COUNT})") } else { slot.to_string() };
    let (declared, passed) = (declared.join(", "), passed.join(", "));
    format!("{doc}    pub fn {key}(self, {declared}) -> String {{ self.fill({place}, &[{passed}]) }}\n")
}

/// The text with names in its braces again, as the documentation shows it.
fn numbered_back(text: &str, arguments: &[String]) -> String {
    let mut text = text.to_owned();
    for (place, name) in arguments.iter().enumerate() {
        text = text.replace(&format!("{{{place}}}"), &format!("{{{name}}}"));
    }
    text
}
