//! An acknowledgement leaves the program after the disk has what it is for: the system calls tell. Where there is no strace
//! nothing is checked, which is said.

use crate::chaos::{Call, Pairs, Server, Trace, row};

#[test]
fn every_acknowledgement_follows_its_sync() {
    if !Trace::is_there() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("trace");
    let mut server = Server::through("--db sqlite:games", |serve| Trace::of(serve, &noted));
    // One pair: a move is sent when the one before it was acknowledged, so whatever is written for it is written in between.
    let pairs = Pairs::start(1, &[server.address(), server.address()]);
    pairs.play(12);
    let moves: usize = pairs.end().acked.values().map(Vec::len).sum();
    server.end();
    let calls = Trace::read(&noted).calls;
    let acks: Vec<usize> = (0..calls.len()).filter(|place| matches!(calls[*place], Call::Ack(_))).collect();
    assert_eq!(acks.len(), moves, "every move was acknowledged");
    for pair in acks.windows(2) {
        let between = pair[0] + 1..pair[1];
        let written = between.clone().find(|place| is_written(&calls[*place]));
        let written = written.expect("nothing was written before an acknowledgement");
        let synced = between.clone().any(|place| match &calls[place] {
            Call::Synced { file, since } => file == LOG && *since > written,
            _ => false,
        });
        assert!(synced, "no sync before an acknowledgement, after {written} of {between:?}");
    }
    row(&format!("{moves} acknowledgements, each after the sync of what it is for"));
}

/// The file that a move is written to.
const LOG: &str = "online.db-wal";

fn is_written(call: &Call) -> bool {
    matches!(call, Call::Write { file, .. } if file == LOG)
}
