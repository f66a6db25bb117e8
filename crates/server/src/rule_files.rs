use std::fs;
use std::io::Read;
use std::path::PathBuf;

use gebeta_rules::RuleSet;
use serde_json::{Value, json};

/// The folder with the rule files of whoever runs the server.
#[derive(Clone, Debug, Default)]
pub struct RuleFolder(Option<PathBuf>);

impl RuleFolder {
    /// Nobody drops more into a folder by hand.
    const MOST_FILES: usize = 200;

    /// This folder, which need not exist; none where the system has no place for it.
    pub const fn new(folder: Option<PathBuf>) -> Self {
        Self(folder)
    }

    /// Every rule file as `{name, text}`, by name. Whether the rules are right is for the reader to find out.
    pub(crate) fn read(&self) -> Value {
        let Some(Ok(entries)) = self.0.as_ref().map(fs::read_dir) else { return json!([]) };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            // Not a pipe, which might have no end.
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml") && path.is_file())
            .collect();
        files.sort();
        files.truncate(Self::MOST_FILES);
        files.iter().filter_map(one).collect()
    }
}

/// A file that is text and not too long.
fn one(file: &PathBuf) -> Option<Value> {
    let most = RuleSet::MAX_FILE_BYTES;
    let mut text = String::new();
    fs::File::open(file).ok()?.take(most as u64 + 1).read_to_string(&mut text).ok()?;
    let name = file.file_stem()?.to_string_lossy();
    (text.len() <= most).then(|| json!({ "name": name, "text": text }))
}
