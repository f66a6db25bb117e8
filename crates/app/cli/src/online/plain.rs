//! A game by a link in lines, for pipes and for those who like it plain.

use std::collections::VecDeque;
use std::io::{self, BufReader};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_i18n::Language;
use gebeta_protocol::{Action, Phrase};
use gebeta_rules::{AnyPosition, Game as _, mancala};
use gebeta_session::{mancala_refusal, move_text};
use gebeta_tui::online::{Offer, Online, Turn, Wire, order};
use gebeta_tui::{Effect, Message, Model, Network, News, Order, Screen, Start, Visit, update, words};

use super::{Wires, trouble};
use crate::args::SettingArgs;
use crate::config::Config;
use crate::console::Line;
use crate::{Console, Failure, board_text, fullscreen, game_archive};

/// What comes in.
enum Input {
    News(News),
    Line(Line),
}

/// Plays or watches until the game is over or somebody has had enough.
pub(super) fn run(visit: Visit, settings: &SettingArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let settings = Config::load(settings)?.settings;
    let mut model = Model::new(settings, fullscreen::surroundings(), Vec::new(), 0);
    let (inputs, incoming) = channel();
    let news = inputs.clone();
    model.start(Start::Visit(visit.clone()));
    let Screen::Online(online) = model.screen() else {
        return Err(Failure::failed("strange-server", "there is no game"));
    };
    let ticket = online.ticket;
    let orders = Wires.visit(visit, Box::new(move |told| news.send(Input::News(told)).is_ok()));
    read_lines(inputs);
    let mut talk = Talk { model, orders, lines: VecDeque::new(), ended: false, shown: None };
    let began = Instant::now();
    loop {
        let now = began.elapsed().as_millis() as u64;
        match incoming.recv_timeout(Duration::from_millis(200)) {
            Ok(Input::News(news)) => talk.hear(now, ticket, news, console)?,
            Ok(Input::Line(Line::End)) => talk.ended = true,
            Ok(Input::Line(line)) => talk.lines.push_back(line),
            Err(RecvTimeoutError::Timeout) => talk.carry_out(now, Message::Tick),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
        while talk.may_read(console.interactive) {
            let Some(line) = talk.lines.pop_front() else { break };
            if !talk.read(&line, console)? {
                return Ok(());
            }
        }
        if talk.is_done(console.interactive) {
            console.out.flush()?;
            return Ok(());
        }
        console.out.flush()?;
    }
}

/// Reads what is typed, in a thread that ends with the program.
fn read_lines(inputs: Sender<Input>) {
    thread::spawn(move || {
        let mut input = BufReader::new(io::stdin());
        loop {
            let line = Line::read(&mut input).unwrap_or(Line::End);
            let ends = line == Line::End;
            if inputs.send(Input::Line(line)).is_err() || ends {
                return;
            }
        }
    });
}

/// A conversation about one game.
struct Talk {
    model: Model,
    orders: Sender<Order>,
    lines: VecDeque<Line>,
    /// Whether no more lines will come.
    ended: bool,
    /// The position and the turn that were shown last.
    shown: Option<(AnyPosition, Turn)>,
}

impl Talk {
    fn online(&self) -> Option<&Online> {
        match self.model.screen() {
            Screen::Online(online) => Some(online),
            _ => None,
        }
    }

    fn language(&self) -> Language {
        self.model.language
    }

    fn turn(&self) -> Turn {
        self.online().map_or(Turn::Nothing, Online::turn)
    }

    fn carry_out(&mut self, now: u64, message: Message) {
        let effects = update(&mut self.model, now, message);
        self.effects(effects);
    }

    fn effects(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            match effect {
                // Whoever has gone says so by news.
                Effect::Order(order) => drop(self.orders.send(order)),
                Effect::Add(record) => {
                    // A game that cannot be recorded was played all the same.
                    let _ = game_archive::add(&record);
                }
                _ => {}
            }
        }
    }

    /// Takes note of news and writes what they mean.
    fn hear(&mut self, now: u64, ticket: u64, news: News, console: &mut Console<'_>) -> Result<(), Failure> {
        let l = self.language();
        match &news {
            News::Away(_) => writeln!(console.out, "{}", l.term_online_lost())?,
            News::Failed(why) => {
                return Err(Failure::failed(trouble::code(why), words::trouble(l, why)));
            }
            _ => {}
        }
        if let News::Game { link, .. } = &news {
            writeln!(console.out, "{link}")?;
        }
        self.carry_out(now, Message::Online(ticket, news));
        let Screen::Online(online) = self.model.screen_mut() else { return Ok(()) };
        for sentence in online.told.take() {
            writeln!(console.out, "{}", gebeta_i18n::without_isolates(&sentence))?;
        }
        self.notice(console)?;
        self.show(console)
    }

    /// Writes a refusal, once.
    fn notice(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let Screen::Online(online) = self.model.screen_mut() else { return Ok(()) };
        if let Some(notice) = online.notice.take() {
            writeln!(console.out, "{notice}")?;
        }
        Ok(())
    }

    /// The board and what is to be done, when they have changed.
    fn show(&mut self, console: &mut Console<'_>) -> Result<(), Failure> {
        let l = self.language();
        let Some((game, online)) = self.online().and_then(|online| Some((online.game.as_ref()?, online)))
        else {
            return Ok(());
        };
        let now = (game.position(), online.turn());
        if self.shown == Some(now) || now.1 == Turn::Sending {
            return Ok(());
        }
        let is_new_board = self.shown.is_none_or(|(position, _)| position != now.0);
        let names = online.names();
        let mut lines = Vec::new();
        let on_board = !matches!(now.1, Turn::Nothing | Turn::Waiting | Turn::Sealing);
        if is_new_board && on_board {
            lines.push(board_text::board(&now.0));
        }
        match now.1 {
            Turn::Nothing | Turn::Sending => {}
            Turn::Waiting => lines.push(l.term_online_waiting().to_owned()),
            Turn::Sealing => lines.push(l.term_online_sealing().to_owned()),
            Turn::Throw => lines.push(l.throw_now().to_owned()),
            Turn::Choose(_) => {
                lines.push(l.your_turn().to_owned());
                let moves = online.hand().senet_moves();
                lines.extend(
                    moves.iter().enumerate().map(|(n, mv)| format!("{:>2}) {}", n + 1, move_text(l, *mv))),
                );
            }
            Turn::Other(player) => lines.push(l.term_online_opponent_turn(&names[player])),
            Turn::Over(over) => {
                lines.push(l.game_over().to_owned());
                lines.extend(words::winner(l, online, over));
                lines.push(words::ending(l, online, over));
                lines.extend(online.proof.as_ref().and_then(|proof| words::proven(l, proof)));
            }
        }
        self.shown = Some(now);
        for line in lines {
            writeln!(console.out, "{}", gebeta_i18n::without_isolates(&line))?;
        }
        Ok(())
    }

    /// Whether the next line is for now: one from a pipe waits for its turn.
    fn may_read(&self, interactive: bool) -> bool {
        interactive || matches!(self.turn(), Turn::Throw | Turn::Choose(_) | Turn::Over(_))
    }

    /// Whether nothing can happen any more.
    fn is_done(&self, interactive: bool) -> bool {
        let Some(online) = self.online() else { return true };
        let idle = self.lines.is_empty() && self.ended;
        match online.turn() {
            Turn::Over(_) => (idle || !interactive && self.lines.is_empty()) && online.pending.is_none(),
            Turn::Throw | Turn::Choose(_) => idle && matches!(online.wire, Wire::Open),
            _ => false,
        }
    }

    /// Does what a line says; false to end.
    fn read(&mut self, line: &Line, console: &mut Console<'_>) -> Result<bool, Failure> {
        let l = self.language();
        let Line::Text(text) = line else { return Ok(true) };
        let text = text.trim();
        let action = match (text, self.turn()) {
            ("quit" | "q", _) => return Ok(false),
            ("resign", _) => Some(Action::Resign),
            ("draw", _) => Some(Action::OfferDraw),
            ("takeback" | "undo", _) => Some(Action::AskTakeback),
            ("claim", _) => Some(Action::Claim),
            ("abort", _) => Some(Action::Abort),
            ("rematch", _) => Some(Action::Rematch),
            ("accept", _) => match self.online().and_then(Online::offer) {
                Some(Offer::Takeback) => Some(Action::AcceptTakeback),
                _ => Some(Action::AcceptDraw),
            },
            ("decline", _) => match self.online().and_then(Online::offer) {
                Some(Offer::Takeback) => Some(Action::DeclineTakeback),
                _ => Some(Action::DeclineDraw),
            },
            ("" | "throw", Turn::Throw) => Some(Action::Throw),
            ("", Turn::Choose(_)) if self.online().is_some_and(|online| online.hand().must_pass()) => {
                Some(Action::Play { mv: "pass".to_owned() })
            }
            ("", _) => None,
            (_, Turn::Choose(_)) if !text.starts_with("say") => match self.choose(text) {
                Ok(action) => Some(action),
                Err(why) => {
                    writeln!(console.out, "{why}")?;
                    None
                }
            },
            _ => {
                self.say(text, console)?;
                None
            }
        };
        if let Some(action) = action {
            if self.online().is_some_and(|online| online.side.is_none()) {
                writeln!(console.out, "{}", l.online_watching())?;
                return Ok(true);
            }
            let effects = order(&mut self.model, action);
            self.effects(effects);
            self.notice(console)?;
        }
        Ok(true)
    }

    /// `say 3`; anything else cannot be done now.
    fn say(&mut self, text: &str, console: &mut Console<'_>) -> Result<(), Failure> {
        let l = self.language();
        let number = text.strip_prefix("say").and_then(|number| number.trim().parse::<usize>().ok());
        match number.and_then(|number| Phrase::ALL.get(number.wrapping_sub(1))) {
            Some(phrase) => self.effects(vec![Effect::Order(Order::Say(*phrase))]),
            None if text.starts_with("say") => {
                for (n, phrase) in Phrase::ALL.iter().enumerate() {
                    writeln!(console.out, "{:>2}) {}", n + 1, words::phrase(l, *phrase))?;
                }
            }
            None => writeln!(console.out, "{}", l.term_not_now())?,
        }
        Ok(())
    }

    /// The move that a line names.
    fn choose(&self, text: &str) -> Result<Action, String> {
        let l = self.language();
        let Some((online, game)) = self.online().and_then(|online| Some((online, online.game.as_ref()?)))
        else {
            return Err(l.term_not_now().to_owned());
        };
        match game.position() {
            AnyPosition::Mancala(position) => {
                let mv: mancala::Move = text.parse().map_err(|_| l.choose_pit().to_owned())?;
                position.check(mv).map_err(|illegal| mancala_refusal(l, illegal))?;
                Ok(Action::Play { mv: mv.to_string() })
            }
            AnyPosition::Senet(_) => {
                let moves = online.hand().senet_moves();
                let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                let mv = number.and_then(|place| moves.get(place));
                let mv = mv.ok_or_else(|| l.term_moves_range(moves.len()))?;
                Ok(Action::Play { mv: mv.to_string() })
            }
        }
    }
}
