//! Reads text files and checks that all languages say the same things.

use std::collections::BTreeMap;

/// A language and the plural forms it has, by the Unicode CLDR.
pub(crate) struct Forms {
    /// Its folder.
    pub(crate) code: &'static str,
    /// Every form it needs; `other` is the last.
    pub(crate) forms: &'static [&'static str],
}

/// English comes first: its texts say which placeholders a key has, and in which order.
pub(crate) const LANGUAGES: [Forms; 3] = [
    Forms { code: "en", forms: &["one", "other"] },
    Forms { code: "am", forms: &["one", "other"] },
    Forms { code: "ar", forms: &FORMS },
];

/// Every plural form there is, in the order of the generated tables.
pub(crate) const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The placeholder that counts, and chooses among plural forms.
pub(crate) const COUNT: &str = "n";

/// A text file.
pub(crate) struct Source {
    /// The language it is in.
    pub(crate) language: &'static str,
    /// What to call it when something is wrong.
    pub(crate) name: String,
    /// Its text.
    pub(crate) text: String,
}

/// What a key says in one language.
#[derive(Clone, Default)]
pub(crate) struct Entry {
    /// `file:line` of its first form.
    place: String,
    /// The texts by plural form; one that does not count has only `""`.
    texts: BTreeMap<String, String>,
}

/// A key with its texts in all languages.
pub(crate) struct Phrase {
    /// Its name.
    pub(crate) key: String,
    /// The placeholders, in the order of the English text.
    pub(crate) arguments: Vec<String>,
    /// Whether it has plural forms.
    pub(crate) counts: bool,
    /// By language: one text, or one for each of [`FORMS`]; placeholders are written `{0}`, `{1}` ..
    pub(crate) texts: Vec<Vec<String>>,
}

/// Every key, in order.
pub(crate) struct Catalog {
    /// The keys.
    pub(crate) phrases: Vec<Phrase>,
}

impl Catalog {
    /// Puts the files together, or tells everything that is wrong with them.
    pub(crate) fn read(sources: &[Source]) -> Result<Self, Vec<String>> {
        let mut faults = Vec::new();
        let entries = LANGUAGES.map(|language| {
            let mut entries = BTreeMap::new();
            for source in sources.iter().filter(|source| source.language == language.code) {
                read_file(source, &mut entries, &mut faults);
            }
            entries
        });
        let mut phrases = Vec::new();
        for (key, english) in &entries[0] {
            match phrase(key, english, &entries) {
                Ok(phrase) => phrases.push(phrase),
                Err(mut more) => faults.append(&mut more),
            }
        }
        for others in &entries[1..] {
            for (key, entry) in others.iter().filter(|(key, _)| !entries[0].contains_key(*key)) {
                faults.push(format!("{}: `{key}` is not in English", entry.place));
            }
        }
        if faults.is_empty() { Ok(Self { phrases }) } else { Err(faults) }
    }
}

/// Reads one file into `entries`.
fn read_file(source: &Source, entries: &mut BTreeMap<String, Entry>, faults: &mut Vec<String>) {
    let mut last: Option<(String, String)> = None;
    for (index, line) in source.text.lines().enumerate() {
        let place = format!("{}:{}", source.name, index + 1);
        if line.trim().is_empty() || line.starts_with('#') {
            last = None;
        } else if line.starts_with(' ') {
            let Some(text) = last.as_ref().and_then(|(key, form)| entries.get_mut(key)?.texts.get_mut(form))
            else {
                faults.push(format!("{place}: nothing stands above that this line could go on from"));
                continue;
            };
            text.push(' ');
            text.push_str(line.trim());
        } else {
            match read_line(line) {
                Ok((key, form, text)) => {
                    let entry = entries.entry(key.clone()).or_default();
                    if entry.texts.is_empty() {
                        entry.place.clone_from(&place);
                    }
                    if entry.texts.insert(form.clone(), text).is_some() {
                        faults.push(format!("{place}: `{key}` has been said before, in {}", entry.place));
                    }
                    last = Some((key, form));
                }
                Err(words) => faults.push(format!("{place}: {words}")),
            }
        }
    }
}

/// `key = text` or `key[form] = text`.
fn read_line(line: &str) -> Result<(String, String, String), String> {
    let (name, text) = line.split_once('=').ok_or("a line is written `key = text`")?;
    let (name, text) = (name.trim(), text.trim());
    let (key, form) = match name.strip_suffix(']').and_then(|name| name.split_once('[')) {
        Some((key, form)) => (key, form),
        None => (name, ""),
    };
    let snake = key.starts_with(|c: char| c.is_ascii_lowercase())
        && key.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    if !snake || ["continue", "move", "loop", "type", "use", "else", "self", "in", "for"].contains(&key) {
        return Err(format!("`{key}` cannot be the name of a method"));
    }
    if !form.is_empty() && !FORMS.contains(&form) {
        return Err(format!("`{form}` is none of {}", FORMS.join(", ")));
    }
    if text.is_empty() {
        return Err(format!("`{key}` says nothing"));
    }
    Ok((key.to_owned(), form.to_owned(), text.to_owned()))
}

/// Brings the languages of one key together.
fn phrase(key: &str, english: &Entry, entries: &[BTreeMap<String, Entry>; 3]) -> Result<Phrase, Vec<String>> {
    let mut faults = Vec::new();
    let counts = !english.texts.contains_key("");
    let main = english.texts.get(if counts { "other" } else { "" }).map_or("", String::as_str);
    let arguments =
        placeholders(main).map_err(|words| vec![format!("{}: `{key}` {words}", english.place)])?;
    if counts && !arguments.iter().any(|argument| argument == COUNT) {
        faults.push(format!("{}: `{key}` has plural forms but no {{{COUNT}}} to choose by", english.place));
    }
    let mut texts = Vec::new();
    for (language, entries) in LANGUAGES.iter().zip(entries) {
        let Some(entry) = entries.get(key) else {
            faults.push(format!("{}: `{key}` is missing in `{}`", english.place, language.code));
            continue;
        };
        let forms = if counts { language.forms } else { &[""] };
        let said: Vec<_> = entry.texts.keys().map(String::as_str).collect();
        let mut needed = forms.to_vec();
        needed.sort_unstable();
        if said != needed {
            let words =
                if counts { format!("the forms {}", forms.join(", ")) } else { "no forms".to_owned() };
            faults.push(format!("{}: `{key}` needs {words}", entry.place));
            continue;
        }
        for (form, text) in &entry.texts {
            if let Err(words) = same_placeholders(text, &arguments, counts && form != "other") {
                faults.push(format!("{}: `{key}` {words}", entry.place));
            }
        }
        let numbered = |form: &str| {
            number(entry.texts.get(form).unwrap_or(&entry.texts[forms[forms.len() - 1]]), &arguments)
        };
        texts.push(if counts { FORMS.map(numbered).to_vec() } else { vec![numbered("")] });
    }
    if faults.is_empty() { Ok(Phrase { key: key.to_owned(), arguments, counts, texts }) } else { Err(faults) }
}

/// The names in braces, each once, in order.
pub(crate) fn placeholders(text: &str) -> Result<Vec<String>, String> {
    let mut names: Vec<String> = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(['{', '}']) {
        let name = rest[start..].strip_prefix('{').and_then(|rest| rest.split_once('}'));
        let (name, after) = name.ok_or("has a brace that nothing opens or closes")?;
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            return Err(format!("has {{{name}}}, which cannot be the name of an argument"));
        }
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
        rest = after;
    }
    if names.len() > 10 { Err("has more than ten placeholders".to_owned()) } else { Ok(names) }
}

/// Whether `text` speaks of exactly `arguments`; a form for one number need not show it.
fn same_placeholders(text: &str, arguments: &[String], count_may_go: bool) -> Result<(), String> {
    let said = placeholders(text)?;
    if let Some(unknown) = said.iter().find(|name| !arguments.contains(name)) {
        return Err(format!("has {{{unknown}}}, which is not in the English text"));
    }
    match arguments.iter().find(|name| !(said.contains(name) || count_may_go && *name == COUNT)) {
        Some(missing) => Err(format!("lacks {{{missing}}}")),
        None => Ok(()),
    }
}

/// The text with the places of the arguments instead of their names.
fn number(text: &str, arguments: &[String]) -> String {
    let mut text = text.to_owned();
    for (place, name) in arguments.iter().enumerate() {
        text = text.replace(&format!("{{{name}}}"), &format!("{{{place}}}"));
    }
    text
}
