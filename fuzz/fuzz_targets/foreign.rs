//! Any bytes as a game of another program.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gebeta_testkit::fuzz::foreign(input));
