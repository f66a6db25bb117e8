//! Integration tests, linked as one program.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod game_session;
mod local_game;
mod online_session;
mod online_table;
mod puzzles;
