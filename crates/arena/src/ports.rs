//! What a running match needs from the world. Implemented elsewhere, and made to fail in tests.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use gebeta_fair::{ByRole, Digest, Link};
use gebeta_protocol::{
    AccountId, BySide, ChainMark, ChainStatus, Code, Ending, Event, Hash, Logged, MatchId, MoveId, Ring, Side,
};

use crate::Vault;

/// Something that will be done later.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Where the logs are. Whatever it says is done, is on the disk.
pub trait Store: Send + Sync + fmt::Debug {
    /// Keeps a new match with its first events; [`Appended::Conflict`] if its id is taken.
    fn create(&self, new: NewMatch) -> Pending<'_, Result<Appended, StoreFault>>;

    /// Adds events to a match, all of them or none, if nobody was quicker.
    fn append(&self, batch: Batch) -> Pending<'_, Result<Appended, StoreFault>>;

    /// The vault of a match and how many events it has; none if there is no such match.
    fn load(&self, game: MatchId) -> Pending<'_, Result<Option<StoredMatch>, StoreFault>>;

    /// At most `limit` events after the first `since`, in order.
    fn events(&self, game: MatchId, since: u64, limit: usize)
    -> Pending<'_, Result<Vec<Logged>, StoreFault>>;

    /// The match that was joined with this key ([`Vault::key`]); none if none was.
    fn seat(&self, key: Hash) -> Pending<'_, Result<Option<MatchId>, StoreFault>>;

    /// Which accounts sit at a match; a store may know of none.
    fn owners(&self, _: MatchId) -> Pending<'_, Result<Owners, StoreFault>> {
        Box::pin(async { Ok(Owners::default()) })
    }

    /// A random key of this store that no client learns, the same for all servers that use the store.
    fn key(&self) -> Pending<'_, Result<Hash, StoreFault>>;

    /// Shows an open listed match in the lobby until `until`, or no longer if `until` is `now`. A match that has been joined
    /// or was never listed is not shown.
    fn show(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Pending<'_, Result<(), StoreFault>>;

    /// At most `limit` matches that are shown at `now`, each with its first event: those with this pairing key, or with any.
    fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<(MatchId, Logged)>, StoreFault>>;

    /// Keeps that this server lives at `now`. If none has for [`SILENCE_MS`](gebeta_protocol::limits::SILENCE_MS), or if
    /// this is the first word of a program that has the store to itself, that was an outage. If only this one has not, it was
    /// an outage of this server.
    fn live(&self, now: u64) -> Pending<'_, Result<(), StoreFault>>;

    /// The outages that ended after `since`, and those of single servers that last.
    fn outages(&self, since: u64) -> Pending<'_, Result<Vec<Outage>, StoreFault>>;

    /// Which of several servers that write to it this is; none if it is the only one. Then there is nobody to look for, or to
    /// tell who is there.
    fn node(&self) -> Option<NodeId>;

    /// Whether other servers write to it too.
    fn is_shared(&self) -> bool {
        self.node().is_some()
    }

    /// How far these matches are, and which players are where.
    fn look(&self, games: Vec<MatchId>) -> Pending<'_, Result<Vec<Glance>, StoreFault>>;

    /// Tells the other servers that a player is here until then; 0 for one who has left, unless another server has seen them
    /// since.
    fn here(&self, game: MatchId, side: Side, until: u64) -> Pending<'_, Result<(), StoreFault>>;

    /// Forgets at most `limit` open matches that nobody has joined, made or last shown before `before`.
    fn expire(&self, before: u64, limit: usize) -> Pending<'_, Result<(), StoreFault>>;

    /// At most `limit` matches that somebody still counts on, in which nothing has happened since `before` although they are
    /// not over: whoever runs them will find out what becomes of them. A store may know of none.
    fn abandoned(&self, _before: u64, _limit: usize) -> Pending<'_, Result<Vec<MatchId>, StoreFault>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// At most `limit` links of the public chain after the first `after`, in order.
    fn chain(&self, after: u64, limit: usize) -> Pending<'_, Result<Vec<Link>, StoreFault>>;

    /// The public chain as a whole.
    fn chain_status(&self) -> Pending<'_, Result<ChainStatus, StoreFault>>;

    /// Whether the next write would succeed, as far as one can tell.
    fn check(&self) -> Pending<'_, Result<(), StoreFault>>;
}

/// Tells other nodes what they may want to know. It may forget, repeat and delay: the store is the truth.
pub trait Bus: Send + Sync + fmt::Debug {
    /// Tells all others, and waits for nobody.
    fn ring(&self, ring: Ring);
}

/// What time it is.
pub trait Time: Send + Sync + fmt::Debug {
    /// In milliseconds since 1970. It never goes back while a program runs, whatever is done to the system's clock.
    fn now(&self) -> u64;
}

/// Where secrets come from.
pub trait Chance {
    /// Fills `bytes` with what nobody can foresee.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// Bytes for a new id or secret.
pub fn random_id<const N: usize>(chance: &mut dyn Chance) -> [u8; N] {
    let mut bytes = [0; N];
    chance.fill(&mut bytes);
    bytes
}

/// A match that is not stored yet.
#[derive(Clone, Debug)]
pub struct NewMatch {
    /// Its id.
    pub game: MatchId,
    /// Its first events, numbered from 1.
    pub events: Vec<Logged>,
    /// What only the server knows.
    pub vault: Vault,
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
    /// What players are paired by ([`pairing_key`](crate::pairing_key)).
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
    /// The vault from now on, if it changes.
    pub vault: Option<Vault>,
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
        self.vault.filter(|_| joins)?.key_of(Side::B)
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
    pub vault: Vault,
}

/// What other servers have to know of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glance {
    /// Which match.
    pub game: MatchId,
    /// How many events it has.
    pub revision: u64,
    /// Where each player is, by whichever server said so last.
    pub here: BySide<Seen>,
}

/// Where a player was last seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seen {
    /// Until when they are there; 0 if their server has said that they left.
    pub until: u64,
    /// By which server.
    pub node: NodeId,
}

/// One of several servers, from its start until its end; one that starts again is another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeId(pub u64);

/// A time in which no server lived, or none reached the store: in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Since when.
    pub began: u64,
    /// Until when; [`u64::MAX`] if it lasts.
    pub ended: u64,
    /// The server that alone was out while others lived; none if none did.
    pub node: Option<NodeId>,
}

/// Why the store did not do it. Whether it was written may be unknown; the decision's id will tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoreFault {
    /// No room; it may come back.
    #[error("the disk is full")]
    Full,
    /// It does not answer, or not in time.
    #[error("the store does not answer")]
    Unavailable,
    /// It must not be written to any more: what was said to be on the disk may not be.
    #[error("the store is damaged or its disk fails")]
    Broken,
    /// A match that cannot be read.
    #[error("a stored game cannot be read")]
    BadMatch,
}

impl From<StoreFault> for Code {
    fn from(fault: StoreFault) -> Self {
        match fault {
            StoreFault::BadMatch => Self::Damaged,
            StoreFault::Full | StoreFault::Unavailable | StoreFault::Broken => Self::Unavailable,
        }
    }
}
