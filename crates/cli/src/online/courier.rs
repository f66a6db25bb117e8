//! Between a screen and a server: a thread that brings news and carries orders, and comes back when it is cut off.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};
use std::time::{Duration, Instant};

use gebeta_arena::{Match, Stage};
use gebeta_client::{Address, Failure, Visitor};
use gebeta_protocol::{Action, Ask, Code, MatchId, OpenSeed, Phrase, Side, Tell, Ticket};
use gebeta_tui::{News, Order, Teller, Trouble, Visit};

use super::arrival;
use super::seat::Seat;
use super::trouble::{diagnose, passes};

/// Why a courier stops.
pub(super) enum End {
    /// Nobody listens any more.
    Nobody,
    /// It cannot go on.
    Failed(Trouble),
}

impl From<Trouble> for End {
    fn from(trouble: Trouble) -> Self {
        Self::Failed(trouble)
    }
}

/// Where a courier is at a game.
pub(super) enum Place {
    /// On a seat.
    Seat(Seat),
    /// Beside the board.
    Beside(Address, MatchId),
}

/// Somebody who brings news and carries orders.
pub(super) struct Courier {
    pub(super) tell: Teller,
    orders: Receiver<Order>,
    waiting: VecDeque<Action>,
    phrases: VecDeque<Phrase>,
    /// Whether what is pending is about the envelope: no decision of the player's, so its answer is of no interest.
    is_envelope: bool,
    /// The event that an acknowledged decision has become, until it is told.
    acknowledged: Option<u64>,
}

/// How long the socket is listened to before orders are looked at.
const LISTEN: Duration = Duration::from_millis(20);
/// How often the way there and back is measured, and how long it may take.
const PING: Duration = Duration::from_secs(4);
/// When a store that was silent is asked again.
const RETRY: Duration = Duration::from_millis(500);

impl Courier {
    pub(super) fn new(tell: Teller, orders: Receiver<Order>) -> Self {
        Self {
            tell,
            orders,
            waiting: VecDeque::new(),
            phrases: VecDeque::new(),
            is_envelope: false,
            acknowledged: None,
        }
    }

    /// Goes where it is sent and stays there, and where it leads to.
    pub(super) fn run(mut self, visit: &Visit) {
        let end = match arrival::arrive(&mut self, visit) {
            Ok(mut place) => loop {
                match self.stay(&place) {
                    Ok(next) => place = next,
                    Err(end) => break end,
                }
            },
            Err(end) => end,
        };
        if let End::Failed(trouble) = end {
            (self.tell)(News::Failed(trouble));
        }
    }

    pub(super) fn say(&mut self, news: News) -> Result<(), End> {
        if (self.tell)(news) { Ok(()) } else { Err(End::Nobody) }
    }

    /// Takes the orders that have come.
    fn take_orders(&mut self) -> Result<(), End> {
        loop {
            match self.orders.try_recv() {
                Ok(Order::Do(action)) => self.waiting.push_back(action),
                Ok(Order::Say(phrase)) => self.phrases.push_back(phrase),
                Err(TryRecvError::Empty) => return Ok(()),
                Err(TryRecvError::Disconnected) => return Err(End::Nobody),
            }
        }
    }

    /// Waits, unless nobody listens any more.
    pub(super) fn pause(&mut self, how_long: Duration) -> Result<(), End> {
        let until = Instant::now() + how_long;
        while Instant::now() < until {
            self.take_orders()?;
            std::thread::sleep(LISTEN);
        }
        Ok(())
    }

    /// Stays at a game until another follows it.
    fn stay(&mut self, place: &Place) -> Result<Place, End> {
        let (address, id) = match place {
            Place::Seat(seat) => (seat.address.clone(), seat.game),
            Place::Beside(address, id) => (address.clone(), *id),
        };
        self.say(News::Game { id, link: arrival::link(&address, id) })?;
        (self.is_envelope, self.acknowledged) = (false, None);
        let mut visitor = match place {
            Place::Seat(seat) => {
                // Which side it is, the server says.
                let ticket = Ticket { game: id, side: Side::A, secret: seat.secret };
                Visitor::player(address.clone(), &ticket).with_seed(seat.seed)
            }
            Place::Beside(..) => Visitor::watcher(address.clone(), id),
        };
        let mut backoff = Backoff::new();
        let (mut told, mut rewound) = (0, 0);
        loop {
            match visitor.connect() {
                Ok(()) => {
                    backoff = Backoff::new();
                    if visitor.rewound() > rewound {
                        // The server has an older copy of the game: it is shown from the start.
                        (told, rewound) = (0, visitor.rewound());
                        (self.is_envelope, self.acknowledged) = (false, None);
                        self.waiting.clear();
                        self.say(News::Game { id, link: arrival::link(&address, id) })?;
                    }
                    self.say(News::Welcome { side: visitor.side(), now: visitor.welcomed_at() })?;
                    let failure = match self.converse(&mut visitor, place, &mut told)? {
                        Left::Followed(next) => return Ok(next),
                        Left::Cut(failure) => failure,
                    };
                    visitor.cut();
                    self.lost(&address, &failure)?;
                }
                Err(failure) => {
                    visitor.cut();
                    self.lost(&address, &failure)?;
                }
            }
            self.pause(backoff.next())?;
        }
    }

    /// Tells that the connection is gone; some things do not pass.
    fn lost(&mut self, address: &Address, failure: &Failure) -> Result<(), End> {
        let trouble = diagnose(address, failure);
        if !passes(&trouble) {
            return Err(trouble.into());
        }
        self.say(News::Away(trouble))
    }

    /// Brings and carries until the connection is cut, or another game follows.
    fn converse(&mut self, visitor: &mut Visitor, place: &Place, told: &mut usize) -> Result<Left, End> {
        let mut retry = None;
        let mut ping = Ping::new();
        let mut is_forgotten = false;
        loop {
            self.take_orders()?;
            if !visitor.is_pending() && self.acknowledged.is_none() {
                let envelope = visitor.due_envelope();
                self.is_envelope = envelope.is_some();
                if let Some(action) = envelope.or_else(|| self.waiting.pop_front()) {
                    visitor.begin(action);
                }
            } else if retry.is_some_and(|at| Instant::now() >= at) {
                retry = None;
                visitor.send_again();
            }
            while let Some(phrase) = self.phrases.pop_front() {
                if let Err(failure) = visitor.say(&Ask::Say { phrase }) {
                    return Ok(Left::Cut(failure));
                }
            }
            match ping.due() {
                Some(n) if visitor.say(&Ask::Ping { n }).is_err() => return Ok(gone()),
                _ if ping.is_lost() => return Ok(gone()),
                _ => {}
            }
            let heard = visitor.poll(LISTEN);
            // Before anybody is told: whoever hears that the game is over may end the program.
            let is_over = visitor.game().is_some_and(|game| matches!(game.stage(), Stage::Over(_)));
            if let (true, Place::Seat(seat), false) = (is_over, place, is_forgotten) {
                is_forgotten = true;
                seat.forget();
            }
            let news = visitor.log()[*told..].to_vec();
            if !news.is_empty() {
                *told += news.len();
                self.say(News::Events(news))?;
            }
            match heard {
                Ok(Some(Tell::Presence { side, online })) => self.say(News::Presence(side, online))?,
                Ok(Some(Tell::Lag { side, ms })) => self.say(News::LagOf(side, ms))?,
                Ok(Some(Tell::Said { side, phrase })) => self.say(News::Said(side, phrase))?,
                Ok(Some(Tell::Pong { n })) => {
                    if let Some(lag) = ping.heard(n) {
                        self.say(News::Lag(lag))?;
                    }
                }
                Ok(Some(Tell::Error { code })) => return Ok(Left::Cut(Failure::Refused(code))),
                Ok(_) => {}
                Err(failure) => return Ok(Left::Cut(failure)),
            }
            match visitor.take_answer() {
                Some(Err(Code::Unavailable)) => retry = Some(Instant::now() + RETRY),
                Some(Err(code)) if !self.is_envelope => self.say(News::Answer(Err(code)))?,
                Some(Ok(seq)) => self.acknowledged = Some(seq),
                Some(Err(_)) | None => {}
            }
            // What was decided is told first, then that it is done: nobody shall decide again in the old position.
            if self.acknowledged.take_if(|seq| *seq <= *told as u64).is_some() && !self.is_envelope {
                self.say(News::Answer(Ok(())))?;
            }
            if let Some(id) = visitor.game().and_then(Match::rematch) {
                return Ok(Left::Followed(follow(id, place)?));
            }
        }
    }
}

/// How a conversation ended.
enum Left {
    Followed(Place),
    Cut(Failure),
}

fn gone() -> Left {
    Left::Cut(Failure::Gone("no answer".to_owned()))
}

/// The same place at the game that follows this one.
fn follow(id: MatchId, place: &Place) -> Result<Place, End> {
    Ok(match place {
        // The same secret opens the seat; the envelope is a new one.
        Place::Seat(seat) => {
            let seat = Seat { game: id, seed: OpenSeed::new(arrival::random()?), ..seat.clone() };
            seat.keep().map_err(|failure| Trouble::NotKept(failure.sentence().to_owned()))?;
            Place::Seat(seat)
        }
        Place::Beside(address, _) => Place::Beside(address.clone(), id),
    })
}

/// Pauses between attempts: longer each time, and never the same for two clients.
pub(super) struct Backoff {
    longest: u64,
}

impl Backoff {
    const MOST: u64 = 8_000;

    pub(super) const fn new() -> Self {
        Self { longest: 250 }
    }

    pub(super) fn next(&mut self) -> Duration {
        let longest = self.longest;
        self.longest = (longest * 2).min(Self::MOST);
        let dice = arrival::random::<2>().map_or(0, u16::from_le_bytes);
        Duration::from_millis(longest / 4 + longest * 3 / 4 * u64::from(dice) / u64::from(u16::MAX))
    }
}

/// Measures how long a message goes there and back.
struct Ping {
    number: u32,
    sent: Instant,
    answered: bool,
}

impl Ping {
    fn new() -> Self {
        Self { number: 0, sent: Instant::now(), answered: true }
    }

    /// The number to ask with, if it is time to.
    fn due(&mut self) -> Option<u32> {
        let first = self.number == 0;
        if !self.answered || !(first || self.sent.elapsed() >= PING) {
            return None;
        }
        self.number += 1;
        self.sent = Instant::now();
        self.answered = false;
        Some(self.number)
    }

    fn heard(&mut self, n: u32) -> Option<u64> {
        let is_last = n == self.number && !self.answered;
        self.answered |= is_last;
        is_last.then(|| self.sent.elapsed().as_millis() as u64)
    }

    fn is_lost(&self) -> bool {
        !self.answered && self.sent.elapsed() >= 2 * PING
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_stay_bounded() {
        let mut backoff = Backoff::new();
        let pauses: Vec<u64> = (0..12).map(|_| backoff.next().as_millis() as u64).collect();
        assert!(pauses[0] >= 62 && pauses[0] <= 250, "{pauses:?}");
        assert!(pauses.iter().all(|pause| *pause <= Backoff::MOST), "{pauses:?}");
        assert!(pauses[11] >= Backoff::MOST / 4, "{pauses:?}");
    }
}
