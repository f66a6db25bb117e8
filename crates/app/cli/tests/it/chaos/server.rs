use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use gebeta_client::Address;

use crate::program::Home;

/// The server as a process at one address.
pub(crate) struct Server {
    home: Home,
    line: String,
    port: u16,
    child: Child,
}

impl Server {
    /// With its games in a folder of its own.
    pub(crate) fn start() -> Self {
        Self::on("--db sqlite:games")
    }

    /// With these further words of the command line.
    pub(crate) fn on(words: &str) -> Self {
        Self::through(words, |serve| started_by(Command::new("env"), serve))
    }

    /// The same, started by the command that `around` makes of it.
    pub(crate) fn through(words: &str, around: impl FnOnce(&Command) -> Command) -> Self {
        Self::try_through(words, around).unwrap_or_else(|told| panic!("it does not serve: {told}"))
    }

    /// The same; what it says if it does not serve.
    pub(crate) fn try_through(words: &str, around: impl FnOnce(&Command) -> Command) -> Result<Self, String> {
        let home = Home::new();
        Self::at_home(home, words, around).map_err(|(_, told)| told)
    }

    /// The same in a home that is there already, and comes back if it does not serve.
    pub(crate) fn at_home(
        home: Home,
        words: &str,
        around: impl FnOnce(&Command) -> Command,
    ) -> Result<Self, (Home, String)> {
        home.write("web/index.html", "the page");
        let port = free_port();
        let line = format!("serve --listen 127.0.0.1:{port} --web web {words}");
        match spawn(around(&home.command(&line))) {
            Ok(child) => Ok(Self { home, line, port, child }),
            Err(told) => Err((home, told)),
        }
    }

    pub(crate) fn address(&self) -> Address {
        format!("http://127.0.0.1:{}/", self.port).parse().unwrap()
    }

    /// A file where it runs.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home.path(name)
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends it a signal by the name that `kill` knows.
    pub(crate) fn signal(&self, name: &str) {
        let done = Command::new("kill").arg(format!("-{name}")).arg(self.pid().to_string()).status().unwrap();
        assert!(done.success(), "{name}");
    }

    /// As a power switch would, but for the disk's cache; and back. The answer is how long nobody was answered.
    pub(crate) fn kill(&mut self) -> Duration {
        self.end();
        let began = Instant::now();
        self.child = spawn(self.home.command(&self.line)).unwrap();
        TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        began.elapsed()
    }

    /// Kills it for good; what it has written stays until this is dropped.
    pub(crate) fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// With which code it ends by itself, if it does before long.
    pub(crate) fn ends_with(&mut self, within: Duration) -> Option<i32> {
        let began = Instant::now();
        while began.elapsed() < within {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }

    /// Kills it, and gives its home to whoever comes next.
    pub(crate) fn leave(mut self) -> Home {
        self.end();
        std::mem::replace(&mut self.home, Home::new())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts it and waits until it serves; what it says if it does not.
fn spawn(mut serve: Command) -> Result<Child, String> {
    let mut child = serve.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    if told.contains("http://") {
        return Ok(child);
    }
    let answer = child.wait_with_output().unwrap();
    Err(format!("{}, {told}{}", answer.status, String::from_utf8_lossy(&answer.stderr)))
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// `serve`, started by another command that ends with it: strace, unshare.
pub(crate) fn started_by(mut other: Command, serve: &Command) -> Command {
    other.arg(serve.get_program()).args(serve.get_args());
    other.envs(serve.get_envs().filter_map(|(name, value)| Some((name, value?))));
    if let Some(folder) = serve.get_current_dir() {
        other.current_dir(folder);
    }
    other
}
