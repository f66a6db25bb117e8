//! Games written for other programs and read back.

use gebeta_rules::interchange::{Format, kgp};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Coded, Game, Outcome, PRESETS, Player, Record, Seat, mancala,
};
use gebeta_testkit::Walk;
use proptest::prelude::*;

/// A random game by these rules, stopped after at most so many plies.
fn played(name: &str, rules: mancala::Rules, seed: u64, plies: usize) -> Record {
    let mut walk = Walk::new(seed);
    let first = Player::BOTH[walk.below(2)];
    let start = AnyPosition::Mancala(mancala::Position::start_with(&rules, first));
    let seat = |player| Seat { name: format!("\"{player}\" \\ ኣ"), kind: "steady:4".to_owned() };
    let mut record = Record::new(name, AnyRules::Mancala(rules), start, ByPlayer::from_fn(seat));
    for _ in 0..plies {
        let AnyPosition::Mancala(position) = record.position() else { break };
        let Some(mv) = walk.pick(position) else { break };
        record.play(AnyPly::Mancala(mv)).expect("a legal move was picked");
    }
    record
}

fn rule_sets() -> Vec<(&'static str, mancala::Rules)> {
    let presets = PRESETS.iter().filter_map(|preset| match preset.rules {
        AnyRules::Mancala(rules) => Some((preset.name, rules)),
        AnyRules::Sowing(_) | AnyRules::Senet(_) => None,
    });
    let size = |n| mancala::Size::new(n).expect("a size");
    let own = mancala::Rules { pits: size(12), stones: size(3), pie: true, ..mancala::Rules::GEBETA };
    presets.chain([("own rules", own)]).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn an_ogn_reads_back_as_the_same_game(seed: u64, plies in 0_usize..120, which in 0_usize..6) {
        let (name, rules) = rule_sets()[which];
        let mut record = played(name, rules, seed, plies);
        record.notes = vec![("Site".to_owned(), "Gondar".to_owned()), ("Annotator".to_owned(), "x".to_owned())];
        let text = Format::Ogn.write(&record).unwrap();
        prop_assert_eq!(Format::recognize(&text), Format::Ogn);
        prop_assert!(text.lines().skip_while(|line| !line.is_empty()).all(|line| line.len() <= 78));
        let again = Format::Ogn.read(&text).unwrap();
        prop_assert_eq!(again, record, "{}", text);
    }

    #[test]
    fn actions_read_back_as_the_same_game(seed: u64, plies in 0_usize..120) {
        let record = played("gebeta", mancala::Rules::GEBETA, seed, plies);
        match Format::OpenSpiel.write(&record) {
            Ok(text) => {
                let again = Format::OpenSpiel.read(&text).unwrap();
                prop_assert_eq!(again.positions(), record.positions());
                prop_assert_eq!(Format::recognize(&text), Format::OpenSpiel);
            }
            Err(error) => {
                prop_assert_eq!(error.code(), "not-expressible");
                prop_assert_eq!(record.start().to_move(), Some(Player::Two));
            }
        }
    }

    #[test]
    fn a_literal_is_the_position_of_the_player_to_move(seed: u64, plies in 0_usize..60) {
        let record = played("gebeta", mancala::Rules::GEBETA, seed, plies);
        let text = Format::Kgp.write(&record).unwrap();
        prop_assert_eq!(Format::recognize(&text), Format::Kgp);
        let AnyPosition::Mancala(position) = record.position() else { unreachable!("a game of mancala") };
        let read = kgp::position(&text).unwrap();
        let mover = position.to_move().unwrap_or(Player::One);
        for (theirs, ours) in [(Player::One, mover), (Player::Two, !mover)] {
            prop_assert_eq!(read.board().side(theirs), position.board().side(ours));
            prop_assert_eq!(read.board().score(theirs), position.board().score(ours));
        }
        prop_assert_eq!(kgp::literal(&read), text.trim());
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[\\[\\]<>A-Fa-f0-9,. \"{}();\\-*\nVarintENSFO]{0,200}") {
        for format in [Format::Kgp, Format::OpenSpiel, Format::Ogn] {
            let _ = format.read(&text);
            let _ = format.read(&format!("[Variant \"kalah\"]\n\n{text}"));
        }
    }
}

#[track_caller]
fn refused(text: &str, words: &str) {
    let error = Format::Ogn.read(text).expect_err("it is wrong");
    assert!(error.to_string().contains(words), "{words:?} expected: {error}");
    assert_eq!(error.code(), "bad-notation");
}

#[test]
fn a_wrong_ogn_says_where() {
    let game = |moves: &str| format!("[Variant \"Kalah\"]\n[South \"A\"]\n\n{moves}\n");
    refused("[South \"A\"]\n", "line 1: the tag Variant is missing");
    refused("[Variant \"Abapa\"]\n", "line 1: the rules \"Abapa\" are not known");
    refused("[Variant \"classic\"]\n", "not known");
    refused("[Variant Kalah]\n", "line 1: a tag is written");
    refused("[Variant \"kalah\"]\n[South \"\"]\n[South \"\"]\n", "line 3: the tag South stands here");
    refused("[Variant \"kalah\"]\n[FEN \"4-4-S\"]\n", "line 2: the tag FEN");
    refused("[Variant \"kalah\"]\n[FEN \"4-4-0-0-S\"]\n", "line 2: the position has 1 pits");
    refused("[Variant \"kalah\"]\n[Rule \"pits = 99\"]\n", "line 2: the rules of the game: pits: ");
    refused(
        "[Rule \"pits = 3\"]\n[Variant \"mine\"]\n[South \"A\"]\n[Rule \"stones = 0\"]\n[Rule \"x = 1\"]\n",
        "line 4: the rules of the game: stones: ",
    );
    refused(&game("1. C A\n2. x"), "line 5: \"x\" is no move");
    refused(&game("1. C A\n2. M"), "line 5: \"M\" is no move");
    refused(&game("1. CAa"), "line 4: \"CAa\" is no move of one player");
    refused(&game("1. C A\n2. B"), "line 5: move 3 (B) is a pit of the player who is not to move");
    refused(&game("1. C\nC"), "line 5: move 2 (C): pit 3 is empty");
    refused(&game("1. C swap"), "sides cannot be swapped");
    refused(&game("1. C {no end\n2. A"), "line 4: the comment");
    refused(&game("1. C (A (B)\n"), "the brackets of a variation");
    refused(&game("1. C ) A"), "line 4: the brackets");
    refused(&game("1. C * A"), "line 4: there is something behind");
    refused("[Variant \"kalah\"]\n[Result \"won\"]\n", "line 2: the moves lead to *");
}

#[test]
fn an_ogn_by_hand_reads_as_it_stands() {
    let text = "[Variant \"Kalah\"]\n[South \"Abebe\"]\n[Result \"0-1\"]\n\n1.CA {home} f! 2... (1. A b) $3 D ; so\n0-1";
    let record = Format::Ogn.read(text).unwrap();
    let moves: Vec<_> = record.moves().map(|(player, ply)| format!("{player}{ply}")).collect();
    assert_eq!(moves, ["13", "11", "26", "14"]);
    assert_eq!(record.players.one.name, "Abebe");
    // Somebody gave up: that is no end by the rules, but it is kept.
    assert_eq!(record.notes, [("Claim".to_owned(), "0-1".to_owned())]);
    assert!(Format::Ogn.write(&record).unwrap().contains("[Result \"0-1\"]"));
}

#[test]
fn who_won_beside_the_board_is_read_back() {
    for (why, outcome) in [
        ("resigned", Outcome::Win(Player::Two)),
        ("time", Outcome::Win(Player::One)),
        ("agreed", Outcome::Draw),
    ] {
        let mut record = played("gebeta", mancala::Rules::GEBETA, 1, 4);
        record.notes = vec![("Ended".to_owned(), why.to_owned())];
        record.decided = Some(outcome);
        assert_eq!(record.to_string().parse().as_ref(), Ok(&record), "{why}");
        assert_eq!(Format::Ogn.read(&Format::Ogn.write(&record).unwrap()).as_ref(), Ok(&record), "{why}");
        record.take_back_to(2);
        assert_eq!((record.decided, record.notes.len()), (None, 0), "who plays on is not done");
    }
}

#[test]
fn senet_and_other_laws_are_not_for_everybody() {
    let avalanche = played("avalanche", mancala::Rules::AVALANCHE, 1, 10);
    for format in [Format::Kgp, Format::OpenSpiel] {
        assert_eq!(format.write(&avalanche).unwrap_err().code(), "not-expressible");
    }
}
