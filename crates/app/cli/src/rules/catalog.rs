use std::fs;
use std::path::{Path, PathBuf};

use gebeta_rules::{Coded, GameKind, PRESETS, Preset, RuleSet, nearest};

use crate::{CliError, atomic_file, folders};

/// Every rule set there is: the shipped ones and the user's files.
#[derive(Debug)]
pub(crate) struct RuleCatalog {
    folder: Option<PathBuf>,
}

/// One rule file of the user.
#[derive(Debug)]
pub(crate) struct UserFile {
    /// Where it is.
    pub(crate) path: PathBuf,
    /// What is in it, or why it cannot be used by name.
    pub(crate) rule_set: Result<RuleSet, CliError>,
}

impl RuleCatalog {
    /// The rule sets of this user.
    pub(crate) fn open() -> Self {
        Self { folder: folders::config().map(|config| config.join("rules")) }
    }

    /// The rule set that `--rules` asks for: a path if it looks like one, else a name.
    pub(crate) fn find(&self, game: GameKind, wanted: &str) -> Result<RuleSet, CliError> {
        let set = self.look_up(wanted, &|set| set == game)?;
        if set.rules.game() != game {
            let other = set.rules.game();
            return Err(CliError::usage(
                "other-game",
                format!("{} is a rule set of {other}, not of {game}", set.name),
            ));
        }
        Ok(set)
    }

    /// The rule set with this name or path, of whichever game.
    pub(crate) fn find_any(&self, wanted: &str) -> Result<RuleSet, CliError> {
        self.look_up(wanted, &|_| true)
    }

    /// `fits` says whose rule sets to suggest where there is none of that name.
    fn look_up(&self, wanted: &str, fits: &dyn Fn(GameKind) -> bool) -> Result<RuleSet, CliError> {
        if is_path(wanted) { load(Path::new(wanted)) } else { self.named(wanted, fits) }
    }

    fn named(&self, name: &str, fits: &dyn Fn(GameKind) -> bool) -> Result<RuleSet, CliError> {
        if let Some(preset) = Preset::named(name) {
            return Ok(preset.rule_set());
        }
        let of_game = |preset: &&Preset| fits(preset.rules.game());
        let mut known: Vec<String> =
            PRESETS.iter().filter(of_game).map(|preset| preset.name.to_owned()).collect();
        for file in self.user_files() {
            match file.rule_set {
                Ok(set) if set.name == name => return Ok(set),
                Ok(set) if fits(set.rules.game()) => known.push(set.name),
                Err(failure) if file.path.file_stem().is_some_and(|stem| stem == name) => {
                    return Err(failure);
                }
                Ok(_) | Err(_) => {}
            }
        }
        let hint =
            nearest(name, known.iter().map(String::as_str)).map(|near| format!("; did you mean {near}?"));
        let hint = hint.unwrap_or_else(|| format!("; there are {}", known.join(", ")));
        let shown: String = name.chars().take(60).collect();
        Err(CliError::usage("unknown-rules", format!("there is no rule set {shown:?}{hint}")))
    }

    /// The rule files in the user's folder, by file name. A name that is taken makes a file unusable by name.
    pub(crate) fn user_files(&self) -> Vec<UserFile> {
        let Some(Ok(entries)) = self.folder.as_ref().map(fs::read_dir) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .collect();
        paths.sort();
        let mut taken: Vec<String> = PRESETS.iter().map(|preset| preset.name.to_owned()).collect();
        paths
            .into_iter()
            .map(|path| {
                let rule_set = load(&path).and_then(|set| {
                    if is_path(&set.name) {
                        let message = format!("{}: the name {:?} would be a path", path.display(), set.name);
                        return Err(CliError::failed("bad-name", message));
                    }
                    if taken.contains(&set.name) {
                        let message = format!("{}: the name {:?} is taken", path.display(), set.name);
                        return Err(CliError::failed("name-taken", message));
                    }
                    taken.push(set.name.clone());
                    Ok(set)
                });
                UserFile { path, rule_set }
            })
            .collect()
    }

    /// Where the user's rule files are looked for.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }
}

/// Whether `--rules` takes this for a path (rules 3).
fn is_path(wanted: &str) -> bool {
    wanted.ends_with(".toml") || wanted.contains(['/', std::path::MAIN_SEPARATOR])
}

/// Reads a rule file.
pub(crate) fn load(path: &Path) -> Result<RuleSet, CliError> {
    let text = atomic_file::read(path, RuleSet::MAX_FILE_BYTES)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    RuleSet::parse(&text, &stem).map_err(|faults| {
        let lines = faults.lines().join("\n  ");
        CliError::failed(faults.code(), format!("{}:\n  {lines}", path.display()))
    })
}
