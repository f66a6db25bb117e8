//! The ports of the server: where matches are stored, and what tells other nodes of them. SQLite and PostgreSQL implement them
//! here; tests implement them to fail.

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

/// Where the logs of matches are. Whatever it says is done, is on the disk.
#[async_trait]
pub trait MatchStore: Send + Sync + fmt::Debug {
    /// Keeps a new match with its first events; [`Appended::Conflict`] if its id is taken.
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError>;

    /// Adds events to a match, all of them or none, if nobody was quicker.
    async fn append(&self, batch: Batch) -> Result<Appended, StoreError>;

    /// The secrets of a match and how many events it has; none if there is no such match.
    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError>;

    /// At most `limit` events after the first `since`, in order.
    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError>;

    /// The match that was joined with this key ([`ServerSecrets::key`]); none if none was.
    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError>;

    /// Which accounts sit at a match; a store may know of none.
    async fn owners(&self, _: MatchId) -> Result<Owners, StoreError> {
        Ok(Owners::default())
    }

    /// A random key of this store that no client learns, the same for all servers that use the store.
    async fn key(&self) -> Result<Hash, StoreError>;

    /// Shows an open listed match in the lobby until `until`, or no longer if `until` is `now`. A match that has been joined
    /// or was never listed is not shown.
    async fn touch_lobby(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Result<(), StoreError>;

    /// At most `limit` matches that are shown at `now`, each with its first event, or why that cannot be read: those with this
    /// pairing key, or with any.
    async fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Result<Vec<OpenMatch>, StoreError>;

    /// Keeps that this server lives at `now`. If none has for [`SILENCE_MS`](crate::limits::SILENCE_MS), or if
    /// this is the first word of a program that has the store to itself, that was an outage. If only this one has not, it was
    /// an outage of this server.
    async fn heartbeat(&self, now: u64) -> Result<(), StoreError>;

    /// The outages that ended after `since`, and those of single servers that last.
    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError>;

    /// Which of several servers that write to it this is; none if it is the only one. Then there is nobody to look for, or to
    /// tell who is there.
    fn node(&self) -> Option<NodeId>;

    /// Whether other servers write to it too.
    fn is_shared(&self) -> bool {
        self.node().is_some()
    }

    /// How far these matches are, and which players are where.
    async fn poll(&self, games: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError>;

    /// Tells the other servers that a player is here until then; 0 for one who has left, unless another server has seen them
    /// since.
    async fn set_presence(&self, game: MatchId, side: Side, until: u64) -> Result<(), StoreError>;

    /// Forgets at most `limit` open matches that nobody has joined, made or last shown before `before`.
    async fn delete_unjoined(&self, before: u64, limit: usize) -> Result<(), StoreError>;

    /// At most `limit` matches that somebody still counts on, in which nothing has happened since `before` although they are
    /// not over: whoever runs them will find out what becomes of them. A store may know of none.
    async fn abandoned(&self, _before: u64, _limit: usize) -> Result<Vec<MatchId>, StoreError> {
        Ok(Vec::new())
    }

    /// At most `limit` links of the public chain after the first `after`, in order.
    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError>;

    /// The public chain as a whole.
    async fn chain_status(&self) -> Result<ChainStatus, StoreError>;

    /// Whether the next write would succeed, as far as one can tell.
    async fn check(&self) -> Result<(), StoreError>;
}

/// Tells other nodes what they may want to know. It may forget, repeat and delay: the store is the truth.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Tells all others, without waiting.
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
    /// How the lobby shows it; none if it does not.
    pub listing: Option<Listing>,
    /// Which accounts sit there from the start.
    pub owners: Owners,
    /// A keyed hash of the network from which side A was taken; none if that is not known.
    pub network: Option<Hash>,
}

/// Which accounts sit at a match. It is written in the transaction that makes a seat, and never changes afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Owners {
    /// The account of each seat; none for guests and computers.
    pub accounts: BySide<Option<AccountId>>,
    /// Whether both seats were taken from one network.
    pub one_network: bool,
}

impl Owners {
    /// The same for a match with sides swapped.
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
    /// A keyed hash of the network the request came from; none if that is not known.
    pub network: Option<Hash>,
}

/// How the lobby shows an open match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Listing {
    /// What players are paired by ([`pairing_key`](gebeta_match::pairing_key)).
    pub key: Hash,
    /// Until when it is shown before its maker has connected, in milliseconds since 1970.
    pub until: u64,
    /// The most matches that the lobby may show of one network.
    pub most_per_network: u32,
    /// The most of one account.
    pub most_per_account: u32,
}

/// Events that follow the first `expected` of a match.
#[derive(Clone, Debug)]
pub struct Batch {
    /// Which match.
    pub game: MatchId,
    /// How many events it must have.
    pub expected: u64,
    /// What follows, numbered from `expected + 1`.
    pub events: Vec<Logged>,
    /// The secrets from now on, if they change.
    pub secrets: Option<ServerSecrets>,
    /// Whether the lobby shows it from now on.
    pub listed: bool,
    /// Who takes seat B, if a player joins with it.
    pub joiner: Option<SeatOwner>,
    /// All envelopes, if the server seals with it: they become a link of the public chain, in the same transaction.
    pub seals: Option<ByRole<Digest>>,
}

impl Batch {
    /// How the game ends with it, if the server shows its seed then.
    pub fn opens(&self) -> Option<Ending> {
        self.events.iter().find_map(|event| match event.what {
            Event::Ended { how, seed: Some(_), .. } => Some(how),
            _ => None,
        })
    }

    /// The events as they are kept once their place in the chain is known.
    pub fn chained(&self, mark: ChainMark) -> Vec<Logged> {
        let mut events = self.events.clone();
        for event in &mut events {
            if let Event::ServerSealed { chain, .. } = &mut event.what {
                *chain = Some(mark);
            }
        }
        events
    }

    /// The client's id of the decision, at its first event.
    pub fn mid(&self) -> Option<MoveId> {
        self.events.iter().find_map(|event| event.mid)
    }

    /// The key of the seat that is taken by it.
    pub fn seat(&self) -> Option<Hash> {
        let joins = self.events.iter().any(|event| matches!(event.what, Event::Joined { .. }));
        self.secrets.filter(|_| joins)?.key_of(Side::B)
    }
}

/// What came of an attempt to append.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Appended {
    /// The events are on the disk.
    Done,
    /// The same, and the envelopes are in the public chain: the events are kept as [`Batch::chained`] says.
    Chained(ChainMark),
    /// Somebody else was quicker; the match has this many events. Nothing was written.
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

/// What a store tells of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMatch {
    /// How many events it has.
    pub revision: u64,
    /// What only the server knows.
    pub secrets: ServerSecrets,
}

/// A match that waits for somebody to join.
#[derive(Clone, Debug)]
pub struct OpenMatch {
    /// Which match.
    pub game: MatchId,
    /// Its first event, or why that cannot be read.
    pub first: Result<Logged, StoreError>,
}

/// What other servers have to know of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchSummary {
    /// Which match.
    pub game: MatchId,
    /// How many events it has.
    pub revision: u64,
    /// Where each player is, by whichever server said so last.
    pub here: BySide<Presence>,
}

/// Where a player was last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Until when they are there; 0 if their server has said that they left.
    pub until: u64,
    /// By which server.
    pub node: NodeId,
}

/// Why the store did not do it, and what was behind that. Whether it was written may be unknown; the decision's id will tell.
#[derive(Clone, Debug)]
pub struct StoreError {
    /// What follows from it.
    pub kind: StoreErrorKind,
    cause: Option<Arc<dyn Error + Send + Sync>>,
}

/// What an error of the store means for the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreErrorKind {
    /// No room; it may come back.
    #[error("the disk is full")]
    Full,
    /// It does not answer, or not in time.
    #[error("the store does not answer")]
    Unavailable,
    /// It must not be written to any more: what was said to be on the disk may not be.
    #[error("the store is damaged or its disk fails")]
    Corrupt,
    /// A match that cannot be read.
    #[error("a stored game cannot be read")]
    BadMatch,
}

impl StoreErrorKind {
    /// An error of this kind with what caused it: an error of the database, or words.
    pub fn caused_by(self, cause: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
        StoreError { kind: self, cause: Some(Arc::from(cause.into())) }
    }
}

/// An error whose kind says all that is known.
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
