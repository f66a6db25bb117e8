//! Two servers, a database between them, two players and a watcher, in a simulated network and a simulated time.
//!
//! Real are: the routes, the sockets' sessions, the WebSocket code, whoever runs a game, the rules. Simulated are the network
//! (turmoil: delays, cuts in one direction or both, messages that are held back), the servers' ends and new starts, the time,
//! the doorbell, and the database, which keeps what it said it keeps, fails now and then, and forgets to answer.

pub(crate) mod client;
mod database;
mod network;
mod node;
mod scene;
pub(crate) mod seat;

pub(crate) use client::{Client, Played};
pub(crate) use database::{Database, Manner};
pub(crate) use node::{Dice, SimulatedBus, SimulatedTime, serve};
pub(crate) use scene::{Scene, begun, folder};
pub(crate) use seat::Seat;
