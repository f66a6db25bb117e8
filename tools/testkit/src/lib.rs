//! For tests only: the cases of `testdata/`, random rules and positions, the properties every game must have, and servers
//! of PostgreSQL and NATS.
//!
//! Nothing here knows how a game is played. The properties ask a [`TestGame`] for what they check.

pub mod case;
pub mod fixture;
pub mod fuzz;
pub mod nats;
#[cfg(unix)]
pub mod postgres;
pub mod properties;
pub mod slow_positions;
pub mod strategy;
pub mod test_game;
pub mod tools;
pub mod walk;

pub use case::Case;
pub use fixture::{Line, Row};
pub use test_game::TestGame;
pub use walk::Walk;
