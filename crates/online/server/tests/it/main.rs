//! Integration tests, linked as one program.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod accounts;
mod accounts_limits;
mod accounts_ratings;
mod analysis;
mod api;
mod app;
mod bots;
mod browser;
mod fuzz_corpus;
mod online_abandoned;
mod online_abuse;
mod online_behind;
mod online_clocks;
mod online_faults;
mod online_games;
mod online_nats_tls;
mod online_node_dies;
mod online_nodes;
mod online_pairs;
mod online_partitions;
mod online_passive;
mod online_patience;
mod online_presence;
mod online_preview;
mod online_sealing;
mod online_seats;
mod requests;
mod requirements;
mod searches;
mod security;
mod simulated;
mod test_server;
