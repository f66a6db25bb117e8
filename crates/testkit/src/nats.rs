//! NATS as a process.

use std::process::{Child, Command, Stdio};

/// A NATS server of the test's own.
#[derive(Debug)]
pub struct Nats(Child);

impl Nats {
    /// One that listens at `port` of this machine; none where it is not installed.
    pub fn start(port: u16) -> Option<Self> {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok().map(Self)
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
