//! Any bytes through an open socket.
#![no_main]

#[path = "../laws/frames.rs"]
mod frames;
#[path = "../laws/house.rs"]
mod house;

libfuzzer_sys::fuzz_target!(|input: &[u8]| frames::frames(input));
