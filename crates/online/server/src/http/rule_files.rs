use std::fs;
use std::io::Read;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use gebeta_rules::RuleSet;
use serde_json::{Value, json};

use crate::limits;

/// The folder with the operator's rule files.
#[derive(Clone, Debug, Default)]
pub struct RuleFolder {
    folder: Option<PathBuf>,
    /// The last result and its time: a flood of requests reads the folder once.
    latest: Arc<Mutex<Option<(Instant, Bytes)>>>,
}

impl RuleFolder {
    /// More files than that are a mistake.
    const MOST_FILES: usize = 200;

    /// This folder, which need not exist; none if there is no configuration folder.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self { folder, latest: Arc::default() }
    }

    /// The rule files as JSON, at most [`limits::RULE_FILES`] old.
    pub(crate) fn json(&self) -> Bytes {
        let mut latest = self.latest.lock().unwrap_or_else(PoisonError::into_inner);
        match &*latest {
            Some((at, json)) if at.elapsed() < limits::RULE_FILES => json.clone(),
            _ => {
                let json = Bytes::from(self.read().to_string());
                *latest = Some((Instant::now(), json.clone()));
                json
            }
        }
    }

    /// Every rule file as `{name, text}`, by name. The client checks the rules.
    fn read(&self) -> Value {
        let Some(Ok(entries)) = self.folder.as_ref().map(fs::read_dir) else { return json!([]) };
        let mut files: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            // Not a pipe, which may have no end.
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml") && path.is_file())
            .collect();
        files.sort();
        files.truncate(Self::MOST_FILES);
        files.iter().filter_map(one).collect()
    }
}

/// A file, if it is text and not too long.
fn one(file: &PathBuf) -> Option<Value> {
    let most = RuleSet::MAX_FILE_BYTES;
    let mut text = String::new();
    fs::File::open(file).ok()?.take(most as u64 + 1).read_to_string(&mut text).ok()?;
    let name = file.file_stem()?.to_string_lossy();
    (text.len() <= most).then(|| json!({ "name": name, "text": text }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_read_once_for_a_flood_of_questions() {
        let folder = tempfile::tempdir().unwrap();
        let rules = RuleFolder::new(Some(folder.path().to_owned()));
        fs::write(folder.path().join("one.toml"), "name = \"one\"").unwrap();
        let first = rules.json();
        assert!(String::from_utf8_lossy(&first).contains("one"));
        fs::write(folder.path().join("two.toml"), "name = \"two\"").unwrap();
        assert_eq!(rules.clone().json(), first, "a copy shares what was read");
        *rules.latest.lock().unwrap() = None;
        assert!(String::from_utf8_lossy(&rules.json()).contains("two"));
    }
}
