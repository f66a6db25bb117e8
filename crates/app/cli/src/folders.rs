//! The only place that knows where each system keeps a user's files.

use std::env;
use std::path::PathBuf;

/// `<config dir>/gebeta`: rule files live in its folder `rules`. None where the system has no such place.
pub(crate) fn config() -> Option<PathBuf> {
    base("XDG_CONFIG_HOME", ".config", "APPDATA")
}

/// `<data dir>/gebeta`: unfinished games are kept here.
pub(crate) fn data() -> Option<PathBuf> {
    base("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA")
}

fn base(xdg: &str, below_home: &str, windows: &str) -> Option<PathBuf> {
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if cfg!(windows) {
        absolute(windows)
    } else if cfg!(target_os = "macos") {
        // An explicit wish counts on a Mac too.
        absolute(xdg).or_else(|| Some(absolute("HOME")?.join("Library/Application Support")))
    } else {
        absolute(xdg).or_else(|| Some(absolute("HOME")?.join(below_home)))
    };
    folder.map(|folder| folder.join("gebeta"))
}
