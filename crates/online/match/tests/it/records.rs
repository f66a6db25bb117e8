//! What the record of a game by a link tells.

use gebeta_protocol::{Action, Ending, SeatWish, Side, TimeControl, limits};
use gebeta_rules::Record;

use crate::host::{Host, request, seal};

const NO_CLOCK: TimeControl = TimeControl::None;

#[test]
fn the_record_says_who_won_however_the_game_ended() {
    let read = |host: &Host| host.game.to_record().parse::<Record>().unwrap();
    let tag = |record: &Record| record.notes.iter().find(|(name, _)| name == "Ended").unwrap().1.clone();
    for (rules, how, expected) in [
        ("gebeta", Ending::Resigned, "p2"),
        ("gebeta", Ending::Claimed, "p1"),
        ("gebeta", Ending::Time, "p2"),
        ("gebeta", Ending::Agreed, "draw"),
        ("gebeta", Ending::Aborted, "*"),
        ("classic", Ending::Resigned, "p2"),
        ("classic", Ending::Aborted, "*"),
    ] {
        let clock = TimeControl::Move { seconds: 30 };
        let mut host = Host::started(rules, SeatWish::One, clock);
        match how {
            Ending::Resigned => drop(host.act(Side::A, Action::Resign).unwrap()),
            Ending::Agreed => {
                host.act(Side::A, Action::OfferDraw).unwrap();
                host.act(Side::B, Action::AcceptDraw).unwrap();
            }
            Ending::Aborted => drop(host.act(Side::A, Action::Abort).unwrap()),
            Ending::Claimed => {
                while host.game.side_to_move() == Some(Side::A) {
                    host.step(0);
                }
                host.moment.away.b = Some(host.moment.now);
                host.moment.now += limits::CLAIM_MS;
                host.act(Side::A, Action::Claim).unwrap();
            }
            Ending::Time => {
                while host.game.side_to_move() == Some(Side::A) {
                    host.step(0);
                }
                while host.game.side_to_move() == Some(Side::B) {
                    host.step(0);
                }
                host.moment.now += 10 * 60 * 1000;
                assert!(host.tick());
            }
            Ending::Board | Ending::TooLong => unreachable!("not in the list"),
        }
        let text = host.game.to_record();
        assert!(text.contains(&format!("[Result \"{expected}\"]")), "{rules} {how:?}: {text}");
        let record = read(&host);
        assert_eq!(tag(&record), how.word());
        assert_eq!(record.to_string().parse::<Record>().as_ref(), Ok(&record), "written and read again");
        if rules == "classic" {
            assert!(gebeta_fairness::verify(&text).is_ok());
        }
    }
}

#[test]
fn the_record_of_a_game_that_has_not_begun_names_each_player_once() {
    for (seat, open, called_off) in [
        (SeatWish::One, ("Abebe", "?"), ("Abebe", "ሳራ")),
        (SeatWish::Two, ("?", "Abebe"), ("ሳራ", "Abebe")),
        (SeatWish::Coin, ("?", "?"), ("?", "?")),
    ] {
        let named = |host: &Host, (one, two): (&str, &str)| {
            let record: Record = host.game.to_record().parse().unwrap();
            assert_eq!((&*record.players.one.name, &*record.players.two.name), (one, two), "{seat:?}");
        };
        let mut host = Host::new(&request("classic", seat, NO_CLOCK));
        named(&host, open);
        host.join();
        host.act(Side::A, Action::Abort).unwrap();
        named(&host, called_off);
    }
}

#[test]
fn what_has_no_envelopes_is_told_why() {
    use gebeta_fairness::{FairnessError, verify};
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    assert_eq!(verify(&host.game.to_record()), Err(FairnessError::NotOver));
    host.step(0);
    host.act(Side::A, Action::Resign).unwrap();
    assert_eq!(verify(&host.game.to_record()), Err(FairnessError::NoChance));
    let mut host = Host::new(&request("classic", SeatWish::One, NO_CLOCK));
    host.join();
    for side in Side::BOTH {
        host.act(side, Action::Seal { seal: Some(seal(side)) }).unwrap();
    }
    assert_eq!(verify(&host.game.to_record()), Err(FairnessError::NotOver));
    host.act(Side::B, Action::Abort).unwrap();
    assert_eq!(verify(&host.game.to_record()), Err(FairnessError::CalledOff));
    let mut host = Host::started("classic", SeatWish::One, NO_CLOCK);
    host.act(Side::A, Action::Resign).unwrap();
    let stripped = host
        .game
        .to_record()
        .lines()
        .filter(|line| !line.starts_with("[Fair"))
        .fold(String::new(), |text, line| text + line + "\n");
    assert_eq!(verify(&stripped), Err(FairnessError::MissingTag("Fair".to_owned())));
}
