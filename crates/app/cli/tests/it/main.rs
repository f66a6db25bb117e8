//! Integration tests, linked as one program.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

#[cfg(unix)]
mod admin;
mod analyse;
#[cfg(unix)]
mod backup;
mod bad_input;
mod bad_lines;
mod bad_records;
#[cfg(unix)]
mod chaos;
mod compatibility;
mod contest;
mod convert;
#[cfg(unix)]
mod deploy;
mod engine;
mod engine_games;
mod engine_go;
mod fuzz_corpus;
mod help;
mod kgp;
#[cfg(unix)]
mod logs;
#[cfg(unix)]
mod online;
#[cfg(unix)]
mod online_chunked;
#[cfg(target_os = "linux")]
mod online_clock;
#[cfg(unix)]
mod online_damaged;
#[cfg(target_os = "linux")]
mod online_files;
#[cfg(unix)]
mod online_kills;
#[cfg(target_os = "linux")]
mod online_order;
#[cfg(unix)]
mod online_outages;
#[cfg(unix)]
mod online_passive_players;
#[cfg(unix)]
mod online_paused;
#[cfg(target_os = "linux")]
mod online_power;
#[cfg(unix)]
mod online_tls;
mod perft;
mod play;
mod program;
mod rule_files;
#[cfg(unix)]
mod saved_games;
mod serve;
#[cfg(unix)]
mod serve_postgres;
mod several_programs;
mod sitting;
mod solve;
mod stats;
mod stop;
mod tablebase;
mod tablebase_senet;
#[cfg(unix)]
mod terminal;
mod verify;
