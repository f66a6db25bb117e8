use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;

use gebeta_match::Moment;
use gebeta_protocol::{BotName, BySide, ServerMessage, Side};

use super::messages::{Outbox, Outgoing, SocketId};
use crate::limits;
use crate::websocket::latency::PublishedLag;

/// The sockets at one game, and the presence of its players.
#[derive(Debug)]
pub(crate) struct Seats {
    sockets: HashMap<SocketId, SeatSocket>,
    here: BySide<Option<u64>>,
    /// Since when a player is not connected.
    away: BySide<Option<u64>>,
    /// Which seats are taken.
    taken: BySide<bool>,
    /// Which players all sockets know to be absent. Just after a start of the server that is open.
    known_gone: BySide<bool>,
    /// Which players are connected to another node, or need no connection.
    elsewhere: BySide<bool>,
    computers: BySide<bool>,
    lag: BySide<PublishedLag>,
    /// When other nodes were last told that a player is here; 0 if they believe nothing.
    told: BySide<u64>,
}

#[derive(Debug)]
struct SeatSocket {
    /// None for a watcher.
    side: Option<Side>,
    outbox: Outbox,
    /// Round-trip time in milliseconds, once measured.
    lag: Option<u32>,
}

/// A message as text, serialized once for all receivers.
pub(crate) fn wire(tell: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages can always be serialized").into()
}

impl Seats {
    /// No player is connected yet.
    pub(crate) fn new(now: u64) -> Self {
        Self {
            sockets: HashMap::new(),
            here: BySide::default(),
            away: BySide { a: Some(now), b: Some(now) },
            taken: BySide::default(),
            known_gone: BySide::default(),
            elsewhere: BySide::default(),
            computers: BySide::default(),
            lag: BySide::default(),
            told: BySide::default(),
        }
    }

    /// Computer players are always present.
    pub(crate) fn seat_computers(&mut self, bots: &BySide<Option<BotName>>, now: u64) {
        for side in Side::BOTH.into_iter().filter(|side| bots[*side].is_some()) {
            self.here[side] = Some(now);
            self.away[side] = None;
            self.computers[side] = true;
        }
    }

    /// Other nodes report which players are connected to them.
    pub(crate) fn elsewhere(&mut self, here: BySide<bool>, now: u64) {
        self.elsewhere = here;
        for side in Side::BOTH {
            if here[side] {
                self.comes(side, now);
            } else {
                self.goes(side, now);
            }
        }
    }

    /// What to tell other nodes now: until when a player is here, or 0 for one who has left.
    pub(crate) fn news(&self, now: u64) -> Vec<(Side, u64)> {
        let news = |side| {
            if !self.is_connected(side) {
                return (self.told[side] > 0).then_some((side, 0));
            }
            let is_due = now.saturating_sub(self.told[side]) >= limits::HERE.as_millis() as u64;
            is_due.then_some((side, now + limits::HERE_MS))
        };
        Side::BOTH.into_iter().filter_map(news).collect()
    }

    /// Other nodes were told one of [`Self::news`]. Unless `is_told`, that is uncertain, and it stays news.
    pub(crate) fn has_told(&mut self, side: Side, until: u64, is_told: bool) {
        match (until.checked_sub(limits::HERE_MS), is_told) {
            (Some(now), true) => self.told[side] = now,
            // The write may have succeeded.
            (Some(_), false) => self.told[side] = 1,
            (None, true) => self.told[side] = 0,
            (None, false) => {}
        }
    }

    /// A player is present; the sockets are told unless they know.
    fn comes(&mut self, side: Side, now: u64) {
        self.away[side] = None;
        self.known_gone[side] = false;
        if self.here[side].is_none() {
            self.here[side] = Some(now);
            self.tell(&wire(&ServerMessage::Presence { side, online: true }), now);
        }
    }

    /// A player may have gone. The others are told after [`limits::PRESENCE_MS`] without a new connection.
    fn goes(&mut self, side: Side, now: u64) {
        let is_there = self.computers[side] || self.elsewhere[side] || self.is_connected(side);
        if self.here[side].is_some() && !is_there {
            self.away[side].get_or_insert(now);
        }
    }

    /// When the next absent player is to be reported.
    pub(crate) fn next_farewell(&self) -> Option<u64> {
        let untold = Side::BOTH.into_iter().filter(|side| self.taken[*side] && !self.known_gone[*side]);
        untold.filter_map(|side| self.away[side]).min().map(|left| left + limits::PRESENCE_MS)
    }

    /// Reports players who have not connected, or not reconnected, in time.
    pub(crate) fn say_farewells(&mut self, taken: BySide<bool>, now: u64) {
        for side in Side::BOTH {
            if taken[side] && !self.taken[side] {
                self.taken[side] = true;
                // A player who has just joined is about to connect.
                self.away[side] = self.away[side].map(|_| now);
            }
            let is_gone = self.away[side].is_some_and(|left| now >= left + limits::PRESENCE_MS);
            if self.taken[side] && is_gone && !self.known_gone[side] {
                self.known_gone[side] = true;
                self.here[side] = None;
                self.lag[side] = PublishedLag::default();
                self.tell(&wire(&ServerMessage::Presence { side, online: false }), now);
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// The side of a socket; none for watchers.
    pub(crate) fn side(&self, socket: SocketId) -> Option<Side> {
        self.sockets.get(&socket)?.side
    }

    /// What a decision depends on besides the game.
    pub(crate) fn moment(&self, now: u64, up: u64) -> Moment {
        Moment { now, here: self.here, away: self.away, up }
    }

    /// Adds a socket. Too many at one seat are a mistake of the client: then the oldest is closed.
    pub(crate) fn enter(&mut self, socket: SocketId, side: Option<Side>, outbox: Outbox, now: u64) {
        if let Some(side) = side {
            let mut others: Vec<SocketId> = self.at(side).collect();
            if others.len() >= limits::SOCKETS_PER_SEAT {
                others.sort_by_key(|socket| socket.0);
                if let Some(oldest) = self.sockets.remove(&others[0]) {
                    // If its outbox is full, it is closed as too slow.
                    let _ = oldest.outbox.try_send(Outgoing::Replaced);
                }
            }
        }
        self.sockets.insert(socket, SeatSocket { side, outbox, lag: None });
        if let Some(side) = side {
            self.comes(side, now);
        }
    }

    /// Removes a socket.
    pub(crate) fn leave(&mut self, socket: SocketId, now: u64) {
        if let Some(SeatSocket { side: Some(side), .. }) = self.sockets.remove(&socket) {
            self.goes(side, now);
        }
    }

    fn at(&self, side: Side) -> impl Iterator<Item = SocketId> {
        self.sockets.iter().filter(move |(_, other)| other.side == Some(side)).map(|(socket, _)| *socket)
    }

    /// Notes the round-trip time of a socket. Returns a player's new value if it was published.
    pub(crate) fn lags(&mut self, socket: SocketId, ms: u32, now: u64) -> Option<(Side, u32)> {
        let known = self.sockets.get_mut(&socket)?;
        known.lag = Some(ms);
        let side = known.side?;
        // Of several devices the quickest counts.
        let all = self.sockets.values().filter(|other| other.side == Some(side));
        let ms = all.filter_map(|other| other.lag).min()?;
        self.tell_lag(side, ms, now).then_some((side, ms))
    }

    /// The same, measured by another node.
    pub(crate) fn lags_elsewhere(&mut self, side: Side, ms: u32, now: u64) {
        if !self.is_connected(side) {
            self.tell_lag(side, ms, now);
        }
    }

    fn tell_lag(&mut self, side: Side, ms: u32, now: u64) -> bool {
        let is_news = self.lag[side].is_news(ms, now);
        if is_news {
            self.mention(&wire(&ServerMessage::Lag { side, ms }));
        }
        is_news
    }

    /// The presence and round-trip times of the players as messages for a new socket, without those of `own`, who is about
    /// to be present. Absent players are included: a client that reconnects may believe otherwise.
    pub(crate) fn present(&self, own: Option<Side>) -> Vec<Utf8Bytes> {
        let told = Side::BOTH.into_iter().flat_map(|side| {
            let online = self.here[side].is_some();
            let is_gone = self.known_gone[side] && own != Some(side);
            let presence = (online || is_gone).then_some(ServerMessage::Presence { side, online });
            let lag = self.lag[side].ms().filter(|_| online).map(|ms| ServerMessage::Lag { side, ms });
            [presence, lag].into_iter().flatten()
        });
        told.map(|tell| wire(&tell)).collect()
    }

    /// Whether a player is present at any node.
    pub(crate) fn is_here(&self, side: Side) -> bool {
        self.here[side].is_some()
    }

    /// Whether a player is connected to this node.
    pub(crate) fn is_connected(&self, side: Side) -> bool {
        self.at(side).next().is_some()
    }

    /// Whether a player is connected to another node and not to this one.
    pub(crate) fn is_only_elsewhere(&self, side: Side) -> bool {
        self.elsewhere[side] && !self.is_connected(side)
    }

    /// Sends a message to all sockets with room in their outbox; none is closed for it.
    pub(crate) fn mention(&self, message: &Utf8Bytes) {
        let roomy = self.sockets.values().filter(|socket| socket.outbox.capacity() > limits::OUTBOX / 2);
        for socket in roomy {
            let _ = socket.outbox.try_send(Outgoing::Text(message.clone()));
        }
    }

    /// Sends a message to one socket.
    pub(crate) fn tell_one(&mut self, socket: SocketId, tell: &ServerMessage, now: u64) {
        let slow = self
            .sockets
            .get(&socket)
            .is_some_and(|known| known.outbox.try_send(Outgoing::Text(wire(tell))).is_err());
        if slow {
            self.leave(socket, now);
        }
    }

    /// Sends a message to all sockets. A socket whose outbox is full is closed; the client reads the rest from the log.
    pub(crate) fn tell(&mut self, message: &Utf8Bytes, now: u64) {
        let slow: Vec<SocketId> = self
            .sockets
            .iter()
            .filter(|(_, known)| known.outbox.try_send(Outgoing::Text(message.clone())).is_err())
            .map(|(socket, _)| *socket)
            .collect();
        for socket in slow {
            self.leave(socket, now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::sync::mpsc;

    #[test]
    fn a_socket_with_a_full_outbox_is_closed_and_the_others_get_everything() {
        let mut seats = Seats::new(0);
        let (slow, mut slow_reads) = mpsc::channel(limits::OUTBOX);
        let (quick, mut quick_reads) = mpsc::channel(limits::OUTBOX);
        seats.enter(SocketId(1), None, slow, 0);
        seats.enter(SocketId(2), None, quick, 0);
        let message = wire(&ServerMessage::Pong { n: 1 });
        let mut heard = 0;
        for told in 1..=limits::OUTBOX + 5 {
            seats.tell(&message, 0);
            heard += std::iter::from_fn(|| quick_reads.try_recv().ok()).count();
            assert_eq!(seats.sockets.len(), if told <= limits::OUTBOX { 2 } else { 1 }, "after {told}");
        }
        assert_eq!(heard, limits::OUTBOX + 5);
        // What was queued is still sent; then the socket learns that nothing more comes.
        assert_eq!(std::iter::from_fn(|| slow_reads.try_recv().ok()).count(), limits::OUTBOX);
        assert!(slow_reads.is_closed() && !quick_reads.is_closed());
    }

    #[test]
    fn phrases_do_not_close_a_slow_socket() {
        let mut seats = Seats::new(0);
        let (slow, mut reads) = mpsc::channel(limits::OUTBOX);
        seats.enter(SocketId(1), None, slow, 0);
        for _ in 0..2 * limits::OUTBOX {
            seats.mention(&wire(&ServerMessage::Pong { n: 1 }));
        }
        assert_eq!(seats.sockets.len(), 1);
        assert_eq!(std::iter::from_fn(|| reads.try_recv().ok()).count(), limits::OUTBOX / 2);
    }
}
