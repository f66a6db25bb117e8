//! What tests and chores need besides Rust, installed with apt where that is possible.

use std::path::Path;

use crate::process::{command, succeeds};

/// Something that is needed, and the package it comes in.
struct Need {
    /// What it is for, as a person reads it.
    what: &'static str,
    package: &'static str,
    /// Where tests look for it: the name of a program, or a path in which `*` is any folder.
    place: &'static str,
}

/// What the tests of online games need.
const SERVICES: [Need; 5] = [
    Need { what: "PostgreSQL", package: "postgresql", place: "/usr/lib/postgresql/*/bin/initdb" },
    Need { what: "NATS", package: "nats-server", place: "nats-server" },
    Need { what: "pgbouncer", package: "pgbouncer", place: "/usr/sbin/pgbouncer" },
    Need { what: "strace", package: "strace", place: "strace" },
    Need { what: "libfaketime", package: "libfaketime", place: "/usr/lib/*/faketime/libfaketimeMT.so.1" },
];

/// Installs what the tests of online games need, and returns what could not be installed: tests that need it
/// say that they are skipped, and fail in CI.
pub(crate) fn fetch_services() -> Vec<&'static str> {
    let missing = || SERVICES.iter().filter(|need| !is_there(need.place));
    for need in missing() {
        install(need.package);
    }
    missing().map(|need| need.what).collect()
}

/// Installs a package; whether that went well. A new machine has no list of packages yet, or an old one.
pub(crate) fn install(package: &str) -> bool {
    let apt = |args: &[&str]| {
        let mut apt = command("apt-get", args);
        succeeds(apt.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = || apt(&["install", "-y", "--no-install-recommends", package]);
    install() || (apt(&["update"]) && install())
}

/// Whether there is a program of this name, or a file at this path.
fn is_there(place: &str) -> bool {
    if !place.contains('/') {
        let folders = std::env::var_os("PATH").unwrap_or_default();
        return std::env::split_paths(&folders).any(|folder| folder.join(place).is_file());
    }
    match place.split_once("/*/") {
        None => Path::new(place).is_file(),
        Some((folder, rest)) => std::fs::read_dir(folder)
            .is_ok_and(|entries| entries.flatten().any(|entry| entry.path().join(rest).is_file())),
    }
}

#[cfg(test)]
mod tests {
    use super::is_there;

    #[test]
    fn programs_and_files_are_found_by_name_path_and_star() {
        assert!(is_there("cargo") || is_there("rustc"));
        assert!(!is_there("no-such-program-of-anybody"));
        let folder = std::env::temp_dir().join(format!("gebeta-debian-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("15/bin")).expect("a folder of our own");
        std::fs::write(folder.join("15/bin/initdb"), "").expect("a file there");
        let place = |rest: &str| format!("{}/{rest}", folder.display());
        assert!(is_there(&place("15/bin/initdb")));
        assert!(is_there(&place("*/bin/initdb")));
        assert!(!is_there(&place("*/bin/psql")));
        std::fs::remove_dir_all(&folder).expect("it was there");
    }
}
