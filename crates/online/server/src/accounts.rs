//! Accounts, for who wants one: signing up and in, profiles, tokens for programs, and what finished games mean for
//! ratings. Games by a link need none of it.

pub(crate) mod authentication;
pub(crate) mod common_passwords;
mod identify;
mod known_devices;
mod password_hasher;
pub(crate) mod recovery;
pub(crate) mod request_checks;
pub(crate) mod result_recorder;
mod service;
mod session_watch;

pub use service::AccountService;

pub(crate) use identify::identify;
