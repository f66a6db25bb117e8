//! The server's storage: online games ([`online`]) and accounts ([`accounts`]), in SQLite or PostgreSQL, behind the ports
//! that the server uses ([`ports`], [`accounts::Accounts`]).

pub mod accounts;
pub mod limits;
pub mod online;
pub mod ports;
mod schema;
mod sql;
