//! Accounts, sessions, results and ratings: the port [`Accounts`] on SQLite and on PostgreSQL, in the same database as the
//! games.

mod adapter;
mod delete;
mod glicko2;
mod leaderboard;
mod port;
mod queries;
mod recovery;
mod results;
mod rows;
mod statistics;

pub use port::Accounts;
pub use recovery::recovery_digest;
pub use rows::{Account, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled};
