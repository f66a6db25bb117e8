//! Plays online games from a program (`docs/developing/protocol.md`).
//!
//! A [`Connection`] is the client side of the protocol as a state machine without I/O: it folds the log by the code that the server
//! uses, reconnects, and sends what was not acknowledged again with the same id, so nothing is played twice. Adapters connect it to the
//! world: a page has its own in `crates/app/web`, and programs with threads take [`GameClient`] or [`Socket`] (feature `blocking`).

mod backoff;
#[cfg(feature = "blocking")]
mod blocking;
mod connection;

pub use backoff::Backoff;
#[cfg(feature = "blocking")]
pub use blocking::{Address, ClientError, GameClient, Received, Socket, draw_secret};
pub use connection::{Applied, Connection, Decision, Down, Failed, Output, Status};
