mod computer;
mod event_log;
mod failover;
mod listing;
mod presence;
mod time;

use std::sync::Arc;
use std::time::Duration;

use metrics::counter;
use tokio::sync::mpsc;
use tokio::time::{Instant, timeout};

use gebeta_match::{
    Decision, FoldError, Match, Moment, ServerSecrets, Stage, decide, join, rematch, rematch_of,
};
use gebeta_protocol::{
    Action, BySide, ClusterEvent, Code, Event, Logged, MatchId, MoveId, PlayerName, SeatSecret,
    ServerMessage, Side,
};
use gebeta_store::ports::{NewMatch, SeatOwner};

use self::computer::Computer;
use self::event_log::Written;
use self::failover::{Arrival, Failover};
use super::event_pages::EventPages;
use super::messages::{Entered, GameMessage, SocketId};
use super::registry::{Progress, RegistryInner, logged};
use super::seats::{Seats, wire};
use crate::game_error::GameError;
use crate::store_timeouts::{in_time, unlogged};
use crate::telemetry::metrics::{AHEAD, NACKS};
use crate::{OsChance, limits};

/// Actor that owns one live game. It handles messages in order and publishes an event only after it is stored.
#[derive(Debug)]
pub(crate) struct Actor {
    registry: Arc<RegistryInner>,
    id: MatchId,
    inbox: mpsc::WeakSender<GameMessage>,
    /// What the registry knows of this actor.
    progress: Arc<Progress>,
    game: Match,
    secrets: ServerSecrets,
    log: EventPages,
    /// Stored events that are not published yet.
    untold: Vec<Logged>,
    /// When the lobby was last told that the maker is connected; 0 while it does not show the game.
    shown: u64,
    seats: Seats,
    computer: Computer,
    /// Players who came from other nodes, until it is known whether those nodes have died.
    failovers: Vec<Failover>,
    /// Players who came here, until it is known where they were connected before.
    arrivals: Vec<Arrival>,
    /// Presence is not written to the store again before this time, because the last attempt failed.
    tell_again: u64,
    /// The end of this node's last standstill that has been accounted for.
    woke: u64,
    /// Start of the outage in which the store does not answer this game: its last success before the failed write.
    silent: Option<u64>,
    /// End of the last outage.
    up: u64,
    /// Until when a write without an answer may still take effect.
    unsure: Option<u64>,
    /// When a failed timed event is tried again. Messages do not delay it.
    retry: Option<Instant>,
    /// The last pause before such a retry.
    pause: Duration,
}

impl Actor {
    /// How long a player waits for an answer, including work that is under way: no longer than [`limits::STORE`].
    const ANSWER: Duration = limits::STORE.saturating_sub(limits::AGAIN);

    /// Runs the game `id` until it is idle.
    pub(crate) async fn run(
        registry: Arc<RegistryInner>,
        id: MatchId,
        progress: Arc<Progress>,
        inbox: mpsc::WeakSender<GameMessage>,
        mut messages: mpsc::Receiver<GameMessage>,
    ) {
        match Self::load(Arc::clone(&registry), id, progress, inbox.clone()).await {
            Ok(mut actor) => {
                actor.serve(&mut messages).await;
                registry.forget(id, &inbox);
                // Messages that arrived meanwhile are still answered.
                messages.close();
                while let Some(message) = messages.recv().await {
                    actor.handle(message).await;
                }
            }
            Err(error) => {
                registry.forget(id, &inbox);
                messages.close();
                while let Some(message) = messages.recv().await {
                    refuse(message, &error);
                }
            }
        }
    }

    async fn load(
        registry: Arc<RegistryInner>,
        id: MatchId,
        progress: Arc<Progress>,
        inbox: mpsc::WeakSender<GameMessage>,
    ) -> Result<Self, GameError> {
        let unreadable = |error| registry.unreadable(id, error);
        let stored = unlogged(registry.store.load(id)).await.map_err(unreadable)?.ok_or(Code::NotFound)?;
        let first = unlogged(registry.store.events(id, 0, 1)).await.map_err(unreadable)?;
        let first = first.into_iter().next().ok_or(Code::NotFound)?;
        let game = Match::new(id, &first).map_err(|error| registry.damaged(id, error.into()))?;
        let woke = registry.time.now();
        let seats = Seats::new(woke);
        let mut log = EventPages::default();
        log.extend([first]);
        let mut actor = Self {
            registry,
            id,
            inbox,
            progress,
            game,
            secrets: stored.secrets,
            log,
            untold: Vec::new(),
            shown: 0,
            seats,
            computer: Computer::Idle,
            failovers: Vec::new(),
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
        // While the store takes no writes, a game can still be watched.
        let _ = timeout(Self::ANSWER, actor.forgive()).await;
        actor.untold.clear();
        Ok(actor)
    }

    /// The current time: never before the last event, whichever node wrote that.
    fn now(&self) -> u64 {
        self.registry.time.now().max(self.game.at())
    }

    /// What a decision depends on besides the game.
    fn moment(&self, now: u64) -> Moment {
        self.seats.moment(now, self.up)
    }

    /// The same without players who are connected to another node: that node enforces their deadlines.
    fn own_moment(&self, now: u64) -> Moment {
        let mut moment = self.moment(now);
        for side in Side::BOTH {
            moment.here[side] = moment.here[side].filter(|_| !self.seats.is_only_elsewhere(side));
        }
        moment
    }

    async fn serve(&mut self, messages: &mut mpsc::Receiver<GameMessage>) {
        let tasks = self.registry.tasks.clone();
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
                Err(_) if self.seats.is_empty() && !self.computer_thinks() && !self.is_about_to_hide() => {
                    return;
                }
                Err(_) => {}
            }
        }
    }

    /// Sends all sockets the events that are not published yet.
    fn publish(&mut self) {
        let now = self.now();
        for list in std::mem::take(&mut self.untold).chunks(limits::EVENTS_PER_MESSAGE) {
            self.seats.tell(&wire(&ServerMessage::Events { list: list.to_vec() }), now);
        }
    }

    async fn handle(&mut self, message: GameMessage) {
        let now = self.now();
        match message {
            GameMessage::Enter { socket, secret, since, outbox, answer } => {
                let side = match secret.map(|secret| self.secrets.side(&secret)) {
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
            GameMessage::Leave { socket } => self.seats.leave(socket, now),
            GameMessage::Do { socket, mid, base, action } => self.decide(socket, mid, base, &action).await,
            GameMessage::Lag { socket, ms } => {
                if let Some((side, ms)) = self.seats.lags(socket, ms, now) {
                    self.registry.bus.publish(ClusterEvent::Lag { game: self.id, side, ms });
                }
            }
            GameMessage::LagElsewhere { side, ms } => self.seats.lags_elsewhere(side, ms, now),
            GameMessage::Say { socket, phrase } => match self.seats.side(socket) {
                Some(side) => {
                    self.seats.mention(&wire(&ServerMessage::Said { side, phrase }));
                    self.registry.bus.publish(ClusterEvent::Said { game: self.id, side, phrase });
                }
                None => self.seats.tell_one(socket, &ServerMessage::Error { code: Code::NotAPlayer }, now),
            },
            GameMessage::Join { name, secret, owner, answer } => {
                let joined = self.join(name, &secret, owner).await;
                let _ = answer.send(joined);
                self.publish();
            }
            GameMessage::CallOff { side, if_open, answer } => {
                let called_off = self.call_off(side, if_open).await;
                let _ = answer.send(called_off);
                self.publish();
            }
            GameMessage::SearchResult { board, mv } => self.has_thought(board, mv),
            GameMessage::Look => {
                // If the store does not answer, the next poll will do.
                let _ = self.catch_up().await;
                self.publish();
            }
            GameMessage::OutageOver => drop(self.pass_time().await),
            // If the store does not answer, the name disappears when the game leaves the memory.
            GameMessage::Reload => drop(self.reload().await),
            GameMessage::SaidElsewhere { side, phrase } => {
                self.seats.mention(&wire(&ServerMessage::Said { side, phrase }));
            }
            GameMessage::Elsewhere { here } => self.seats.elsewhere(here, now),
            GameMessage::View { answer } => drop(answer.send(Ok(self.game.view()))),
            GameMessage::PublicView { answer } => drop(answer.send(Ok(self.game.public_view()))),
            GameMessage::Clock { answer } => drop(answer.send(Ok(self.game.clock_view(now)))),
            GameMessage::Board { answer } => drop(answer.send(Ok(self.game.position()))),
            GameMessage::Record { answer } => drop(answer.send(Ok(self.game.to_record()))),
        }
    }

    /// Refuses a client that claims to have seen more events than are stored: the store was restored from an older copy, or
    /// the claim is false; neither can be proved, so it is a warning. Another node may have written the events a moment
    /// ago, so a shared store is read first.
    async fn check_since(&mut self, since: u64, side: Option<Side>) -> Result<(), GameError> {
        if since > self.game.revision() && self.registry.store.is_shared() {
            self.catch_up().await?;
            self.publish();
        }
        let known = self.game.revision();
        if since <= known {
            return Ok(());
        }
        // A watcher's claim means nothing.
        if side.is_some() {
            counter!(AHEAD).increment(1);
            if self.registry.ahead.is_first(self.id) {
                tracing::warn!(game = %self.id, since, known, "client_ahead: a player's client claims to have seen more events than are stored");
            }
        }
        Err(Code::Ahead.into())
    }

    /// The seat that `secret` opens: the one it has taken before, or the free one.
    async fn join(
        &mut self,
        name: PlayerName,
        secret: &SeatSecret,
        owner: SeatOwner,
    ) -> Result<Side, GameError> {
        if let Some(side) = self.secrets.side(secret) {
            return Ok(side);
        }
        let decision = join(&self.game, &self.secrets, name, secret)?;
        let refused = match self.append(&decision, Some(Side::B), None, Some(owner)).await {
            Ok(Written::Done) => return Ok(Side::B),
            Ok(_) => Code::SeatTaken.into(),
            Err(error) => error,
        };
        // The write may have succeeded without an answer; then the secrets that were read again contain the seat.
        self.secrets.side(secret).ok_or(refused)
    }

    /// Aborts the game for a player who has found another one. With `if_open`, only while no opponent has joined. Returns
    /// whether the game is aborted.
    async fn call_off(&mut self, side: Side, if_open: bool) -> Result<bool, GameError> {
        if if_open && self.game.stage() != Stage::Waiting {
            // A game that ended while it was open never had a second player; then an earlier attempt has aborted it.
            return Ok(self.game.names().b.is_none());
        }
        let (base, moment) = (self.game.revision(), self.moment(self.now()));
        let decision = decide(&self.game, &self.secrets, side, base, &Action::Abort, &moment, &mut OsChance)?;
        Ok(matches!(self.write(&decision, Some(side), None).await?, Written::Done))
    }

    /// The write path: at most once, only for the player in the seat, acknowledged only when stored.
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
        // The sender gets the acknowledgement first, then all get the events.
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
                // It was written without an answer, and has only now been read.
                continue;
            }
            self.check_time(action).await?;
            let decision = match self.rematch(side, action).await? {
                Some(made) => made,
                None => {
                    let moment = self.moment(self.now());
                    let decided =
                        decide(&self.game, &self.secrets, side, base, action, &moment, &mut OsChance);
                    let is_over =
                        matches!((&decided, action), (Err(Code::NoTime), _) | (Ok(_), Action::Flag));
                    if is_over && !self.is_sure() {
                        // The deadline passed during the decision.
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

    /// Whether another node has written meanwhile. On a node that stood still, the player whose time seems over may have
    /// moved long ago.
    async fn has_missed_something(&mut self) -> Result<bool, GameError> {
        let known = self.game.revision();
        if self.registry.store.is_shared() {
            self.catch_up().await?;
        }
        Ok(self.game.revision() > known)
    }

    /// Makes the next game when both players want it.
    async fn rematch(&self, side: Side, action: &Action) -> Result<Option<Decision>, GameError> {
        let over = matches!(self.game.stage(), Stage::Over(_));
        let agreed = self.game.rematch_offer() == Some(!side) || self.game.bots()[!side].is_some();
        let wanted = over && agreed && self.game.rematch().is_none();
        if *action != Action::Rematch || !wanted {
            return Ok(None);
        }
        // The id follows from this game: if the rematch was made without an answer, it is there already.
        let game = rematch_of(self.id);
        let Some(made) = rematch(&self.game, &self.secrets, game) else { return Ok(None) };
        let events = logged(&made, 0, self.now(), None, None);
        // Both accounts stay; the sides are swapped.
        let owners = in_time(self.registry.store.owners(self.id)).await?.swapped();
        let secrets = made.vault.unwrap_or_default();
        let new = NewMatch { game, events, secrets, listing: None, owners, network: None };
        in_time(self.registry.store.create(new)).await?;
        Ok(Some(Event::RematchMade { game }.into()))
    }

    /// The game after these events.
    fn after(&self, events: &[Logged]) -> Result<Match, FoldError> {
        let mut after = self.game.clone();
        events.iter().try_for_each(|event| after.apply(event).map(drop))?;
        Ok(after)
    }
}

/// Answers a message to a game that cannot be loaded.
fn refuse(message: GameMessage, error: &GameError) {
    match message {
        GameMessage::Enter { answer, .. } => drop(answer.send(Err(error.clone()))),
        GameMessage::Join { answer, .. } => drop(answer.send(Err(error.clone()))),
        GameMessage::CallOff { answer, .. } => drop(answer.send(Err(error.clone()))),
        GameMessage::View { answer } => drop(answer.send(Err(error.clone()))),
        GameMessage::PublicView { answer } => drop(answer.send(Err(error.clone()))),
        GameMessage::Clock { answer } => drop(answer.send(Err(error.clone()))),
        GameMessage::Board { answer } => drop(answer.send(Err(error.clone()))),
        GameMessage::Record { answer } => drop(answer.send(Err(error.clone()))),
        GameMessage::Leave { .. }
        | GameMessage::Do { .. }
        | GameMessage::Say { .. }
        | GameMessage::SaidElsewhere { .. }
        | GameMessage::Lag { .. }
        | GameMessage::LagElsewhere { .. }
        | GameMessage::SearchResult { .. }
        | GameMessage::Look
        | GameMessage::OutageOver
        | GameMessage::Reload
        | GameMessage::Elsewhere { .. } => {}
    }
}
