//! Computer players by name, from `random` upward, over the searches of `gebeta-search`, and one [`Engine`] that answers for
//! either game.
//!
//! Nothing here reads a clock: callers pass one to the [`Engine`], or stop a search through its [`EngineBudget`].

mod bot;
mod budget;
mod duel;
mod engine;
mod game_rng;
mod hint;
mod ladder;
mod level;
pub mod mancala;
pub mod notation;
mod review;
mod score_unit;
mod search_request;
mod search_result;
pub mod senet;
mod signature;
pub mod sowing;
mod tally;

pub use bot::{Bot, BotError};
pub use budget::{EngineBudget, Tablebases};
pub use duel::{Duel, Pair, Points};
pub use engine::{Advice, Clock, Engine};
pub use game_rng::GameRng;
pub use hint::{AdvisedGame, Hint, Hints, hint};
pub use ladder::{Ladder, Rating};
pub use level::Level;
pub use review::{Evaluation, Grade, Performance, Review, ReviewedMove, Turning};
pub use score_unit::ScoreUnit;
pub use search_request::SearchRequest;
pub use search_result::{EngineGame, SearchResult};
pub use signature::signature;
pub use tally::Tally;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../../README.md")]
struct Readme;
