//! Integration tests, linked as one program.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod requests;
mod responses;
mod stop;
