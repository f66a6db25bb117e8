//! Any bytes as a request to the server.
#![no_main]

#[path = "../properties/request.rs"]
mod request;
#[path = "../properties/test_server.rs"]
mod test_server;

libfuzzer_sys::fuzz_target!(|input: &[u8]| request::request(input));
