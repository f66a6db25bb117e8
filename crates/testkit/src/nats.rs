//! NATS as a process.

use std::process::{Child, Command, Stdio};

use crate::tools::missing;

/// A NATS server of the test's own.
#[derive(Debug)]
pub struct Nats(Child);

impl Nats {
    /// One that listens at `port` of this machine; none where it is not installed, which is said.
    pub fn start(port: u16) -> Option<Self> {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
        let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        started.map(Self).inspect_err(|_| missing("nats-server")).ok()
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
