//! Any bytes as a position of either game.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gebeta_testkit::fuzz::position(input));
