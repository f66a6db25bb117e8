use std::fs;
use std::path::{Path, PathBuf};

use gebeta_rules::{Coded, GameKind, Origin, Preset, RuleFile, RuleSet, nearest};

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
    /// What else it says.
    pub(crate) origin: Origin,
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
        self.find_file(wanted).map(|file| file.set)
    }

    /// The same with what its file says besides.
    pub(crate) fn find_file(&self, wanted: &str) -> Result<RuleFile, CliError> {
        self.look_up_file(wanted, &|_| true)
    }

    fn look_up(&self, wanted: &str, fits: &dyn Fn(GameKind) -> bool) -> Result<RuleSet, CliError> {
        self.look_up_file(wanted, fits).map(|file| file.set)
    }

    /// `fits` says whose rule sets to suggest where there is none of that name.
    fn look_up_file(&self, wanted: &str, fits: &dyn Fn(GameKind) -> bool) -> Result<RuleFile, CliError> {
        if is_path(wanted) { load_file(Path::new(wanted)) } else { self.named(wanted, fits) }
    }

    /// The rule set with this name, else the shipped one that people call so.
    fn named(&self, name: &str, fits: &dyn Fn(GameKind) -> bool) -> Result<RuleFile, CliError> {
        if let Some(preset) = Preset::named(name) {
            return Ok(shipped(preset));
        }
        let of_game = |preset: &&Preset| fits(preset.rules.game());
        let mut known: Vec<String> =
            Preset::all().filter(of_game).map(|preset| preset.name.to_owned()).collect();
        for file in self.user_files() {
            match file.rule_set {
                Ok(set) if set.name == name => return Ok(RuleFile { set, origin: file.origin }),
                Ok(set) if fits(set.rules.game()) => known.push(set.name),
                Err(failure) if file.path.file_stem().is_some_and(|stem| stem == name) => {
                    return Err(failure);
                }
                Ok(_) | Err(_) => {}
            }
        }
        let called: Vec<_> = Preset::all().filter(of_game).filter(|preset| is_called(preset, name)).collect();
        match called[..] {
            [] => {}
            [preset] => return Ok(shipped(preset)),
            _ => {
                let names: Vec<_> = called.iter().map(|preset| preset.name).collect();
                let message = format!("several rule sets are called {name:?}: {}", names.join(", "));
                return Err(CliError::usage("unknown-rules", message));
            }
        }
        let hint =
            nearest(name, known.iter().map(String::as_str)).map(|near| format!("; did you mean {near}?"));
        let hint = hint.unwrap_or_else(|| {
            let first: Vec<_> = known.iter().take(MOST_NAMES).map(String::as_str).collect();
            let more = known.len().saturating_sub(MOST_NAMES);
            let more =
                if more > 0 { format!(" and {more} more in `gebeta rules list`") } else { String::new() };
            format!("; there are {}{more}", first.join(", "))
        });
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
        let mut taken: Vec<String> = Preset::names().map(str::to_owned).collect();
        paths
            .into_iter()
            .map(|path| {
                let (read, origin) = match load_file(&path) {
                    Ok(file) => (Ok(file.set), file.origin),
                    Err(failure) => (Err(failure), Origin::default()),
                };
                let rule_set = read.and_then(|set| {
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
                UserFile { path, rule_set, origin }
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

/// How many names a message lists.
const MOST_NAMES: usize = 9;

/// A shipped rule set with what its file says besides.
pub(super) fn shipped(preset: &Preset) -> RuleFile {
    RuleFile { set: preset.rule_set(), origin: preset.origin() }
}

/// Whether people call a shipped rule set so: by its name in any case, or by a native name.
fn is_called(preset: &Preset, name: &str) -> bool {
    preset.name.eq_ignore_ascii_case(name.trim()) || preset.origin().is_called(name)
}

/// Reads the rule set of a rule file.
pub(crate) fn load(path: &Path) -> Result<RuleSet, CliError> {
    load_file(path).map(|file| file.set)
}

/// Reads a rule file.
pub(crate) fn load_file(path: &Path) -> Result<RuleFile, CliError> {
    let text = atomic_file::read(path, RuleSet::MAX_FILE_BYTES)?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    RuleFile::parse(&text, &stem).map_err(|faults| {
        let lines = faults.lines().join("\n  ");
        CliError::failed(faults.code(), format!("{}:\n  {lines}", path.display()))
    })
}
