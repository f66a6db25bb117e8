mod computer;
mod failover;
mod listing;
mod presence;
mod time;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use metrics::{counter, histogram};
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use gebeta_match::{
    Decision, FoldError, Match, Moment, ServerSecrets, Stage, decide, join, rematch, rematch_of,
};
use gebeta_protocol::{
    Action, BySide, ClusterEvent, Code, Event, Logged, MatchId, MoveId, PlayerName, SeatSecret,
    ServerMessage, Side,
};
use gebeta_store::ports::{Appended, Batch, NewMatch, SeatOwner, StoreErrorKind};

use self::computer::Computer;
use self::failover::{Arrival, Failover};
use super::game_registry::{Inner, logged};
use super::inbox::{Entered, Inbox, SocketId};
use super::log::Log;
use super::seats::{Seats, wire};
use super::world::OsChance;
use crate::game_error::{GameError, causes};
use crate::limits;
use crate::metrics::{AHEAD, APPEND, ENDED, MOVES, NACKS};
use crate::store_timeouts::{events_since, in_time, unlogged};

/// Whoever runs one game: takes one message after the other, and tells nobody anything before the store has it.
#[derive(Debug)]
pub(super) struct Actor {
    hall: Arc<Inner>,
    id: MatchId,
    inbox: mpsc::WeakSender<Inbox>,
    /// How many events are known here, for whoever hears of more.
    known: Arc<AtomicU64>,
    game: Match,
    vault: ServerSecrets,
    log: Log,
    /// What nobody has been told yet.
    untold: Vec<Logged>,
    /// When the lobby was last told that the maker is there.
    shown: u64,
    seats: Seats,
    computer: Computer,
    /// Who has come here from other nodes, as long as it is not known why.
    crossings: Vec<Failover>,
    /// Who has come here, as long as it is not known from where.
    arrivals: Vec<Arrival>,
    /// Before when the store is not told again who is here, because it did not answer the last time.
    tell_again: u64,
    /// When this node last stood still, and that is dealt with.
    woke: u64,
    /// Since when the store may not have answered this game: since it last kept anything before it did not keep this.
    silent: Option<u64>,
    /// When the last outage was over.
    up: u64,
    /// Until when a write without an answer may still take effect.
    unsure: Option<u64>,
    /// When what time brings is tried again, if it could not be done. Messages do not put it off.
    retry: Option<Instant>,
    /// How long that was waited for the last time.
    pause: Duration,
}

/// What came of an attempt to write.
enum Written {
    /// It is on the disk.
    Done,
    /// Another node was quicker; what it wrote is known now.
    Conflict,
    /// The decision was there already, as this event.
    Duplicate(u64),
}

impl Actor {
    /// How long a player waits for an answer, with what may be under way before it: no longer than [`limits::STORE`].
    const ANSWER: Duration = limits::STORE.saturating_sub(limits::AGAIN);

    /// Runs `id` until nobody has asked for it for a while.
    pub(super) async fn run(
        hall: Arc<Inner>,
        id: MatchId,
        known: Arc<AtomicU64>,
        inbox: mpsc::WeakSender<Inbox>,
        mut messages: mpsc::Receiver<Inbox>,
    ) {
        match Self::load(Arc::clone(&hall), id, known, inbox.clone()).await {
            Ok(mut actor) => {
                actor.serve(&mut messages).await;
                hall.forget(id, &inbox);
                // What came in the meantime is still answered.
                messages.close();
                while let Some(message) = messages.recv().await {
                    actor.handle(message).await;
                }
            }
            Err(error) => {
                hall.forget(id, &inbox);
                messages.close();
                while let Some(message) = messages.recv().await {
                    refuse(message, &error);
                }
            }
        }
    }

    async fn load(
        hall: Arc<Inner>,
        id: MatchId,
        known: Arc<AtomicU64>,
        inbox: mpsc::WeakSender<Inbox>,
    ) -> Result<Self, GameError> {
        let unreadable = |error| hall.unreadable(id, error);
        let stored = unlogged(hall.store.load(id)).await.map_err(unreadable)?.ok_or(Code::NotFound)?;
        let first = unlogged(hall.store.events(id, 0, 1)).await.map_err(unreadable)?;
        let first = first.into_iter().next().ok_or(Code::NotFound)?;
        let game = Match::new(id, &first).map_err(|error| hall.damaged(id, error.into()))?;
        let woke = hall.time.now();
        let seats = Seats::new(woke);
        let mut log = Log::default();
        log.extend([first]);
        let mut actor = Self {
            hall,
            id,
            inbox,
            known,
            game,
            vault: stored.vault,
            log,
            untold: Vec::new(),
            shown: 0,
            seats,
            computer: Computer::Idle,
            crossings: Vec::new(),
            arrivals: Vec::new(),
            tell_again: 0,
            woke,
            silent: None,
            up: 0,
            unsure: None,
            retry: None,
            pause: Duration::ZERO,
        };
        actor.catch_up().await?;
        actor.seats.seat_computers(actor.game.bots(), actor.now());
        // While the store keeps nothing, a game can still be looked at.
        let _ = timeout(Self::ANSWER, actor.forgive()).await;
        actor.untold.clear();
        Ok(actor)
    }

    /// What time it is: never before the last event, whichever node has written that.
    fn now(&self) -> u64 {
        self.hall.time.now().max(self.game.at())
    }

    /// What a decision needs to know.
    fn moment(&self, now: u64) -> Moment {
        self.seats.moment(now, self.up)
    }

    /// The same for what is expected of those who are there: of players at another node it is not for us to say.
    fn own_moment(&self, now: u64) -> Moment {
        let mut moment = self.moment(now);
        for side in Side::BOTH {
            moment.here[side] = moment.here[side].filter(|_| !self.seats.is_only_elsewhere(side));
        }
        moment
    }

    async fn serve(&mut self, messages: &mut mpsc::Receiver<Inbox>) {
        let tasks = self.hall.tasks.clone();
        loop {
            self.tend_computer().await;
            let names = self.game.names();
            let taken = BySide { a: names.a.is_some(), b: names.b.is_some() };
            self.seats.say_farewells(taken, self.now());
            self.show().await;
            self.tell_nodes().await;
            if self.is_overdue() {
                self.pass_time().await;
                continue;
            }
            let message = tokio::select! {
                message = timeout(self.patience(), messages.recv()) => message,
                () = tasks.stopped() => return,
            };
            match message {
                Ok(Some(message)) => self.handle(message).await,
                Ok(None) => return,
                Err(_) if self.pass_time().await => {}
                Err(_) if self.seats.is_empty() && !self.computer_thinks() => return,
                Err(_) => {}
            }
        }
    }

    /// Tells all what they have not been told.
    fn publish(&mut self) {
        let now = self.now();
        for list in std::mem::take(&mut self.untold).chunks(limits::EVENTS_PER_MESSAGE) {
            self.seats.tell(&wire(&ServerMessage::Events { list: list.to_vec() }), now);
        }
    }

    async fn handle(&mut self, message: Inbox) {
        let now = self.now();
        match message {
            Inbox::Enter { socket, secret, since, outbox, answer } => {
                let side = match secret.map(|secret| self.vault.side(&secret)) {
                    Some(None) => return drop(answer.send(Err(Code::NotFound.into()))),
                    Some(side) => side,
                    None => None,
                };
                if let Err(error) = self.check_since(since, side).await {
                    return drop(answer.send(Err(error)));
                }
                if let Some(side) = side {
                    self.comes_over(side).await;
                }
                let missed = self.log.since(since);
                let present = self.seats.present(side);
                let entered = Entered { side, revision: self.game.revision(), missed, present };
                if answer.send(Ok(entered)).is_ok() {
                    self.seats.enter(socket, side, outbox, now);
                }
            }
            Inbox::Leave { socket } => self.seats.leave(socket, now),
            Inbox::Do { socket, mid, base, action } => self.decide(socket, mid, base, &action).await,
            Inbox::Lag { socket, ms } => {
                if let Some((side, ms)) = self.seats.lags(socket, ms, now) {
                    self.hall.bus.publish(ClusterEvent::Lag { game: self.id, side, ms });
                }
            }
            Inbox::LagElsewhere { side, ms } => self.seats.lags_elsewhere(side, ms, now),
            Inbox::Say { socket, phrase } => match self.seats.side(socket) {
                Some(side) => {
                    self.seats.mention(&wire(&ServerMessage::Said { side, phrase }));
                    self.hall.bus.publish(ClusterEvent::Said { game: self.id, side, phrase });
                }
                None => self.seats.tell_one(socket, &ServerMessage::Error { code: Code::NotAPlayer }, now),
            },
            Inbox::Join { name, secret, owner, answer } => {
                let joined = self.join(name, &secret, owner).await;
                let _ = answer.send(joined);
                self.publish();
            }
            Inbox::CallOff { side, if_open, answer } => {
                let called_off = self.call_off(side, if_open).await;
                let _ = answer.send(called_off);
                self.publish();
            }
            Inbox::SearchResult { board, mv } => self.has_thought(board, mv),
            Inbox::Look => {
                // If the store does not answer, the next look will do.
                let _ = self.catch_up().await;
                self.publish();
            }
            Inbox::OutageOver => drop(self.pass_time().await),
            // If the store does not answer, the name goes with the game itself when nobody looks at it.
            Inbox::Reload => drop(self.reload().await),
            Inbox::SaidElsewhere { side, phrase } => {
                self.seats.mention(&wire(&ServerMessage::Said { side, phrase }));
            }
            Inbox::Elsewhere { here } => self.seats.elsewhere(here, now),
            Inbox::View { answer } => drop(answer.send(Ok(self.game.view()))),
            Inbox::Board { answer } => drop(answer.send(Ok(self.game.position()))),
            Inbox::Record { answer } => drop(answer.send(Ok(self.game.to_record()))),
        }
    }

    /// Refuses who says to have seen more events than there are: the store was restored from an older copy, or the client
    /// makes it up, for which there is no proof either way, so it is no alarm. Another node may have written them a moment ago;
    /// while the store is silent nobody knows.
    async fn check_since(&mut self, since: u64, side: Option<Side>) -> Result<(), GameError> {
        if since > self.game.revision() && self.hall.store.is_shared() {
            self.catch_up().await?;
            self.publish();
        }
        let known = self.game.revision();
        if since <= known {
            return Ok(());
        }
        // A watcher may be anybody.
        if side.is_some() {
            counter!(AHEAD).increment(1);
            if self.hall.ahead.is_first(self.id) {
                tracing::warn!(game = %self.id, since, known, "client_ahead: a player's program says that it has seen more events than are kept");
            }
        }
        Err(Code::Ahead.into())
    }

    /// The seat that `secret` opens, which is the free one if it opens none yet.
    async fn join(
        &mut self,
        name: PlayerName,
        secret: &SeatSecret,
        owner: SeatOwner,
    ) -> Result<Side, GameError> {
        if let Some(side) = self.vault.side(secret) {
            return Ok(side);
        }
        let decision = join(&self.game, &self.vault, name, secret)?;
        let refused = match self.append(&decision, Some(Side::B), None, Some(owner)).await {
            Ok(Written::Done) => return Ok(Side::B),
            Ok(_) => Code::SeatTaken.into(),
            Err(error) => error,
        };
        // It may have been written all the same; then the vault that was read again knows.
        self.vault.side(secret).ok_or(refused)
    }

    /// Calls the game off for a player who has another one, with `if_open` only while nobody else has come; whether it is so.
    async fn call_off(&mut self, side: Side, if_open: bool) -> Result<bool, GameError> {
        if if_open && self.game.stage() != Stage::Waiting {
            // Nobody ever came if it was called off while it was open; who is told that late asks again.
            return Ok(self.game.names().b.is_none());
        }
        let (base, moment) = (self.game.revision(), self.moment(self.now()));
        let decision = decide(&self.game, &self.vault, side, base, &Action::Abort, &moment, &mut OsChance)?;
        Ok(matches!(self.write(&decision, Some(side), None).await?, Written::Done))
    }

    /// The write path: at most once, only by who sits there, answered only when it is on the disk.
    async fn decide(&mut self, socket: SocketId, mid: MoveId, base: u64, action: &Action) {
        let answer = match self.seats.side(socket) {
            Some(side) => {
                let attempt = timeout(Self::ANSWER, self.attempt(side, mid, base, action));
                attempt.await.unwrap_or_else(|_| Err(Code::Unavailable.into()))
            }
            None => Err(Code::NotAPlayer.into()),
        };
        let ver = self.game.revision();
        let tell = match answer {
            Ok((ver, dup)) => ServerMessage::Ack { mid, ver, dup },
            Err(error) => {
                let code = error.code();
                let retry = (code == Code::Unavailable).then_some(500);
                counter!(NACKS, "code" => code.word()).increment(1);
                ServerMessage::Nack { mid, code, ver, retry }
            }
        };
        let now = self.now();
        // Who has acted gets the acknowledgement first, then all get the events.
        self.seats.tell_one(socket, &tell, now);
        self.publish();
    }

    async fn attempt(
        &mut self,
        side: Side,
        mid: MoveId,
        base: u64,
        action: &Action,
    ) -> Result<(u64, bool), GameError> {
        const ATTEMPTS: usize = 3;
        for _ in 0..ATTEMPTS {
            if let Some((seq, by)) = self.game.done(&mid) {
                return if by == Some(side) { Ok((seq, true)) } else { Err(Code::UsedId.into()) };
            }
            self.forgive().await?;
            if self.game.done(&mid).is_some() {
                // It was written without an answer, and only now read.
                continue;
            }
            self.check_time(action).await?;
            let decision = match self.rematch(side, action).await? {
                Some(made) => made,
                None => {
                    let moment = self.moment(self.now());
                    let decided = decide(&self.game, &self.vault, side, base, action, &moment, &mut OsChance);
                    let is_over =
                        matches!((&decided, action), (Err(Code::NoTime), _) | (Ok(_), Action::Flag));
                    if is_over && !self.is_sure() {
                        // It was over while we looked.
                        continue;
                    }
                    if matches!(decided, Err(Code::NoTime)) && self.has_missed_something().await? {
                        continue;
                    }
                    decided?
                }
            };
            let seq = self.game.revision() + 1;
            match self.write(&decision, Some(side), Some(mid)).await? {
                Written::Done => return Ok((seq, false)),
                Written::Duplicate(seq) => return Ok((seq, true)),
                Written::Conflict => {}
            }
        }
        Err(Code::Unavailable.into())
    }

    /// Whether another node has written meanwhile: whose time is over by what a node knows that stood still may have moved
    /// long ago.
    async fn has_missed_something(&mut self) -> Result<bool, GameError> {
        let known = self.game.revision();
        if self.hall.store.is_shared() {
            self.catch_up().await?;
        }
        Ok(self.game.revision() > known)
    }

    /// Makes the next game when both want it.
    async fn rematch(&self, side: Side, action: &Action) -> Result<Option<Decision>, GameError> {
        let over = matches!(self.game.stage(), Stage::Over(_));
        let agreed = self.game.rematch_offer() == Some(!side) || self.game.bots()[!side].is_some();
        let wanted = over && agreed && self.game.rematch().is_none();
        if *action != Action::Rematch || !wanted {
            return Ok(None);
        }
        // Always the same one: if it was made and we never heard of it, it is there already.
        let game = rematch_of(self.id);
        let Some(made) = rematch(&self.game, &self.vault, game) else { return Ok(None) };
        let events = logged(&made, 0, self.now(), None, None);
        // The accounts of both stay in their seats; the sides are swapped.
        let owners = in_time(self.hall.store.owners(self.id)).await?.swapped();
        let vault = made.vault.unwrap_or_default();
        let new = NewMatch { game, events, vault, listing: None, owners, network: None };
        in_time(self.hall.store.create(new)).await?;
        Ok(Some(Event::RematchMade { game }.into()))
    }

    /// The game after these events.
    fn after(&self, events: &[Logged]) -> Result<Match, FoldError> {
        let mut after = self.game.clone();
        events.iter().try_for_each(|event| after.apply(event).map(drop))?;
        Ok(after)
    }

    /// Appends to the log. Nobody is told before it is done.
    async fn write(
        &mut self,
        decision: &Decision,
        by: Option<Side>,
        mid: Option<MoveId>,
    ) -> Result<Written, GameError> {
        self.append(decision, by, mid, None).await
    }

    /// The same with who takes the free seat, if somebody does.
    async fn append(
        &mut self,
        decision: &Decision,
        by: Option<Side>,
        mid: Option<MoveId>,
        joiner: Option<SeatOwner>,
    ) -> Result<Written, GameError> {
        let expected = self.game.revision();
        let now = self.now();
        let events = logged(decision, expected, now, by, mid);
        // What cannot be folded must not be stored.
        let after = self.after(&events).map_err(|error| impossible(&error))?;
        let listed = after.lobby_entry().is_some();
        let is_sealed = after.envelopes().server.is_some() && self.game.envelopes().server.is_none();
        let seals = after.envelopes().all_seals().filter(|_| is_sealed);
        let batch = Batch { game: self.id, expected, events, vault: decision.vault, listed, joiner, seals };
        let before = (self.silent, self.unsure);
        // It may be written or not, and who stops waiting leaves it so.
        let out_since = self.hall.pulse.out_since(now);
        self.silent.get_or_insert(out_since);
        self.unsure = Some(now + limits::LATE_MS);
        let began = Instant::now();
        let appended = unlogged(self.hall.store.append(batch.clone())).await;
        histogram!(APPEND).record(began.elapsed().as_secs_f64());
        if let Ok(appended) = appended {
            (self.silent, self.unsure) = before;
            if appended.is_done() {
                self.hall.pulse.reached(self.hall.time.now());
            }
        }
        match appended {
            Ok(appended @ (Appended::Done | Appended::Chained(_))) => {
                let (events, after) = match appended {
                    Appended::Chained(mark) => {
                        let events = batch.chained(mark);
                        let after = self.after(&events).map_err(|error| impossible(&error))?;
                        (events, after)
                    }
                    _ => (batch.events, after),
                };
                self.game = after;
                self.vault = decision.vault.unwrap_or(self.vault);
                self.count(&events);
                self.note(events);
                self.hall.bus.publish(ClusterEvent::Wrote { game: self.id, revision: self.game.revision() });
                Ok(Written::Done)
            }
            Ok(Appended::Duplicate(seq)) => self.catch_up().await.map(|()| Written::Duplicate(seq)),
            Ok(Appended::Conflict(_)) => self.catch_up().await.map(|()| Written::Conflict),
            Ok(Appended::Seated) => Err(Code::UsedId.into()),
            Ok(Appended::Unknown | Appended::TooManyListed) => Err(Code::NotFound.into()),
            // The log knows.
            Err(error) => {
                tracing::error!(game = %self.id, cause = causes(&error), "events were not kept");
                self.catch_up().await?;
                match mid.and_then(|mid| self.game.done(&mid)) {
                    Some((seq, _)) => Ok(Written::Duplicate(seq)),
                    None => Err(StoreErrorKind::Unavailable.caused_by(error).into()),
                }
            }
        }
    }

    /// Counts the moves among events that are on the disk, and tells the settler if the game has ended with them.
    fn count(&self, events: &[Logged]) {
        let moves = events.iter().filter(|event| matches!(event.what, Event::Played { .. })).count();
        counter!(MOVES).increment(moves as u64);
        if events.iter().any(|event| matches!(event.what, Event::Ended { .. })) {
            counter!(ENDED).increment(1);
            tracing::info!(game = %self.id, "game ended");
            if let Some(finished) = &self.hall.finished {
                // If too many wait, the settler finds it when it looks through all.
                let _ = finished.try_send(self.id);
            }
        }
    }

    /// Reads what others have written: game, log and vault together, or nothing. A new game with an old vault would
    /// write that vault back.
    async fn catch_up(&mut self) -> Result<(), GameError> {
        let unreadable = |error| self.hall.unreadable(self.id, error);
        let log = events_since(&*self.hall.store, self.id, self.game.revision()).await.map_err(unreadable)?;
        let game = self.after(&log).map_err(|error| self.hall.damaged(self.id, error.into()))?;
        let stored = unlogged(self.hall.store.load(self.id)).await.map_err(unreadable)?;
        self.vault = stored.ok_or(Code::NotFound)?.vault;
        self.game = game;
        self.note(log);
        Ok(())
    }

    /// Reads the whole log again.
    async fn reload(&mut self) -> Result<(), GameError> {
        let unreadable = |error| self.hall.unreadable(self.id, error);
        let mut log = events_since(&*self.hall.store, self.id, 0).await.map_err(unreadable)?;
        let game = Match::fold(self.id, &log).map_err(|error| self.hall.damaged(self.id, error.into()))?;
        // What others have written meanwhile is told as ever.
        let known = usize::try_from(self.game.revision()).unwrap_or(usize::MAX).min(log.len());
        let news = log.split_off(known);
        let stored = unlogged(self.hall.store.load(self.id)).await.map_err(unreadable)?;
        self.vault = stored.ok_or(Code::NotFound)?.vault;
        self.game = game;
        self.log = Log::default();
        self.log.extend(log);
        self.note(news);
        self.publish();
        Ok(())
    }

    /// What is in the store is in the log, and is to be told.
    fn note(&mut self, events: Vec<Logged>) {
        self.known.store(self.game.revision(), Ordering::Relaxed);
        self.log.extend(events.iter().cloned());
        self.untold.extend(events);
    }
}

/// A decision cannot be applied to the game it was made for: a bug. Nothing of it is told to anybody.
fn impossible(error: &FoldError) -> GameError {
    tracing::error!(cause = %error, "a decision does not fit its game");
    Code::Unavailable.into()
}

/// Answers for a game that cannot be run.
fn refuse(message: Inbox, error: &GameError) {
    match message {
        Inbox::Enter { answer, .. } => drop(answer.send(Err(error.clone()))),
        Inbox::Join { answer, .. } => drop(answer.send(Err(error.clone()))),
        Inbox::CallOff { answer, .. } => drop(answer.send(Err(error.clone()))),
        Inbox::View { answer } => drop(answer.send(Err(error.clone()))),
        Inbox::Board { answer } => drop(answer.send(Err(error.clone()))),
        Inbox::Record { answer } => drop(answer.send(Err(error.clone()))),
        Inbox::Leave { .. }
        | Inbox::Do { .. }
        | Inbox::Say { .. }
        | Inbox::SaidElsewhere { .. }
        | Inbox::Lag { .. }
        | Inbox::LagElsewhere { .. }
        | Inbox::SearchResult { .. }
        | Inbox::Look
        | Inbox::OutageOver
        | Inbox::Reload
        | Inbox::Elsewhere { .. } => {}
    }
}
