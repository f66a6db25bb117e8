//! Writes a table of texts and a method for each key.

use std::fmt::Write;

use crate::catalog::{COUNT, Catalog, LANGUAGES, Phrase};

/// Rust code to be included in the crate. Options of the rules are looked up by their key; everything else is a method. English stands with each key, so that a program carries only what it says; other
/// languages stand apart as a whole, so that a program can load them when somebody speaks them.
pub(crate) fn write(catalog: &Catalog) -> String {
    let mut code = String::new();
    let mut place = 0;
    for phrase in &catalog.phrases {
        code.push_str(&english(phrase, place));
        place += phrase.texts[0].len();
    }
    for (index, language) in LANGUAGES.iter().enumerate().skip(1) {
        let texts: Vec<_> = catalog.phrases.iter().flat_map(|phrase| &phrase.texts[index]).collect();
        let name = language.code.to_uppercase();
        writeln!(code, "pub(crate) static {name}: [&str; {place}] = {texts:?};")
            .expect("a string takes everything");
    }
    for (prefix, name) in LOOKED_UP {
        let rows: String = catalog.phrases.iter().filter_map(|phrase| row(phrase, prefix)).collect();
        writeln!(code, "pub(crate) static {name}: &[(&str, &Phrase<1>)] = &[\n{rows}];")
            .expect("a string takes everything");
    }
    let is_option = |phrase: &&Phrase| phrase.key.starts_with("opt_");
    let methods: String = catalog.phrases.iter().filter(|phrase| !is_option(phrase)).map(method).collect();
    let keys: String = catalog.phrases.iter().map(key).collect();
    format!(
        "{code}\nimpl Language {{\n{methods}}}\n\n\
         #[cfg(test)]\npub(crate) const KEYS: &[(&str, &[&str], usize)] = &[\n{keys}];\n",
    )
}

/// What a key says in English, and where the other languages say it.
fn english(phrase: &Phrase, place: usize) -> String {
    let (name, english) = (phrase.key.to_uppercase(), &phrase.texts[0]);
    format!("static {name}: Phrase<{}> = Phrase {{ english: {english:?}, place: {place} }};\n", english.len())
}

/// How keys begin that are looked up by name, and the tables they stand in: what is said of options of the rules.
const LOOKED_UP: [(&str, &str); 2] = [("opt_", "OPTION_TEXTS"), ("rule_", "RULE_TEXTS")];

/// The line of a key in the table of this prefix, which is in order; sentences with numbers in them are none of it.
fn row(phrase: &Phrase, prefix: &str) -> Option<String> {
    let (name, key) = (phrase.key.to_uppercase(), phrase.key.strip_prefix(prefix)?);
    let is_plain = phrase.arguments.is_empty() || prefix == "opt_";
    is_plain.then(|| format!("    ({key:?}, &{name}),\n"))
}

/// The line of a key in the list for tests.
fn key(phrase: &Phrase) -> String {
    let name = phrase.key.to_uppercase();
    format!("    ({:?}, &{name}.english, {name}.place),\n", phrase.key)
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
