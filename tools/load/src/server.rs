use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::figures::Figures;

/// A server process with its games in its own folder.
pub(crate) struct Server {
    child: Child,
    /// `127.0.0.1:1234`.
    pub(crate) host: String,
    folder: TempDir,
}

impl Server {
    /// Starts `program serve` on a free port, with its games in a file.
    pub(crate) fn start(program: &Path) -> Result<Self> {
        Self::on(program, "sqlite:games")
    }

    /// The same with its games in `db`.
    pub(crate) fn on(program: &Path, db: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        std::fs::create_dir(folder.path().join("web"))?;
        std::fs::write(folder.path().join("web/index.html"), "the page")?;
        let mut command = with_many_files(program);
        command.args(["serve", "--listen", "127.0.0.1:0", "--web", "web", "--db", db]);
        command.current_dir(folder.path()).env("HOME", folder.path()).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("cannot start {}", program.display()))?;
        let mut told = String::new();
        BufReader::new(child.stdout.take().context("stdout is piped")?).read_line(&mut told)?;
        let host = told.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        match host {
            Some(host) => Ok(Self { host: host.to_owned(), child, folder }),
            None => {
                child.kill()?;
                bail!("the server told no address: {told}")
            }
        }
    }

    /// The memory it has now, in megabytes.
    pub(crate) fn megabytes(&self) -> Result<f64> {
        let path = format!("/proc/{}/status", self.child.id());
        let status = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib =
            line.and_then(|rest| rest.split_whitespace().next()).and_then(|kib| kib.parse::<f64>().ok());
        Ok(kib.context("no memory in its status")? / 1024.0)
    }

    /// The size of its database as a copy: without free pages and log.
    pub(crate) fn bytes(&self, program: &Path) -> Result<u64> {
        let copy = self.folder.path().join("copy.db");
        let mut backup = Command::new(program);
        backup.args(["backup", "--db", "sqlite:games"]).arg(&copy).current_dir(self.folder.path());
        if !backup.stdout(Stdio::null()).status()?.success() {
            bail!("the games cannot be copied");
        }
        Ok(copy.metadata()?.len())
    }

    /// How long the disk takes to sync a page.
    pub(crate) fn disk(&self, times: usize) -> Result<Figures> {
        let mut file = File::create(self.folder.path().join("disk"))?;
        let mut figures = Figures::default();
        for _ in 0..times {
            let began = Instant::now();
            file.write_all(&[7; 4096])?;
            file.sync_data()?;
            figures.add(began.elapsed());
        }
        Ok(figures)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A command with the largest possible limit of open files.
pub(crate) fn with_many_files(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -n \"$(ulimit -Hn)\"; exec \"$@\"", "sh"]).arg(program);
    command
}
