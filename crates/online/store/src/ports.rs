//! The ports of the server: the store of matches and the bus between nodes. SQLite and PostgreSQL implement them here;
//! tests implement them with faults.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;

use gebeta_fairness::{ByRole, Digest, Link};
use gebeta_match::{NodeId, Outage, ServerSecrets};
use gebeta_protocol::{
    AccountId, BySide, ChainMark, ChainStatus, ClusterEvent, Code, Ending, Event, Hash, Logged, MatchId,
    MoveId, Side,
};

/// The store of match logs. What it reports as done is on the disk.
#[async_trait]
pub trait MatchStore: Send + Sync + fmt::Debug {
    /// Stores a new match with its first events; [`Appended::Conflict`] if its id is taken.
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError>;

    /// Appends events to a match, all of them or none, if no other writer was quicker.
    async fn append(&self, batch: Batch) -> Result<Appended, StoreError>;

    /// The secrets of a match and how many events it has; none if there is no such match.
    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError>;

    /// At most `limit` events after the first `since`, in order.
    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError>;

    /// The match that was joined with this key ([`ServerSecrets::key`]), if any.
    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError>;

    /// The accounts of the seats of a match. By default none.
    async fn owners(&self, _: MatchId) -> Result<Owners, StoreError> {
        Ok(Owners::default())
    }

    /// A random key of this store, shared by all servers that use it and never sent to clients.
    async fn key(&self) -> Result<Hash, StoreError>;

    /// Shows an open listed match in the lobby until `until`, or no longer if `until` is `now`. A match that has been
    /// joined or was never listed is not shown.
    async fn touch_lobby(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Result<(), StoreError>;

    /// At most `limit` matches that are shown at `now`, with this pairing key or with any, each with its first event or why
    /// that cannot be read.
    async fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Result<Vec<OpenMatch>, StoreError>;

    /// Writes that this server runs at `now`. If no server has for [`SILENCE_MS`](crate::limits::SILENCE_MS), or if this is
    /// the first heartbeat of a program that has the store to itself, the time before was an outage. If only this server
    /// has not, it was an outage of this server.
    async fn heartbeat(&self, now: u64) -> Result<(), StoreError>;

    /// The outages that ended after `since`, and current ones of single servers.
    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError>;

    /// The number of this server among several that share the store; none if it is the only one. Then polling and presence
    /// are not needed.
    fn node(&self) -> Option<NodeId>;

    /// Whether other servers write to it too.
    fn is_shared(&self) -> bool {
        self.node().is_some()
    }

    /// The revisions of these matches, and where their players are connected.
    async fn poll(&self, games: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError>;

    /// Writes that a player is connected to this server until then, or with 0 has left, unless another server has seen the
    /// player since.
    async fn set_presence(&self, game: MatchId, side: Side, until: u64) -> Result<(), StoreError>;

    /// Deletes at most `limit` open matches without an opponent that were made or last shown before `before`.
    async fn delete_unjoined(&self, before: u64, limit: usize) -> Result<(), StoreError>;

    /// At most `limit` unfinished matches without events since `before` that have a sealed commitment or an account:
    /// loading them applies their deadlines. By default none.
    async fn abandoned(&self, _before: u64, _limit: usize) -> Result<Vec<MatchId>, StoreError> {
        Ok(Vec::new())
    }

    /// At most `limit` links of the public chain after the first `after`, in order.
    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError>;

    /// A summary of the public chain.
    async fn chain_status(&self) -> Result<ChainStatus, StoreError>;

    /// Whether the next write would succeed, as far as one can tell.
    async fn check(&self) -> Result<(), StoreError>;
}

/// The bus between nodes. Events may be lost, repeated and delayed: the store is the truth.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Publishes an event to the other nodes, without waiting.
    fn publish(&self, event: ClusterEvent);
}

/// A match that is not stored yet.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Its id.
    pub game: MatchId,
    /// Its first events, numbered from 1.
    pub events: Vec<Logged>,
    /// What only the server knows.
    pub secrets: ServerSecrets,
    /// Its entry in the lobby, if any.
    pub listing: Option<Listing>,
    /// The accounts of its seats.
    pub owners: Owners,
    /// A keyed hash of the network of side A; none if unknown.
    pub network: Option<Hash>,
}

/// The accounts of the seats of a match. They are written in the transaction that creates a seat, and never change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// The account of each seat; none for guests and computer players.
    pub accounts: BySide<Option<AccountId>>,
    /// Whether both seats were taken from one network.
    pub one_network: bool,
}

impl Owners {
    /// The same with the sides swapped.
    pub const fn swapped(&self) -> Self {
        let BySide { a, b } = self.accounts;
        Self { accounts: BySide { a: b, b: a }, one_network: self.one_network }
    }
}

/// Who takes a seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SeatOwner {
    /// The account; none for a guest.
    pub account: Option<AccountId>,
    /// A keyed hash of the network of the request; none if unknown.
    pub network: Option<Hash>,
}

/// The lobby entry of an open match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// The key of matches that fit ([`pairing_key`](gebeta_match::pairing_key)).
    pub key: Hash,
    /// Until when it is shown before its maker has connected, in milliseconds since 1970.
    pub until: u64,
    /// How many matches of one network the lobby shows.
    pub most_per_network: u32,
    /// How many matches of one account.
    pub most_per_account: u32,
}

/// Events to append after the first `expected` of a match.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The match.
    pub game: MatchId,
    /// How many events it must have.
    pub expected: u64,
    /// The events, numbered from `expected + 1`.
    pub events: Vec<Logged>,
    /// The secrets from now on, if they change.
    pub secrets: Option<ServerSecrets>,
    /// Whether the lobby shows it from now on.
    pub listed: bool,
    /// Who takes seat B, if a player joins.
    pub joiner: Option<SeatOwner>,
    /// All commitments, if the server commits in this batch: they become a link of the public chain, in the same
    /// transaction.
    pub seals: Option<ByRole<Digest>>,
}

impl Batch {
    /// How the game ends, if the server reveals its seed in this batch.
    pub fn opens(&self) -> Option<Ending> {
        self.events.iter().find_map(|event| match event.what {
            Event::Ended { how, seed: Some(_), .. } => Some(how),
            _ => None,
        })
    }

    /// The events as they are stored once their place in the chain is known.
    pub fn chained(&self, mark: ChainMark) -> Vec<Logged> {
        let mut events = self.events.clone();
        for event in &mut events {
            if let Event::ServerSealed { chain, .. } = &mut event.what {
                *chain = Some(mark);
            }
        }
        events
    }

    /// The client's id of the decision, from its first event.
    pub fn mid(&self) -> Option<MoveId> {
        self.events.iter().find_map(|event| event.mid)
    }

    /// The key of the seat that is taken.
    pub fn seat(&self) -> Option<Hash> {
        let joins = self.events.iter().any(|event| matches!(event.what, Event::Joined { .. }));
        self.secrets.filter(|_| joins)?.key_of(Side::B)
    }
}

/// The result of an attempt to append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are on the disk.
    Done,
    /// The same, and the commitments are in the public chain: the events are stored as [`Batch::chained`] says.
    Chained(ChainMark),
    /// Another writer was quicker; the match has this many events. Nothing was written.
    Conflict(u64),
    /// The decision has taken effect before, as this event. Nothing was written.
    Duplicate(u64),
    /// The secret of the seat has joined another match. Nothing was written.
    Seated,
    /// The maker has as many open listed matches as allowed. Nothing was written.
    TooManyListed,
    /// There is no such match.
    Unknown,
}

impl Appended {
    /// Whether the events are on the disk.
    pub const fn is_done(self) -> bool {
        matches!(self, Self::Done | Self::Chained(_))
    }
}

/// A stored match, without its events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// How many events it has.
    pub revision: u64,
    /// What only the server knows.
    pub secrets: ServerSecrets,
}

/// A match without an opponent.
#[derive(Clone, Debug)]
pub struct OpenMatch {
    /// The match.
    pub game: MatchId,
    /// Its first event, or why that cannot be read.
    pub first: Result<Logged, StoreError>,
}

/// What other servers have to know about a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// The match.
    pub game: MatchId,
    /// How many events it has.
    pub revision: u64,
    /// Where each player was last seen.
    pub here: BySide<Presence>,
}

/// Where a player was last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Until when the player counts as connected; 0 after leaving.
    pub until: u64,
    /// The server they are connected to.
    pub node: NodeId,
}

/// An error of the store with its cause. Whether the write happened may be unknown; the decision's id tells later.
#[derive(Clone, Debug)]
pub struct StoreError {
    /// What follows from it.
    pub kind: StoreErrorKind,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// The kinds of errors, by what follows from them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreErrorKind {
    /// There is no space; there may be later.
    #[error("the disk is full")]
    Full,
    /// It does not answer, or not in time.
    #[error("the store does not answer")]
    Unavailable,
    /// It must not be written to any more: acknowledged events may be lost.
    #[error("the store is damaged or its disk fails")]
    Corrupt,
    /// A match that cannot be read.
    #[error("a stored game cannot be read")]
    BadMatch,
}

impl StoreErrorKind {
    /// An error of this kind with its cause: an error of the database, or a text.
    pub fn caused_by(self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError { kind: self, cause: Some(Arc::from(cause.into())) }
    }
}

/// An error without a further cause.
impl From<StoreErrorKind> for StoreError {
    fn from(kind: StoreErrorKind) -> Self {
        Self { kind, cause: None }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.cause.as_deref().map(|cause| cause as _)
    }
}

impl From<&StoreError> for Code {
    fn from(error: &StoreError) -> Self {
        match error.kind {
            StoreErrorKind::BadMatch => Self::Damaged,
            StoreErrorKind::Full | StoreErrorKind::Unavailable | StoreErrorKind::Corrupt => Self::Unavailable,
        }
    }
}
