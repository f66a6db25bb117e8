use std::io::{BufRead, Read, Write};

use serde::Serialize;

use crate::CliError;
use crate::atomic_file::reason;
use crate::interrupt::LastWords;

/// Where a command reads and writes lines.
pub struct Console<'a> {
    /// What the user types.
    pub input: &'a mut (dyn BufRead + 'a),
    /// What the user sees.
    pub out: &'a mut (dyn Write + 'a),
    /// Whether a person sits there, who may be asked to press Enter.
    pub interactive: bool,
    last_words: Option<LastWords>,
}

/// One line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is no UTF-8.
    BadUtf8,
    /// A line longer than [`Line::MAX_BYTES`], which was skipped.
    TooLong,
    /// There are no more lines.
    End,
}

impl Line {
    /// The longest useful line: a game of 20,000 throws with its moves.
    pub(crate) const MAX_BYTES: usize = 512 * 1024;

    /// Reads one line without ever keeping more than [`Self::MAX_BYTES`] of it.
    pub(crate) fn read(input: &mut dyn BufRead) -> Result<Self, CliError> {
        let unreadable =
            |error| CliError::failed("input-failed", format!("the input cannot be read: {}", reason(&error)));
        let mut bytes = Vec::new();
        let mut limited = (&mut *input).take(Self::MAX_BYTES as u64 + 1);
        if limited.read_until(b'\n', &mut bytes).map_err(unreadable)? == 0 {
            return Ok(Self::End);
        }
        if bytes.len() > Self::MAX_BYTES && bytes.last() != Some(&b'\n') {
            input.skip_until(b'\n').map_err(unreadable)?;
            return Ok(Self::TooLong);
        }
        Ok(match String::from_utf8(bytes) {
            Ok(text) => Self::Text(text.trim_end_matches(['\n', '\r']).to_owned()),
            Err(_) => Self::BadUtf8,
        })
    }
}

impl<'a> Console<'a> {
    /// A console.
    pub fn new(input: &'a mut (dyn BufRead + 'a), out: &'a mut (dyn Write + 'a), interactive: bool) -> Self {
        Self { input, out, interactive, last_words: None }
    }

    /// Changes what is said when a person interrupts the program.
    pub(crate) fn set_last_words(&mut self, words: Option<String>) {
        if self.interactive {
            self.last_words.get_or_insert_with(LastWords::install).set(words);
        }
    }

    /// Everything that is typed, up to `most` bytes.
    pub(crate) fn read_all(&mut self, most: usize) -> Result<String, CliError> {
        let mut bytes = Vec::new();
        let read = (&mut *self.input).take(most as u64 + 1).read_to_end(&mut bytes);
        read.map_err(|error| {
            CliError::failed("input-failed", format!("the input cannot be read: {}", reason(&error)))
        })?;
        if bytes.len() > most {
            let message = format!("the input has more than the {} KiB that are allowed", most / 1024);
            return Err(CliError::failed("file-too-large", message));
        }
        String::from_utf8(bytes).map_err(|error| {
            let place = error.utf8_error().valid_up_to();
            CliError::failed("bad-utf8", format!("the input is not UTF-8 text at byte {place}"))
        })
    }

    /// Writes a report as one line of JSON.
    pub(crate) fn json(&mut self, report: &impl Serialize) -> Result<(), CliError> {
        let text = serde_json::to_string(report).map_err(std::io::Error::from)?;
        writeln!(self.out, "{text}")?;
        Ok(())
    }

    /// Asks until a line comes that `read` understands; what it does not, it explains.
    ///
    /// # Errors
    /// The input has ended, or the output is closed.
    pub fn ask<T>(
        &mut self,
        question: &str,
        mut read: impl FnMut(&str) -> Result<T, String>,
    ) -> Result<T, CliError> {
        loop {
            write!(self.out, "{question} ")?;
            self.out.flush()?;
            let problem = match Line::read(self.input)? {
                Line::Text(text) => match read(text.trim()) {
                    Ok(answer) => {
                        if !self.interactive {
                            writeln!(self.out)?;
                        }
                        return Ok(answer);
                    }
                    Err(problem) => problem,
                },
                Line::BadUtf8 => "That line is not UTF-8 text.".to_owned(),
                Line::TooLong => "That line is far too long.".to_owned(),
                Line::End => {
                    writeln!(self.out)?;
                    return Err(CliError::failed("end-of-input", "the input ended before an answer came"));
                }
            };
            writeln!(self.out, "{problem}")?;
        }
    }

    /// Waits for Enter where a person sits.
    pub fn pause(&mut self) -> Result<(), CliError> {
        if self.interactive {
            self.ask("Press Enter to go on.", |_| Ok(()))?;
        }
        Ok(())
    }
}

impl std::fmt::Debug for Console<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Console").field("interactive", &self.interactive).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_every_kind_are_told_apart() {
        let long = "x".repeat(Line::MAX_BYTES + 1);
        let text = format!("one\r\n\n{long}\nafter\n");
        let mut bytes = text.into_bytes();
        bytes.extend([0xff, b'\n']);
        bytes.extend(b"last");
        let mut input = bytes.as_slice();
        let mut next = || Line::read(&mut input).unwrap();
        assert_eq!(next(), Line::Text("one".to_owned()));
        assert_eq!(next(), Line::Text(String::new()));
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("after".to_owned()));
        assert_eq!(next(), Line::BadUtf8);
        assert_eq!(next(), Line::Text("last".to_owned()));
        assert_eq!(next(), Line::End);
    }
}
