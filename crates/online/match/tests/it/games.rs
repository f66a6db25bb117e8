//! Games by a link from the first event to the last, as both rule families play them.

use gebeta_match::{
    BotTask, FoldError, Match, Moment, NodeId, Outage, Stage, duty, game_of, give_back, next_tick, rematch,
    resume,
};
use gebeta_protocol::{
    Action, BySide, Code, CreateRequest, Ending, Event, Logged, Outcome, Seat, SeatSecret, SeatWish, Side,
    TimeControl, limits,
};
use gebeta_rules::{PRESETS, Player, Preset};

use crate::host::{Host, SECRET, id, request, seal, seed};

const NO_CLOCK: TimeControl = TimeControl::None;

/// Plays to the end.
fn play_out(host: &mut Host) {
    for turn in 0.. {
        if host.game.to_move().is_none() {
            return;
        }
        host.step(turn * 7 + 3);
    }
}

#[test]
fn every_rule_set_is_played_to_its_end_and_folds_to_the_same_game() {
    for preset in Preset::all() {
        for seat in [SeatWish::One, SeatWish::Two, SeatWish::Coin] {
            let mut host = Host::started(preset.name, seat, NO_CLOCK);
            play_out(&mut host);
            let Stage::Over(over) = host.game.stage() else { panic!("{}", preset.name) };
            assert_eq!(over.how, Ending::Board, "{}", preset.name);
            assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
            let record = host.game.to_record();
            if host.log.iter().any(|event| matches!(event.what, Event::ServerSealed { .. })) {
                let verdict = gebeta_fairness::verify(&record).unwrap();
                assert_eq!(verdict.own_seeds, (true, true));
                assert_eq!(verdict.coin, seat == SeatWish::Coin);
                assert_eq!(verdict.first.is_some(), preset.rules.wants_coin(), "{}", preset.name);
                assert_eq!(verdict.first, verdict.first.and(host.game.record().start().to_move()));
            } else {
                assert!(record.parse::<gebeta_rules::Record>().is_ok());
            }
            match seat {
                SeatWish::One => assert_eq!(host.game.player_of(Side::A), Some(Player::One)),
                SeatWish::Two => assert_eq!(host.game.player_of(Side::A), Some(Player::Two)),
                SeatWish::Coin => assert!(host.game.by_coin()),
            }
        }
    }
}

#[test]
fn where_the_rules_want_a_coin_the_envelopes_decide_who_begins() {
    let mut begun = Vec::new();
    for server in 0..16 {
        for seat in [SeatWish::One, SeatWish::Two, SeatWish::Coin] {
            let mut host = Host::new(&request("tainted", seat, NO_CLOCK));
            host.chance.0 = server;
            host.join();
            assert_eq!(host.game.stage(), Stage::Sealing, "nobody begins before the coin has fallen");
            for side in Side::BOTH {
                host.act(side, Action::Seal { seal: Some(seal(side)) }).unwrap();
            }
            for side in Side::BOTH {
                host.act(side, Action::Open { seed: seed(side) }).unwrap();
            }
            let first = host.game.to_move().unwrap();
            assert_eq!(host.game.record().coin.map(gebeta_rules::Coin::first), Some(first));
            host.step(3);
            host.act(Side::A, Action::Resign).unwrap();
            assert_eq!(gebeta_fairness::verify(&host.game.to_record()).unwrap().first, Some(first));
            begun.push((first, host.game.player_of(Side::A)));
        }
    }
    for first in Player::BOTH {
        for a in Player::BOTH {
            assert!(begun.contains(&(first, Some(a))), "Player {first} begins, A is Player {a}");
        }
    }
}

#[test]
fn nobody_sees_a_seed_before_all_envelopes_are_closed_or_the_servers_before_the_end() {
    let mut host = Host::new(&request("classic", SeatWish::Coin, NO_CLOCK));
    assert_eq!(host.act(Side::A, Action::Seal { seal: None }), Err(Code::NotStarted));
    host.join();
    assert_eq!(host.act(Side::A, Action::Throw), Err(Code::NotStarted));
    host.act(Side::A, Action::Seal { seal: Some(seal(Side::A)) }).unwrap();
    assert_eq!(host.act(Side::A, Action::Seal { seal: None }), Err(Code::Started));
    assert_eq!(
        host.act(Side::A, Action::Open { seed: seed(Side::A) }),
        Err(Code::NotStarted),
        "B has not sealed"
    );
    host.act(Side::B, Action::Seal { seal: Some(seal(Side::B)) }).unwrap();
    assert!(host.game.envelopes().server.is_some());
    assert_eq!(host.act(Side::A, Action::Open { seed: seed(Side::B) }), Err(Code::WrongSeed));
    host.act(Side::A, Action::Open { seed: seed(Side::A) }).unwrap();
    assert_eq!(host.game.envelopes().seeds, None, "B's is still closed");
    host.act(Side::B, Action::Open { seed: seed(Side::B) }).unwrap();
    assert!(host.game.envelopes().seeds.is_some());
    let mover = host.game.side_to_move().unwrap();
    host.act(mover, Action::Throw).unwrap();
    assert_eq!(host.game.envelopes().revealed, None);
    assert_eq!(host.act(mover, Action::Throw), Err(Code::Thrown));
    host.act(mover, Action::Resign).unwrap();
    assert!(host.game.envelopes().revealed.is_some());
    assert!(gebeta_fairness::verify(&host.game.to_record()).is_ok());
}

#[test]
fn who_is_there_and_brings_no_seed_plays_with_the_empty_one() {
    let mut host = Host::new(&request("classic", SeatWish::One, NO_CLOCK));
    host.join();
    host.act(Side::A, Action::Seal { seal: Some(seal(Side::A)) }).unwrap();
    // Nobody is hurried who is not there.
    host.moment.now += 10 * limits::SEAL_MS;
    assert!(!host.tick());
    host.moment.here.b = Some(host.moment.now);
    assert_eq!(next_tick(&host.game, &host.moment), Some(host.moment.now + limits::SEAL_MS));
    host.moment.now += limits::SEAL_MS;
    assert!(host.tick());
    host.act(Side::A, Action::Open { seed: seed(Side::A) }).unwrap();
    assert_eq!(host.game.stage(), Stage::Playing);
    host.act(Side::A, Action::Throw).unwrap();
    host.act(Side::B, Action::Resign).unwrap();
    assert_eq!(gebeta_fairness::verify(&host.game.to_record()).unwrap().own_seeds, (true, false));
}

#[test]
fn who_seals_and_does_not_open_gets_no_other_game() {
    let mut host = Host::new(&request("classic", SeatWish::One, NO_CLOCK));
    host.join();
    for side in Side::BOTH {
        host.act(side, Action::Seal { seal: Some(seal(side)) }).unwrap();
    }
    host.act(Side::A, Action::Open { seed: seed(Side::A) }).unwrap();
    host.moment.here = BySide { a: Some(0), b: Some(0) };
    host.moment.now += limits::SEAL_MS;
    assert!(host.tick());
    let Some(Event::Ended { how: Ending::Aborted, outcome: None, seed: Some(_) }) = host.ended() else {
        panic!("{:?}", host.ended());
    };
    assert_eq!(
        host.game.envelopes().opened,
        BySide { a: true, b: false },
        "everybody sees whose fault it was"
    );
}

#[test]
fn a_move_out_of_turn_or_against_the_rules_is_refused() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    let play = |mv: &str| Action::Play { mv: mv.to_owned() };
    assert_eq!(host.act(Side::B, play("1")), Err(Code::NotYourTurn));
    for mv in ["", "0", "7", "x", "pass", "1 ", "\u{661}", &"1".repeat(5000)] {
        assert_eq!(host.act(Side::A, play(mv)), Err(Code::Illegal), "{mv}");
    }
    assert_eq!(host.act(Side::A, Action::Throw), Err(Code::NoSticks));
    host.act(Side::A, play("1")).unwrap();
    assert_eq!(host.act(Side::A, play("2")), Err(Code::NotYourTurn));
    let mut senet = Host::started("classic", SeatWish::One, NO_CLOCK);
    assert_eq!(senet.act(Side::A, play("13-15")), Err(Code::ThrowFirst));
    assert_eq!(senet.act(Side::B, Action::Throw), Err(Code::NotYourTurn));
}

#[test]
fn who_has_seen_too_little_or_too_much_is_told() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    let seen = host.game.revision();
    host.step(0);
    let mid = gebeta_protocol::MoveId::new([9; 16]);
    let action = Action::Play { mv: "1".to_owned() };
    assert_eq!(host.submit(Side::B, mid, seen, &action), Err(Code::Stale));
    assert_eq!(host.submit(Side::B, mid, seen + 99, &action), Err(Code::Ahead));
    // An offer does not change the board: a move decided before it still counts.
    let seen = host.game.revision();
    host.act(Side::A, Action::OfferDraw).unwrap();
    assert_eq!(host.submit(Side::B, mid, seen, &action), Ok(host.game.revision()));
    assert_eq!(host.submit(Side::A, mid, seen, &action), Err(Code::UsedId));
}

#[test]
fn draws_are_agreed_on() {
    let mut host = Host::started("capture", SeatWish::One, NO_CLOCK);
    assert_eq!(host.act(Side::B, Action::AcceptDraw), Err(Code::NoOffer));
    host.act(Side::A, Action::OfferDraw).unwrap();
    assert_eq!(host.act(Side::A, Action::AcceptDraw), Err(Code::NoOffer), "one's own");
    assert_eq!(host.act(Side::B, Action::OfferDraw), Err(Code::Offered));
    host.act(Side::B, Action::DeclineDraw).unwrap();
    host.act(Side::A, Action::OfferDraw).unwrap();
    host.step(0);
    assert_eq!(host.act(Side::B, Action::AcceptDraw), Err(Code::NoOffer), "a move ends the offer");
    host.act(Side::A, Action::OfferDraw).unwrap();
    host.act(Side::B, Action::AcceptDraw).unwrap();
    assert!(matches!(
        host.ended(),
        Some(Event::Ended { how: Ending::Agreed, outcome: Some(Outcome::Draw), .. })
    ));
    let mut senet = Host::started("classic", SeatWish::One, NO_CLOCK);
    assert_eq!(senet.act(Side::A, Action::OfferDraw), Err(Code::NoDraws));
}

#[test]
fn offers_cannot_fill_the_log() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    for _ in 0..limits::OFFERS_PER_PLY {
        host.act(Side::A, Action::OfferDraw).unwrap();
        host.act(Side::B, Action::DeclineDraw).unwrap();
    }
    assert_eq!(host.act(Side::A, Action::OfferDraw), Err(Code::TooManyOffers));
    host.step(0);
    host.act(Side::A, Action::OfferDraw).unwrap();
}

#[test]
fn a_move_is_taken_back_when_the_other_agrees() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    assert_eq!(host.act(Side::A, Action::AskTakeback), Err(Code::NoTakeback));
    let start = host.game.position();
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    host.act(Side::B, Action::Play { mv: "1".to_owned() }).unwrap();
    host.act(Side::A, Action::AskTakeback).unwrap();
    assert_eq!(host.act(Side::A, Action::AcceptTakeback), Err(Code::NoOffer));
    host.act(Side::B, Action::DeclineTakeback).unwrap();
    host.act(Side::A, Action::AskTakeback).unwrap();
    host.act(Side::B, Action::AcceptTakeback).unwrap();
    assert_eq!(host.game.position(), start);
    assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
}

#[test]
fn a_throw_is_never_taken_back() {
    let mut host = Host::started("classic", SeatWish::One, NO_CLOCK);
    host.step(0);
    let thrown = host.game.position();
    let roll = host.game.roll();
    assert_eq!(host.act(Side::A, Action::AskTakeback), Err(Code::NoTakeback));
    host.step(0);
    host.act(Side::A, Action::AskTakeback).unwrap();
    host.act(Side::B, Action::AcceptTakeback).unwrap();
    assert_eq!((host.game.position(), host.game.roll(), host.game.throws()), (thrown, roll, 1));
    host.step(1);
    host.act(Side::A, Action::AskTakeback).unwrap();
    let next = host.step(0);
    assert_eq!(host.game.takeback(), None, "what can no longer be granted is off the table");
    assert_eq!(host.act(Side::B, Action::AcceptTakeback), Err(Code::NoOffer));
    assert_eq!(host.act(!next, Action::AskTakeback), Err(Code::NoTakeback), "the sticks have fallen since");
    host.act(Side::A, Action::Resign).unwrap();
    assert!(gebeta_fairness::verify(&host.game.to_record()).is_ok());
}

#[test]
fn nobody_plays_again_who_never_had_an_opponent() {
    let mut host = Host::new(&request("gebeta", SeatWish::One, NO_CLOCK));
    host.act(Side::A, Action::Abort).unwrap();
    assert_eq!(host.act(Side::A, Action::Rematch), Err(Code::NotStarted));
    assert_eq!(host.game.rematch_offer(), None);
}

#[test]
fn the_sticks_on_the_table_are_those_that_fell() {
    let mut host = Host::started("classic", SeatWish::One, NO_CLOCK);
    for turn in 0..40 {
        if host.game.to_move().is_none() {
            break;
        }
        host.step(turn);
        let (thrown, mover) = (host.game.thrown(), host.game.side_to_move().unwrap());
        host.step(turn);
        if host.ended().is_some() {
            break;
        }
        host.act(mover, Action::AskTakeback).unwrap();
        host.act(!mover, Action::AcceptTakeback).unwrap();
        assert_eq!(host.game.thrown(), thrown, "throw {turn}");
        host.step(turn + 1);
    }
}

#[test]
fn a_name_without_a_mark_means_the_shipped_rules() {
    let name =
        |rules: &str| Host::new(&request(rules, SeatWish::One, NO_CLOCK)).game.setup().rule_set.clone();
    assert_eq!(name("gebeta"), "gebeta");
    assert_eq!(name("game = \"mancala\"\nname = \"gebeta\"\n"), "gebeta", "the same in a file");
    assert_eq!(name("game = \"mancala\"\nname = \"gebeta\"\nstones = 5\n"), "gebeta*");
    assert_eq!(name("game = \"mancala\"\nname = \"Gebeta\"\n"), "Gebeta*", "nor one that looks like it");
    assert_eq!(name("game = \"senet\"\nname = \"gebeta\"\n"), "gebeta*");
    let long = name(&format!("game = \"mancala\"\nname = \"{}\"\n", "x".repeat(60)));
    assert_eq!(long.len(), 61);
}

#[test]
fn a_game_ends_once_and_as_the_board_says() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    let ended = |how, outcome| Event::Ended { how, outcome, seed: None };
    let refused = |host: &Host, what: Event| {
        let seq = host.game.revision() + 1;
        host.game
            .clone()
            .apply(&Logged { seq, at: 1, by: None, mid: None, what })
            .err()
            .map(|broken| (broken, seq))
    };
    for (how, outcome) in [
        (Ending::Board, Some(Outcome::One)),
        (Ending::Board, None),
        (Ending::Resigned, Some(Outcome::Draw)),
        (Ending::Time, None),
        (Ending::Claimed, None),
        (Ending::Agreed, Some(Outcome::Two)),
        (Ending::Aborted, Some(Outcome::One)),
    ] {
        let (broken, seq) = refused(&host, ended(how, outcome)).expect("the board says otherwise");
        assert_eq!(broken, FoldError::Ending(seq), "{how:?} {outcome:?}");
    }
    play_out(&mut host);
    let last = host.log.last().unwrap().clone();
    let Event::Ended { outcome: Some(won), .. } = last.what else { panic!("it is over") };
    // The log without its last event: the board is decided, so it ended by the board and for that player.
    let before = Match::fold(id(), &host.log[..host.log.len() - 1]).unwrap();
    let wrong = if won == Outcome::One { Outcome::Two } else { Outcome::One };
    for what in
        [ended(Ending::Board, Some(wrong)), ended(Ending::Resigned, Some(won)), ended(Ending::Aborted, None)]
    {
        let event = Logged { what, ..last.clone() };
        assert_eq!(before.clone().apply(&event), Err(FoldError::Ending(last.seq)));
    }
    assert_eq!(before.clone().apply(&last), Ok(None));
    for what in [
        last.what,
        ended(Ending::Aborted, None),
        Event::DrawOffered { side: Side::A },
        Event::TakenBack { plies: 0 },
        Event::Resumed { ms: 5, side: None, until: None },
        Event::Opened { side: Side::A },
    ] {
        let (broken, seq) = refused(&host, what).expect("it is over");
        assert_eq!(broken, FoldError::Impossible(seq));
    }
    assert_eq!(refused(&host, Event::RematchOffered { side: Side::A }), None);
}

#[test]
fn a_game_is_called_off_until_both_have_moved() {
    let mut host = Host::new(&request("gebeta", SeatWish::One, NO_CLOCK));
    host.act(Side::A, Action::Abort).unwrap();
    assert!(matches!(host.ended(), Some(Event::Ended { how: Ending::Aborted, outcome: None, .. })));
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    host.act(Side::B, Action::Play { mv: "1".to_owned() }).unwrap();
    assert_eq!(host.act(Side::B, Action::Abort), Err(Code::TooLate));
    let mut senet = Host::started("classic", SeatWish::One, NO_CLOCK);
    senet.act(Side::A, Action::Throw).unwrap();
    assert_eq!(senet.act(Side::A, Action::Abort), Err(Code::TooLate), "for a better throw");
}

#[test]
fn the_game_of_who_is_gone_can_be_claimed() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    host.moment = Moment { away: BySide { a: Some(host.moment.now), b: None }, ..host.moment };
    host.moment.now += limits::CLAIM_MS - 1;
    assert_eq!(host.act(Side::B, Action::Claim), Err(Code::NotGone));
    host.moment.now += 1;
    host.act(Side::B, Action::Claim).unwrap();
    assert!(matches!(
        host.ended(),
        Some(Event::Ended { how: Ending::Claimed, outcome: Some(Outcome::Two), .. })
    ));
}

/// After our own network was away all are, and whoever comes back first has not waited for anybody.
#[test]
fn who_was_away_too_waits_for_the_other() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    let left = host.moment.now;
    let back = left + 2 * limits::CLAIM_MS;
    let (here, away) = (BySide { a: None, b: Some(back) }, BySide { a: Some(left), b: None });
    host.moment = Moment { now: back + limits::CLAIM_MS - 1, here, away, ..host.moment };
    assert_eq!(host.act(Side::B, Action::Claim), Err(Code::NotGone));
    host.moment.now += 1;
    host.act(Side::B, Action::Claim).unwrap();
}

/// Nobody can seal while the store is silent.
#[test]
fn after_an_outage_there_is_all_of_the_time_to_seal_and_open() {
    let mut host = Host::new(&request("classic", SeatWish::One, NO_CLOCK));
    host.join();
    let began = host.moment.now;
    host.moment.here = BySide { a: Some(began), b: Some(began) };
    host.moment.up = began + limits::SEAL_MS - 1;
    host.moment.now = began + limits::SEAL_MS;
    assert!(!host.tick(), "the store was silent until a moment ago");
    assert_eq!(next_tick(&host.game, &host.moment), Some(host.moment.up + limits::SEAL_MS));
    for side in Side::BOTH {
        host.act(side, Action::Seal { seal: Some(seal(side)) }).unwrap();
    }
    host.moment.up = host.moment.now + limits::SEAL_MS;
    host.moment.now = host.moment.up + limits::SEAL_MS - 1;
    assert!(!host.tick() && host.ended().is_none(), "nor to open");
    host.moment.now += 1;
    assert!(host.tick() && host.ended().is_some(), "but no more than that");
}

#[test]
fn a_game_that_both_have_left_is_called_off_and_its_envelope_opened() {
    let mut host = Host::started("classic", SeatWish::One, NO_CLOCK);
    host.step(0);
    let last = host.moment.now;
    assert_eq!(next_tick(&host.game, &host.moment), Some(last + limits::ABANDONED_MS));
    host.moment.now = last + limits::ABANDONED_MS - 1;
    assert!(!host.tick());
    host.moment.now += 1;
    assert!(host.tick());
    let Some(Event::Ended { how: Ending::Aborted, outcome: None, seed: Some(_) }) = host.ended() else {
        panic!("{:?}", host.ended())
    };
    assert_eq!(next_tick(&host.game, &host.moment), None);
    // Where a clock has run out long before, that is what has ended it.
    let mut host = Host::started("gebeta", SeatWish::One, TimeControl::Days { days: 3 });
    host.step(0);
    host.moment.now += 2 * limits::ABANDONED_MS;
    assert!(host.tick());
    assert!(matches!(host.ended(), Some(Event::Ended { how: Ending::Time, .. })));
}

#[test]
fn who_has_days_for_a_move_may_be_away() {
    let mut host = Host::started("gebeta", SeatWish::One, TimeControl::Days { days: 3 });
    host.moment = Moment { away: BySide { a: Some(host.moment.now), b: None }, ..host.moment };
    host.moment.now += 10 * limits::CLAIM_MS;
    assert_eq!(host.act(Side::B, Action::Claim), Err(Code::NotGone));
}

#[test]
fn the_death_of_a_players_server_costs_them_nothing_once_however_many_notice() {
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let mut host = Host::started("gebeta", SeatWish::One, clock);
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    let (began, charged) = (host.moment.now, host.game.charged_since(Side::B).unwrap());
    assert_eq!(host.game.charged_since(Side::A), None);
    let outage = Outage { began, ended: u64::MAX, node: Some(NodeId(7)) };
    // They come back, and move before anybody knows why they had gone.
    let back = charged + 9000;
    host.moment.now = back + 3000;
    host.act(Side::B, Action::Play { mv: "1".to_owned() }).unwrap();
    host.moment.now += 500;
    let left = |host: &Host| host.game.clock().left(Player::Two, host.moment.now);
    assert_eq!(left(&host), Some(48_000));
    let decided = give_back(&host.game, Side::B, &outage, charged, back).unwrap();
    host.commit(decided, None, None);
    assert_eq!(left(&host), Some(57_000), "only what they thought themselves");
    assert_eq!(give_back(&host.game, Side::B, &outage, charged, back), None, "once");
    // Who does not come back is charged again after a while.
    let later = Outage { began: host.moment.now, ..outage };
    let decided = give_back(&host.game, Side::A, &later, 0, u64::MAX).unwrap();
    let [Event::Resumed { ms, side: Some(Side::A), .. }] = decided.events[..] else { panic!("{decided:?}") };
    assert_eq!(ms, limits::CUT_OFF_MS);
}

#[test]
fn time_runs_out_and_an_outage_costs_nobody() {
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let mut host = Host::started("gebeta", SeatWish::One, clock);
    host.moment.now += 3_600_000;
    assert!(!host.tick(), "the first move is free");
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    host.moment.now += 3_600_000;
    assert_eq!(
        resume(&host.game, &[], host.moment.now),
        None,
        "who thinks for an hour has thought for an hour"
    );
    let before = host.moment.now - 3_600_000;
    let outages = [(0, before + 1000), (before + 500, before + 3_500_000), (before + 10_000, u64::MAX)];
    let outages = outages.map(|(began, ended)| Outage { began, ended, node: None });
    let resumed = resume(&host.game, &outages, host.moment.now).unwrap();
    host.commit(resumed, None, None);
    assert_eq!(resume(&host.game, &outages, host.moment.now), None, "once");
    assert_eq!(host.act(Side::A, Action::Flag), Err(Code::TimeLeft), "the server was away");
    let left = host.game.clock().left(Player::Two, host.moment.now);
    assert_eq!(left, Some(60_000), "for all of the time");
    let deadline = next_tick(&host.game, &host.moment).unwrap();
    host.moment.now = deadline;
    assert_eq!(host.act(Side::B, Action::Play { mv: "1".to_owned() }), Err(Code::NoTime));
    assert!(host.tick());
    assert!(matches!(
        host.ended(),
        Some(Event::Ended { how: Ending::Time, outcome: Some(Outcome::One), .. })
    ));
    assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
}

#[test]
fn a_rematch_swaps_the_sides_and_keeps_the_secrets() {
    let mut host = Host::started("gebeta", SeatWish::One, NO_CLOCK);
    assert_eq!(host.act(Side::A, Action::Rematch), Err(Code::NotStarted));
    host.act(Side::A, Action::Resign).unwrap();
    assert_eq!(host.act(Side::A, Action::Throw), Err(Code::Over));
    host.act(Side::A, Action::Rematch).unwrap();
    assert_eq!(host.act(Side::B, Action::Rematch), Err(Code::Offered));
    let id = gebeta_protocol::MatchId::new([8; 10]);
    let next = rematch(&host.game, &host.vault, id).unwrap();
    assert!(matches!(
        next.events.last(),
        Some(Event::Started { a: Seat::One, coin: false, first: None, seeds: None })
    ));
    let vault = next.vault.unwrap();
    assert_eq!(vault.side(&SeatSecret::new([1; 16])), Some(Side::B));
    assert_eq!(vault.side(&SeatSecret::new([2; 16])), Some(Side::A));
}

/// A game against a computer that plays as `duty` says, and the first legal move.
fn against_a_computer(rules: &str, seat: SeatWish) -> Host {
    let opponent = Some("level1".parse().unwrap());
    let mut host = Host::new(&CreateRequest { opponent, ..request(rules, seat, NO_CLOCK) });
    if host.game.stage() == Stage::Sealing {
        host.act(Side::A, Action::Seal { seal: Some(seal(Side::A)) }).unwrap();
        host.act(Side::A, Action::Open { seed: seed(Side::A) }).unwrap();
    }
    host
}

#[test]
fn a_computer_plays_whole_games_and_brings_no_seed() {
    for preset in PRESETS {
        for seat in [SeatWish::One, SeatWish::Two, SeatWish::Coin] {
            let mut host = against_a_computer(preset.name, seat);
            assert_eq!(host.game.stage(), Stage::Playing, "{}", preset.name);
            for turn in 0.. {
                match duty(&host.game) {
                    Some((side, BotTask::Do(action))) => drop(host.act(side, action).unwrap()),
                    Some((side, BotTask::Think)) => assert_eq!(host.step(turn), side),
                    None if host.game.to_move().is_none() => break,
                    None => assert_eq!(host.step(turn * 7 + 3), Side::A),
                }
            }
            assert_eq!(Match::fold(id(), &host.log).as_ref(), Ok(&host.game));
            let computer = host.game.player_of(Side::B).unwrap();
            assert_eq!(host.game.record().players[computer].kind, "level1");
            if host.game.envelopes().server.is_some() {
                let verdict = gebeta_fairness::verify(&host.game.to_record()).unwrap();
                assert_eq!(verdict.own_seeds, (true, false), "one of the two is enough");
            }
        }
    }
}

#[test]
fn a_computer_answers_what_people_ask() {
    let mut host = against_a_computer("gebeta", SeatWish::One);
    assert_eq!(duty(&host.game), None, "the person begins");
    host.act(Side::A, Action::OfferDraw).unwrap();
    assert_eq!(duty(&host.game), Some((Side::B, BotTask::Do(Action::DeclineDraw))));
    host.act(Side::B, Action::DeclineDraw).unwrap();
    host.act(Side::A, Action::Play { mv: "1".to_owned() }).unwrap();
    assert_eq!(duty(&host.game), Some((Side::B, BotTask::Think)));
    host.act(Side::A, Action::AskTakeback).unwrap();
    assert_eq!(duty(&host.game), Some((Side::B, BotTask::Do(Action::AcceptTakeback))));
    host.act(Side::B, Action::AcceptTakeback).unwrap();
    assert_eq!(duty(&host.game), None);
    host.act(Side::A, Action::Resign).unwrap();
    assert_eq!(duty(&host.game), None);
    // In the next game it sits on the other side, and still brings no seed.
    let next = rematch(&host.game, &host.vault, game_of(&SeatSecret::new([9; 16]))).unwrap();
    assert!(matches!(&next.events[0], Event::Created { bot: Some(bot), .. } if bot.as_str() == "level1"));
    assert_eq!(next.vault.unwrap().side(&SECRET), Some(Side::B));
}

#[test]
fn who_asks_again_gets_the_same_game() {
    assert_eq!(game_of(&SECRET), game_of(&SECRET));
    assert_ne!(game_of(&SECRET), game_of(&SeatSecret::new([2; 16])));
    assert!(!SECRET.reveal().contains(&game_of(&SECRET).to_string()));
}
