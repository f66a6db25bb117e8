//! Every request kept in `fuzz/corpus/request` goes through the law of its fuzz target.

#[path = "../../../fuzz/laws/request.rs"]
mod request;

#[test]
fn requests_keep_their_law() {
    gebeta_testkit::fuzz::replay("request", request::request);
}
