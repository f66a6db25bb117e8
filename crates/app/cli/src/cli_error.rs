use std::fmt::{self, Display};
use std::io;

use gebeta_rules::Coded;

use crate::atomic_file;

/// Why the program could not do what was asked: a code for programs, a sentence for people.
#[derive(Debug)]
pub struct CliError {
    kind: Kind,
    code: &'static str,
    message: String,
}

/// Who has to change something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The user, with what was typed.
    Usage,
    /// The world: a file, the input, the output.
    Failed,
    /// A passing condition: it may go well when it is started again.
    Passing,
    /// A signal ended the program; nothing more is printed.
    Stopped(u8),
}

impl CliError {
    /// The command line was wrong.
    pub fn usage(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: Kind::Usage, code, message: message.into() }
    }

    /// The command was right and could not be done.
    pub fn failed(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: Kind::Failed, code, message: message.into() }
    }

    /// A value on the command line was wrong.
    pub fn bad_value(error: &(impl Coded + Display)) -> Self {
        Self::usage(error.code(), error.to_string())
    }

    /// A file's content was wrong.
    pub fn bad_file(path: &std::path::Path, error: &(impl Coded + Display)) -> Self {
        Self::failed(error.code(), format!("{}: {error}", path.display()))
    }

    /// The command was right, and is to be started again: `EX_TEMPFAIL` of sysexits, which supervisors know.
    pub fn passing(code: &'static str, message: impl Into<String>) -> Self {
        Self { kind: Kind::Passing, code, message: message.into() }
    }

    /// A signal with this number has ended the program; there is nothing more to say.
    pub const fn stopped(signal: u8) -> Self {
        Self { kind: Kind::Stopped(signal), code: "stopped", message: String::new() }
    }

    /// Whether the program ends without a word.
    pub const fn is_silent(&self) -> bool {
        matches!(self.kind, Kind::Stopped(_))
    }

    /// 2 for wrong usage, 75 for what may pass when it is started again, 128 and the number of a signal as shells have it, 1 for
    /// everything else.
    pub const fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Usage => 2,
            Kind::Failed => 1,
            Kind::Passing => 75,
            Kind::Stopped(signal) => 128 + signal,
        }
    }

    /// The sentence alone.
    pub fn sentence(&self) -> &str {
        &self.message
    }

    /// The code for programs.
    pub const fn code(&self) -> &'static str {
        self.code
    }
}

/// `error[code]: sentence`.
impl Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error[{}]: {}", self.code, self.message)
    }
}

/// Writing to standard output failed; errors of files are told with their path instead.
impl From<io::Error> for CliError {
    fn from(error: io::Error) -> Self {
        /// SIGPIPE: the reader has closed the pipe.
        const SIGPIPE: u8 = 13;
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::stopped(SIGPIPE)
        } else {
            let reason = atomic_file::reason(&error);
            Self::failed("output-failed", format!("the output cannot be written: {reason}"))
        }
    }
}
