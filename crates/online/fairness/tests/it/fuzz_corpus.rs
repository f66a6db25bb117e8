//! Every file kept in `fuzz/corpus/transcript` goes through the law of its fuzz target.

#[path = "../../../../../fuzz/properties/transcript.rs"]
mod transcript;

#[test]
fn transcripts_keep_their_law() {
    gebeta_testkit::fuzz::replay("transcript", transcript::transcript);
}
