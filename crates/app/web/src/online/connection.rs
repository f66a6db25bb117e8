//! The browser's side of a [`Connection`]: it opens sockets, reports what happens, and carries out what follows.

use std::collections::VecDeque;
use std::time::Duration;

use gebeta_client::{Connection, Decision, Down, Failed, Output, Status};
use gebeta_match::Stage;
use gebeta_protocol::{Action, BySide, Code, MoveId, Phrase, Side};
use leptos::ev;
use leptos::prelude::*;

use super::account::verify;
use super::chance::random;
use super::online_session::{OnlineSession, Presence};
use super::seat::{self, Seat};
use super::socket::Socket;
use super::wording;
use crate::platform::timer;

/// How often the clocks and the connection are looked at.
const TICK: Duration = Duration::from_millis(200);

impl OnlineSession {
    /// Connects, and stays connected until the page is left.
    pub(super) fn hold_connection(self) {
        self.handle(|connection, _| connection.connect());
        let ticking = set_interval_with_handle(move || self.tick(), TICK).ok();
        let network =
            |is_there: bool| move |_| self.handle(|connection, now| connection.on_network(is_there, now));
        let gone = window_event_listener(ev::offline, network(false));
        let back = window_event_listener(ev::online, network(true));
        on_cleanup(move || {
            ticking.inspect(IntervalHandle::clear);
            gone.remove();
            back.remove();
            self.socket.try_update_value(|socket| *socket = None);
        });
    }

    /// Connects again with the seat that this browser has now.
    pub(super) fn start(self) {
        if let Some(seat) = Seat::kept(self.id) {
            self.seat.set_value(seat);
        }
        let secret = self.seat.with_value(|seat| seat.secret);
        self.handle(|connection, _| {
            connection.set_secret(secret);
            connection.connect()
        });
    }

    /// Decides something: it is kept, and sent until the server has answered.
    pub(super) fn act(self, action: Action) {
        self.refused.set(None);
        let is_free = self
            .connection
            .with_untracked(|connection| connection.pending().is_none() && connection.game().is_some());
        if is_free {
            self.handle(|connection, _| connection.decide(MoveId::new(random()), action));
        }
    }

    /// Says something to the other player.
    pub(super) fn say(self, phrase: Phrase) {
        self.handle(|connection, _| connection.say(phrase));
    }

    /// The server's time, in milliseconds since 1970.
    pub(super) fn server_time(self) -> u64 {
        (js_sys::Date::now() + self.skew.get_value()).max(0.0) as u64
    }

    fn tick(self) {
        if self.skew.try_get_value().is_some() {
            self.now.set(self.server_time());
            self.handle(Connection::on_tick);
        }
    }

    /// Reports something to the connection, and does what follows.
    fn handle(self, input: impl FnOnce(&mut Connection, u64) -> Vec<Output>) {
        let handled = self.connection.try_maybe_update(|connection| {
            let revision = connection.revision();
            let outputs = input(connection, timer::now() as u64);
            (connection.revision() != revision, (outputs, connection.pending().cloned()))
        });
        // The page may be gone by now.
        let Some((outputs, pending)) = handled else { return };
        if self.pending.with_untracked(|known| *known != pending) {
            // Before it is sent: a page that is closed now sends it when it is opened again.
            if let Some(decision) = &pending {
                seat::keep_pending(self.id, decision);
            }
            self.pending.set(pending);
        }
        if !outputs.is_empty() {
            for output in outputs {
                self.perform(output);
            }
            self.tend_envelopes();
        }
    }

    fn perform(self, output: Output) {
        match output {
            Output::Open => self.open_socket(),
            Output::Close => {
                self.socket.update_value(|socket| *socket = None);
                self.lag.set(None);
                self.lags.set(BySide::default());
            }
            Output::Send(message) => self.socket.with_value(|socket| {
                if let Some(socket) = socket {
                    socket.send(&message);
                }
            }),
            Output::Status(status) => self.on_status(status),
            Output::Welcome { side, now } => {
                self.side.set(side);
                if side.is_some() {
                    self.joining.set(false);
                }
                self.skew.set_value(now as f64 - js_sys::Date::now());
            }
            Output::Applied(applied) => {
                if applied.is_live {
                    self.show_event(&applied);
                }
            }
            Output::Answered(decision, answer) => {
                seat::forget_pending(self.id, &decision);
                // An envelope is no decision of the player's.
                let is_own_wish = !matches!(decision.action, Action::Seal { .. } | Action::Open { .. });
                if let (Err(code), true) = (answer, is_own_wish) {
                    self.refuse(wording::refusal(self.words_now(), code));
                }
            }
            Output::Rewound(given_up) => self.begin_anew(given_up),
            Output::Presence(side, online) => self.on_presence(side, online),
            Output::LagOf(side, ms) => self.lags.update(|all| all[side] = Some(ms)),
            Output::Lag(ms) => self.lag.set(Some(ms as u32)),
            Output::Said(side, phrase) => self.hear_phrase(side, phrase),
        }
    }

    fn open_socket(self) {
        let socket = Socket::open(
            self.id,
            move || self.handle(|connection, _| connection.on_open()),
            move |text| self.handle(|connection, now| connection.on_text(&text, now)),
            move |code| self.handle(|connection, now| connection.on_close(Some(code), now)),
        );
        let is_open = socket.is_some();
        self.socket.update_value(|known| *known = socket);
        if !is_open {
            self.handle(|connection, now| connection.on_close(None, now));
        }
    }

    fn on_status(self, status: Status) {
        if let Status::Down(Down::Refused(Code::SignedOut))
        | Status::Failed(Failed::Refused(Code::SignedOut)) = status
        {
            verify(self.account);
        }
        if status == Status::Up && self.looking.get_untracked().is_none() {
            self.show_now();
        }
        self.status.set(status);
        if status == Status::Up {
            self.keep_end();
        }
    }

    fn on_presence(self, side: Side, online: bool) {
        let presence = if online { Presence::Here } else { Presence::Away(self.server_time()) };
        let was = self.presence.with_untracked(|presence| presence[side]);
        self.presence.update(|all| all[side] = presence);
        if !online {
            self.lags.update(|all| all[side] = None);
        }
        self.tell_presence(side, was, presence);
    }

    /// The server has an older copy of the game: it is shown from its start.
    fn begin_anew(self, given_up: Option<Decision>) {
        self.queue.update(VecDeque::clear);
        self.looking.set(None);
        self.scene.set(None);
        if let Some(decision) = given_up {
            seat::forget_pending(self.id, &decision);
        }
        self.refuse(self.words_now().online_rewound().to_owned());
    }

    /// Seals or opens this player's envelope, when it is time.
    fn tend_envelopes(self) {
        if untrack(|| self.stage()) != Some(Stage::Sealing) {
            return;
        }
        // All tabs of a player have one envelope.
        let seat = Seat::kept(self.id).unwrap_or_else(|| self.seat.get_value());
        let due = self.connection.with_untracked(|connection| connection.due_envelope(seat.seed));
        if let Some(action) = due {
            seat.keep(self.id);
            self.act(action);
        }
    }
}
