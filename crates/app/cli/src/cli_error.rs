use std::fmt::{self, Display};
use std::io;

use gebeta_rules::Coded;

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

    /// 2 for wrong usage, 75 for what may pass when it is started again, 1 for everything else.
    pub const fn exit_code(&self) -> u8 {
        match self.kind {
            Kind::Usage => 2,
            Kind::Failed => 1,
            Kind::Passing => 75,
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
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self::failed("closed-output", "nobody reads the output any more")
        } else {
            Self::failed("output-failed", format!("the output cannot be written: {error}"))
        }
    }
}
