//! A log is believed only as far as its envelopes prove it: whatever a server might change, the fold finds.

use gebeta_match::{FoldError, Match, OwnEnvelope};
use gebeta_protocol::{Action, Event, Hash, Logged, OpenSeed, Seat, SeatWish, Seeds, Side, TimeControl};

use crate::host::{Host, id, request, seal, seed};

/// The whole log of a game of Senet with three throws whose seats the coin decided.
fn honest() -> Vec<Logged> {
    let mut host = Host::started("classic", SeatWish::Coin, TimeControl::None);
    for turn in 0..5 {
        host.step(turn);
    }
    host.act(Side::A, Action::Resign).unwrap();
    assert!(Match::fold(id(), &host.log).is_ok());
    host.log
}

/// The number and the fault of the first event that cannot be believed when `change` has been at the log.
fn found(change: impl Fn(&mut Event)) -> Option<FoldError> {
    let mut log = honest();
    for event in &mut log {
        change(&mut event.what);
    }
    Match::fold(id(), &log).err()
}

/// The number of the event that `is` true of.
fn number(is: impl Fn(&Event) -> bool) -> u64 {
    honest().iter().find(|event| is(&event.what)).unwrap().seq
}

#[test]
fn every_change_of_an_envelope_is_found() {
    let started = number(|event| matches!(event, Event::Started { .. }));
    let ended = number(|event| matches!(event, Event::Ended { .. }));
    let sealed = number(|event| matches!(event, Event::ServerSealed { .. }));
    let foreign = OpenSeed::new([9; 32]);
    let changed = found(|event| {
        if let Event::Sealed { side: Side::A, seal, .. } = event {
            *seal = Hash::new([9; 32]);
        }
    });
    assert_eq!(changed, Some(FoldError::Envelope(started)), "another envelope than the one that is opened");
    let changed = found(|event| {
        if let Event::Started { seeds: Some(seeds), .. } = event {
            *seeds = Seeds { b: foreign, ..seeds.clone() };
        }
    });
    assert_eq!(changed, Some(FoldError::Envelope(started)), "another seed than was sealed");
    for given in [None, Some(foreign)] {
        let changed = found(|event| {
            if let Event::Ended { seed, .. } = event {
                *seed = given;
            }
        });
        assert_eq!(changed, Some(FoldError::Envelope(ended)), "the server's, not opened or another one");
    }
    let changed = found(|event| {
        if let Event::ServerSealed { rules, .. } = event {
            *rules = Hash::new([9; 32]);
        }
    });
    assert_eq!(changed, Some(FoldError::OtherRules(sealed)));
    let changed = found(|event| {
        if let Event::Started { seeds, .. } = event {
            *seeds = None;
        }
    });
    assert_eq!(changed, Some(FoldError::Envelope(started)), "a game with sticks and no envelopes");
}

#[test]
fn envelopes_are_shown_and_opened_once_and_in_order() {
    let log = honest();
    let sealed = log.iter().find(|event| matches!(event.what, Event::Sealed { side: Side::A, .. })).unwrap();
    let after = |count: usize| Match::fold(id(), &log[..count]).unwrap();
    let then = |game: &mut Match, what: Event| {
        let seq = game.revision() + 1;
        (game.apply(&Logged { seq, what, ..sealed.clone() }), Err(FoldError::Envelope(seq)))
    };
    let mut game = after(sealed.seq as usize);
    let unchanged = game.clone();
    for what in [
        sealed.what.clone(),
        Event::ServerSealed { seal: Hash::new([1; 32]), rules: rules(&log), chain: None },
        Event::Opened { side: Side::A },
    ] {
        let (told, expected) = then(&mut game, what);
        assert_eq!(told, expected);
        assert_eq!(game, unchanged, "and nothing has changed");
    }
}

fn rules(log: &[Logged]) -> Hash {
    let rules = log.iter().find_map(|event| match event.what {
        Event::ServerSealed { rules, .. } => Some(rules),
        _ => None,
    });
    rules.unwrap()
}

#[test]
fn a_coin_and_throws_of_the_servers_own_are_found_at_the_end() {
    let coin = |event: &mut Event| {
        if let Event::Started { a, .. } = event {
            *a = if *a == Seat::One { Seat::Two } else { Seat::One };
        }
    };
    // The moves still fit: only who made them is another.
    let ended = number(|event| matches!(event, Event::Ended { .. }));
    assert_eq!(found(coin), Some(FoldError::Seats(ended)));
    // A throw that nobody has moved with yet fits everything but the envelopes.
    let mut log = honest();
    let throw = log.iter().position(|event| matches!(event.what, Event::Thrown { n: 2, .. })).unwrap();
    let Event::Thrown { sticks, .. } = &mut log[throw].what else { unreachable!("found as such") };
    *sticks ^= 1;
    log.truncate(throw + 1);
    let end = honest().pop().unwrap();
    log.push(Logged { seq: throw as u64 + 2, ..end });
    assert_eq!(Match::fold(id(), &log).err(), Some(FoldError::Throw(2)));
}

#[test]
fn a_server_that_lets_another_begin_than_the_coin_is_found() {
    let mut host = Host::started("tainted", SeatWish::One, TimeControl::None);
    host.act(Side::A, Action::Resign).unwrap();
    let place = host.log.iter().position(|event| matches!(event.what, Event::Started { .. })).unwrap();
    let Event::Started { first: Some(honest), .. } = host.log[place].what else {
        panic!("no coin was tossed")
    };
    let (started, ended) = (place as u64 + 1, host.log.len() as u64);
    let other = if honest == Seat::One { Seat::Two } else { Seat::One };
    for (forged, expected) in [
        (Some(honest), None),
        (Some(other), Some(FoldError::First(ended))),
        (None, Some(FoldError::First(started))),
    ] {
        let Event::Started { first, .. } = &mut host.log[place].what else { unreachable!("found as such") };
        *first = forged;
        assert_eq!(Match::fold(id(), &host.log).err(), expected, "{forged:?}");
    }
    let mut log = honest_without_coin();
    let Event::Started { first, .. } = &mut log[2].what else { panic!("{:?}", log[2]) };
    *first = Some(Seat::Two);
    assert_eq!(Match::fold(id(), &log).err(), Some(FoldError::First(3)), "where the rules want none");
}

/// A game of Gebeta that has just begun.
fn honest_without_coin() -> Vec<Logged> {
    Host::started("gebeta", SeatWish::One, TimeControl::None).log
}

#[test]
fn a_player_opens_no_envelope_but_the_own_one() {
    let own = OwnEnvelope::new(Side::A, seed(Side::A));
    let mut host = Host::new(&request("classic", SeatWish::One, TimeControl::None));
    assert_eq!(own.next(&host.game), None, "nobody is there");
    host.join();
    assert_eq!(own.next(&host.game), Some(Action::Seal { seal: Some(seal(Side::A)) }));
    let mut forged = host.game.clone();
    host.act(Side::A, own.next(&host.game).unwrap()).unwrap();
    assert_eq!(own.next(&host.game), None, "the other has not sealed");
    host.act(Side::B, Action::Seal { seal: Some(seal(Side::B)) }).unwrap();
    assert_eq!(own.next(&host.game), Some(Action::Open { seed: seed(Side::A) }));
    // The same with an envelope that somebody has put in its place.
    for event in &host.log[forged.revision() as usize..] {
        let mut event = event.clone();
        if let Event::Sealed { side: Side::A, seal, .. } = &mut event.what {
            *seal = Hash::new([9; 32]);
        }
        forged.apply(&event).unwrap();
    }
    assert!(forged.envelopes().server.is_some());
    assert_eq!((own.next(&forged), own.is_shown(&forged), own.is_shown(&host.game)), (None, false, true));
}
