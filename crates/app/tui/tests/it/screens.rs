//! Whole screens, as they are drawn: both games in three sizes, with and without colors, in the middle of a move, and every
//! other screen there is.

use gebeta_i18n::Language;
use gebeta_rules::GameKind;
use gebeta_session::PlayerKind;
use gebeta_tui::{Animation, Charset, Color, Settings, Start, Target};

use crate::harness::{TuiHarness, mono, preset, quick};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 50)];
const PALETTES: [(&str, Color); 2] = [("color", Color::Many), ("mono", Color::Never)];

/// A game after a few moves, in every size and palette.
fn check(name: &str, kind: GameKind, keys: &str) {
    for (palette, color) in PALETTES {
        let settings = Settings { color, ..quick() };
        let mut tui = TuiHarness::game_with(settings, kind, |plan| {
            plan.player_kinds.two = PlayerKind::Human;
            "Abebe".clone_into(&mut plan.names.one);
            "ሳራ".clone_into(&mut plan.names.two);
        });
        tui.keys(keys);
        for (width, height) in SIZES {
            tui.size = (width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}_{palette}"), tui.painted());
        }
    }
}

#[test]
fn mancala() {
    check("mancala", GameKind::Mancala, "3 6 1 h");
}

#[test]
fn senet() {
    check("senet", GameKind::Senet, "enter enter enter");
}

/// The screen while stones travel or a piece moves.
fn check_moving(name: &str, kind: GameKind, keys: &str, millis: u64) {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut tui = TuiHarness::two_people(settings, kind);
    tui.keys(keys);
    tui.wait(millis);
    for (width, height) in SIZES {
        tui.size = (width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), tui.painted());
    }
}

#[test]
fn mancala_in_the_middle_of_a_move() {
    check_moving("mancala_moving", GameKind::Mancala, "3", 240);
}

#[test]
fn senet_while_the_sticks_tumble() {
    check_moving("senet_tumbling", GameKind::Senet, "enter", 210);
}

/// The same without colors: what moves must be told by its shape.
#[test]
fn moves_are_seen_without_colors() {
    let settings = Settings { animation: Animation::Normal, ..mono() };
    for (name, kind, keys, millis) in [
        ("mancala_moving_mono", GameKind::Mancala, "3", 240),
        ("senet_moving_mono", GameKind::Senet, "enter enter enter", 120),
    ] {
        let mut tui = TuiHarness::two_people(settings.clone(), kind);
        tui.keys(keys);
        tui.wait(millis);
        painted(name, &mut tui, &[(40, 12), (80, 24)]);
    }
}

#[test]
fn senet_while_a_piece_moves() {
    // The second key ends the tumbling, the third plays.
    check_moving("senet_moving", GameKind::Senet, "enter enter enter", 120);
}

/// What is drawn, in these sizes.
fn shots(name: &str, tui: &mut TuiHarness, sizes: &[(u16, u16)]) {
    for (width, height) in sizes {
        tui.size = (*width, *height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), tui.screen());
    }
    tui.size = (80, 24);
}

/// What is drawn and how, in these sizes.
fn painted(name: &str, tui: &mut TuiHarness, sizes: &[(u16, u16)]) {
    for (width, height) in sizes {
        tui.size = (*width, *height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), tui.painted());
    }
    tui.size = (80, 24);
}

fn against(kind: GameKind, bot: &str) -> TuiHarness {
    let mind = PlayerKind::named(kind, bot).expect("a bot");
    TuiHarness::game(kind, |plan| plan.player_kinds.two = mind)
}

#[test]
fn home_and_set_up() {
    let mut tui = TuiHarness::new(Start::Home);
    shots("home", &mut tui, &SIZES);
    tui.keys("m");
    shots("setup", &mut tui, &SIZES);
    tui.keys("esc s");
    shots("setup_senet", &mut tui, &[(160, 50)]);
    shots("too_small", &mut tui, &[(20, 5)]);
}

#[test]
fn the_end_of_a_game_and_what_is_kept_of_it() {
    let mut tui = against(GameKind::Mancala, "random");
    tui.play_out();
    shots("over", &mut tui, &SIZES);
    tui.keys("q");
    tui.click(Target::Row(3));
    shots("games", &mut tui, &[(40, 12), (80, 24)]);
    tui.keys("enter right right right");
    shots("replay", &mut tui, &SIZES);
    tui.keys("w");
    shots("review", &mut tui, &SIZES);
    tui.keys("esc esc esc");
    tui.click(Target::Row(4));
    shots("statistics", &mut tui, &SIZES);
    let mut tui = against(GameKind::Senet, "random");
    tui.play_out();
    shots("over_senet", &mut tui, &[(80, 24)]);
}

#[test]
fn the_coin_and_a_move_to_confirm() {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut tui = TuiHarness::game_with(settings, GameKind::Mancala, |plan| {
        plan.rule_set = preset("tainted");
        plan.player_kinds.two = PlayerKind::Human;
        "Player 2".clone_into(&mut plan.names.two);
        plan.confirm = true;
    });
    shots("coin_call", &mut tui, &[(40, 12), (80, 24)]);
    tui.keys("h");
    tui.wait(1200);
    shots("coin_fell", &mut tui, &[(40, 12), (80, 24)]);
    tui.wait(3000);
    tui.keys("2");
    shots("confirm", &mut tui, &[(40, 12), (80, 24)]);
}

#[test]
fn pages_and_settings() {
    for (row, name) in [(5, "rules"), (6, "settings"), (7, "about")] {
        let mut tui = TuiHarness::new(Start::Home);
        tui.click(Target::Row(row));
        shots(name, &mut tui, &[(40, 12), (80, 24)]);
    }
}

#[test]
fn what_the_computer_thinks() {
    for (kind, bot, keys) in
        [(GameKind::Mancala, "level2", "v 1"), (GameKind::Senet, "classic:2", "v enter enter enter enter")]
    {
        let mut tui = against(kind, bot);
        tui.keys(keys);
        tui.wait(600);
        tui.keys("enter");
        shots(&format!("verbose_{kind}"), &mut tui, &[(40, 12), (60, 20), (80, 24), (160, 50)]);
    }
}

#[test]
fn the_board_upright() {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut tui = TuiHarness::two_people(settings, GameKind::Mancala);
    tui.keys("V 3");
    tui.wait(240);
    shots("upright", &mut tui, &[(40, 30), (80, 24), (160, 50)]);
}

#[test]
fn plain_terminals() {
    for (name, settings) in [
        ("ascii", Settings { charset: Charset::Ascii, ..quick() }),
        ("sixteen", Settings { color: Color::Sixteen, ..quick() }),
    ] {
        let mut tui = TuiHarness::two_people(settings.clone(), GameKind::Mancala);
        tui.keys("3 6");
        painted(&format!("{name}_mancala"), &mut tui, &[(80, 24)]);
        let mut tui = TuiHarness::two_people(settings, GameKind::Senet);
        tui.keys("enter enter enter");
        painted(&format!("{name}_senet"), &mut tui, &[(80, 24)]);
    }
}

#[test]
fn other_languages() {
    for language in [Language::Am, Language::Ar] {
        let settings = Settings { language: Some(language), ..quick() };
        for kind in [GameKind::Mancala, GameKind::Senet] {
            let mut tui = TuiHarness::game_with(settings.clone(), kind, |plan| {
                plan.player_kinds.two = PlayerKind::Human;
            });
            tui.keys("enter enter");
            shots(&format!("{}_{kind}", language.code()), &mut tui, &[(40, 12), (80, 24)]);
        }
        let mut tui = TuiHarness::with(settings, Start::Home);
        shots(&format!("{}_home", language.code()), &mut tui, &[(80, 24)]);
    }
}
