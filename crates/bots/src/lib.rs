//! Computer players by name, from `random` upward, over the searches of `gebeta-search`.
//!
//! A bot asks no clock: whoever wants an answer in time says stop through its [`Budget`].

mod bot;
mod budget;
mod duel;
mod hint;
mod ladder;
mod level;
mod luck;
pub mod mancala;
mod review;
pub mod senet;
mod signature;
mod tally;
mod thought;

pub use bot::{Bot, BotError};
pub use budget::{Budget, Known};
pub use duel::{Duel, Pair, Points};
pub use hint::{Advises, Hint, Hints, hint};
pub use ladder::{Ladder, Rating};
pub use level::Level;
pub use luck::Luck;
pub use review::{Grade, Performance, Review, ReviewedMove, Turning, Worth};
pub use signature::signature;
pub use tally::Tally;
pub use thought::{Thinks, Thought};
