//! What must hold for every message and every log that comes from strangers.

use gebeta_match::Match;
use gebeta_protocol::{
    ClientMessage, CreateRequest, JoinRequest, Logged, MatchId, MatchView, PairRequest, ServerMessage, read,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Every line is tried as each kind of message: what is understood is written and understood as the same. All lines
/// together are tried as a log: as far as they fold, they fold to the same game twice, and the game can be shown.
pub(crate) fn message(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let mut log = Vec::new();
    for line in text.lines() {
        same_again::<ClientMessage>(line);
        same_again::<ServerMessage>(line);
        same_again::<CreateRequest>(line);
        same_again::<JoinRequest>(line);
        same_again::<PairRequest>(line);
        same_again::<MatchView>(line);
        log.extend(same_again::<Logged>(line));
    }
    fold(&log);
}

fn same_again<T: DeserializeOwned + Serialize + PartialEq + std::fmt::Debug>(line: &str) -> Option<T> {
    let message: T = read(line).ok()?;
    let written = serde_json::to_string(&message).expect("a message can be written");
    let again: T = serde_json::from_str(&written).expect("what was written can be read");
    assert_eq!(again, message, "{written} became something else");
    Some(message)
}

fn fold(log: &[Logged]) {
    let id = MatchId::new([7; 10]);
    let Some(Ok(mut game)) = log.first().map(|first| Match::new(id, first)) else { return };
    let mut happened = vec![&log[0]];
    for event in &log[1..] {
        let before = game.clone();
        match game.apply(event) {
            // What comes again is passed over.
            Ok(_) if game.revision() == before.revision() => assert_eq!(game, before),
            Ok(_) => happened.push(event),
            Err(_) => assert_eq!(game, before, "what was refused has changed something"),
        }
    }
    assert_eq!(Match::fold(id, happened).as_ref(), Ok(&game), "the same log makes another game");
    let _ = (game.view(), game.lobby_entry(), game.to_record());
}
