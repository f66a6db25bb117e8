//! PostgreSQL and pgbouncer as processes of a test.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::tools::missing;

/// A PostgreSQL server of the test's own, in a temporary folder, reached by a socket there.
#[derive(Debug)]
pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
}

impl Cluster {
    /// None where PostgreSQL is not installed, which is said.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            missing("PostgreSQL");
            return None;
        };
        let folder =
            tempfile::Builder::new().prefix("gebeta-pg").tempdir().expect("there is room for a folder");
        if is_root() {
            // PostgreSQL does not run as root.
            run(Command::new("chown").arg("postgres").arg(folder.path()));
        }
        let cluster = Self { folder, programs };
        // Only what initdb itself writes is not synced: no test loses the power of the machine.
        let flags = ["-N", "-U", "gebeta", "-A", "trust", "-E", "UTF8", "--no-locale", "-D"];
        run(cluster.program("initdb").args(flags).arg(cluster.data()));
        cluster.begin();
        Some(cluster)
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Starts it, for the first time or again.
    pub fn begin(&self) {
        let options =
            format!("-c listen_addresses= -c unix_socket_directories={}", self.folder.path().display());
        let log = self.folder.path().join("log");
        run(self
            .program("pg_ctl")
            .args(["-w", "-o", &options, "-l"])
            .arg(log)
            .arg("-D")
            .arg(self.data())
            .arg("start"));
    }

    /// Ends it at once, as a crash does.
    pub fn end(&self) {
        run(self.program("pg_ctl").args(["-w", "-m", "immediate", "-D"]).arg(self.data()).arg("stop"));
    }

    /// Ends it in good order, after which it starts sooner.
    pub fn close(&self) {
        run(self.program("pg_ctl").args(["-w", "-m", "fast", "-D"]).arg(self.data()).arg("stop"));
    }

    /// Suspends it, as a machine that hangs: connections are neither refused nor answered.
    pub fn freeze(&self) {
        self.signal("STOP");
    }

    /// Lets it go on.
    pub fn thaw(&self) {
        self.signal("CONT");
    }

    /// Sends a signal to all of its processes, by their ids; to none if it does not run.
    fn signal(&self, name: &str) {
        let send = |processes: &str| {
            let _ = quiet(Command::new("kill").arg(format!("-{name}")).args(processes.split_whitespace()))
                .status();
        };
        let Ok(told) = std::fs::read_to_string(self.data().join("postmaster.pid")) else { return };
        let first = told.lines().next().unwrap_or_default();
        // Who starts the others is stopped before them, and starts no more.
        send(first);
        send(&std::fs::read_to_string(format!("/proc/{first}/task/{first}/children")).unwrap_or_default());
    }

    /// The address of a new database.
    pub fn database(&self, name: &str) -> String {
        run(self.program("createdb").args(["-U", "gebeta", "-h"]).arg(self.folder.path()).arg(name));
        let folder = self.folder.path().to_string_lossy().replace('/', "%2F");
        format!("postgres://gebeta@{folder}/{name}")
    }

    /// Changes a setting of the whole server, for which it is started again.
    pub fn set(&self, setting: &str, to: &str) {
        use std::io::Write as _;
        let file = std::fs::File::options().append(true).open(self.data().join("postgresql.conf"));
        writeln!(file.expect("PostgreSQL has a configuration"), "{setting} = {to}")
            .expect("it can be changed");
        self.close();
        self.begin();
    }

    /// A pgbouncer before this database, with further lines of its configuration; none where it is not installed, which is
    /// said.
    pub fn pooler(&self, database: &str, mode: &str, lines: &str) -> Option<Pooler> {
        const PROGRAMS: [&str; 2] = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"];
        let Some(program) = PROGRAMS.iter().find(|program| Path::new(program).exists()) else {
            missing("pgbouncer");
            return None;
        };
        let folder =
            tempfile::Builder::new().prefix("gebeta-pool").tempdir().expect("there is room for a folder");
        let (own, there) = (folder.path().display(), self.folder.path().display());
        let config = format!(
            "[databases]\n{database} = host={there} dbname={database} user=gebeta\n[pgbouncer]\nunix_socket_dir = {own}\n\
             listen_port = 6432\nauth_type = any\npool_mode = {mode}\nlogfile = {own}/log\n{lines}\n"
        );
        let file = folder.path().join("pgbouncer.ini");
        std::fs::write(&file, config).expect("a file in a folder of our own");
        let mut command = Command::new(program);
        if is_root() {
            use std::os::unix::process::CommandExt as _;
            run(Command::new("chown").arg("-R").arg("postgres").arg(folder.path()));
            let id =
                Command::new("id").args(["-u", "postgres"]).output().expect("the system knows its users");
            command.uid(String::from_utf8_lossy(&id.stdout).trim().parse().expect("a number"));
        }
        let child = quiet(command.arg("-q").arg(file)).spawn().expect("it is installed");
        let socket = folder.path().join(".s.PGSQL.6432");
        let began = Instant::now();
        while !socket.exists() {
            assert!(began.elapsed() < Duration::from_secs(20), "pgbouncer does not start");
            std::thread::sleep(Duration::from_millis(10));
        }
        let place = folder.path().to_string_lossy().replace('/', "%2F");
        let url = format!("postgres://gebeta@{place}:6432/{database}");
        Some(Pooler { _folder: folder, child, url })
    }

    fn program(&self, name: &str) -> Command {
        let path = self.programs.join(name);
        if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(path);
            command
        } else {
            Command::new(path)
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // What is stopped does not end.
        self.thaw();
        let _ = quiet(self.program("pg_ctl").args(["-m", "immediate", "-D"]).arg(self.data()).arg("stop"))
            .status();
    }
}

/// A pgbouncer of the test's own.
#[derive(Debug)]
pub struct Pooler {
    _folder: TempDir,
    child: Child,
    url: String,
}

impl Pooler {
    /// The address of the database behind it.
    pub fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Pooler {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The folder with PostgreSQL's programs, the newest there is.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .ok()?
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .collect();
    versions.sort();
    versions.pop().filter(|folder| folder.join("initdb").exists())
}

fn is_root() -> bool {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(Path::new("/proc/self")).is_ok_and(|this| this.uid() == 0)
}

fn quiet(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null())
}

fn run(command: &mut Command) {
    let done = quiet(command).status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.success(), "{command:?} fails: {done}");
}
