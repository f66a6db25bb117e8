//! Accounts, for who wants one: signing up and in, profiles, tokens for programs, and what finished games mean for
//! ratings. Games by a link need none of it.

mod common_passwords;
mod cookie;
mod device;
mod guard;
mod hasher;
mod recovery;
mod routes;
mod seating;
mod service;
mod settler;
mod signing_out;
mod who;

pub use service::AccountService;

pub(crate) use routes::routes;
pub(crate) use seating::identify;
