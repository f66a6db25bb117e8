//! Any bytes as a request to the server.
#![no_main]

#[path = "../laws/house.rs"]
mod house;
#[path = "../laws/request.rs"]
mod request;

libfuzzer_sys::fuzz_target!(|input: &[u8]| request::request(input));
