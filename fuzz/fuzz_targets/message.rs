//! Any bytes as messages and logs of games by a link.
#![no_main]

#[path = "../properties/message.rs"]
mod message;

libfuzzer_sys::fuzz_target!(|input: &[u8]| message::message(input));
