//! For tests only: the cases of `testdata/`, random rules and positions, the laws every game must keep, and servers
//! of PostgreSQL and NATS.
//!
//! Nothing here knows how a game is played. The laws ask a [`Specimen`] for what they need to see.

pub mod case;
pub mod fixture;
pub mod fuzz;
pub mod hardest;
pub mod laws;
pub mod nats;
#[cfg(unix)]
pub mod postgres;
pub mod specimen;
pub mod strategy;
pub mod tools;
pub mod walk;

pub use case::Case;
pub use fixture::{Line, Row};
pub use specimen::Specimen;
pub use walk::Walk;
