//! Computer players by name, from `random` upward, over the searches of `gebeta-search`.
//!
//! A bot asks no clock: whoever wants an answer in time says stop through its [`Budget`].

mod bot;
mod budget;
mod duel;
mod ladder;
mod luck;
pub mod mancala;
pub mod senet;
mod tally;
mod thought;

pub use bot::{Bot, BotError};
pub use budget::Budget;
pub use duel::{Duel, Pair, Points};
pub use ladder::{Ladder, Rating};
pub use luck::Luck;
pub use tally::Tally;
pub use thought::{Thinks, Thought};
