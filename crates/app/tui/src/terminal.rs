//! The terminal itself: taken over at the beginning, given back in every case.

use std::io::{self, BufWriter, Stdout, Write};
use std::panic;
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossterm::cursor;
use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    self, BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{execute, queue};
use ratatui::backend::CrosstermBackend;
use ratatui::layout::{Position, Rect};
use ratatui::{Frame, Terminal};

/// Whether the terminal is ours at the moment.
static TAKEN: AtomicBool = AtomicBool::new(false);

/// The full screen. Dropping it gives the terminal back.
pub(crate) struct FullScreen {
    pub(crate) terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

impl FullScreen {
    /// Takes the terminal over; a panic anywhere gives it back before its message is printed.
    pub(crate) fn take(mouse: bool) -> io::Result<Self> {
        let told = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            told(info);
            // Without its worker threads the game cannot continue; every move so far is saved.
            if thread::current().name() != Some("main") {
                process::exit(101);
            }
        }));
        enter(mouse)?;
        // A frame is written in one piece, so that half of it is never visible.
        let out = BufWriter::with_capacity(1 << 16, io::stdout());
        let terminal = Terminal::new(CrosstermBackend::new(out));
        match terminal {
            Ok(terminal) => Ok(Self { terminal, mouse }),
            Err(error) => {
                give_back();
                Err(error)
            }
        }
    }

    /// Draws a frame; terminals that can are asked to show it at once.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(draw)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Takes or leaves the mouse, as the player likes.
    pub(crate) fn listen_to_mouse(&mut self, mouse: bool) -> io::Result<()> {
        if self.mouse == mouse {
            return Ok(());
        }
        self.mouse = mouse;
        if mouse {
            execute!(self.terminal.backend_mut(), EnableMouseCapture)
        } else {
            execute!(self.terminal.backend_mut(), DisableMouseCapture)
        }
    }

    /// Gives the terminal back for a while.
    pub(crate) fn lend() {
        give_back();
    }

    /// Takes it over again and draws everything anew.
    pub(crate) fn retake(&mut self) -> io::Result<()> {
        enter(self.mouse)?;
        // `clear` would ask the terminal where its cursor is, and the thread that reads events would get the answer.
        let whole = Rect::from((Position::ORIGIN, self.terminal.size()?));
        self.terminal.resize(whole)
    }
}

impl Drop for FullScreen {
    fn drop(&mut self) {
        give_back();
    }
}

fn enter(mouse: bool) -> io::Result<()> {
    terminal::enable_raw_mode()?;
    TAKEN.store(true, Ordering::SeqCst);
    let mut out = io::stdout();
    queue!(out, EnterAlternateScreen, EnableBracketedPaste, cursor::Hide)?;
    if mouse {
        queue!(out, EnableMouseCapture)?;
    }
    out.flush()
}

/// Gives the terminal back, if it is ours. What fails here cannot be mended or reported.
pub(crate) fn give_back() {
    if TAKEN.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout();
        let _ = execute!(out, DisableMouseCapture, DisableBracketedPaste, LeaveAlternateScreen, cursor::Show);
        let _ = terminal::disable_raw_mode();
    }
}
