use std::collections::HashMap;

use axum::extract::ws::Utf8Bytes;

use gebeta_arena::Moment;
use gebeta_protocol::{BotName, BySide, Side, Tell, limits};

use super::inbox::{Outbox, SocketId};

/// The sockets at one game, and who of the players is there.
#[derive(Debug)]
pub(super) struct Seats {
    sockets: HashMap<SocketId, (Option<Side>, Outbox)>,
    here: BySide<Option<u64>>,
    away: BySide<Option<u64>>,
    /// Who is connected to another node, or needs no connection.
    elsewhere: BySide<bool>,
    computers: BySide<bool>,
    /// When other nodes were last told that a player is here; 0 if they believe nothing.
    told: BySide<u64>,
}

/// A message as it goes over the wire, once for all who get it.
pub(super) fn wire(tell: &Tell) -> Utf8Bytes {
    serde_json::to_string(tell).expect("messages can always be written").into()
}

impl Seats {
    /// Nobody is there yet.
    pub(super) fn new(now: u64) -> Self {
        Self {
            sockets: HashMap::new(),
            here: BySide::default(),
            away: BySide { a: Some(now), b: Some(now) },
            elsewhere: BySide::default(),
            computers: BySide::default(),
            told: BySide::default(),
        }
    }

    /// Computers are always there.
    pub(super) fn seat_computers(&mut self, bots: &BySide<Option<BotName>>, now: u64) {
        for side in Side::BOTH.into_iter().filter(|side| bots[*side].is_some()) {
            self.here[side] = Some(now);
            self.away[side] = None;
            self.computers[side] = true;
        }
    }

    /// Other nodes say who is there.
    pub(super) fn elsewhere(&mut self, here: BySide<bool>, now: u64) {
        self.elsewhere = here;
        for side in Side::BOTH {
            if here[side] {
                self.comes(side, now);
            } else {
                self.goes(side, now);
            }
        }
    }

    /// What other nodes have to be told now: until when a player is here.
    pub(super) fn take_news(&mut self, now: u64) -> Vec<(Side, u64)> {
        let mut news = Vec::new();
        for side in Side::BOTH {
            let is_here = self.at(side).next().is_some();
            if is_here && now.saturating_sub(self.told[side]) >= limits::HERE.as_millis() as u64 {
                self.told[side] = now;
                news.push((side, now + limits::HERE_MS));
            } else if !is_here && self.told[side] > 0 {
                self.told[side] = 0;
                news.push((side, 0));
            }
        }
        news
    }

    /// A player is there, whoever did not know it is told.
    fn comes(&mut self, side: Side, now: u64) {
        if self.here[side].is_none() {
            self.here[side] = Some(now);
            self.away[side] = None;
            self.tell(&wire(&Tell::Presence { side, online: true }), now);
        }
    }

    /// A player may have gone.
    fn goes(&mut self, side: Side, now: u64) {
        let is_there = self.computers[side] || self.elsewhere[side] || self.at(side).next().is_some();
        if self.here[side].is_some() && !is_there {
            self.here[side] = None;
            self.away[side] = Some(now);
            self.tell(&wire(&Tell::Presence { side, online: false }), now);
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sockets.is_empty()
    }

    /// Whose seat a socket is.
    pub(super) fn side(&self, socket: SocketId) -> Option<Side> {
        self.sockets.get(&socket)?.0
    }

    /// What a decision needs to know.
    pub(super) fn moment(&self, now: u64) -> Moment {
        Moment { now, here: self.here, away: self.away }
    }

    /// A socket comes. Too many at one seat are a mistake of the client: then one of the others has to go.
    pub(super) fn enter(&mut self, socket: SocketId, side: Option<Side>, outbox: Outbox, now: u64) {
        if let Some(side) = side {
            let mut others: Vec<SocketId> = self.at(side).collect();
            if others.len() >= limits::SOCKETS_PER_SEAT {
                others.sort_by_key(|socket| socket.0);
                self.sockets.remove(&others[0]);
            }
        }
        self.sockets.insert(socket, (side, outbox));
        if let Some(side) = side {
            self.comes(side, now);
        }
    }

    /// A socket goes.
    pub(super) fn leave(&mut self, socket: SocketId, now: u64) {
        let Some((Some(side), _)) = self.sockets.remove(&socket) else { return };
        self.goes(side, now);
    }

    fn at(&self, side: Side) -> impl Iterator<Item = SocketId> {
        self.sockets.iter().filter(move |(_, (other, _))| *other == Some(side)).map(|(socket, _)| *socket)
    }

    /// Who of the players is there, as messages.
    pub(super) fn present(&self) -> Vec<Utf8Bytes> {
        let there = Side::BOTH.into_iter().filter(|side| self.here[*side].is_some());
        there.map(|side| wire(&Tell::Presence { side, online: true })).collect()
    }

    /// Whether a player is there.
    pub(super) fn is_here(&self, side: Side) -> bool {
        self.here[side].is_some()
    }

    /// Tells all who have room for it: nobody is cut off for what is said to them.
    pub(super) fn mention(&self, message: &Utf8Bytes) {
        let roomy = self.sockets.values().filter(|(_, outbox)| outbox.capacity() > limits::OUTBOX / 2);
        for (_, outbox) in roomy {
            let _ = outbox.try_send(message.clone());
        }
    }

    /// Tells one socket.
    pub(super) fn tell_one(&mut self, socket: SocketId, tell: &Tell, now: u64) {
        let slow = self.sockets.get(&socket).is_some_and(|(_, outbox)| outbox.try_send(wire(tell)).is_err());
        if slow {
            self.leave(socket, now);
        }
    }

    /// Tells all. Who does not read fast enough is let go, and finds the rest in the log.
    pub(super) fn tell(&mut self, message: &Utf8Bytes, now: u64) {
        let slow: Vec<SocketId> = self
            .sockets
            .iter()
            .filter(|(_, (_, outbox))| outbox.try_send(message.clone()).is_err())
            .map(|(socket, _)| *socket)
            .collect();
        for socket in slow {
            self.leave(socket, now);
        }
    }
}
