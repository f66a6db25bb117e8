//! The sowing games of the wider family in the full screen: every shipped rule set is drawn and played.

use gebeta_rules::{GameKind, Preset};
use gebeta_session::PlayerKind;

use crate::harness::{TuiHarness, quick};

/// A game of two people by a shipped rule set.
fn two_people(name: &str) -> TuiHarness {
    let set = Preset::named(name).expect("a shipped rule set").rule_set();
    TuiHarness::game_with(quick(), GameKind::Mancala, |plan| {
        plan.rule_set = set;
        plan.player_kinds.two = PlayerKind::Human;
        "Abebe".clone_into(&mut plan.names.one);
        "Sara".clone_into(&mut plan.names.two);
    })
}

/// The screen after some keys.
#[track_caller]
fn check(name: &str, keys: &str) {
    for (width, height) in [(80, 24), (160, 50)] {
        let mut tui = two_people(name);
        tui.size = (width, height);
        tui.keys(keys);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), tui.painted());
    }
}

#[test]
fn boards_of_two_three_and_four_rows_are_drawn() {
    check("oware", "3 2");
    check("togyzkumalak", "9");
    check("gabata-wegue", "enter enter");
    check("hus", "enter right enter");
}

/// Enter plays what the cursor is on, wherever it rests, until the game is over.
#[test]
fn every_sowing_game_is_played_by_the_cursor() {
    for preset in Preset::all().filter(|preset| preset.rules.game() == GameKind::Mancala) {
        let mut tui = two_people(preset.name);
        if preset.rules.wants_coin() {
            tui.keys("h");
            tui.wait(3000);
        }
        let mut plies = 0;
        for turn in 0..120 {
            if tui.playing().local().record().outcome().is_some() {
                break;
            }
            tui.keys(if turn % 3 == 0 { "right enter" } else { "enter" });
            plies = plies.max(tui.plies());
        }
        assert!(plies > 3, "{}: {plies} moves\n{}", preset.name, tui.screen());
    }
}
