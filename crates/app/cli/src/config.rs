//! The settings: the configuration file, then the environment, then the flags.

use std::env;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml_edit::{Document, DocumentMut, Item};

use gebeta_rules::{GameKind, Preset};
use gebeta_session::settings::{Settings, Value};

use crate::args::SettingArgs;
use crate::rules::RuleCatalog;
use crate::{CliError, atomic_file, folders};

/// The most bytes a configuration file may have.
pub(crate) const MAX_FILE_BYTES: usize = 64 * 1024;

/// The table of the file that a server reads (`serve_config`).
pub(crate) const SERVE_TABLE: &str = "serve";

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Config {
    /// The settings that hold.
    pub(crate) settings: Settings,
    /// What is wrong with the file, line by line; that part of it is ignored.
    pub(crate) complaints: Vec<String>,
}

/// The configuration file; none where the system has no such place.
pub(crate) fn path() -> Option<PathBuf> {
    folders::config().map(|folder| folder.join("config.toml"))
}

impl Config {
    /// Reads everything.
    ///
    /// # Errors
    /// A flag or a variable of the environment is wrong. A wrong file is only complained about.
    pub(crate) fn load(args: &SettingArgs) -> Result<Self, CliError> {
        let mut config = Self::default();
        if let Some(path) = path().filter(|path| path.exists()) {
            config.read_file(&path);
        }
        for key in Settings::KEYS {
            let name = format!("GEBETA_{}", key.to_uppercase());
            if let Some(value) = env::var_os(&name).filter(|value| !value.is_empty()) {
                let set = set(&mut config.settings, key, &value.to_string_lossy());
                set.map_err(|error| CliError::usage("bad-setting", format!("{name}: {error}")))?;
            }
        }
        for (key, value) in flags(args) {
            if let Some(value) = value {
                let set = set(&mut config.settings, key, value);
                set.map_err(|error| CliError::usage("bad-setting", error))?;
            }
        }
        Ok(config)
    }

    fn read_file(&mut self, path: &Path) {
        let shown = path.display();
        let text = match atomic_file::read(path, MAX_FILE_BYTES) {
            Ok(text) => text,
            Err(failure) => return self.complaints.push(failure.sentence().to_owned()),
        };
        for (line, complaint) in read(&text, &mut self.settings) {
            self.complaints.push(format!("{shown}, line {line}: {complaint}"));
        }
    }
}

/// The flags with the keys they override.
fn flags(args: &SettingArgs) -> [(&'static str, Option<&str>); 9] {
    [
        ("language", args.language.as_deref()),
        ("color", args.color.as_deref()),
        ("charset", args.charset.as_deref()),
        ("animation", args.animation.as_deref()),
        ("delay", args.delay.as_deref()),
        ("layout", args.layout.as_deref()),
        ("mouse", args.mouse.as_deref()),
        ("statistics", args.statistics.as_deref()),
        ("name", args.player_name.as_deref()),
    ]
}

/// Reads a configuration file into `settings`; the answer is what is wrong, with its line. A text that is no TOML
/// changes nothing.
fn read(text: &str, settings: &mut Settings) -> Vec<(usize, String)> {
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(error) => return vec![(line_of(text, error.span()), error.message().to_owned())],
    };
    let mut complaints = Vec::new();
    // The settings of a server are read where it starts.
    for (key, item) in
        document.as_table().iter().filter(|(key, item)| *key != SERVE_TABLE || !item.is_table())
    {
        let span = document.key(key).and_then(toml_edit::Key::span).or_else(|| item.span());
        let line = line_of(text, span);
        let heard = match plain(item) {
            Some(value) => set(settings, key, &value),
            None => Err(format!("{key} is a text, a number, true or false")),
        };
        complaints.extend(heard.err().map(|complaint| (line, complaint)));
    }
    complaints
}

/// Sets one key from text. A rule set has to be one of the user's, which the settings themselves cannot know.
fn set(settings: &mut Settings, key: &str, text: &str) -> Result<(), String> {
    let game = match key {
        "mancala_rules" => Some(GameKind::Mancala),
        "senet_rules" => Some(GameKind::Senet),
        _ => None,
    };
    let text = if game.is_some() { Preset::current_name(text) } else { text };
    if let Some(game) = game {
        match RuleCatalog::open().find(game, text) {
            Ok(set) if set.name == text => {}
            Ok(set) => return Err(format!("{key} is a name, here {:?}, not a file", set.name)),
            Err(failure) => return Err(format!("{key}: {}", failure.sentence().replace('\n', " "))),
        }
    }
    settings.set(key, text).map_err(|error| error.to_string())
}

/// A value as the environment would have it.
fn plain(item: &Item) -> Option<String> {
    if let Some(text) = item.as_str() {
        return Some(text.to_owned());
    }
    item.as_integer().map(|number| number.to_string()).or_else(|| item.as_bool().map(|on| on.to_string()))
}

pub(crate) fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let start = span.map_or(0, |span| span.start).min(text.len());
    text.as_bytes()[..start].split(|byte| *byte == b'\n').count()
}

/// Writes `changes` into the file at `path`; comments, order and unknown keys stay.
///
/// # Errors
/// The file is no TOML, which the user has to mend first, or it cannot be written.
pub(crate) fn save(path: &Path, changes: &[(&'static str, Value)]) -> Result<(), CliError> {
    let text = if path.exists() { atomic_file::read(path, MAX_FILE_BYTES)? } else { String::new() };
    let changed = write(&text, changes).map_err(|line| {
        let shown = path.display();
        CliError::failed("bad-config", format!("{shown} is not changed: line {line} of it is no TOML"))
    })?;
    if let Some(folder) = path.parent() {
        // Where the folder cannot be made, writing the file says why.
        let _ = std::fs::create_dir_all(folder);
    }
    atomic_file::write(path, &changed)
}

/// The text with `changes`, or the line where it is no TOML.
fn write(text: &str, changes: &[(&'static str, Value)]) -> Result<String, usize> {
    let mut document: DocumentMut =
        text.parse().map_err(|error: toml_edit::TomlError| line_of(text, error.span()))?;
    for (key, value) in changes {
        let mut new = match value {
            Value::Text(text) => toml_edit::Value::from(text),
            Value::Number(number) => toml_edit::Value::from(i64::from(*number)),
            Value::Switch(on) => toml_edit::Value::from(*on),
        };
        match document.get_mut(key).and_then(Item::as_value_mut) {
            Some(old) => {
                *new.decor_mut() = old.decor().clone();
                *old = new;
            }
            None => drop(document.insert(key, Item::Value(new))),
        }
    }
    Ok(document.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_session::settings::Animation;

    #[test]
    fn faults_are_told_with_their_line_and_the_rest_holds() {
        let mut settings = Settings::default();
        let text =
            "# mine\nanimation = \"fast\"\nanimaton = \"slow\"\ndelay = -5\nconfirm = true\nmouse = [1]\n";
        let lines: Vec<usize> = read(text, &mut settings).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [3, 4, 6]);
        let rules = "mancala_rules = \"classic\"\nsenet_rules = \"kendall\"\n";
        let told = read(rules, &mut settings);
        assert!(matches!(&told[..], [(1, why)] if why.contains("not of mancala")), "{told:?}");
        assert_eq!(
            (settings.mancala_rules.as_str(), settings.senet_rules.as_str()),
            ("gebeta", "five-piece")
        );
        assert!(settings.confirm && settings.animation == Animation::Fast && settings.mouse);
    }

    #[test]
    fn what_is_no_toml_is_ignored_and_never_overwritten() {
        let mut settings = Settings::default();
        let text = "confirm = true\nanimation = = \"fast\"\n";
        assert_eq!(read(text, &mut settings)[0].0, 2);
        assert_eq!(settings, Settings::default());
        let changed = Settings { delay: 0, ..Settings::default() };
        assert_eq!(write(text, &changed.changes_since(&settings)), Err(2));
    }

    #[test]
    fn saving_changes_only_what_was_changed() {
        let text = "# mine\nfuture = [1, 2]\ndelay = 600  # long enough\n\n[table]\nx = 1\n";
        let before = Settings::default();
        let after = Settings { delay: 0, confirm: true, ..Settings::default() };
        let written = write(text, &after.changes_since(&before)).unwrap();
        assert_eq!(
            written,
            "# mine\nfuture = [1, 2]\ndelay = 0  # long enough\nconfirm = true\n\n[table]\nx = 1\n"
        );
        assert_eq!(write(text, &[]).unwrap(), text);
    }
}
