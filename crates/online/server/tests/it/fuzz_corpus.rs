//! Every request and every stream of frames kept in `fuzz/corpus` goes through the law of its fuzz target.
#![allow(clippy::panic, clippy::expect_used, reason = "a law that is broken fails")]

#[path = "../../../../../fuzz/properties/frames.rs"]
mod frames;
#[path = "../../../../../fuzz/properties/request.rs"]
mod request;
#[path = "../../../../../fuzz/properties/test_server.rs"]
mod test_server;

#[test]
fn requests_keep_their_law() {
    gebeta_testkit::fuzz::replay("request", request::request);
}

#[test]
fn frames_keep_their_law() {
    gebeta_testkit::fuzz::replay("frames", frames::frames);
}
