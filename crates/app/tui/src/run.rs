//! The loop: messages in, effects out, a frame after each.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, MouseButton, MouseEventKind};
use ratatui::layout::Position;

use gebeta_rules::GameKind;

use crate::engine_worker::{EngineRequest, EngineWorker};
use crate::storage_worker::StorageWorker;
use crate::terminal::FullScreen;
use crate::view::{self, Hits};
use crate::{Effect, Message, Model, Network, NetworkCommand, Ports, Start, update};

/// Why the full screen cannot be shown any more.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The terminal refuses a command.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// How the program ended.
#[derive(Debug, Default)]
pub struct Exit {
    /// The number of the signal that asked for it, if one did.
    pub signal: Option<u8>,
    /// The unfinished game that was played last.
    pub left: Option<LeftGame>,
    /// Why that game could not be saved.
    pub not_saved: Option<String>,
}

/// A game that can be resumed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LeftGame {
    /// A game on this device, with its file if the user has named one.
    Local(GameKind, Option<PathBuf>),
    /// An online game, by its link.
    Online(String),
}

/// What comes in from outside.
enum Input {
    Event(Event),
    Message(Message),
    /// The shell lets us go on, or the screen was written over.
    Redraw,
    Suspend,
}

/// The signal of a terminal that is gone.
const SIGHUP: u8 = 1;
/// How often something that moves is drawn.
const FRAME: Duration = Duration::from_millis(33);
/// How often a screen at rest looks at the clock.
const REST: Duration = Duration::from_secs(1);

/// Plays until the player has had enough.
pub fn run(mut model: Model, start: Start, ports: Ports) -> Result<Exit, RunError> {
    let began = Instant::now();
    // From the first moment on, no signal ends the program before it has given the terminal back.
    #[cfg(unix)]
    let signals = signals::catch()?;
    let mut screen = FullScreen::take(model.settings.mouse)?;
    let (inputs, incoming) = channel();
    let mut effects = model.start(start);
    // The first frame before anything else: the threads can wait, the player should not.
    let mut hits = draw(&mut screen, &mut model)?;
    let mut exit = Exit::default();
    let mut drawn = Instant::now();
    let mut world = World::start(ports, &inputs)?;
    read_events(inputs.clone())?;
    #[cfg(unix)]
    signals::listen(signals, inputs.clone())?;
    loop {
        for effect in effects.drain(..) {
            match effect {
                Effect::Quit(signal) => {
                    drop(screen);
                    world.finish();
                    exit.signal = signal;
                    exit.left = model.online_link().map(LeftGame::Online).or(exit.left);
                    exit.not_saved = incoming.try_iter().find_map(|input| match input {
                        Input::Message(Message::Kept(Err(why))) => Some(why),
                        _ => None,
                    });
                    return Ok(exit);
                }
                Effect::Suspend => suspend(&mut screen)?,
                other => {
                    match &other {
                        Effect::Keep(record, path) => {
                            exit.left = Some(LeftGame::Local(record.rules.game(), path.clone()));
                        }
                        Effect::LetGo(..) | Effect::Discard(_) => exit.left = None,
                        _ => {}
                    }
                    world.carry_out(other);
                }
            }
        }
        let waiting = incoming.try_recv().ok();
        // A click means what was in view; other input that waits is heard before the next frame is due.
        let hurries = matches!(&waiting, Some(input) if !matches!(input, Input::Event(Event::Mouse(_))));
        if !hurries || drawn.elapsed() >= FRAME {
            hits = draw(&mut screen, &mut model)?;
            drawn = Instant::now();
        }
        let wait = if view::is_moving(&model) { FRAME } else { REST };
        let message = match waiting.or_else(|| incoming.recv_timeout(wait).ok()) {
            Some(Input::Event(event)) => read(&event, &hits, &mut screen)?,
            Some(Input::Message(message)) => Some(message),
            Some(Input::Suspend) => {
                suspend(&mut screen)?;
                None
            }
            Some(Input::Redraw) => {
                screen.retake()?;
                None
            }
            None => Some(Message::Tick),
        };
        let now = began.elapsed().as_millis() as u64;
        if let Some(message) = message {
            effects = update(&mut model, now, message);
            screen.listen_to_mouse(model.settings.mouse)?;
        }
    }
}

fn draw(screen: &mut FullScreen, model: &mut Model) -> io::Result<Hits> {
    let mut hits = Hits::default();
    screen.draw(|frame| {
        model.size = frame.area().as_size().into();
        hits = view::draw(model, frame.area(), frame.buffer_mut());
    })?;
    Ok(hits)
}

/// What an event of the terminal means.
fn read(event: &Event, hits: &Hits, screen: &mut FullScreen) -> io::Result<Option<Message>> {
    Ok(match event {
        Event::Key(key) => Some(Message::Key(*key)),
        Event::Paste(text) => Some(Message::Paste(text.clone())),
        Event::Mouse(mouse) => match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => {
                hits.at(Position::new(mouse.column, mouse.row)).map(Message::Click)
            }
            MouseEventKind::ScrollDown => Some(Message::Wheel(true)),
            MouseEventKind::ScrollUp => Some(Message::Wheel(false)),
            _ => None,
        },
        Event::Resize(..) => {
            screen.terminal.autoresize()?;
            None
        }
        Event::FocusGained | Event::FocusLost => None,
    })
}

/// Reads what is typed and clicked, in a thread that ends with the program.
fn read_events(inputs: Sender<Input>) -> io::Result<()> {
    thread::Builder::new().name("events".to_owned()).spawn(move || {
        loop {
            let input = match event::read() {
                Ok(event) => Input::Event(event),
                // The terminal is gone: so are we.
                Err(_) => Input::Message(Message::Hangup(SIGHUP)),
            };
            let ends = matches!(input, Input::Message(_));
            if inputs.send(input).is_err() || ends {
                return;
            }
        }
    })?;
    Ok(())
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::mpsc::Sender;
    use std::thread;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;

    use super::Input;
    use crate::Message;

    /// Catches signals until [`listen`] reads them.
    pub(super) fn catch() -> io::Result<Signals> {
        Signals::new([SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT])
    }

    /// Listens to the system, in a thread that ends with the program.
    pub(super) fn listen(mut signals: Signals, inputs: Sender<Input>) -> io::Result<()> {
        thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in signals.forever() {
                let input = match signal {
                    SIGTSTP => Input::Suspend,
                    SIGCONT => Input::Redraw,
                    other => Input::Message(Message::Hangup(other as u8)),
                };
                if inputs.send(input).is_err() {
                    return;
                }
            }
        })?;
        Ok(())
    }
}

/// Gives the terminal to the shell and stops until it says to go on.
fn suspend(screen: &mut FullScreen) -> io::Result<()> {
    #[cfg(unix)]
    {
        FullScreen::lend();
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
    }
    screen.retake()
}

/// The threads that do what the screens ask for.
struct World {
    engine_worker: EngineWorker,
    network: Arc<dyn Network>,
    /// The way to the thread that carries the present online game.
    commands: Option<Sender<NetworkCommand>>,
    inputs: Sender<Input>,
    storage_requests: Sender<Effect>,
    storage_thread: thread::JoinHandle<()>,
}

impl World {
    fn start(ports: Ports, inputs: &Sender<Input>) -> io::Result<Self> {
        let Ports { library, network, engine, cap } = ports;
        let (answers, answered) = channel();
        let engine_worker = EngineWorker::start(engine, cap, answers)?;
        let back = inputs.clone();
        thread::Builder::new().name("answers".to_owned()).spawn(move || {
            for message in answered {
                if back.send(Input::Message(message)).is_err() {
                    return;
                }
            }
        })?;
        let (storage_requests, received) = channel();
        let back = inputs.clone();
        let storage_thread = thread::Builder::new().name("storage".to_owned()).spawn(move || {
            let mut worker = StorageWorker::new(library);
            for answer in received.into_iter().filter_map(|request| worker.answer(request)) {
                // At the end of the program the last answers are not read.
                let _ = back.send(Input::Message(answer));
            }
        })?;
        Ok(Self {
            engine_worker,
            network,
            commands: None,
            inputs: inputs.clone(),
            storage_requests,
            storage_thread,
        })
    }

    fn carry_out(&mut self, effect: Effect) {
        match effect {
            Effect::Search { ticket, task } => self.engine_worker.ask(EngineRequest::Search { ticket, task }),
            Effect::Advise { ticket, position } => {
                self.engine_worker.ask(EngineRequest::Advise { ticket, position });
            }
            Effect::Review { ticket, record } => {
                self.engine_worker.ask(EngineRequest::Review { ticket, record });
            }
            Effect::Stop => self.engine_worker.stop(),
            Effect::GoOnline(ticket, request) => {
                let back = self.inputs.clone();
                let tell = move |event| back.send(Input::Message(Message::Online(ticket, event))).is_ok();
                self.commands = Some(self.network.connect(request, Box::new(tell)));
            }
            Effect::Network(command) => {
                // A thread that has ended has reported why.
                let _ = self.commands.as_ref().map(|commands| commands.send(command));
            }
            Effect::ForgetSeat(game) => self.network.forget(game),
            Effect::LeaveOnline => self.commands = None,
            Effect::LatestLink => {
                let _ = self.inputs.send(Input::Message(Message::LatestLink(self.network.latest())));
            }
            request => {
                // The storage thread ends only with the program.
                let _ = self.storage_requests.send(request);
            }
        }
    }

    /// Waits until everything is written.
    fn finish(self) {
        self.engine_worker.stop();
        drop(self.storage_requests);
        let _ = self.storage_thread.join();
    }
}
