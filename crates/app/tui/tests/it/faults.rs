//! What once went wrong on the screen, and must not again.

use crossterm::event::KeyCode;

use gebeta_rules::mancala::Size;
use gebeta_rules::{AnyRules, GameKind};
use gebeta_session::PlayerKind;
use gebeta_tui::{Animation, Message, Screen, Settings, Start, Target, Unfinished, Value};

use crate::sitting::{Sitting, quick};

fn slow() -> Settings {
    Settings { animation: Animation::Slow, ..quick() }
}

/// A game of two people whose last stones are still in the air.
fn about_to_end(settings: Settings) -> Sitting {
    let mut sitting = Sitting::game_with(settings, GameKind::Mancala, |plan| {
        plan.minds.two = PlayerKind::Human;
        "Player 2".clone_into(&mut plan.names.two);
        let AnyRules::Mancala(rules) = &mut plan.rule_set.rules else { panic!("mancala") };
        rules.pits = Size::new(2).expect("a size");
        rules.stones = Size::new(1).expect("a size");
    });
    while !sitting.playing().is_over() {
        sitting.wait(6000);
        sitting.keys("enter");
    }
    assert!(sitting.playing().board.is_busy(sitting.now), "the last move is being shown");
    sitting.hides("Game over");
    sitting
}

#[test]
fn a_game_is_kept_before_its_last_stones_have_landed() {
    let ways: [fn(&mut Sitting); 5] = [
        |sitting| sitting.control('c'),
        |sitting| sitting.message(Message::Hangup),
        |sitting| sitting.keys("q"),
        |sitting| sitting.keys("[ q q"),
        |sitting| sitting.wait(6000),
    ];
    for (way, leave) in ways.into_iter().enumerate() {
        let mut sitting = about_to_end(slow());
        leave(&mut sitting);
        assert_eq!((sitting.added.len(), sitting.added_before.as_slice()), (1, &[1][..]), "way {way}");
        assert_eq!(sitting.kept, None, "way {way}: there is nothing to go on with");
    }
}

#[test]
fn a_game_that_is_counted_is_not_taken_back() {
    let mut sitting = about_to_end(slow());
    let plies = sitting.plies();
    sitting.keys("u");
    assert_eq!(sitting.plies(), plies);
    sitting.shows("The game is over.");
    sitting.wait(6000);
    sitting.shows("Game over");
    assert_eq!(sitting.added.len(), 1);
}

#[test]
fn a_finished_game_that_is_opened_again_is_not_counted_again() {
    let record = about_to_end(slow()).added.remove(0);
    let mut later = Sitting::new(Start::Resume(Box::new(record), None));
    later.wait(100);
    later.shows("Game over");
    assert_eq!(later.added.len(), 0);
}

#[test]
fn nobody_moves_in_a_position_that_is_not_in_view() {
    let acts: [fn(&mut Sitting); 5] = [
        |sitting| sitting.keys("3"),
        |sitting| sitting.keys("enter"),
        |sitting| sitting.keys("space"),
        |sitting| sitting.keys("u"),
        |sitting| sitting.click(Target::Hole(1)),
    ];
    for (act, play) in acts.into_iter().enumerate() {
        let mut sitting = Sitting::two_people(quick(), GameKind::Mancala);
        sitting.keys("1 1 [ [");
        assert_eq!(sitting.playing().board.looking(), Some(0));
        play(&mut sitting);
        assert_eq!((sitting.plies(), sitting.playing().board.looking()), (2, None), "act {act}");
        sitting.shows("Back at the present position.");
        sitting.keys("2");
        assert_eq!(sitting.plies(), 3);
    }
}

#[test]
fn looking_back_at_the_end_begins_no_other_game() {
    let mut sitting = about_to_end(slow());
    sitting.wait(6000);
    let plies = sitting.plies();
    sitting.keys("[ enter");
    assert_eq!((sitting.plies(), sitting.playing().board.looking()), (plies, None));
}

#[test]
fn long_names_leave_pieces_and_sticks_in_view() {
    let random = PlayerKind::named(GameKind::Senet, "random").expect("a bot");
    for (name, size) in [("Computer 1", (80, 24)), ("Nefertari Meritmut of Thebes", (80, 24))] {
        let mut sitting = Sitting::game(GameKind::Senet, |plan| {
            name.clone_into(&mut plan.names.one);
            plan.minds.two = random;
        });
        sitting.size = size;
        let screen = sitting.screen();
        assert_eq!(screen.matches("7 pieces on the board · 0 pieces off").count(), 2, "{screen}");
    }
    for name in ["Computer 1", "Nefertari Meritmut of Thebes"] {
        let mut sitting = Sitting::two_people(quick(), GameKind::Senet);
        sitting.size = (40, 12);
        sitting.keys("enter");
        let sticks = |sitting: &Sitting| sitting.screen().lines().next().unwrap_or_default().to_owned();
        let before: String = sticks(&sitting).chars().skip(31).collect();
        let mut named = Sitting::game(GameKind::Senet, |plan| {
            plan.minds.two = PlayerKind::Human;
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
    let mut sitting = Sitting::new(Start::Home);
    sitting.click(Target::Row(5));
    let top = sitting.screen();
    for _ in 0..600 {
        sitting.message(Message::Wheel(true));
    }
    let bottom = sitting.screen();
    assert_ne!(top, bottom);
    sitting.message(Message::Wheel(false));
    assert_ne!(sitting.screen(), bottom);
    sitting.keys("end");
    assert_eq!(sitting.screen(), bottom);
    // In a larger window less is above.
    sitting.size = (80, 40);
    let larger = sitting.screen();
    sitting.keys("up");
    assert_ne!(sitting.screen(), larger);
}

#[test]
fn statistics_are_not_scrolled_beyond_their_end() {
    let mut sitting = Sitting::two_people(quick(), GameKind::Mancala);
    sitting.play_out();
    sitting.keys("q");
    sitting.click(Target::Row(4));
    sitting.size = (80, 12);
    for _ in 0..300 {
        sitting.message(Message::Wheel(true));
    }
    let bottom = sitting.screen();
    sitting.keys("up");
    assert_ne!(sitting.screen(), bottom);
}

#[test]
fn what_is_changed_for_one_game_is_not_kept_for_all() {
    let mut sitting = Sitting::new(Start::Setup(GameKind::Mancala));
    let Screen::Setup(setup) = sitting.model.screen_mut() else { panic!("the set-up") };
    setup.cursor = setup.rows().iter().position(|row| format!("{row:?}") == "Animation").expect("a row");
    sitting.keys("right f5 V 1");
    assert_eq!(sitting.model.settings.animation, Animation::Fast);
    sitting.keys("q enter home");
    sitting.click(Target::Row(7));
    sitting.shows("Keep finished games");
    sitting.keys("down down down down down right esc");
    assert_eq!(sitting.saved_settings, [("confirm", Value::Switch(true))]);
}

#[test]
fn a_game_of_two_people_is_one_game() {
    let mut sitting = Sitting::two_people(quick(), GameKind::Mancala);
    sitting.play_out();
    sitting.keys("q");
    sitting.click(Target::Row(4));
    sitting.shows("1 game");
    sitting.hides("2 games");
}

#[test]
fn both_games_are_counted_by_themselves() {
    let mut sitting = Sitting::game(GameKind::Mancala, |plan| {
        plan.minds.two = PlayerKind::named(GameKind::Mancala, "random").expect("a bot");
    });
    sitting.play_out();
    let mancala = sitting.added.clone();
    let mut sitting = Sitting::game(GameKind::Senet, |plan| {
        plan.minds.two = PlayerKind::named(GameKind::Senet, "random").expect("a bot");
    });
    sitting.play_out();
    sitting.added.extend(mancala);
    sitting.keys("q");
    sitting.click(Target::Row(4));
    sitting.size = (80, 40);
    let screen = sitting.screen();
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
    let mut sitting = Sitting::two_people(quick(), GameKind::Mancala);
    sitting.keys("1 q enter home");
    let waits = Unfinished { path: "a.gebeta".into(), record: sitting.kept.clone().expect("it waits") };
    sitting.message(Message::Unfinished(vec![waits]));
    sitting.click(Target::Row(4));
    sitting.shows("Delete");
    sitting.keys("x n");
    assert!(sitting.kept.is_some());
    sitting.keys("x");
    sitting.shows("Delete this game?");
    sitting.keys("y");
    assert!(sitting.kept.is_none() && sitting.model.unfinished.is_empty());
}

#[test]
fn an_extra_turn_is_told_when_the_last_stone_lands() {
    let mut sitting = Sitting::two_people(slow(), GameKind::Mancala);
    sitting.keys("3");
    sitting.wait(300);
    sitting.shows("sows 4 stones from pit 3");
    sitting.hides("Extra turn");
    sitting.wait(3000);
    sitting.shows("Extra turn for Player 1.");
    let mut sitting = Sitting::two_people(slow(), GameKind::Senet);
    sitting.keys("enter");
    sitting.wait(200);
    sitting.hides("throws a ");
    sitting.wait(1000);
    sitting.shows("throws a ");
}

#[test]
fn what_is_taken_back_is_not_told_any_more() {
    let mut sitting = Sitting::two_people(quick(), GameKind::Mancala);
    sitting.keys("3");
    sitting.shows("Extra turn for Player 1.");
    sitting.keys("u");
    sitting.hides("Extra turn");
    sitting.hides("sows 4 stones");
    sitting.keys("r");
    sitting.shows("sows 4 stones from pit 3");
    sitting.shows("Extra turn for Player 1.");
}

#[test]
fn every_complaint_is_told_wherever_the_program_begins() {
    for start in [Start::Home, Start::Setup(GameKind::Senet)] {
        let mut sitting = Sitting::new(start);
        sitting.model.complain(["line 1: no such key".to_owned(), "line 2: no value".to_owned()]);
        sitting.shows("line 1: no such key (+1)");
        sitting.key(KeyCode::Down);
        sitting.shows("line 2: no value");
        sitting.key(KeyCode::Down);
        sitting.hides("line 2");
    }
}
