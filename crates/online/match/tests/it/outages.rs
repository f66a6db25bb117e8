//! What is given back after an outage, and what the log keeps of it.

use gebeta_match::{Match, Outage, resume};
use gebeta_protocol::{Action, Event, SeatWish, Side, TimeControl};
use gebeta_rules::Player;

use crate::host::{Host, id};

#[test]
fn a_part_of_an_outage_that_was_given_back_hides_nothing_of_the_rest() {
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let mut host = Host::started("gebeta", SeatWish::One, clock);
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    let from = host.game.charged_since(Side::B).unwrap();
    let outage = |ended| [Outage { began: from + 1000, ended: from + ended, node: None }];
    assert_eq!(resume(&host.game, &outage(500), from + 600), None, "not yet");
    host.moment.now = from + 5000;
    let part = resume(&host.game, &outage(4000), host.moment.now).unwrap();
    let until = Some(from + 4000);
    assert_eq!(part.events, [Event::Resumed { ms: 3000, side: None, until }]);
    host.commit(part, None, None);
    // Whatever happens meanwhile that moves no clock.
    host.moment.now = from + 9000;
    host.act(Side::A, Action::OfferDraw).unwrap();
    host.moment.now = from + 12_000;
    let rest = resume(&host.game, &outage(10_000), host.moment.now).unwrap();
    assert_eq!(rest.events, [Event::Resumed { ms: 6000, side: None, until: Some(from + 10_000) }]);
    host.commit(rest, None, None);
    assert_eq!(resume(&host.game, &outage(10_000), host.moment.now), None, "once");
    assert_eq!(host.game.clock().left(Player::Two, host.moment.now), Some(57_000));
    assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
}

/// Logs from before `until` was kept: all before the event is dealt with, as it was then.
#[test]
fn an_old_log_with_an_outage_folds_as_it_did() {
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let mut host = Host::started("gebeta", SeatWish::One, clock);
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    let from = host.game.charged_since(Side::B).unwrap();
    host.moment.now = from + 5000;
    let old: Event = serde_json::from_str(r#"{"e":"resumed","ms":3000}"#).unwrap();
    host.commit(old.into(), None, None);
    assert_eq!(host.game.clock().left(Player::Two, from + 5000), Some(58_000));
    let outages = [Outage { began: from, ended: from + 4000, node: None }];
    assert_eq!(resume(&host.game, &outages, from + 6000), None);
    assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
}
