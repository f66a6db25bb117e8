//! NATS as a process.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::tools::missing;

/// A NATS server of the test's own.
#[derive(Debug)]
pub struct Nats(Child);

impl Nats {
    /// One that listens at `port` of this machine; none where it is not installed, which is said.
    pub fn start(port: u16) -> Option<Self> {
        Self::spawn(port, &mut Command::new("nats-server"))
    }

    /// The same over TLS alone, with the certificate and the key in these files.
    pub fn start_tls(port: u16, certificate: &Path, key: &Path) -> Option<Self> {
        let mut command = Command::new("nats-server");
        command.arg("--tls").arg("--tlscert").arg(certificate).arg("--tlskey").arg(key);
        Self::spawn(port, &mut command)
    }

    fn spawn(port: u16, command: &mut Command) -> Option<Self> {
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
