//! Any bytes as a record.
#![no_main]

libfuzzer_sys::fuzz_target!(|input: &[u8]| gebeta_testkit::fuzz::record(input));
