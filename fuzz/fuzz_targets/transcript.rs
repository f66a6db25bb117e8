//! Any bytes as a game that claims to be fair.
#![no_main]

#[path = "../properties/transcript.rs"]
mod transcript;

libfuzzer_sys::fuzz_target!(|input: &[u8]| transcript::transcript(input));
