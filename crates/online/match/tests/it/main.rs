//! Integration tests, linked as one program.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod fair;
mod faults;
mod fuzz_corpus;
mod games;
mod host;
mod outages;
mod records;
