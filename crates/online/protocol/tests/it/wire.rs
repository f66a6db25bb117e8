//! How messages are written: a change here is a change of the protocol.

use proptest::prelude::*;

use gebeta_protocol::{
    Action, ClientMessage, ClusterEvent, Code, CreateRequest, Ending, Event, Hash, JoinRequest, Logged,
    MatchId, MoveId, OpenSeed, Outcome, Phrase, Seat, SeatSecret, SeatWish, ServerMessage, Setup, Side,
    TimeControl, limits, read,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Writes `value`, compares, and reads it back.
#[track_caller]
fn check<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(value: T, text: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), text);
    assert_eq!(read::<T>(text), Ok(value));
}

const MID: MoveId = MoveId::new([0x1f; 16]);
const MID_TEXT: &str = "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f";

#[test]
fn what_clients_say() {
    check(
        ClientMessage::Hello { proto: 1, since: 41, secret: None },
        r#"{"t":"hello","proto":1,"since":41}"#,
    );
    check(
        ClientMessage::Hello { proto: 1, since: 0, secret: Some(SeatSecret::new([0xab; 16])) },
        r#"{"t":"hello","proto":1,"since":0,"secret":"abababababababababababababababab"}"#,
    );
    for (action, text) in [
        (Action::Play { mv: "3".to_owned() }, r#"{"a":"play","mv":"3"}"#),
        (Action::Throw, r#"{"a":"throw"}"#),
        (Action::Seal { seal: None }, r#"{"a":"seal","seal":null}"#),
        (Action::OfferDraw, r#"{"a":"offer-draw"}"#),
        (Action::AskTakeback, r#"{"a":"ask-takeback"}"#),
    ] {
        let text = format!(r#"{{"t":"do","mid":"{MID_TEXT}","base":44,"action":{text}}}"#);
        check(ClientMessage::Do { mid: MID, base: 44, action }, &text);
    }
    check(ClientMessage::Say { phrase: Phrase::WellPlayed }, r#"{"t":"say","phrase":"well-played"}"#);
    check(ClientMessage::Ping { n: 7 }, r#"{"t":"ping","n":7}"#);
}

#[test]
fn what_the_server_says() {
    check(
        ServerMessage::Ack { mid: MID, ver: 45, dup: false },
        &format!(r#"{{"t":"ack","mid":"{MID_TEXT}","ver":45,"dup":false}}"#),
    );
    check(
        ServerMessage::Nack { mid: MID, code: Code::NotYourTurn, ver: 45, retry: None },
        &format!(r#"{{"t":"nack","mid":"{MID_TEXT}","code":"not-your-turn","ver":45}}"#),
    );
    check(
        ServerMessage::Presence { side: Side::B, online: true },
        r#"{"t":"presence","side":"b","online":true}"#,
    );
    check(ServerMessage::Lag { side: Side::B, ms: 42 }, r#"{"t":"lag","side":"b","ms":42}"#);
    let played = Event::Played { mv: "2x4".to_owned(), hash: Hash::new([0; 32]) };
    let zeros = "0".repeat(64);
    check(
        ServerMessage::Events {
            list: vec![Logged { seq: 9, at: 17, by: Some(Side::B), mid: None, what: played }],
        },
        &format!(
            r#"{{"t":"events","list":[{{"seq":9,"at":17,"by":"b","what":{{"e":"played","mv":"2x4","hash":"{zeros}"}}}}]}}"#
        ),
    );
    check(
        Event::Ended {
            how: Ending::Resigned,
            outcome: Some(Outcome::Two),
            seed: Some(OpenSeed::new([0; 32])),
        },
        &format!(r#"{{"e":"ended","how":"resigned","outcome":"p2","seed":"{zeros}"}}"#),
    );
    // Logs from before `until` was kept have none.
    check(Event::Resumed { ms: 7, side: None, until: None }, r#"{"e":"resumed","ms":7}"#);
    check(Event::Resumed { ms: 7, side: None, until: Some(9) }, r#"{"e":"resumed","ms":7,"until":9}"#);
    check(
        Event::Started { a: Seat::Two, coin: true, first: None, seeds: None },
        r#"{"e":"started","a":"p2","coin":true,"seeds":null}"#,
    );
    check(
        Event::Started { a: Seat::One, coin: false, first: Some(Seat::Two), seeds: None },
        r#"{"e":"started","a":"p1","coin":false,"first":"p2","seeds":null}"#,
    );
    let setup = Setup {
        rule_set: "gebeta".to_owned(),
        rules: "game = \"mancala\"".to_owned(),
        clock: TimeControl::Game { seconds: 300, increment: 5 },
        seat: SeatWish::Coin,
        listed: false,
    };
    check(
        Event::Created { setup, name: "አበበ".parse().unwrap(), bot: None },
        r#"{"e":"created","setup":{"rule_set":"gebeta","rules":"game = \"mancala\"","clock":{"kind":"game","seconds":300,"increment":5},"seat":"coin","listed":false},"name":"አበበ"}"#,
    );
}

#[test]
fn what_nodes_tell_each_other() {
    let game = MatchId::new([0x2c; 10]);
    for (event, text) in [
        (
            ClusterEvent::Wrote { game, revision: 7 },
            r#"{"r":"wrote","game":"2c2c2c2c2c2c2c2c2c2c","revision":7}"#,
        ),
        (
            ClusterEvent::Lag { game, side: Side::A, ms: 9 },
            r#"{"r":"lag","game":"2c2c2c2c2c2c2c2c2c2c","side":"a","ms":9}"#,
        ),
        (
            ClusterEvent::Said { game, side: Side::B, phrase: Phrase::Oops },
            r#"{"r":"said","game":"2c2c2c2c2c2c2c2c2c2c","side":"b","phrase":"oops"}"#,
        ),
    ] {
        assert_eq!(event.to_text(), text);
        assert_eq!(ClusterEvent::from_text(text.as_bytes()), Some(event));
    }
    for bad in ["", "hello", r#"{"r":"wrote"}"#, "\u{0}\u{0}"] {
        assert_eq!(ClusterEvent::from_text(bad.as_bytes()), None, "{bad}");
    }
}

#[test]
fn how_games_are_made_and_joined() {
    let secret = SeatSecret::new([0xab; 16]);
    let name = || "Sara".parse().unwrap();
    check(
        CreateRequest {
            rules: "gebeta".to_owned(),
            clock: TimeControl::None,
            seat: SeatWish::One,
            listed: false,
            name: name(),
            secret,
            opponent: Some("level3".parse().unwrap()),
        },
        r#"{"rules":"gebeta","clock":{"kind":"none"},"seat":"one","listed":false,"name":"Sara","secret":"abababababababababababababababab","opponent":"level3"}"#,
    );
    check(
        JoinRequest { name: name(), secret },
        r#"{"name":"Sara","secret":"abababababababababababababababab"}"#,
    );
    check(
        Event::Joined { name: "level3".parse().unwrap(), bot: Some("level3".parse().unwrap()) },
        r#"{"e":"joined","name":"level3","bot":"level3"}"#,
    );
    // As it was written before there were computers.
    check(Event::Joined { name: name(), bot: None }, r#"{"e":"joined","name":"Sara"}"#);
}

#[test]
fn what_is_no_message_is_refused() {
    for text in [
        "",
        "null",
        "[]",
        "{}",
        r#"{"t":"hallo"}"#,
        r#"{"t":"ping"}"#,
        r#"{"t":"ping","n":1,"x":2}"#,
        r#"{"t":"ping","n":1,"n":2}"#,
        r#"{"t":"ping","n":-1}"#,
        r#"{"t":"ping","n":NaN}"#,
        r#"{"t":"ping","n":1}{"t":"ping","n":1}"#,
        "\u{feff}{\"t\":\"ping\",\"n\":1}",
        r#"{"t":"hello","proto":1,"since":0,"secret":"ABABABABABABABABABABABABABABABAB"}"#,
        r#"{"t":"do","mid":"1f","base":1,"action":{"a":"throw"}}"#,
        r#"{"t":"say","phrase":"anything I like"}"#,
    ] {
        assert_eq!(read::<ClientMessage>(text), Err(Code::BadMessage), "{text}");
    }
    for action in [
        "throw",
        "resign",
        "offer-draw",
        "accept-draw",
        "decline-draw",
        "ask-takeback",
        "accept-takeback",
        "decline-takeback",
        "abort",
        "claim",
        "flag",
        "rematch",
    ] {
        assert!(read::<Action>(&format!(r#"{{"a":"{action}"}}"#)).is_ok(), "{action}");
        for field in [r#""x":1"#, r#""mv":"3""#, r#""a":"throw""#] {
            let text = format!(r#"{{"a":"{action}",{field}}}"#);
            assert_eq!(read::<Action>(&text), Err(Code::BadMessage), "{text}");
        }
    }
    assert_eq!(read::<TimeControl>(r#"{"kind":"none"}"#), Ok(TimeControl::None));
    assert_eq!(read::<TimeControl>(r#"{"kind":"none","x":1}"#), Err(Code::BadMessage));
    for event in ["draw-declined", "takeback-declined"] {
        assert!(read::<Event>(&format!(r#"{{"e":"{event}"}}"#)).is_ok(), "{event}");
        assert!(read::<Event>(&format!(r#"{{"e":"{event}","later":7}}"#)).is_ok(), "{event}");
    }
    let deep = "[".repeat(4000);
    assert_eq!(read::<ClientMessage>(&deep), Err(Code::BadMessage));
    let long = format!(r#"{{"t":"ping","n":1}}{}"#, " ".repeat(limits::MESSAGE_BYTES));
    assert_eq!(read::<ClientMessage>(&long), Err(Code::TooLarge));
}

#[test]
fn every_code_has_one_word_and_a_status() {
    for (place, code) in Code::ALL.iter().enumerate() {
        assert_eq!(serde_json::to_string(code).unwrap(), format!("\"{}\"", code.word()));
        assert!((400..600).contains(&code.status()), "{code:?}");
        assert!(Code::ALL[..place].iter().all(|other| other.word() != code.word()), "{code:?}");
    }
}

#[test]
fn secrets_are_in_no_log() {
    let ask = ClientMessage::Hello { proto: 1, since: 0, secret: Some(SeatSecret::new([0xab; 16])) };
    assert!(!format!("{ask:?}").contains("abab"));
    let open = Action::Open { seed: OpenSeed::new([0xab; 32]) };
    assert!(!format!("{open:?}").contains("abab"));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn anything_can_be_read_without_harm(text in ".{0,200}") {
        let _ = read::<ClientMessage>(&text);
        let _ = read::<ServerMessage>(&text);
    }
}
