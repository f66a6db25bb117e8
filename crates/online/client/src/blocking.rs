//! For programs with threads: requests, and sockets that are waited for.

mod address;
mod error;
mod game_client;
mod seat;
mod socket;
mod tls;

pub use address::Address;
pub use error::ClientError;
pub use game_client::GameClient;
pub use seat::draw_secret;
pub use socket::{Received, Socket};
