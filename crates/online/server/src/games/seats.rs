use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;

use gebeta_match::Moment;
use gebeta_protocol::{BotName, BySide, ServerMessage, Side};

use super::messages::{Outbox, Outgoing, SocketId};
use crate::limits;
use crate::websocket::latency::PublishedLag;

/// The sockets at one game, and who of the players is there.
#[derive(Debug)]
pub(crate) struct Seats {
    sockets: HashMap<SocketId, SeatSocket>,
    here: BySide<Option<u64>>,
    /// Since when nobody sits there.
    away: BySide<Option<u64>>,
    /// Whose seat is somebody's.
    taken: BySide<bool>,
    /// Of whom all know that they are not there. Of others it is not known yet, just after a start of the server.
    known_gone: BySide<bool>,
    /// Who is connected to another node, or needs no connection.
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
    /// How long its messages take, in milliseconds, once that is measured.
    lag: Option<u32>,
}

/// A message as it goes over the wire, once for all who get it.
pub(crate) fn wire(tell: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages can always be written").into()
}

impl Seats {
    /// Nobody is there yet.
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

    /// Computers are always there.
    pub(crate) fn seat_computers(&mut self, bots: &BySide<Option<BotName>>, now: u64) {
        for side in Side::BOTH.into_iter().filter(|side| bots[*side].is_some()) {
            self.here[side] = Some(now);
            self.away[side] = None;
            self.computers[side] = true;
        }
    }

    /// Other nodes say who is there.
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

    /// What other nodes have to be told now: until when a player is here, or 0 for one who has left.
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

    /// Other nodes were told one of the [`Self::news`], or, unless `is_told`, it is not known whether they were: then it stays
    /// news.
    pub(crate) fn has_told(&mut self, side: Side, until: u64, is_told: bool) {
        match (until.checked_sub(limits::HERE_MS), is_told) {
            (Some(now), true) => self.told[side] = now,
            // They may believe it.
            (Some(_), false) => self.told[side] = 1,
            (None, true) => self.told[side] = 0,
            (None, false) => {}
        }
    }

    /// A player is there, whoever did not know it is told.
    fn comes(&mut self, side: Side, now: u64) {
        self.away[side] = None;
        self.known_gone[side] = false;
        if self.here[side].is_none() {
            self.here[side] = Some(now);
            self.tell(&wire(&ServerMessage::Presence { side, online: true }), now);
        }
    }

    /// A player may have gone. The others hear of it when they have not come back for a while.
    fn goes(&mut self, side: Side, now: u64) {
        let is_there = self.computers[side] || self.elsewhere[side] || self.is_connected(side);
        if self.here[side].is_some() && !is_there {
            self.away[side].get_or_insert(now);
        }
    }

    /// When somebody who is not there is to be called gone.
    pub(crate) fn next_farewell(&self) -> Option<u64> {
        let untold = Side::BOTH.into_iter().filter(|side| self.taken[*side] && !self.known_gone[*side]);
        untold.filter_map(|side| self.away[side]).min().map(|left| left + limits::PRESENCE_MS)
    }

    /// Tells who of those with a seat has not come, or not come back.
    pub(crate) fn say_farewells(&mut self, taken: BySide<bool>, now: u64) {
        for side in Side::BOTH {
            if taken[side] && !self.taken[side] {
                self.taken[side] = true;
                // Who has just sat down is on the way.
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

    /// Whose seat a socket is.
    pub(crate) fn side(&self, socket: SocketId) -> Option<Side> {
        self.sockets.get(&socket)?.side
    }

    /// What a decision needs to know.
    pub(crate) fn moment(&self, now: u64, up: u64) -> Moment {
        Moment { now, here: self.here, away: self.away, up }
    }

    /// A socket comes. Too many at one seat are a mistake of the client: then one of the others has to go.
    pub(crate) fn enter(&mut self, socket: SocketId, side: Option<Side>, outbox: Outbox, now: u64) {
        if let Some(side) = side {
            let mut others: Vec<SocketId> = self.at(side).collect();
            if others.len() >= limits::SOCKETS_PER_SEAT {
                others.sort_by_key(|socket| socket.0);
                if let Some(oldest) = self.sockets.remove(&others[0]) {
                    // Where there is no room for it, it is cut off as too slow.
                    let _ = oldest.outbox.try_send(Outgoing::Replaced);
                }
            }
        }
        self.sockets.insert(socket, SeatSocket { side, outbox, lag: None });
        if let Some(side) = side {
            self.comes(side, now);
        }
    }

    /// A socket goes.
    pub(crate) fn leave(&mut self, socket: SocketId, now: u64) {
        if let Some(SeatSocket { side: Some(side), .. }) = self.sockets.remove(&socket) {
            self.goes(side, now);
        }
    }

    fn at(&self, side: Side) -> impl Iterator<Item = SocketId> {
        self.sockets.iter().filter(move |(_, other)| other.side == Some(side)).map(|(socket, _)| *socket)
    }

    /// Messages of a socket take so long. Whose lag all have now been told of, if it is news.
    pub(crate) fn lags(&mut self, socket: SocketId, ms: u32, now: u64) -> Option<(Side, u32)> {
        let known = self.sockets.get_mut(&socket)?;
        known.lag = Some(ms);
        let side = known.side?;
        // Of several devices the quickest counts.
        let all = self.sockets.values().filter(|other| other.side == Some(side));
        let ms = all.filter_map(|other| other.lag).min()?;
        self.tell_lag(side, ms, now).then_some((side, ms))
    }

    /// The same by another node.
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

    /// Who of the players is there and how quick, and who is known not to be, as messages: whoever comes back may believe
    /// otherwise. Nothing of `own`, who is about to be there.
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

    /// Whether a player is there.
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

    /// Tells all who have room for it: nobody is cut off for what is said to them.
    pub(crate) fn mention(&self, message: &Utf8Bytes) {
        let roomy = self.sockets.values().filter(|socket| socket.outbox.capacity() > limits::OUTBOX / 2);
        for socket in roomy {
            let _ = socket.outbox.try_send(Outgoing::Text(message.clone()));
        }
    }

    /// Tells one socket.
    pub(crate) fn tell_one(&mut self, socket: SocketId, tell: &ServerMessage, now: u64) {
        let slow = self
            .sockets
            .get(&socket)
            .is_some_and(|known| known.outbox.try_send(Outgoing::Text(wire(tell))).is_err());
        if slow {
            self.leave(socket, now);
        }
    }

    /// Tells all. Who does not read fast enough is let go, and finds the rest in the log.
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
    fn who_does_not_read_is_let_go_when_its_outbox_is_full_and_the_others_hear_all() {
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
        // What had been put aside is still sent; then the socket learns that nothing more comes.
        assert_eq!(std::iter::from_fn(|| slow_reads.try_recv().ok()).count(), limits::OUTBOX);
        assert!(slow_reads.is_closed() && !quick_reads.is_closed());
    }

    #[test]
    fn who_is_said_something_is_not_let_go_for_it() {
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
