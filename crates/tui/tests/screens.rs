//! Whole screens, as they are drawn: both games in three sizes, with and without colors, and in the middle of a move.

mod sitting;

use gebeta_rules::GameKind;
use gebeta_tui::{Animation, Color, Settings};
use sitting::{Sitting, quick};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 50)];
const PALETTES: [(&str, Color); 2] = [("color", Color::Many), ("mono", Color::Never)];

/// A game after a few moves, in every size and palette.
fn check(name: &str, kind: GameKind, keys: &str) {
    for (palette, color) in PALETTES {
        let settings = Settings { color, ..quick() };
        let mut sitting = Sitting::game_with(settings, kind, |plan| {
            plan.minds.two = gebeta_table::Mind::Human;
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

#[test]
fn other_screens() {
    let mut sitting = Sitting::new(gebeta_tui::Start::Home);
    insta::assert_snapshot!("home", sitting.screen());
    sitting.keys("m");
    insta::assert_snapshot!("setup", sitting.screen());
    sitting.keys("esc s");
    sitting.size = (160, 50);
    insta::assert_snapshot!("setup_senet_160x50", sitting.screen());
    sitting.size = (20, 5);
    insta::assert_snapshot!("too_small", sitting.screen());
}
