//! Whole screens, as they are drawn: both games in three sizes, with and without colors, in the middle of a move, and every
//! other screen there is.

use gebeta_i18n::Language;
use gebeta_rules::GameKind;
use gebeta_session::PlayerKind;
use gebeta_tui::{Animation, Charset, Color, Settings, Start, Target};

use crate::sitting::{Sitting, mono, preset, quick};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 50)];
const PALETTES: [(&str, Color); 2] = [("color", Color::Many), ("mono", Color::Never)];

/// A game after a few moves, in every size and palette.
fn check(name: &str, kind: GameKind, keys: &str) {
    for (palette, color) in PALETTES {
        let settings = Settings { color, ..quick() };
        let mut sitting = Sitting::game_with(settings, kind, |plan| {
            plan.minds.two = PlayerKind::Human;
            "Abebe".clone_into(&mut plan.names.one);
            "ሳራ".clone_into(&mut plan.names.two);
        });
        sitting.keys(keys);
        for (width, height) in SIZES {
            sitting.size = (width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}_{palette}"), sitting.painted());
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
    let mut sitting = Sitting::two_people(settings, kind);
    sitting.keys(keys);
    sitting.wait(millis);
    for (width, height) in SIZES {
        sitting.size = (width, height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), sitting.painted());
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
        let mut sitting = Sitting::two_people(settings.clone(), kind);
        sitting.keys(keys);
        sitting.wait(millis);
        painted(name, &mut sitting, &[(40, 12), (80, 24)]);
    }
}

#[test]
fn senet_while_a_piece_moves() {
    // The second key ends the tumbling, the third plays.
    check_moving("senet_moving", GameKind::Senet, "enter enter enter", 120);
}

/// What is drawn, in these sizes.
fn shots(name: &str, sitting: &mut Sitting, sizes: &[(u16, u16)]) {
    for (width, height) in sizes {
        sitting.size = (*width, *height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), sitting.screen());
    }
    sitting.size = (80, 24);
}

/// What is drawn and how, in these sizes.
fn painted(name: &str, sitting: &mut Sitting, sizes: &[(u16, u16)]) {
    for (width, height) in sizes {
        sitting.size = (*width, *height);
        insta::assert_snapshot!(format!("{name}_{width}x{height}"), sitting.painted());
    }
    sitting.size = (80, 24);
}

fn against(kind: GameKind, bot: &str) -> Sitting {
    let mind = PlayerKind::named(kind, bot).expect("a bot");
    Sitting::game(kind, |plan| plan.minds.two = mind)
}

#[test]
fn home_and_set_up() {
    let mut sitting = Sitting::new(Start::Home);
    shots("home", &mut sitting, &SIZES);
    sitting.keys("m");
    shots("setup", &mut sitting, &SIZES);
    sitting.keys("esc s");
    shots("setup_senet", &mut sitting, &[(160, 50)]);
    shots("too_small", &mut sitting, &[(20, 5)]);
}

#[test]
fn the_end_of_a_game_and_what_is_kept_of_it() {
    let mut sitting = against(GameKind::Mancala, "random");
    sitting.play_out();
    shots("over", &mut sitting, &SIZES);
    sitting.keys("q");
    sitting.click(Target::Row(3));
    shots("games", &mut sitting, &[(40, 12), (80, 24)]);
    sitting.keys("enter right right right");
    shots("replay", &mut sitting, &SIZES);
    sitting.keys("w");
    shots("review", &mut sitting, &SIZES);
    sitting.keys("esc esc esc");
    sitting.click(Target::Row(4));
    shots("statistics", &mut sitting, &SIZES);
    let mut sitting = against(GameKind::Senet, "random");
    sitting.play_out();
    shots("over_senet", &mut sitting, &[(80, 24)]);
}

#[test]
fn the_coin_and_a_move_to_confirm() {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut sitting = Sitting::game_with(settings, GameKind::Mancala, |plan| {
        plan.rule_set = preset("tainted");
        plan.minds.two = PlayerKind::Human;
        "Player 2".clone_into(&mut plan.names.two);
        plan.confirm = true;
    });
    shots("coin_call", &mut sitting, &[(40, 12), (80, 24)]);
    sitting.keys("h");
    sitting.wait(1200);
    shots("coin_fell", &mut sitting, &[(40, 12), (80, 24)]);
    sitting.wait(3000);
    sitting.keys("2");
    shots("confirm", &mut sitting, &[(40, 12), (80, 24)]);
}

#[test]
fn pages_and_settings() {
    for (row, name) in [(5, "rules"), (6, "settings"), (7, "about")] {
        let mut sitting = Sitting::new(Start::Home);
        sitting.click(Target::Row(row));
        shots(name, &mut sitting, &[(40, 12), (80, 24)]);
    }
}

#[test]
fn what_the_computer_thinks() {
    for (kind, bot, keys) in
        [(GameKind::Mancala, "level2", "v 1"), (GameKind::Senet, "classic:2", "v enter enter enter enter")]
    {
        let mut sitting = against(kind, bot);
        sitting.keys(keys);
        sitting.wait(600);
        sitting.keys("enter");
        shots(&format!("verbose_{kind}"), &mut sitting, &[(40, 12), (60, 20), (80, 24), (160, 50)]);
    }
}

#[test]
fn the_board_upright() {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut sitting = Sitting::two_people(settings, GameKind::Mancala);
    sitting.keys("V 3");
    sitting.wait(240);
    shots("upright", &mut sitting, &[(40, 30), (80, 24), (160, 50)]);
}

#[test]
fn plain_terminals() {
    for (name, settings) in [
        ("ascii", Settings { charset: Charset::Ascii, ..quick() }),
        ("sixteen", Settings { color: Color::Sixteen, ..quick() }),
    ] {
        let mut sitting = Sitting::two_people(settings.clone(), GameKind::Mancala);
        sitting.keys("3 6");
        painted(&format!("{name}_mancala"), &mut sitting, &[(80, 24)]);
        let mut sitting = Sitting::two_people(settings, GameKind::Senet);
        sitting.keys("enter enter enter");
        painted(&format!("{name}_senet"), &mut sitting, &[(80, 24)]);
    }
}

#[test]
fn other_languages() {
    for language in [Language::Am, Language::Ar] {
        let settings = Settings { language: Some(language), ..quick() };
        for kind in [GameKind::Mancala, GameKind::Senet] {
            let mut sitting =
                Sitting::game_with(settings.clone(), kind, |plan| plan.minds.two = PlayerKind::Human);
            sitting.keys("enter enter");
            shots(&format!("{}_{kind}", language.code()), &mut sitting, &[(40, 12), (80, 24)]);
        }
        let mut sitting = Sitting::with(settings, Start::Home);
        shots(&format!("{}_home", language.code()), &mut sitting, &[(80, 24)]);
    }
}
