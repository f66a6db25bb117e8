//! Every message and log kept in `fuzz/corpus/message` goes through the laws of its fuzz target.

#[path = "../../../../../fuzz/properties/message.rs"]
mod message;

#[test]
fn messages_and_logs_keep_their_laws() {
    gebeta_testkit::fuzz::replay("message", message::message);
}
