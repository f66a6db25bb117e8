//! Any bytes as a rule file, and a game by it.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gebeta_testkit::fuzz::rule_file(input));
