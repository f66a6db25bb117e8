use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use super::{Answer, words};

/// The folders of a user who has never seen the program. What it writes, it writes here.
pub(crate) struct Home {
    folder: TempDir,
}

impl Home {
    const PROGRAM: &str = env!("CARGO_BIN_EXE_gebeta");
    const CONFIG: &str = "config";
    const DATA: &str = "data";
    const WORK: &str = "work";

    pub(crate) fn new() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        fs::create_dir(folder.path().join(Self::WORK)).expect("the folder is new");
        Self { folder }
    }

    /// A file where the program runs.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(Self::WORK).join(name)
    }

    /// A rule file that the program finds by name.
    pub(crate) fn rule_file(&self, name: &str) -> PathBuf {
        self.folder.path().join(Self::CONFIG).join("gebeta/rules").join(name)
    }

    /// Where the program keeps unfinished games.
    pub(crate) fn saved(&self) -> PathBuf {
        self.folder.path().join(Self::DATA).join("gebeta/saved")
    }

    /// A file of the program's data.
    pub(crate) fn data(&self, name: &str) -> PathBuf {
        self.folder.path().join(Self::DATA).join("gebeta").join(name)
    }

    fn config_file(&self) -> PathBuf {
        self.folder.path().join(Self::CONFIG).join("gebeta/config.toml")
    }

    /// Writes the configuration file.
    pub(crate) fn write_config(&self, text: &str) {
        write(&self.config_file(), text.as_bytes());
    }

    /// The configuration file as it is.
    pub(crate) fn config(&self) -> String {
        fs::read_to_string(self.config_file()).expect("there is one")
    }

    /// Where the program keeps and finds tables.
    pub(crate) fn tables(&self) -> PathBuf {
        self.folder.path().join(Self::DATA).join("gebeta/tables")
    }

    /// Writes a file where the program runs.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        write(&self.path(name), content.as_ref());
    }

    /// Writes a rule file that the program finds by name.
    pub(crate) fn write_rules(&self, name: &str, content: impl AsRef<[u8]>) {
        write(&self.rule_file(name), content.as_ref());
    }

    /// Reads what the program wrote.
    #[track_caller]
    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Every file here, with a number that changes when its content does.
    pub(crate) fn files(&self) -> BTreeMap<PathBuf, u64> {
        let mut files = BTreeMap::new();
        let mut folders = vec![self.folder.path().to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder can be listed") {
                let path = entry.expect("a folder can be listed").path();
                let mut hasher = DefaultHasher::new();
                // Not a pipe, which might have no end.
                if path.is_file() {
                    fs::read(&path).expect("a file can be read").hash(&mut hasher);
                } else if path.is_dir() {
                    folders.push(path.clone());
                }
                files.insert(path, hasher.finish());
            }
        }
        files
    }

    /// `gebeta` with the words of `line`, ready to run.
    pub(crate) fn command(&self, line: &str) -> Command {
        self.with_words(Command::new(Self::PROGRAM), line)
    }

    /// The same where no file grows above so many blocks of the shell, which is as good as a full disk: without the signal
    /// writing just fails.
    #[cfg(unix)]
    pub(crate) fn limited(&self, line: &str, blocks: u32) -> Command {
        self.under(&format!("trap '' XFSZ; ulimit -f {blocks}"), line)
    }

    /// The same, with no more than so many megabytes of memory.
    #[cfg(target_os = "linux")]
    pub(crate) fn command_within(&self, megabytes: u32, line: &str) -> Command {
        self.under(&format!("ulimit -v {}", megabytes * 1024), line)
    }

    /// The same in a shell that has set limits before.
    #[cfg(unix)]
    fn under(&self, limits: &str, line: &str) -> Command {
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("{limits}; exec \"$0\" \"$@\""), Self::PROGRAM]);
        self.with_words(shell, line)
    }

    fn with_words(&self, mut command: Command, line: &str) -> Command {
        let folder = |name| self.folder.path().join(name);
        command
            .args(words(line))
            .current_dir(folder(Self::WORK))
            .env("HOME", self.folder.path())
            .envs([("XDG_CONFIG_HOME", folder(Self::CONFIG)), ("APPDATA", folder(Self::CONFIG))])
            .envs([("XDG_DATA_HOME", folder(Self::DATA)), ("LOCALAPPDATA", folder(Self::DATA))])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Runs `gebeta` with the words of `line` to its end, while `input` is typed.
    #[track_caller]
    pub(crate) fn run(&self, line: &str, input: impl AsRef<[u8]>) -> Answer {
        Answer::of(self.command(line), input.as_ref())
    }
}

fn write(path: &Path, content: &[u8]) {
    let folder = path.parent().expect("a file is in a folder");
    fs::create_dir_all(folder).and_then(|()| fs::write(path, content)).expect("a file can be written");
}
