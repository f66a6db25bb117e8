//! One game between two people far apart, without network, disk, clock or chance of its own.
//!
//! A [`Match`] is what follows from the log: [`Match::apply`] takes one event after the other, the same on the server, in
//! the browser and in the verifier. What may happen next is decided by [`decide`] (a player asks), [`join`] and [`tick`]
//! (time passes); they hand back events or a reason, and change nothing. Whoever runs a match appends the events to the
//! [`Store`], and only when that is done applies them and tells anybody.

mod begin;
mod broken;
mod clock;
mod computer;
mod decide;
mod envelopes;
mod game;
mod own_envelope;
mod ports;
mod rematch;
mod text;
mod tick;
mod vault;

pub use begin::{
    CUSTOM_RULES, create, game_of, is_shipped, join, pairing_key, public_rule_set, read_rules,
    shipped_pairing_key,
};
pub use broken::Broken;
pub use clock::Clock;
pub use computer::{Duty, duty};
pub use decide::{Decision, Moment, decide};
pub use envelopes::{Envelopes, seal_of};
pub use game::{Match, Over, Stage, hash_of};
pub use own_envelope::OwnEnvelope;
pub use ports::{
    Appended, Batch, Bus, Chance, Glance, Listing, NewMatch, NodeId, Outage, Owners, Pending, SeatOwner,
    Seen, Store, StoreFault, StoredMatch, Time, random_id,
};
pub use rematch::{rematch, rematch_of};
pub use tick::{give_back, next_tick, resume, tick};
pub use vault::Vault;
