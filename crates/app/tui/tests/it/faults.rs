//! What once went wrong on the screen, and must not again.

use crossterm::event::KeyCode;

use gebeta_rules::mancala::Size;
use gebeta_rules::{AnyRules, GameKind};
use gebeta_session::PlayerKind;
use gebeta_tui::{Animation, Message, Screen, Settings, Start, Target, Unfinished, Value};

use crate::harness::{TuiHarness, quick};

fn slow() -> Settings {
    Settings { animation: Animation::Slow, ..quick() }
}

/// A game of two people whose last stones are still in the air.
fn about_to_end(settings: Settings) -> TuiHarness {
    let mut tui = TuiHarness::game_with(settings, GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::Human;
        "Player 2".clone_into(&mut plan.names.two);
        let AnyRules::Mancala(rules) = &mut plan.rule_set.rules else { panic!("mancala") };
        rules.pits = Size::new(2).expect("a size");
        rules.stones = Size::new(1).expect("a size");
    });
    while !tui.playing().is_over() {
        tui.wait(6000);
        tui.keys("enter");
    }
    assert!(tui.playing().board.is_busy(tui.now), "the last move is being shown");
    tui.hides("Game over");
    tui
}

#[test]
fn a_game_is_kept_before_its_last_stones_have_landed() {
    let ways: [fn(&mut TuiHarness); 5] = [
        |tui| tui.control('c'),
        |tui| tui.message(Message::Hangup(15)),
        |tui| tui.keys("q"),
        |tui| tui.keys("[ q q"),
        |tui| tui.wait(6000),
    ];
    for (way, leave) in ways.into_iter().enumerate() {
        let mut tui = about_to_end(slow());
        leave(&mut tui);
        assert_eq!((tui.added.len(), tui.added_before.as_slice()), (1, &[1][..]), "way {way}");
        assert_eq!(tui.kept, None, "way {way}: there is nothing to go on with");
    }
}

#[test]
fn a_game_that_is_counted_is_not_taken_back() {
    let mut tui = about_to_end(slow());
    let plies = tui.plies();
    tui.keys("u");
    assert_eq!(tui.plies(), plies);
    tui.shows("The game is over.");
    tui.wait(6000);
    tui.shows("Game over");
    assert_eq!(tui.added.len(), 1);
}

#[test]
fn a_finished_game_that_is_opened_again_is_not_counted_again() {
    let record = about_to_end(slow()).added.remove(0);
    let mut later = TuiHarness::new(Start::Resume(Box::new(record), None));
    later.wait(100);
    later.shows("Game over");
    assert_eq!(later.added.len(), 0);
}

#[test]
fn nobody_moves_in_a_position_that_is_not_in_view() {
    let acts: [fn(&mut TuiHarness); 5] = [
        |tui| tui.keys("3"),
        |tui| tui.keys("enter"),
        |tui| tui.keys("space"),
        |tui| tui.keys("u"),
        |tui| tui.click(Target::Hole(1)),
    ];
    for (act, play) in acts.into_iter().enumerate() {
        let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
        tui.keys("1 1 [ [");
        assert_eq!(tui.playing().board.looking(), Some(0));
        play(&mut tui);
        assert_eq!((tui.plies(), tui.playing().board.looking()), (2, None), "act {act}");
        tui.shows("Back at the present position.");
        tui.keys("2");
        assert_eq!(tui.plies(), 3);
    }
}

#[test]
fn looking_back_at_the_end_begins_no_other_game() {
    let mut tui = about_to_end(slow());
    tui.wait(6000);
    let plies = tui.plies();
    tui.keys("[ enter");
    assert_eq!((tui.plies(), tui.playing().board.looking()), (plies, None));
}

#[test]
fn long_names_leave_pieces_and_sticks_in_view() {
    let random = PlayerKind::named(GameKind::Senet, "random").expect("a bot");
    for (name, size) in [("Computer 1", (80, 24)), ("Nefertari Meritmut of Thebes", (80, 24))] {
        let mut tui = TuiHarness::game(GameKind::Senet, |plan| {
            name.clone_into(&mut plan.names.one);
            plan.player_kinds.two = random;
        });
        tui.size = size;
        let screen = tui.screen();
        assert_eq!(screen.matches("7 pieces on the board · 0 pieces off").count(), 2, "{screen}");
    }
    for name in ["Computer 1", "Nefertari Meritmut of Thebes"] {
        let mut tui = TuiHarness::two_people(quick(), GameKind::Senet);
        tui.size = (40, 12);
        tui.keys("enter");
        let sticks = |tui: &TuiHarness| tui.screen().lines().next().unwrap_or_default().to_owned();
        let before: String = sticks(&tui).chars().skip(31).collect();
        let mut named = TuiHarness::game(GameKind::Senet, |plan| {
            plan.player_kinds.two = PlayerKind::Human;
            name.clone_into(&mut plan.names.two);
        });
        named.size = (40, 12);
        named.keys("enter");
        let shown: String = sticks(&named).chars().skip(31).collect();
        assert_eq!(shown, before, "{}", named.screen());
        named.shows("○ 0/7");
    }
}

#[test]
fn the_way_back_up_begins_at_once() {
    let mut tui = TuiHarness::new(Start::Home);
    tui.click(Target::Row(5));
    let top = tui.screen();
    for _ in 0..600 {
        tui.message(Message::Wheel(true));
    }
    let bottom = tui.screen();
    assert_ne!(top, bottom);
    tui.message(Message::Wheel(false));
    assert_ne!(tui.screen(), bottom);
    tui.keys("end");
    assert_eq!(tui.screen(), bottom);
    // In a larger window less is above.
    tui.size = (80, 40);
    let larger = tui.screen();
    tui.keys("up");
    assert_ne!(tui.screen(), larger);
}

#[test]
fn statistics_are_not_scrolled_beyond_their_end() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "random").expect("a bot");
    });
    tui.play_out();
    tui.keys("q");
    tui.click(Target::Row(4));
    tui.size = (80, 12);
    for _ in 0..300 {
        tui.message(Message::Wheel(true));
    }
    let bottom = tui.screen();
    tui.keys("up");
    assert_ne!(tui.screen(), bottom);
}

#[test]
fn what_is_changed_for_one_game_is_not_kept_for_all() {
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Mancala));
    let Screen::Setup(setup) = tui.model.screen_mut() else { panic!("the set-up") };
    setup.cursor = setup.rows().iter().position(|row| format!("{row:?}") == "Animation").expect("a row");
    tui.keys("right f5 V 1");
    assert_eq!(tui.model.settings.animation, Animation::Fast);
    tui.keys("q enter home");
    tui.click(Target::Row(7));
    tui.shows("Keep finished games");
    tui.keys("down down down down down right esc");
    assert_eq!(tui.saved_settings, [("confirm", Value::Switch(true))]);
}

#[test]
fn a_game_of_two_people_is_neither_won_nor_lost() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.play_out();
    tui.keys("q");
    tui.click(Target::Row(4));
    tui.shows("Two people here: 1 game");
    tui.shows("0 games  0-0-0");
}

#[test]
fn both_games_are_counted_by_themselves() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "random").expect("a bot");
    });
    tui.play_out();
    let mancala = tui.added.clone();
    let mut tui = TuiHarness::game(GameKind::Senet, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Senet, "random").expect("a bot");
    });
    tui.play_out();
    tui.added.extend(mancala);
    tui.keys("q");
    tui.click(Target::Row(4));
    tui.size = (80, 40);
    let screen = tui.screen();
    let line = |label: &str| {
        let found = screen.lines().find(|line| line.trim_start().starts_with(label));
        found.unwrap_or_else(|| panic!("no {label} in\n{screen}")).to_owned()
    };
    assert!(!line("All games").contains(" : "), "stones and pieces are not added");
    assert!(line("Mancala").contains(" : ") && line("Senet").contains(" : "));
    assert_eq!(screen.matches("Random").count(), 2, "{screen}");
}

#[test]
fn a_game_that_waits_can_be_deleted() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.keys("1 q enter home");
    let waits = Unfinished { path: "a.gebeta".into(), record: tui.kept.clone().expect("it waits") };
    tui.message(Message::Unfinished(vec![waits]));
    tui.click(Target::Row(4));
    tui.shows("Delete");
    tui.keys("x n");
    assert!(tui.kept.is_some());
    tui.keys("x");
    tui.shows("Delete this game?");
    tui.keys("y");
    assert!(tui.kept.is_none() && tui.model.unfinished.is_empty());
}

#[test]
fn an_extra_turn_is_told_when_the_last_stone_lands() {
    let mut tui = TuiHarness::two_people(slow(), GameKind::Mancala);
    tui.keys("3");
    tui.wait(300);
    tui.shows("sows 4 stones from pit 3");
    tui.hides("Extra turn");
    tui.wait(3000);
    tui.shows("Extra turn for Player 1.");
    let mut tui = TuiHarness::two_people(slow(), GameKind::Senet);
    tui.keys("enter");
    tui.wait(200);
    tui.hides("throws a ");
    tui.wait(1000);
    tui.shows("throws a ");
}

#[test]
fn what_is_taken_back_is_not_told_any_more() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.keys("3");
    tui.shows("Extra turn for Player 1.");
    tui.keys("u");
    tui.hides("Extra turn");
    tui.hides("sows 4 stones");
    tui.keys("r");
    tui.shows("sows 4 stones from pit 3");
    tui.shows("Extra turn for Player 1.");
}

#[test]
fn every_complaint_is_told_wherever_the_program_begins() {
    for start in [Start::Home, Start::Setup(GameKind::Senet)] {
        let mut tui = TuiHarness::new(start);
        tui.model.complain(["line 1: no such key".to_owned(), "line 2: no value".to_owned()]);
        tui.shows("line 1: no such key (+1)");
        tui.key(KeyCode::Down);
        tui.shows("line 2: no value");
        tui.key(KeyCode::Down);
        tui.hides("line 2");
    }
}
