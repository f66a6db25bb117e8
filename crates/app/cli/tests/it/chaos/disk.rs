use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Command;

use super::{Server, started_by};

/// A folder `games` of its own for the server with little room in it, which it alone sees.
pub(crate) fn small_disk(serve: &Command) -> Command {
    let mut unshare = Command::new("unshare");
    let script = "mkdir -p games && mount -t tmpfs -o size=1m none games && exec \"$0\" \"$@\"";
    unshare.args(["-m", "sh", "-c", script]);
    started_by(unshare, serve)
}

/// What fills the small disk of a server, until it is taken away.
pub(crate) struct Ballast {
    path: PathBuf,
}

impl Ballast {
    pub(crate) fn fill(server: &Server) -> Self {
        let inside = server.path("games/ballast");
        let path = PathBuf::from(format!("/proc/{}/root{}", server.pid(), inside.display()));
        let mut file = File::create(&path).unwrap();
        while file.write_all(&[1; 4096]).is_ok() {}
        Self { path }
    }

    pub(crate) fn take_away(self) {
        fs::remove_file(&self.path).unwrap();
    }
}
