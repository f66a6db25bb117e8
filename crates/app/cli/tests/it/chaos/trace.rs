use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use gebeta_protocol::MoveId;

use super::server::started_by;

/// What matters of a server's system calls, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Call {
    /// Something was written to a file, so far to the system's memory.
    Write { file: String, at: usize, bytes: Vec<u8> },
    /// A file was cut.
    Cut { file: String, to: usize },
    /// A file was taken away.
    Gone { file: String },
    /// All that was written to the file by the first `since` calls is on the disk.
    Synced { file: String, since: usize },
    /// Somebody is about to be told that a decision is kept.
    Ack(MoveId),
}

/// The system calls of a server, read from what strace wrote.
pub(crate) struct Trace {
    pub(crate) calls: Vec<Call>,
}

impl Trace {
    const CALLS: &str = "trace=pwrite64,pwritev,write,writev,ftruncate,unlink,fdatasync,fsync,sendto,sendmsg";

    /// Whether there is a strace; that there is none is said.
    pub(crate) fn is_there() -> bool {
        let there = Command::new("strace").arg("--version").output().is_ok();
        if !there {
            gebeta_testkit::tools::missing("strace");
        }
        there
    }

    /// The command that notes the system calls of `serve` in a file.
    pub(crate) fn of(serve: &Command, to: &Path) -> Command {
        let mut strace = Command::new("strace");
        // The tracer is the grandchild (-D): who is killed is the server.
        strace.args(["-D", "-f", "-y", "-xx", "-s", "1000000", "-e", Self::CALLS, "-o"]).arg(to);
        started_by(strace, serve)
    }

    /// Reads what was noted of a server that was killed.
    pub(crate) fn read(from: &PathBuf) -> Self {
        let began = Instant::now();
        loop {
            let text = fs::read_to_string(from).unwrap_or_default();
            // The tracer has noted the end of the last thread.
            if text.trim_end().ends_with("+++ killed by SIGKILL +++") {
                std::thread::sleep(Duration::from_millis(50));
                if fs::read_to_string(from).is_ok_and(|again| again == text) {
                    return Self { calls: calls(&text) };
                }
            }
            assert!(began.elapsed() < Duration::from_secs(20), "strace does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The ids that were acknowledged by the first `cut` calls.
    pub(crate) fn acked(&self, cut: usize) -> impl Iterator<Item = MoveId> {
        self.calls[..cut].iter().filter_map(|call| match call {
            Call::Ack(mid) => Some(*mid),
            _ => None,
        })
    }
}

/// A call that was interrupted by another thread's takes effect when it returns, except that an acknowledgement may have
/// been heard before.
fn calls(trace: &str) -> Vec<Call> {
    let mut calls = Vec::new();
    // Of each thread: the call that has begun, and how many had been made before.
    let mut begun: HashMap<&str, (String, usize)> = HashMap::new();
    for line in trace.lines() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let rest = rest.trim_start();
        if let Some(start) = rest.strip_suffix(" <unfinished ...>") {
            calls.extend(acks(start));
            begun.insert(thread, (start.to_owned(), calls.len()));
        } else if let Some(end) = rest.strip_prefix("<... ") {
            let Some((start, since)) = begun.remove(thread) else { continue };
            let end = end.split_once(" resumed>").map_or("", |(_, end)| end);
            calls.extend(change(&format!("{start}{end}"), since));
        } else {
            calls.extend(acks(rest));
            let since = calls.len();
            calls.extend(change(rest, since));
        }
    }
    calls
}

/// Whom a call tells that something is kept.
fn acks(call: &str) -> Vec<Call> {
    // As strace writes `{"t":"ack","mid":"`.
    const START: &[u8] = br#"{"t":"ack","mid":""#;
    if !["sendto(", "sendmsg(", "write(", "writev("].iter().any(|name| call.starts_with(name)) {
        return Vec::new();
    }
    let mut acks = Vec::new();
    for text in call.split('"').skip(1).step_by(2) {
        let bytes = unescape(text);
        for place in 0..bytes.len() {
            if let Some(rest) = bytes[place..].strip_prefix(START) {
                let mid: Vec<u8> = rest.iter().copied().take_while(|byte| *byte != b'"').collect();
                acks.push(Call::Ack(String::from_utf8(mid).unwrap().parse().unwrap()));
            }
        }
    }
    acks
}

/// What a whole call has changed in a file of the database. Whatever has failed has changed nothing.
fn change(call: &str, since: usize) -> Option<Call> {
    let (call, result) = call.rsplit_once(" = ")?;
    let (name, arguments) = call.split_once('(')?;
    let arguments = arguments.trim_end().strip_suffix(')')?;
    let (file, arguments) = match name {
        "unlink" => (arguments.trim_matches('"'), ""),
        _ => arguments.split_once('<')?.1.split_once('>')?,
    };
    let file = String::from_utf8(unescape(file)).ok()?;
    let file = file.rsplit('/').next()?.to_owned();
    if !file.starts_with("online.db") || result.starts_with('-') {
        return None;
    }
    match name {
        "pwrite64" => {
            let bytes = unescape(arguments.split('"').nth(1)?);
            assert_eq!(result.parse(), Ok(bytes.len()), "a write that was not done as a whole, or noted");
            let at = arguments.rsplit(", ").next()?.parse().ok()?;
            Some(Call::Write { file, at, bytes })
        }
        "ftruncate" => Some(Call::Cut { file, to: arguments.rsplit(", ").next()?.parse().ok()? }),
        "unlink" => Some(Call::Gone { file }),
        "fdatasync" | "fsync" => Some(Call::Synced { file, since }),
        other => panic!("the database is written by {other}, which this test does not know"),
    }
}

/// The bytes of `\x2f\x74`.
fn unescape(text: &str) -> Vec<u8> {
    let digits = text.split("\\x").skip(1);
    digits.map(|digits| u8::from_str_radix(digits, 16).unwrap()).collect()
}
