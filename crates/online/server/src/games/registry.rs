use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::future::join_all;
use metrics::counter;
use tokio::sync::{mpsc, oneshot};

use gebeta_match::{Decision, FoldError, Match, ServerSecrets, create, game_of, pairing_key, read_rules};
use gebeta_protocol::{
    BotName, BySide, ClusterEvent, Code, CreateRequest, Hash, JoinRequest, LobbyEntry, Logged, MatchId,
    MatchView, MoveId, SeatSecret, Side, Ticket,
};
use gebeta_store::ports::{
    Appended, Bus, Listing, MatchStore, NewMatch, OpenMatch, Owners, SeatOwner, StoreError, StoreErrorKind,
};

use super::actor::Actor;
use super::bot_pool::BotPool;
use super::list_cache::ListCache;
use super::messages::{GameMessage, Reply};
use super::searches::Searches;
use super::{FinishedGames, expiry};
use crate::cluster::heartbeat::{self, Heartbeat};
use crate::cluster::{ClusterEvents, nodes};
use crate::config::{Quotas, ServerSettings};
use crate::game_error::{GameError, causes};
use crate::store_timeouts::{self, in_time};
use crate::telemetry::metrics::DAMAGED;
use crate::websocket::signed_in_sockets::SignedInSockets;
use crate::{Tasks, Time, limits};

/// All live games. Each has an actor task, which starts when a request needs the game.
#[derive(Clone, Debug)]
pub struct GameRegistry(Arc<RegistryInner>);

#[derive(Debug)]
pub(crate) struct RegistryInner {
    pub(crate) store: Arc<dyn MatchStore>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) bot_pool: BotPool,
    pub(crate) heartbeat: Heartbeat,
    pub(crate) signed_in_sockets: Arc<SignedInSockets>,
    /// How long a game without sockets stays in memory.
    pub(crate) idle: Duration,
    quotas: Quotas,
    pub(crate) tasks: Tasks,
    /// Receives games that have ended, for ratings; none without accounts.
    pub(crate) finished: Option<FinishedGames>,
    lobby: ListCache<LobbyEntry>,
    public: ListCache<MatchView>,
    running: Mutex<HashMap<MatchId, LiveGame>>,
    /// Games that were logged as unreadable.
    damaged: LoggedGames,
    /// Games for which a client was logged that claims to have seen more events than are stored.
    pub(crate) ahead: LoggedGames,
}

/// What a registry is made of.
pub(crate) struct RegistryParts {
    pub(crate) store: Arc<dyn MatchStore>,
    pub(crate) bus: Arc<dyn Bus>,
    pub(crate) time: Arc<dyn Time>,
    pub(crate) signed_in_sockets: Arc<SignedInSockets>,
    pub(crate) searches: Arc<Searches>,
    pub(crate) finished: Option<FinishedGames>,
    pub(crate) tasks: Tasks,
}

/// The games about which something has been logged, so that it is logged once for each.
#[derive(Debug, Default)]
pub(crate) struct LoggedGames(Mutex<HashSet<MatchId>>);

impl LoggedGames {
    /// Whether to log it for `game`: not twice, and not for more games than are remembered.
    pub(crate) fn is_first(&self, game: MatchId) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.len() < limits::LOGGED_GAMES && known.insert(game)
    }
}

/// A live game.
#[derive(Debug)]
pub(crate) struct LiveGame {
    pub(crate) inbox: mpsc::Sender<GameMessage>,
    progress: Arc<Progress>,
    /// Which players its actor believes to be connected to other nodes.
    pub(crate) elsewhere: BySide<bool>,
}

/// How far an actor is, as the registry knows it.
#[derive(Debug)]
pub(crate) struct Progress {
    /// How many events the actor knows; compared with what other nodes announce.
    revision: AtomicU64,
    /// Whether anybody may watch it from the list.
    is_public: AtomicBool,
}

impl Progress {
    /// That of an actor that has not loaded its game yet.
    const fn unknown() -> Self {
        Self { revision: AtomicU64::new(u64::MAX), is_public: AtomicBool::new(false) }
    }

    /// The actor's game has changed.
    pub(crate) fn tell(&self, game: &Match) {
        self.revision.store(game.revision(), Ordering::Relaxed);
        self.is_public.store(game.is_public(), Ordering::Relaxed);
    }
}

impl LiveGame {
    /// Whether the actor does not know this many events yet.
    pub(crate) fn is_news(&self, revision: u64) -> bool {
        revision > self.progress.revision.load(Ordering::Relaxed)
    }
}

impl RegistryInner {
    pub(crate) fn running(&self) -> MutexGuard<'_, HashMap<MatchId, LiveGame>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts a game that no request has asked for: a deadline may have passed.
    pub(crate) async fn wake(self: &Arc<Self>, game: MatchId) {
        // A game that cannot be read is left alone.
        let _ = GameRegistry(Arc::clone(self)).ask(game, |answer| GameMessage::View { answer }).await;
    }

    /// The error for a game that was not read. Damage is permanent, other errors are not.
    pub(crate) fn unreadable(&self, game: MatchId, error: StoreError) -> GameError {
        match error.kind {
            StoreErrorKind::BadMatch => self.damaged(game, error.into()),
            StoreErrorKind::Corrupt => self.damaged(game, StoreErrorKind::BadMatch.caused_by(error).into()),
            StoreErrorKind::Full | StoreErrorKind::Unavailable => {
                store_timeouts::log(&error);
                error.into()
            }
        }
    }

    /// Counts a damaged game and logs it once.
    pub(crate) fn damaged(&self, game: MatchId, error: GameError) -> GameError {
        if self.damaged.is_first(game) {
            counter!(DAMAGED).increment(1);
            let cause = causes(&error);
            tracing::error!(%game, cause, "damaged_game: a stored game cannot be read; see `gebeta check`");
        }
        error
    }

    /// Removes the game of an actor that has ended.
    pub(crate) fn forget(&self, game: MatchId, inbox: &mpsc::WeakSender<GameMessage>) {
        let mut running = self.running();
        let is_same = inbox
            .upgrade()
            .is_none_or(|inbox| running.get(&game).is_some_and(|known| known.inbox.same_channel(&inbox)));
        if is_same {
            running.remove(&game);
        }
    }
}

impl GameRegistry {
    /// A registry without games.
    pub(crate) fn new(parts: RegistryParts, settings: &ServerSettings) -> Self {
        let RegistryParts { store, bus, time, signed_in_sockets, searches, finished, tasks } = parts;
        let (idle, quotas) = (settings.idle, settings.quotas);
        let (bot_pool, heartbeat) = (BotPool::new(searches, tasks.clone()), Heartbeat::default());
        let inner = Arc::new(RegistryInner {
            store,
            bus,
            time,
            bot_pool,
            heartbeat,
            signed_in_sockets,
            idle,
            quotas,
            tasks,
            finished,
            lobby: ListCache::default(),
            public: ListCache::default(),
            running: Mutex::default(),
            damaged: LoggedGames::default(),
            ahead: LoggedGames::default(),
        });
        inner.tasks.spawn("heartbeat", heartbeat::run(Arc::downgrade(&inner)));
        inner.tasks.spawn("expiry", expiry::run(Arc::downgrade(&inner)));
        if inner.store.is_shared() {
            inner.tasks.spawn("look", nodes::look(Arc::downgrade(&inner)));
        }
        Self(inner)
    }

    /// How many games are in memory.
    pub(crate) fn count(&self) -> usize {
        self.0.running().len()
    }

    /// Publishes an event to the other nodes.
    pub(crate) fn publish(&self, event: ClusterEvent) {
        self.0.bus.publish(event);
    }

    /// A log read from the store does not fold.
    pub(crate) fn damaged(&self, game: MatchId, error: FoldError) {
        self.0.damaged(game, error.into());
    }

    /// The stored log of a game has changed.
    pub(crate) fn reload(&self, game: MatchId) {
        self.0.pass_on(game, GameMessage::Reload);
    }

    /// Handles the events of other nodes.
    pub(crate) fn listen(&self, cluster_events: ClusterEvents) {
        self.0.tasks.spawn("cluster events", nodes::listen(Arc::clone(&self.0), cluster_events));
    }

    /// Sends `message` to the actor of `game`.
    pub(crate) async fn send(&self, game: MatchId, message: GameMessage) -> Result<(), GameError> {
        let mut message = message;
        // An actor that ends at this moment is started again.
        for _ in 0..2 {
            let inbox = self.open(game)?;
            match inbox.send(message).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => message = back,
            }
        }
        Err(Code::Unavailable.into())
    }

    /// Sends a message to the actor of `game` and waits for the answer.
    pub(crate) async fn ask<T>(
        &self,
        game: MatchId,
        ask: impl FnOnce(Reply<T>) -> GameMessage,
    ) -> Result<T, GameError> {
        let (answer, answered) = oneshot::channel();
        self.send(game, ask(answer)).await?;
        answered.await.unwrap_or_else(|_| {
            tracing::warn!(%game, "the actor of a game did not answer");
            Err(Code::Unavailable.into())
        })
    }

    fn open(&self, game: MatchId) -> Result<mpsc::Sender<GameMessage>, GameError> {
        let mut running = self.0.running();
        if let Some(known) = running.get(&game).filter(|known| !known.inbox.is_closed()) {
            return Ok(known.inbox.clone());
        }
        if running.len() >= limits::LIVE_GAMES {
            return Err(Code::Full.into());
        }
        let (inbox, messages) = mpsc::channel(limits::INBOX);
        let progress = Arc::new(Progress::unknown());
        let (told, elsewhere) = (Arc::clone(&progress), BySide::default());
        running.insert(game, LiveGame { inbox: inbox.clone(), progress, elsewhere });
        // The actor outlives the request that starts it.
        let span = tracing::info_span!(parent: None, "game", id = %game);
        let actor = Actor::run(Arc::clone(&self.0), game, told, inbox.downgrade(), messages);
        self.0.tasks.spawn_to_end("game", span, actor);
        Ok(inbox)
    }

    /// Makes a game, or finds the one that was made with this secret.
    pub(crate) async fn create(
        &self,
        request: &CreateRequest,
        owner: SeatOwner,
    ) -> Result<Ticket, GameError> {
        let game = game_of(&request.secret);
        let made = create(request)?;
        if let Some(bot) = &request.opponent {
            self.check_computer(&request.rules, bot)?;
        }
        let now = self.0.time.now();
        let events = logged(&made, 0, now, Some(Side::A), None);
        let folded = Match::fold(game, &events).ok();
        let listing = folded.filter(|game| game.lobby_entry().is_some()).map(|game| Listing {
            key: pairing_key(game.setup()),
            until: now + limits::UNCONNECTED_MS,
            most_per_network: self.0.quotas.open_games_per_address,
            most_per_account: self.0.quotas.open_games_per_account,
        });
        let owners = Owners { accounts: BySide { a: owner.account, b: None }, one_network: false };
        let (secrets, network) = (made.vault.unwrap_or_default(), owner.network);
        let new = NewMatch { game, events, secrets, listing, owners, network };
        let refused = match in_time(self.0.store.create(new)).await? {
            Appended::Done => return Ok(Ticket { game, side: Side::A, secret: request.secret }),
            Appended::TooManyListed => Code::TooMany,
            _ => Code::UsedId,
        };
        // The same request may have been sent before.
        self.made(&request.secret).await?.ok_or_else(|| refused.into())
    }

    /// Takes the free seat of a game, or finds the seat that was taken with this secret.
    pub(crate) async fn join(
        &self,
        game: MatchId,
        JoinRequest { name, secret }: JoinRequest,
        owner: SeatOwner,
    ) -> Result<Ticket, GameError> {
        let side = self.ask(game, |answer| GameMessage::Join { name, secret, owner, answer }).await?;
        Ok(Ticket { game, side, secret })
    }

    /// Checks that there is such a computer player, and that the pool has room.
    fn check_computer(&self, rules: &str, bot: &BotName) -> Result<(), GameError> {
        let kind = read_rules(rules).ok_or(Code::BadRules)?.rules.game();
        BotPool::named(kind, bot).ok_or(Code::BadBot)?;
        if self.0.bot_pool.is_full() { Err(Code::Unavailable.into()) } else { Ok(()) }
    }

    /// The creator's seat in the game made with this secret.
    pub(crate) async fn made(&self, secret: &SeatSecret) -> Result<Option<Ticket>, GameError> {
        let game = game_of(secret);
        let stored = in_time(self.0.store.load(game)).await?;
        let side = stored.and_then(|stored| stored.secrets.side(secret));
        Ok(side.map(|side| Ticket { game, side, secret: *secret }))
    }

    /// The joiner's seat taken with this secret.
    pub(crate) async fn joined(&self, secret: &SeatSecret) -> Result<Option<Ticket>, GameError> {
        let game = in_time(self.0.store.seat(ServerSecrets::key(secret))).await?;
        Ok(game.map(|game| Ticket { game, side: Side::B, secret: *secret }))
    }

    /// The open games, at most a second old.
    pub(crate) async fn lobby(&self) -> Result<Arc<[LobbyEntry]>, GameError> {
        let now = self.0.time.now();
        match self.0.lobby.shown(now) {
            Some(shown) => Ok(shown),
            None => Ok(self.0.lobby.keep(now, self.open_games(None, limits::LOBBY).await?)),
        }
    }

    /// The games of this server that are being played and that anybody may watch, at most a second old.
    pub(crate) async fn public_games(&self) -> Arc<[MatchView]> {
        let now = self.0.time.now();
        if let Some(shown) = self.0.public.shown(now) {
            return shown;
        }
        let is_public = |live: &LiveGame| live.progress.is_public.load(Ordering::Relaxed);
        let mut games: Vec<_> =
            self.0.running().iter().filter(|(_, live)| is_public(live)).map(|(game, _)| *game).collect();
        // Ids are random, so with more games than are shown the choice is fair and stays the same.
        games.sort_unstable();
        games.truncate(limits::PUBLIC_GAMES);
        let asked = games.into_iter().map(|game| self.ask(game, |answer| GameMessage::PublicView { answer }));
        let views = join_all(asked).await;
        self.0.public.keep(now, views.into_iter().filter_map(|view| view.ok().flatten()).collect())
    }

    /// At most `limit` open games, with this pairing key or with any.
    pub(crate) async fn open_games(
        &self,
        key: Option<Hash>,
        limit: usize,
    ) -> Result<Vec<LobbyEntry>, GameError> {
        let games = in_time(self.0.store.open_games(key, self.0.time.now(), limit)).await?;
        // The first event has everything, so the actor is not needed. A game that cannot be read is left out.
        let entry = |OpenMatch { game, first }: OpenMatch| {
            let first = first.map_err(|error| self.0.unreadable(game, error)).ok()?;
            Match::new(game, &first).map_err(|error| self.0.damaged(game, error.into())).ok()?.lobby_entry()
        };
        Ok(games.into_iter().filter_map(entry).collect())
    }
}

/// The events of a decision, numbered after the first `expected`.
pub(crate) fn logged(
    decision: &Decision,
    expected: u64,
    at: u64,
    by: Option<Side>,
    mid: Option<MoveId>,
) -> Vec<Logged> {
    let numbered = decision.events.iter().zip(expected + 1..);
    numbered
        .map(|(what, seq)| {
            let mid = mid.filter(|_| seq == expected + 1);
            Logged { seq, at, by, mid, what: what.clone() }
        })
        .collect()
}
