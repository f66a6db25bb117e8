use std::io::{Read, Write};
use std::process::Command;
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use super::PATIENCE;

/// What a run of the program came to.
#[derive(Debug)]
pub(crate) struct Answer {
    /// The exit code; none if something ended it from outside.
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Answer {
    /// Runs `command` to its end, while `input` is typed.
    ///
    /// # Panics
    /// When it hangs, or writes something that is no text.
    #[track_caller]
    pub(crate) fn of(mut command: Command, input: &[u8]) -> Self {
        let mut child = command.spawn().expect("the program is built and starts");
        let stdout = read(child.stdout.take());
        let stderr = read(child.stderr.take());
        if let Some(mut stdin) = child.stdin.take() {
            let input = input.to_vec();
            // A program that has heard enough may close its ears.
            thread::spawn(move || drop(stdin.write_all(&input)));
        }
        let (Ok(stdout), Ok(stderr)) = (stdout.recv_timeout(PATIENCE), stderr.recv_timeout(PATIENCE)) else {
            let _ = child.kill();
            panic!("{command:?} hangs or does not write UTF-8");
        };
        let code = child.wait().expect("its output has ended, so the program has").code();
        Self { code, stdout, stderr }
    }

    /// Says that the program did what was asked, and nothing else to worry about.
    #[track_caller]
    pub(crate) fn done(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }

    /// Says that the program refused: an exit code, and on standard error a code and a sentence.
    #[track_caller]
    pub(crate) fn refused(&self, exit: i32, code: &str) {
        let sentence = self.stderr.strip_prefix(&format!("error[{code}]: "));
        let is_one = sentence.is_some_and(|sentence| sentence.trim().len() > 10 && sentence.ends_with('\n'));
        assert!(is_one, "error[{code}] expected\n{}", self.stderr);
        assert_eq!(self.code, Some(exit), "{}", self.stderr);
        let panics = [&self.stdout, &self.stderr].iter().any(|text| text.contains("panicked"));
        assert!(!panics, "{self:?}");
    }
}

/// All that comes out of `stream`, once it has ended.
fn read(stream: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let mut text = String::new();
        if let Some(mut stream) = stream {
            stream.read_to_string(&mut text).expect("the program writes UTF-8");
        }
        sender.send(text)
    });
    receiver
}
