use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtyPair, PtySize, native_pty_system};

use super::{Home, PATIENCE, words};

/// A real terminal with the program in it.
pub(crate) struct Terminal {
    pair: PtyPair,
    keyboard: Box<dyn Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// Everything the program ever wrote.
    written: Arc<Mutex<Vec<u8>>>,
    child: Box<dyn Child + Send + Sync>,
    /// How the terminal was set before the program began.
    at_first: String,
}

const fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

impl Terminal {
    /// Opens a terminal and starts `gebeta` with the words of `line` in it.
    pub(crate) fn open(home: &Home, line: &str, columns: u16, rows: u16) -> Self {
        Self::open_with(home, line, columns, rows, &[])
    }

    /// The same with something in the environment.
    pub(crate) fn open_with(
        home: &Home,
        line: &str,
        columns: u16,
        rows: u16,
        variables: &[(&str, &str)],
    ) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).expect("the system has terminals");
        let screen = Arc::new(Mutex::new(vt100::Parser::new(whole(rows), whole(columns), 0)));
        let written = Arc::new(Mutex::new(Vec::new()));
        let mut reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let keyboard = pair.master.take_writer().expect("a terminal can be written");
        let (parser, log) = (Arc::clone(&screen), Arc::clone(&written));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                parser.lock().expect("nobody panics here").process(&bytes[..n]);
                log.lock().expect("nobody panics here").extend_from_slice(&bytes[..n]);
            }
        });
        // A program that is quick has the terminal before anybody could look.
        let at_first = state(&*pair.master, &screen);
        let child = start(home, line, &pair, variables);
        Self { pair, keyboard, screen, written, child, at_first }
    }

    /// Starts the program again in the same terminal.
    pub(crate) fn restart(&mut self, home: &Home, line: &str) {
        self.child = start(home, line, &self.pair, &[]);
    }

    pub(crate) fn send(&mut self, bytes: &[u8]) {
        // A program that has ended does not listen any more; the test finds out soon enough.
        let _ = self.keyboard.write_all(bytes).and_then(|()| self.keyboard.flush());
    }

    /// Presses and releases the left button at a place of the screen, counted from 0.
    pub(crate) fn click(&mut self, (column, row): (usize, usize)) {
        let place = format!("{};{}", column + 1, row + 1);
        self.send(format!("\x1b[<0;{place}M\x1b[<0;{place}m").as_bytes());
    }

    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.screen.lock().expect("nobody panics here").screen_mut().set_size(whole(rows), whole(columns));
        self.pair.master.resize(size(columns, rows)).expect("a terminal can be resized");
    }

    /// What is on the screen, line by line.
    pub(crate) fn screen(&self) -> String {
        self.screen.lock().expect("nobody panics here").screen().contents()
    }

    /// Where a text stands: column and row, from 0.
    pub(crate) fn find(&self, text: &str) -> Option<(usize, usize)> {
        self.screen()
            .lines()
            .enumerate()
            .find_map(|(row, line)| line.find(text).map(|at| (line[..at].chars().count(), row)))
    }

    /// Waits until the screen is as wanted.
    #[track_caller]
    pub(crate) fn wait_for(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "no {what} on\n{screen}");
            if let Ok(Some(status)) = self.child.try_wait() {
                panic!("the program has ended ({status:?}) before there was {what}\n{screen}");
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the screen is as wanted and stays so: half a frame is none.
    #[track_caller]
    pub(crate) fn settled(&mut self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let mut screen = self.wait_for(what, &is_so);
        loop {
            thread::sleep(Duration::from_millis(8));
            let next = self.wait_for(what, &is_so);
            if next == screen {
                return screen;
            }
            screen = next;
        }
    }

    /// Waits until the program has nothing more to write, a moment at most: some screens never rest.
    pub(crate) fn quiet(&mut self) {
        let began = Instant::now();
        let mut before = usize::MAX;
        while began.elapsed() < Duration::from_millis(200) && self.runs() {
            let now = self.written.lock().expect("nobody panics here").len();
            if now == before {
                return;
            }
            before = now;
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether the program runs.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Waits for the end of the program; the answer is its exit code.
    #[track_caller]
    pub(crate) fn end(&mut self) -> u32 {
        let began = Instant::now();
        loop {
            if let Ok(Some(status)) = self.child.try_wait() {
                self.hear_out();
                return status.exit_code();
            }
            assert!(began.elapsed() < PATIENCE, "the program does not end\n{}", self.screen());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the last words of a program that has ended are read.
    fn hear_out(&self) {
        let count = || self.written.lock().expect("nobody panics here").len();
        let mut before = usize::MAX;
        while before != count() {
            before = count();
            thread::sleep(Duration::from_millis(60));
        }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("the program has a number")
    }

    /// Everything the program ever wrote, as text.
    pub(crate) fn written(&self) -> String {
        String::from_utf8_lossy(&self.written.lock().expect("nobody panics here")).into_owned()
    }

    /// How the terminal is set: echo, lines, signals, and what a program may have asked of it: the other screen, the
    /// mouse, pasted text in brackets, a hidden cursor.
    pub(crate) fn state(&self) -> String {
        state(&*self.pair.master, &self.screen)
    }

    /// The same before the program began.
    pub(crate) fn at_first(&self) -> String {
        self.at_first.clone()
    }
}

#[cfg(unix)]
fn state(master: &dyn MasterPty, screen: &Mutex<vt100::Parser>) -> String {
    let set = master.get_termios().expect("a terminal has its state");
    let parser = screen.lock().expect("nobody panics here");
    let screen = parser.screen();
    format!(
        "{set:?}, other screen: {}, mouse: {:?}, brackets: {}, hidden cursor: {}",
        screen.alternate_screen(),
        screen.mouse_protocol_mode(),
        screen.bracketed_paste(),
        screen.hide_cursor()
    )
}

fn start(
    home: &Home,
    line: &str,
    pair: &PtyPair,
    variables: &[(&str, &str)],
) -> Box<dyn Child + Send + Sync> {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_gebeta"));
    command.args(words(line));
    let plain = home.command("");
    for (name, value) in plain.get_envs() {
        command.env(name, value.unwrap_or_default());
    }
    command.env("TERM", "xterm-256color");
    command.env("LC_ALL", "C.UTF-8");
    command.env_remove("NO_COLOR");
    for (name, value) in variables {
        command.env(name, value);
    }
    command.cwd(plain.get_current_dir().expect("a home has a folder to work in"));
    pair.slave.spawn_command(command).expect("the program starts")
}

fn whole(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a terminal has lines and columns")
}
