//! Plays games by a link from a program that waits for answers (`docs/protocol.md`).
//!
//! A [`Visitor`] keeps its own copy of the game, folded from the log by the code the server uses. It comes back after a
//! cut connection, and sends what was not acknowledged again with the same id, so nothing is played twice.

mod address;
mod failure;
mod response;
mod seat;
mod stream;
mod visitor;

pub use address::Address;
pub use failure::Failure;
pub use seat::draw_secret;
pub use visitor::Visitor;
