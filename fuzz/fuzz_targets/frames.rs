//! Any bytes through an open socket.
#![no_main]

#[path = "../properties/frames.rs"]
mod frames;
#[path = "../properties/test_server.rs"]
mod test_server;

libfuzzer_sys::fuzz_target!(|input: &[u8]| frames::frames(input));
