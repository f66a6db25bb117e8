//! Whole games with their envelopes: the honest ones pass, and nothing about them can be changed.

use proptest::prelude::*;

use gebeta_fairness::{
    ByRole, Digest, FairnessError, Role, Seed, Transcript, commitment, rules_digest, verify,
};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Coin, CoinSide, Game, GameKind, Player, Record, Seat, mancala,
    senet,
};

const GAME: &str = "Tb2nQ8xkV0aZ";

fn transcript(rules: &AnyRules, a: [u8; 32], b: [u8; 32]) -> Transcript {
    let seeds = ByRole { server: Seed::new([7; 32]), a: Seed::new(a), b: Seed::new(b) };
    let seals = ByRole::try_from_fn(|role: Role| Ok::<_, ()>(commitment(role, GAME, &seeds[role]))).unwrap();
    Transcript {
        game: GAME.to_owned(),
        rules: rules_digest(rules),
        seals,
        seeds,
        a: Player::One,
        coin: false,
        chained: None,
    }
}

/// A game of Senet in which everybody plays the first legal move.
fn senet_game(transcript: &Transcript, most: usize) -> Record {
    let rules = senet::Rules::CLASSIC;
    let any = AnyRules::Senet(rules);
    let seat = |name: &str| Seat { name: name.to_owned(), kind: "human".to_owned() };
    let players = ByPlayer { one: seat("Abebe"), two: seat("ሳራ") };
    let mut record = Record::new("classic", any, any.start(), players);
    let key = transcript.open(&record).unwrap();
    while record.outcome().is_none() && record.plies().len() < most {
        let AnyPosition::Senet(position) = *record.position() else { unreachable!("a game of Senet") };
        let roll = key.throw(record.plies().len() as u32).roll(rules.no_dark);
        let thrown = AnyPosition::Senet(position).cast(roll).unwrap();
        let AnyPosition::Senet(thrown) = thrown else { unreachable!("a game of Senet") };
        let mv = thrown.legal_moves().next().unwrap();
        record.play(AnyPly::Senet(roll, mv)).unwrap();
    }
    record
}

fn honest() -> (Transcript, Record) {
    let transcript = transcript(&AnyRules::default_of(GameKind::Senet), [1; 32], [2; 32]);
    let record = senet_game(&transcript, usize::MAX);
    assert!(record.outcome().is_some());
    (transcript, record)
}

#[test]
fn an_honest_game_is_proved() {
    let (transcript, record) = honest();
    let text = transcript.write(&record);
    let verdict = verify(&text).unwrap();
    assert_eq!(verdict.throws, record.plies().len());
    assert_eq!(verdict.own_seeds, (true, true));
    // It is an ordinary record for everybody else.
    assert_eq!(text.parse::<Record>().unwrap().plies(), record.plies());
}

#[test]
fn a_game_without_envelopes_proves_nothing() {
    let (_, record) = honest();
    assert_eq!(verify(&record.to_string()), Err(FairnessError::NoEnvelopes));
    let rules = AnyRules::default_of(GameKind::Senet);
    let silent = transcript(&rules, [0; 32], [0; 32]);
    let seat = Seat { name: "A".to_owned(), kind: "human".to_owned() };
    let record = Record::new("classic", rules, rules.start(), ByPlayer { one: seat.clone(), two: seat });
    assert_eq!(verify(&silent.write(&record)), Err(FairnessError::NotProvable));
}

#[test]
fn other_seeds_rules_or_seats_are_found_even_in_a_whole_file() {
    let (good, record) = honest();
    let server = Seed::new([8; 32]);
    let other_seed = Transcript { seeds: ByRole { server, ..good.seeds }, ..good.clone() };
    assert_eq!(verify(&other_seed.write(&record)), Err(FairnessError::Envelope("S")));
    // The server opens another envelope than it had sealed, and covers it: the throws tell.
    let resealed = Transcript {
        seals: ByRole { server: commitment(Role::Server, GAME, &server), ..good.seals },
        ..other_seed
    };
    assert!(matches!(verify(&resealed.write(&record)), Err(FairnessError::Throw { .. })));
    let other_game = Transcript { game: "another".to_owned(), ..good.clone() };
    assert_eq!(verify(&other_game.write(&record)), Err(FairnessError::Envelope("S")));
    let mancala = rules_digest(&AnyRules::default_of(GameKind::Mancala));
    assert_eq!(
        verify(&Transcript { rules: mancala, ..good.clone() }.write(&record)),
        Err(FairnessError::Rules)
    );
    let coins = Player::BOTH.map(|a| verify(&Transcript { coin: true, a, ..good.clone() }.write(&record)));
    assert_eq!(coins.iter().filter(|checked| checked.is_ok()).count(), 1, "{coins:?}");
}

/// A game whose rules want a coin, as the envelopes have it fall or otherwise, covered by a digest that fits.
#[test]
fn who_begins_by_a_coin_follows_from_the_envelopes() {
    let rules = mancala::Rules::TAINTED;
    let good = transcript(&AnyRules::Mancala(rules), [1; 32], [2; 32]);
    let begun = |rules: mancala::Rules, coin: Option<Coin>| {
        let seat = Seat { name: "A".to_owned(), kind: "human".to_owned() };
        let first = coin.map_or(Player::One, Coin::first);
        let start = AnyPosition::Mancala(mancala::Position::start_with(&rules, first));
        let players = ByPlayer { one: seat.clone(), two: seat };
        let mut record = Record::new("tainted", AnyRules::Mancala(rules), start, players);
        record.coin = coin;
        record
    };
    let toss = good.open(&begun(rules, None)).unwrap().toss();
    let first = toss.first();
    assert_eq!(verify(&good.write(&begun(rules, Some(toss)))).unwrap().first, Some(first));
    let other = if toss.fell == CoinSide::Heads { CoinSide::Tails } else { CoinSide::Heads };
    for forged in [None, Some(Coin { fell: other, ..toss }), Some(Coin { called: other, fell: other })] {
        let checked = verify(&good.write(&begun(rules, forged)));
        assert_eq!(checked, Err(FairnessError::First(Some(first))), "{forged:?}");
    }
    let plain = mancala::Rules::GEBETA;
    let without = transcript(&AnyRules::Mancala(plain), [1; 32], [2; 32]);
    assert_eq!(verify(&without.write(&begun(plain, None))).unwrap().first, None);
    assert_eq!(verify(&without.write(&begun(plain, Some(toss)))), Err(FairnessError::First(None)));
}

#[test]
fn a_throw_that_the_envelopes_do_not_know_is_named() {
    let (good, _) = honest();
    let foreign = transcript(&AnyRules::default_of(GameKind::Senet), [1; 32], [3; 32]);
    let record = senet_game(&foreign, 20);
    let written: Vec<u8> = record.plies().iter().map(|ply| ply.to_string().as_bytes()[0] - b'0').collect();
    let key = good.open(&record).unwrap();
    let first =
        (0..20).find(|&n| key.throw(n).roll(senet::NoDark::Five).get() != written[n as usize]).unwrap();
    let Err(FairnessError::Throw { throw, .. }) = verify(&good.write(&record)) else { panic!("accepted") };
    assert_eq!(throw, first as usize + 1);
}

/// Covers a changed text with a digest that fits, as a forger would.
fn cover(text: &str) -> String {
    let rest: String = text.split_inclusive('\n').filter(|line| !line.starts_with("[FairDigest")).collect();
    let digest = Digest::of(&[rest.as_bytes()]);
    rest.replacen("\n\n", &format!("\n[FairDigest \"{digest}\"]\n\n"), 1)
}

/// Where the envelopes, the rules and the throws stand in a text: what nobody may change, covered or not.
fn sealed_places(text: &str) -> Vec<usize> {
    let mut places = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let seals = line.starts_with("[Fair") && !line.starts_with("[FairDigest");
        let part = if seals || line.starts_with("[Rule ") {
            // The value between its quotes.
            line.find('"').map(|from| from + 1..line.len() - 3)
        } else {
            // The throw of a ply: `p1 3:1x4`.
            line.starts_with('p').then_some(3..4)
        };
        places.extend(part.into_iter().flatten().map(|place| start + place));
        start += line.len();
    }
    places
}

#[test]
fn a_covered_text_is_the_text() {
    let (transcript, record) = honest();
    let text = transcript.write(&record);
    assert_eq!(cover(&text), text);
    assert!(sealed_places(&text).len() > 500);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bit_of_a_game_can_be_changed(place: prop::sample::Index, bit in 0..8u8) {
        thread_local!(static TEXT: String = { let (transcript, record) = honest(); transcript.write(&record) });
        TEXT.with(|text| {
            let mut bytes = text.clone().into_bytes();
            let place = place.index(bytes.len());
            bytes[place] ^= 1 << bit;
            let refused = String::from_utf8(bytes).map_or(true, |changed| verify(&changed).is_err());
            prop_assert!(refused, "bit {} of byte {}", bit, place);
            Ok(())
        })?;
    }

    /// The digest finds every change, but a forger makes a new one. What was sealed is found all the same.
    #[test]
    fn nothing_that_was_sealed_can_be_changed_and_covered(place: prop::sample::Index, bit in 0..7u8) {
        thread_local!(static TEXT: String = { let (transcript, record) = honest(); transcript.write(&record) });
        TEXT.with(|text| {
            let places = sealed_places(text);
            let mut bytes = text.clone().into_bytes();
            let place = places[place.index(places.len())];
            bytes[place] ^= 1 << bit;
            let changed = String::from_utf8(bytes).expect("the places hold ASCII, and so they do now");
            let checked = verify(&cover(&changed));
            prop_assert!(checked.is_err(), "bit {} of byte {}", bit, place);
            prop_assert!(checked != Err(FairnessError::Changed), "the cover fits");
            Ok(())
        })?;
    }
}
