//! An online game in plain lines, for pipes and simple terminals.

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_i18n::{Language, without_isolates};
use gebeta_match::Stage;
use gebeta_protocol::{Action, OpenSeed, Phrase};
use gebeta_rules::{AnyPly, AnyPosition, Chance as _, Game as _, mancala, senet, sowing};
use gebeta_session::{
    ActionError, Announcement, Effect, GameSession, Input, Offer, OnlineAnnouncement, OnlineEffect,
    OnlineEvent, OnlineSource, Prompt, game_ending, move_text, narrate, phrase_text, refusal,
};
use gebeta_tui::{Arrival, Model, Network, NetworkCommand, NetworkEvent, OnlineError, OnlineRequest, words};

use super::{SocketNetwork, diagnosis};
use crate::args::SettingArgs;
use crate::config::Config;
use crate::console::Line;
use crate::play::board_text;
use crate::{CliError, Console, fullscreen, game_archive};

/// What comes in.
enum Incoming {
    Network(NetworkEvent),
    Line(Line),
}

/// Plays or watches until the game is over or the user quits.
pub(super) fn run(
    request: OnlineRequest,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let settings = Config::load(settings)?.settings;
    let keeps = settings.statistics;
    let language = Model::new(settings, fullscreen::surroundings(), Vec::new(), 0).language;
    let (inputs, incoming) = channel();
    let events = inputs.clone();
    let tell = move |event| events.send(Incoming::Network(event)).is_ok();
    let commands = SocketNetwork.connect(request, Box::new(tell));
    read_lines(inputs);
    let mut game = PlainOnline {
        console,
        language,
        session: None,
        seed: None,
        commands,
        lines: VecDeque::new(),
        ended: false,
        was_here: false,
        keeps,
        shown: None,
    };
    let began = Instant::now();
    loop {
        let event = incoming.recv_timeout(Duration::from_millis(200));
        let now = began.elapsed().as_millis() as u64;
        match event {
            Ok(Incoming::Network(event)) => game.hear(event, now)?,
            Ok(Incoming::Line(Line::End)) => game.ended = true,
            Ok(Incoming::Line(line)) => game.lines.push_back(line),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        game.report(OnlineEvent::Tick(now))?;
        game.show()?;
        while game.may_read() {
            let Some(line) = game.lines.pop_front() else { break };
            if !game.read(&line)? {
                return Ok(());
            }
        }
        game.console.out.flush()?;
        if game.is_done() {
            return Ok(());
        }
    }
}

/// Reads what is typed, in a thread that ends with the program.
fn read_lines(inputs: Sender<Incoming>) {
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let line = Line::read(&mut input).unwrap_or(Line::End);
            let ends = line == Line::End;
            if inputs.send(Incoming::Line(line)).is_err() || ends {
                return;
            }
        }
    });
}

/// A session of an online game whose scenes count as shown as soon as they come.
struct PlainOnline<'c, 'a> {
    console: &'c mut Console<'a>,
    language: Language,
    session: Option<GameSession<OnlineSource>>,
    /// The seed of the player's envelope.
    seed: Option<OpenSeed>,
    commands: Sender<NetworkCommand>,
    lines: VecDeque<Line>,
    /// Whether no more lines will come.
    ended: bool,
    /// Whether there was a connection before.
    was_here: bool,
    /// Whether a finished game goes into the statistics.
    keeps: bool,
    /// The position and the prompt that were shown last.
    shown: Option<(AnyPosition, Prompt)>,
}

impl PlainOnline<'_, '_> {
    fn source(&self) -> Option<&OnlineSource> {
        self.session.as_ref().map(GameSession::source)
    }

    fn prompt(&self) -> Prompt {
        self.session.as_ref().map_or(Prompt::Connecting, GameSession::prompt)
    }

    fn say(&mut self, sentence: &str) -> Result<(), CliError> {
        writeln!(self.console.out, "{}", without_isolates(sentence))?;
        Ok(())
    }

    fn say_all(&mut self, sentences: impl IntoIterator<Item = String>) -> Result<(), CliError> {
        sentences.into_iter().try_for_each(|sentence| self.say(&sentence))
    }

    /// The network reports something.
    fn hear(&mut self, event: NetworkEvent, now: u64) -> Result<(), CliError> {
        match event {
            NetworkEvent::Arrived(arrival) => self.arrive(*arrival),
            NetworkEvent::Retrying => self.say(self.language.term_online_lost()),
            NetworkEvent::Failed(why) => Err(failure(self.language, &why)),
            NetworkEvent::Opened => self.report(OnlineEvent::Opened),
            NetworkEvent::Text(text) => self.report(OnlineEvent::Text { text, now }),
            NetworkEvent::Closed(code) => self.report(OnlineEvent::Closed { code, now }),
        }
    }

    fn arrive(&mut self, arrival: Arrival) -> Result<(), CliError> {
        let Arrival { id, link, secret, seed, is_full, randomness } = arrival;
        writeln!(self.console.out, "{link}")?;
        if is_full {
            self.say(self.language.term_online_seat_taken())?;
        }
        let mut session = GameSession::online(id, secret, None, randomness);
        let effects = session.start();
        (self.session, self.seed, self.was_here, self.shown) = (Some(session), seed, false, None);
        self.carry_out(effects)
    }

    fn decide(&mut self, input: Input) -> Result<(), CliError> {
        let effects = self.session.as_mut().map(|session| session.handle(input));
        self.carry_out(effects.unwrap_or_default())
    }

    fn report(&mut self, event: OnlineEvent) -> Result<(), CliError> {
        let effects = self.session.as_mut().map(|session| session.handle_event(event));
        self.carry_out(effects.unwrap_or_default())
    }

    fn carry_out(&mut self, effects: Vec<OnlineEffect>) -> Result<(), CliError> {
        let l = self.language;
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                // Lines are shown as soon as they are written.
                OnlineEffect::Game(Effect::Show(scene)) => {
                    let next =
                        self.session.as_mut().map(|session| session.handle(Input::Settled(scene.serial)));
                    effects.extend(next.unwrap_or_default());
                }
                OnlineEffect::Game(Effect::Announce(announcement)) => {
                    self.announce(&OnlineAnnouncement::Game(announcement))?;
                }
                OnlineEffect::Game(Effect::Refuse(error)) => self.refuse(error)?,
                OnlineEffect::Announce(announcement) | OnlineEffect::History(announcement) => {
                    self.announce(&announcement)?;
                }
                OnlineEffect::Open => self.command(NetworkCommand::Open),
                OnlineEffect::Close => self.command(NetworkCommand::Close),
                OnlineEffect::Send(message) => self.command(NetworkCommand::Send(message)),
                OnlineEffect::AskSeed => {
                    let seed = self.seed.map(OnlineEvent::Seed);
                    let session = self.session.as_mut();
                    let sealed = seed.zip(session).map(|(seed, session)| session.handle_event(seed));
                    effects.extend(sealed.unwrap_or_default());
                }
                OnlineEffect::Status(gebeta_client::Status::Down(_)) => self.say(l.term_online_lost())?,
                OnlineEffect::Status(gebeta_client::Status::Failed(why)) => {
                    return Err(failure(l, &why.into()));
                }
                OnlineEffect::Welcomed { side } => {
                    if std::mem::replace(&mut self.was_here, true) {
                        self.say(l.term_online_back())?;
                    } else if side.is_none() {
                        self.say(l.online_watching())?;
                    }
                }
                OnlineEffect::Refuse(code) => self.say(&words::refused(l, code))?,
                OnlineEffect::Finished(finished) => {
                    if let Some(id) = self.source().map(OnlineSource::id) {
                        SocketNetwork.forget(id);
                    }
                    let is_counted = finished.is_live && finished.rematch.is_none() && self.keeps;
                    if is_counted && finished.record.outcome().is_some() {
                        // A game that cannot be recorded was played all the same.
                        let _ = game_archive::add(&finished.record);
                    }
                }
                OnlineEffect::Rematch { id, .. } => self.command(NetworkCommand::Follow(id)),
                // The server stores the game, and its computer players search for themselves.
                OnlineEffect::Game(_)
                | OnlineEffect::StorePending(_)
                | OnlineEffect::ForgetPending(_)
                | OnlineEffect::Status(_)
                | OnlineEffect::Rewound => {}
            }
        }
        Ok(())
    }

    fn command(&self, command: NetworkCommand) {
        // A thread that has ended has reported why.
        let _ = self.commands.send(command);
    }

    fn announce(&mut self, announcement: &OnlineAnnouncement) -> Result<(), CliError> {
        let l = self.language;
        let Some((source, game)) = self.source().and_then(|source| Some((source, source.game()?))) else {
            return Ok(());
        };
        let names = source.names(l);
        let mut sentences = match announcement {
            // The end stands below the last board.
            OnlineAnnouncement::Ended(_) => return Ok(()),
            OnlineAnnouncement::RematchOffered(side) if source.side() == Some(*side) => return Ok(()),
            OnlineAnnouncement::Game(Announcement::Move(played)) => narrate(l, played, &names),
            OnlineAnnouncement::Started { .. } => vec![l.versus(&names.one, &names.two)],
            _ => Vec::new(),
        };
        if sentences.is_empty() || matches!(announcement, OnlineAnnouncement::Started { .. }) {
            sentences.extend(announcement.sentences(l, game));
        }
        if let OnlineAnnouncement::Game(Announcement::Throw { player, must_pass: true, .. }) = announcement {
            sentences.push(l.term_no_moves(&names[*player]));
        }
        self.say_all(sentences)
    }

    fn refuse(&mut self, error: ActionError) -> Result<(), CliError> {
        let l = self.language;
        let is_sending = self.source().is_some_and(|source| source.pending().is_some());
        match error {
            ActionError::Illegal(error) => self.say(&refusal(l, &error)),
            ActionError::NotNow if is_sending => self.say(l.term_online_sending()),
            ActionError::NotNow => self.say(l.term_not_now()),
        }
    }

    /// The board and what is to be done, when they have changed.
    fn show(&mut self) -> Result<(), CliError> {
        let l = self.language;
        let Some((source, game)) = self.source().and_then(|source| Some((source, source.game()?))) else {
            return Ok(());
        };
        let now = (game.position(), self.prompt());
        if self.shown == Some(now) || now.1 == Prompt::Sending {
            return Ok(());
        }
        let is_new_board = self.shown.is_none_or(|(position, _)| position != now.0);
        let mut lines = Vec::new();
        let on_board = !matches!(now.1, Prompt::Connecting | Prompt::WaitingForOpponent | Prompt::Sealing);
        if is_new_board && on_board {
            lines.push(board_text::board(&now.0));
        }
        match now.1 {
            Prompt::WaitingForOpponent => lines.push(l.term_online_waiting().to_owned()),
            Prompt::Sealing => lines.push(l.term_online_sealing().to_owned()),
            Prompt::Throw(_) => lines.push(l.throw_now().to_owned()),
            Prompt::Choose(_) => {
                lines.push(l.your_turn().to_owned());
                let moves = senet_moves(&now.0).into_iter().enumerate();
                lines.extend(moves.map(|(n, mv)| format!("{:>2}) {}", n + 1, move_text(l, mv))));
            }
            Prompt::Opponent(player) => lines.push(l.term_online_opponent_turn(&source.names(l)[player])),
            Prompt::Over(_) => {
                lines.push(l.game_over().to_owned());
                if let Stage::Over(over) = game.stage() {
                    let ending = game_ending(l, game, over);
                    lines.extend([Some(ending.verdict), ending.reason].into_iter().flatten());
                }
                lines.extend(source.proof().and_then(|proof| proof.text(l)));
            }
            // Only local games wait for the rest.
            _ => {}
        }
        self.shown = Some(now);
        self.say_all(lines)
    }

    /// Whether the next line is for now: one from a pipe waits for its turn.
    fn may_read(&self) -> bool {
        self.console.interactive
            || matches!(self.prompt(), Prompt::Throw(_) | Prompt::Choose(_) | Prompt::Over(_))
    }

    /// Whether nothing can happen any more.
    fn is_done(&self) -> bool {
        let is_idle = self.lines.is_empty() && self.ended;
        let Some(source) = self.source() else { return false };
        match self.prompt() {
            Prompt::Over(_) => {
                let is_read = is_idle || !self.console.interactive && self.lines.is_empty();
                is_read && source.pending().is_none()
            }
            Prompt::Throw(_) | Prompt::Choose(_) => is_idle && source.status() == gebeta_client::Status::Up,
            _ => false,
        }
    }

    /// Does what a line says; false to end.
    fn read(&mut self, line: &Line) -> Result<bool, CliError> {
        let l = self.language;
        let Line::Text(text) = line else { return Ok(true) };
        let text = text.trim();
        let offer = self.source().and_then(OnlineSource::offer).unwrap_or(Offer::Draw);
        let action = match text {
            "quit" | "q" => return Ok(false),
            "resign" => Some(Action::Resign),
            "draw" => Some(Action::OfferDraw),
            "takeback" | "undo" => Some(Action::AskTakeback),
            "claim" => Some(Action::Claim),
            "abort" => Some(Action::Abort),
            "rematch" => Some(Action::Rematch),
            "accept" => Some(offer.answer(true)),
            "decline" => Some(offer.answer(false)),
            _ => None,
        };
        let is_watching = self.source().is_none_or(|source| source.side().is_none());
        match (action, self.prompt()) {
            (Some(_), _) if is_watching => self.say(l.online_watching())?,
            (Some(action), _) => self.report(OnlineEvent::Act(action))?,
            (None, Prompt::Throw(_)) if matches!(text, "" | "throw") => self.decide(Input::Throw)?,
            (None, Prompt::Choose(_)) if !text.starts_with("say") => match self.choose(text) {
                Ok(Some(ply)) => self.decide(Input::Choose(ply))?,
                Ok(None) => {}
                Err(why) => self.say(&why)?,
            },
            (None, _) if text.is_empty() => {}
            (None, _) => self.say_phrase(text)?,
        }
        Ok(true)
    }

    /// `say 3`; anything else cannot be done now.
    fn say_phrase(&mut self, text: &str) -> Result<(), CliError> {
        let l = self.language;
        let number = text.strip_prefix("say").and_then(|number| number.trim().parse::<usize>().ok());
        match number.and_then(|number| Phrase::ALL.get(number.wrapping_sub(1))) {
            Some(phrase) => self.report(OnlineEvent::Say(*phrase)),
            None if text.starts_with("say") => {
                let phrases = Phrase::ALL.iter().enumerate();
                let lines = phrases.map(|(n, phrase)| format!("{:>2}) {}", n + 1, phrase_text(l, *phrase)));
                self.say_all(lines)
            }
            None => self.say(l.term_not_now()),
        }
    }

    /// The move that a line names; an empty line passes where there is no other move.
    fn choose(&self, text: &str) -> Result<Option<AnyPly>, String> {
        let l = self.language;
        let position = self.source().and_then(OnlineSource::game).map(gebeta_match::Match::position);
        match position.ok_or_else(|| l.term_not_now().to_owned())? {
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) if text.is_empty() => Ok(None),
            AnyPosition::Mancala(_) => {
                let mv: mancala::Move = text.parse().map_err(|_| l.choose_pit().to_owned())?;
                Ok(Some(AnyPly::Mancala(mv)))
            }
            AnyPosition::Sowing(position) => {
                let mv: sowing::Move = text.parse().map_err(|_| l.choose_pit().to_owned())?;
                Ok(Some(AnyPly::Sowing(position.map(|_| mv))))
            }
            AnyPosition::Senet(position) => {
                let moves: Vec<_> = position.legal_moves().collect();
                let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let mv = match (text, moves.as_slice()) {
                    ("", [senet::Move::Pass]) => Some(senet::Move::Pass),
                    ("", _) => return Ok(None),
                    _ => number.and_then(|place| moves.get(place)).copied(),
                };
                let mv = mv.ok_or_else(|| l.term_moves_range(moves.len()))?;
                Ok(position.thrown().map(|roll| AnyPly::Senet(roll, mv)))
            }
        }
    }
}

fn senet_moves(position: &AnyPosition) -> Vec<senet::Move> {
    match position {
        AnyPosition::Senet(position) => position.legal_moves().collect(),
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => Vec::new(),
    }
}

/// Why nothing more will come, as the failure of the program.
fn failure(l: Language, why: &OnlineError) -> CliError {
    CliError::failed(diagnosis::code(why), words::online_error(l, why))
}
