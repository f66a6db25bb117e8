//! One game between two people far apart, without network, disk, clock or chance of its own.
//!
//! A [`Match`] is what follows from the log: [`Match::apply`] takes one event after the other, the same on the server, in
//! the browser and in the verifier. What may happen next is decided by [`decide`] (a player asks), [`join`] and [`tick`]
//! (time passes); they hand back events or a reason, and change nothing. The server appends the events to its store, and
//! applies and publishes them only when that is done.

mod begin;
mod bot_task;
mod chance;
mod check;
mod clock;
mod decide;
mod envelopes;
mod fold_error;
mod game;
mod outage;
mod own_envelope;
mod rematch;
mod server_secrets;
mod text;
mod tick;

pub use begin::{
    CUSTOM_RULES, create, game_of, is_shipped, join, pairing_key, public_rule_set, read_rules,
    shipped_pairing_key,
};
pub use bot_task::{BotTask, duty};
pub use chance::{Chance, random_id};
pub use check::check;
pub use clock::Clock;
pub use decide::{Decision, Moment, decide};
pub use envelopes::{Envelopes, seal_of};
pub use fold_error::FoldError;
pub use game::{Match, Over, Stage, hash_of};
pub use outage::{NodeId, Outage};
pub use own_envelope::OwnEnvelope;
pub use rematch::{rematch, rematch_of};
pub use server_secrets::ServerSecrets;
pub use tick::{give_back, next_tick, resume, tick};
