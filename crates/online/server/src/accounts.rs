//! Accounts, for who wants one: signing up and in, profiles, tokens for programs, and what finished games mean for
//! ratings. Games by a link need none of it.

mod authentication;
mod common_passwords;
mod known_devices;
mod password_hasher;
mod recovery;
mod result_recorder;
mod service;
mod session_watch;
mod sign_in;
mod tokens;

pub use service::AccountService;
