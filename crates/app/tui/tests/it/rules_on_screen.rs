//! The rules as they are played on the screen.

use gebeta_rules::mancala::End;
use gebeta_rules::{AnyRules, ByPlayer, GameKind, Record, RuleSet, Seat};
use gebeta_session::{PlayerKind, Prompt};
use gebeta_tui::Start;

use crate::harness::{TuiHarness, preset};

/// A game of two people from a position.
fn from_position(set: &RuleSet, position: &str) -> TuiHarness {
    let seat = |name: &str| Seat { name: name.to_owned(), kind: PlayerKind::HUMAN.to_owned() };
    let seats = ByPlayer { one: seat("Abebe"), two: seat("Sara") };
    let start = set.rules.position(position).expect("a position");
    let mut record = Record::new(set.name.clone(), set.rules, start, seats);
    record.seed = Some(1);
    TuiHarness::new(Start::Resume(Box::new(record), None))
}

/// `rules | position | keys | position after | what is told`.
#[track_caller]
fn check_moves(line: &str) {
    let parts: Vec<&str> = line.split(" | ").collect();
    let [rules, before, keys, after, told] = parts[..] else { panic!("five parts: {line}") };
    let mut tui = from_position(&preset(rules), before);
    tui.keys(keys);
    assert_eq!(tui.playing().local().position().to_string(), after, "{line}");
    tui.shows(told);
}

#[test]
fn games_of_every_rule_set_are_played_to_their_end() {
    for preset in &gebeta_rules::PRESETS {
        let kind = preset.rules.game();
        let mut tui = TuiHarness::game(kind, |plan| {
            plan.rule_set = preset.rule_set();
            plan.player_kinds.two = PlayerKind::named(kind, "random").unwrap();
        });
        if tui.playing().board.session.prompt() == Prompt::Toss {
            tui.keys("h enter");
        }
        tui.play_out();
        tui.shows("Game over");
        let [record] = &tui.added[..] else { panic!("{} is kept once", preset.name) };
        assert_eq!((record.rules, record.rule_set.as_str()), (preset.rules, preset.name));
    }
}

#[test]
fn extra_turns_captures_and_the_end() {
    check_moves(
        "gebeta | 0,0,0,0,2,1,0,4,4,4,4,4,4,0 1 | 6 5 6 | 0,0,0,0,0,0,3,0,0,0,0,0,0,24 - | Game over",
    );
    check_moves(
        "gebeta | 1,0,0,0,0,4,0,4,4,4,4,4,4,0 1 | 1 | 0,0,0,0,0,4,5,4,4,4,4,0,4,0 2 | captures 5 stones",
    );
    check_moves(
        "gebeta | 4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 | 3 | 4,4,0,5,5,5,1,4,4,4,4,4,4,0 1 | Extra turn for Abebe.",
    );
}

#[test]
fn avalanche_goes_on_where_capture_ends() {
    check_moves("avalanche | 1,1,0,0,0,4,0,4,4,4,4,4,4,0 1 | 1 | 0,0,1,1,0,4,0,4,4,4,4,4,4,0 2 | 1 lap!");
    check_moves("capture | 1,1,0,0,0,4,0,4,4,4,4,4,4,0 1 | 1 | 0,2,0,0,0,4,0,4,4,4,4,4,4,0 2 | sows 1 stone");
}

#[test]
fn the_chosen_pit_stays_empty_and_only_the_opposite_stones_are_captured() {
    check_moves(
        "tainted | 13,0,0,0,0,0,0,1,1,1,1,1,1,0 1 | 1 | 0,2,1,1,1,1,1,2,2,2,2,2,2,0 2 | sows 13 stones",
    );
    check_moves(
        "tainted | 1,0,0,0,0,4,0,4,4,4,4,4,4,0 1 | 1 | 0,1,0,0,0,4,4,4,4,4,4,0,4,0 2 | captures 4 stones",
    );
}

#[test]
fn until_most_or_all_stones_are_captured_is_an_option() {
    let before = "1,0,0,0,0,1,24,4,4,4,4,4,2,0 1";
    let mut most = preset("gebeta");
    let AnyRules::Mancala(rules) = &mut most.rules else { panic!() };
    rules.law.end = End::Majority;
    // The same last stone: the 25th of 48 ends the one game, and the other goes on.
    for (set, over) in [(most, true), (preset("gebeta"), false)] {
        let mut tui = from_position(&set, before);
        tui.keys("6");
        assert_eq!(tui.playing().local().record().outcome().is_some(), over);
        assert_eq!(tui.screen().contains("Game over"), over, "{}", tui.screen());
    }
    // And it is chosen in the set-up.
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Mancala));
    tui.go_to_option("end");
    tui.keys("right f5");
    let AnyRules::Mancala(rules) = tui.playing().local().record().rules else { panic!() };
    assert_eq!(rules.law.end, End::Majority);
}
