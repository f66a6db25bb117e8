//! The connection of a room: it comes back by itself, asks for what it missed, and sends again what was not answered.

use std::collections::VecDeque;
use std::time::Duration;

use gebeta_arena::{Broken, Match};
use gebeta_protocol::{Ask, BySide, Code, PROTOCOL};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::account::verify;
use super::room::Room;
use super::seat::{self, Seat};
use super::wire::Wire;
use crate::later;

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// For the first time.
    Connecting,
    /// All that has happened is known here.
    Up,
    /// It comes back by itself.
    Down(Down),
    /// It does not.
    Refused(Code),
    /// What the server tells contradicts itself, the rules or the envelopes.
    Untrusted(Broken),
}

/// Why it is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Down {
    /// Nobody knows.
    Cut,
    /// The device has no network.
    Offline,
    /// The server said that it restarts.
    Restarting,
    /// Too many messages, or too many visitors.
    Busy,
}

/// What only the connection needs to know.
#[derive(Default)]
pub(super) struct Line {
    wire: Option<Wire>,
    /// Grows with every attempt, so that an older one is not followed any more.
    round: u64,
    /// Attempts since it was last up.
    tries: u32,
    /// How many events there were when the server welcomed us; what comes after them is news.
    pub(super) welcome: Option<u64>,
    /// What the server said before it closed.
    pub(super) error: Option<Code>,
    /// The server's clock less ours.
    pub(super) skew: f64,
    /// The last ping and when it was sent, until it is answered.
    ping: Option<(u32, f64)>,
    pinged: f64,
    pings: u32,
}

/// The shortest wait before another attempt is up to this long, in milliseconds.
const FIRST_WAIT: u32 = 250;
/// And the longest.
const LAST_WAIT: u32 = 10_000;
/// How often the clocks are looked at.
const TICK: Duration = Duration::from_millis(200);
const PING_EVERY: f64 = 5_000.0;
/// A server that is silent for so long is gone.
const PATIENCE: f64 = 12_000.0;

/// How long to wait before attempt number `tries`, with `chance` between 0 and 1: everybody waits differently, so that a
/// server that comes back is not asked by all at once.
fn wait(tries: u32, chance: f64) -> u32 {
    let most = FIRST_WAIT.saturating_mul(1 << tries.min(16)).min(LAST_WAIT);
    (f64::from(most) * chance) as u32
}

impl Room {
    /// Connects, and stays connected until the screen is left.
    pub(super) fn hold_line(self) {
        self.connect();
        let ticking = set_interval_with_handle(move || self.tick(), TICK).ok();
        let gone = window_event_listener(ev::offline, move |_| self.drop_line(Down::Offline));
        let back = window_event_listener(ev::online, move |_| self.retry());
        on_cleanup(move || {
            ticking.inspect(IntervalHandle::clear);
            gone.remove();
            back.remove();
            self.line.try_update_value(|line| *line = Line { round: line.round + 1, ..Line::default() });
        });
    }

    /// Comes again with the seat that this browser has now.
    pub(super) fn sit_down(self) {
        if let Some(seat) = Seat::kept(self.id) {
            self.seat.set_value(seat);
        }
        self.link.set(Link::Connecting);
        self.connect();
    }

    /// Sends a message, if there is a connection.
    pub(super) fn say(self, ask: &Ask) {
        self.line.with_value(|line| {
            if let Some(wire) = &line.wire {
                wire.say(ask);
            }
        });
    }

    fn connect(self) {
        let wire = Wire::open(
            self.id,
            move || self.greet(),
            move |text| self.hear(&text),
            move |code| self.closed(code),
        );
        let is_open = wire.is_some();
        self.line.update_value(|line| {
            line.wire = wire;
            line.welcome = None;
            line.error = None;
            line.ping = None;
        });
        if !is_open {
            self.drop_line(Down::Cut);
            self.retry();
        }
    }

    fn greet(self) {
        let since = self.game.with_untracked(|game| game.as_ref().map_or(0, Match::revision));
        let secret = self.seat.with_value(|seat| seat.secret);
        self.say(&Ask::Hello { proto: PROTOCOL, since, secret });
    }

    fn closed(self, number: u16) {
        const RESTART: u16 = 1012;
        const TRY_AGAIN: u16 = 1013;
        let (error, is_refused) = self.line.with_value(|line| (line.error, line.welcome.is_none()));
        if error == Some(Code::SignedOut) {
            // The seat of a guest is this browser's still, and opens again; that of an account does not.
            verify(self.account);
        }
        let down = match (error, number) {
            // Another tab has the seat now; if this one came back, that one would have to go, and so on without end.
            (
                Some(
                    code @ (Code::NotFound
                    | Code::Version
                    | Code::BadMessage
                    | Code::Replaced
                    | Code::Damaged),
                ),
                _,
            ) => {
                self.line.update_value(|line| line.wire = None);
                self.link.set(Link::Refused(code));
                return;
            }
            (Some(code @ Code::SignedOut), _) if is_refused => {
                self.line.update_value(|line| line.wire = None);
                self.link.set(Link::Refused(code));
                return;
            }
            (Some(Code::Ahead), _) => {
                self.begin_anew();
                Down::Cut
            }
            (Some(Code::Restarting), _) | (_, RESTART) => Down::Restarting,
            (Some(Code::Rate | Code::Full | Code::Slow), _) | (_, TRY_AGAIN) => Down::Busy,
            _ => Down::Cut,
        };
        self.drop_line(down);
        self.retry();
    }

    /// The server knows less than this page: it has been given an older copy of its games. What it has counts, from the start.
    fn begin_anew(self) {
        self.game.set(None);
        self.queue.update(VecDeque::clear);
        self.looking.set(None);
        self.scene.set(None);
        if let Some(ask) = self.pending.get_untracked() {
            seat::forget_pending(self.id, &ask);
            self.pending.set(None);
        }
        self.refuse(self.words_now().online_rewound().to_owned());
    }

    /// Goes on without a connection.
    pub(super) fn drop_line(self, down: Down) {
        self.line.update_value(|line| {
            line.wire = None;
            line.round += 1;
            line.welcome = None;
        });
        self.lag.set(None);
        self.lags.set(BySide::default());
        if !self.is_given_up() {
            self.link.set(Link::Down(down));
        }
    }

    fn is_given_up(self) -> bool {
        matches!(self.link.get_untracked(), Link::Refused(_) | Link::Untrusted(_))
    }

    /// Connects again after a while, unless somebody else does before.
    pub(super) fn retry(self) {
        if self.is_given_up() || !window().navigator().on_line() {
            return;
        }
        let (round, pause) = self
            .line
            .try_update_value(|line| {
                line.round += 1;
                let pause = wait(line.tries, js_sys::Math::random());
                line.tries += 1;
                (line.round, pause)
            })
            .unwrap_or_default();
        spawn_local(async move {
            later::sleep(pause).await;
            // The screen may be gone by now.
            if self.line.try_with_value(|line| line.round) == Some(round) {
                self.connect();
            }
        });
    }

    /// Everything up to the welcome is known: what was not answered is sent again.
    pub(super) fn came_up(self) {
        self.line.update_value(|line| line.tries = 0);
        self.link.set(Link::Up);
        if let Some(ask) = self.pending.get_untracked() {
            self.say(&ask);
        }
    }

    /// The answer to a ping.
    pub(super) fn ponged(self, n: u32) {
        let sent = self.line.try_update_value(|line| line.ping.take_if(|(asked, _)| *asked == n)).flatten();
        if let Some((_, at)) = sent {
            self.lag.set(Some((later::now() - at) as u32));
        }
    }

    fn tick(self) {
        let Some(skew) = self.line.try_with_value(|line| line.skew) else { return };
        self.now.set((js_sys::Date::now() + skew).max(0.0) as u64);
        if self.link.get_untracked() != Link::Up {
            return;
        }
        let now = later::now();
        let (is_gone, ping) = self
            .line
            .try_update_value(|line| {
                let is_gone = line.ping.is_some_and(|(_, at)| now - at > PATIENCE);
                let is_due = line.ping.is_none() && now - line.pinged > PING_EVERY;
                if is_due {
                    line.pings = line.pings.wrapping_add(1);
                    line.pinged = now;
                    line.ping = Some((line.pings, now));
                }
                (is_gone, is_due.then_some(line.pings))
            })
            .unwrap_or_default();
        if let Some(n) = ping {
            self.say(&Ask::Ping { n });
        }
        if is_gone {
            self.drop_line(Down::Cut);
            self.retry();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wait;

    #[test]
    fn waits_grow_to_ten_seconds_and_differ() {
        assert_eq!(wait(0, 0.0), 0);
        assert_eq!([0, 1, 2, 5, 6, 99].map(|tries| wait(tries, 1.0)), [250, 500, 1000, 8000, 10_000, 10_000]);
        assert!(wait(4, 0.25) < wait(4, 0.75));
    }
}
