//! Accounts, which are optional: signing up and in, profiles, tokens for programs, results and ratings. Guests can play
//! without one.

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
