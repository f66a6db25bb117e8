//! What a person expects of the screen while playing: the framed move is the one that counts, sentences say what they mean,
//! and nothing takes thirty presses.

use gebeta_rules::{AnyPosition, ByPlayer, GameKind, Record, Seat};
use gebeta_session::PlayerKind;
use gebeta_tui::{Charset, Screen, Settings, Start};

use crate::harness::{TuiHarness, preset, quick};

fn confirming(kind: GameKind) -> TuiHarness {
    TuiHarness::game(kind, |plan| {
        plan.player_kinds.two = PlayerKind::Human;
        plan.confirm = true;
        "Player 2".clone_into(&mut plan.names.two);
    })
}

/// A game by the rules of a preset that begins in this position.
fn from(rules: &str, position: &str, players: [&str; 2]) -> TuiHarness {
    let set = preset(rules);
    let start = set.rules.position(position).expect("a position");
    let seat = |kind: &str, name: &str| Seat { name: name.to_owned(), kind: kind.to_owned() };
    let seats = ByPlayer { one: seat(players[0], "Sara"), two: seat(players[1], "Abebe") };
    let mut record = Record::new(set.name, set.rules, start, seats);
    record.seed = Some(1);
    TuiHarness::new(Start::Resume(Box::new(record), None))
}

fn plies(tui: &TuiHarness) -> Vec<String> {
    tui.playing().local().record().plies().iter().map(ToString::to_string).collect()
}

#[test]
fn issue_17_enter_commits_the_framed_pit() {
    let mut tui = confirming(GameKind::Mancala);
    tui.keys("2 left enter");
    assert_eq!(plies(&tui), ["1"]);
    let mut tui = confirming(GameKind::Mancala);
    tui.keys("2 right right u 4 left");
    tui.shows("Not played yet. Pit 3 would end in your store: another turn.");
    tui.keys("enter");
    assert_eq!(plies(&tui), ["3"]);
    // The same digit again commits, as a second click does.
    tui.keys("1 1");
    assert_eq!(plies(&tui), ["3", "1"]);
}

#[test]
fn issue_17_enter_commits_the_marked_move_of_senet() {
    let start = preset("classic").rules.start().to_string().replace('-', "1");
    let plain = from("classic", &start, ["human", "human"]);
    let record = Box::new(plain.playing().local().record().clone());
    let settings = Settings { confirm: true, ..quick() };
    let mut tui = TuiHarness::with(settings, Start::Resume(record, None));
    tui.keys("1");
    let shown = tui.playing().local().trial();
    tui.keys("down");
    let next = tui.playing().local().trial().expect("another move is shown");
    assert_ne!(shown, Some(next), "{}", tui.screen());
    tui.keys("enter");
    assert_eq!(plies(&tui), [next.to_string()]);
}

#[test]
fn issue_17_empty_pits_are_no_move_to_commit() {
    let plain = from("gebeta", "1,0,0,0,2,0,20,4,4,4,4,4,1,0 1", ["human", "human"]);
    let record = Box::new(plain.playing().local().record().clone());
    let settings = Settings { confirm: true, ..quick() };
    let mut tui = TuiHarness::with(settings, Start::Resume(record, None));
    tui.keys("1 right enter");
    assert_eq!(plies(&tui), ["5"]);
}

#[test]
fn issue_17_a_preview_is_worded_as_one() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.keys("left");
    tui.shows("Pit 6 would end in pit 3 of Player 2.");
    tui.hides("The last stone lands");
}

#[test]
fn issue_17_names_and_scores_are_told_apart() {
    for charset in [Charset::Unicode, Charset::Ascii] {
        let mut tui = TuiHarness::two_people(Settings { charset, ..quick() }, GameKind::Mancala);
        tui.keys("3");
        tui.shows("Player 1: 1");
        tui.hides("1 Player 1");
        tui.keys("1");
        tui.play_out();
        let screen = tui.screen();
        let AnyPosition::Mancala(position) = tui.playing().local().position() else { panic!("{screen}") };
        let scores = [gebeta_rules::Player::One, gebeta_rules::Player::Two]
            .map(|player| position.board().score(player));
        tui.shows(&format!("Player 1: {}", scores[0]));
        tui.shows(&format!("Player 2: {}", scores[1]));
    }
}

#[test]
fn issue_17_stones_that_count_for_nobody_are_told() {
    let mut tui = from("avalanche", "0,0,0,0,0,1,22,0,0,0,0,0,2,23 1", ["human", "human"]);
    tui.keys("6");
    tui.shows("2 stones left count for nobody.");
    let mut tui = from("gebeta", "0,0,0,0,0,1,22,0,0,0,0,0,2,23 1", ["human", "human"]);
    tui.keys("6");
    tui.hides("count for nobody");
}

#[test]
fn issue_17_perfect_says_whether_its_move_is_proved() {
    let mut tui = from("gebeta", "0,0,0,0,1,1,21,0,0,0,1,0,1,23 1", ["human", "perfect"]);
    tui.keys("5");
    tui.wait(60);
    tui.shows("The move of Abebe is proved.");
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "perfect").expect("a bot");
    });
    tui.keys("1");
    tui.wait(60);
    tui.shows("The move of Computer is not proved: estimated, ");
    let mut tui = from("gebeta", "0,0,0,0,1,1,21,0,0,0,1,0,1,23 1", ["human", "level8"]);
    tui.keys("5");
    tui.wait(60);
    tui.hides("proved");
}

#[test]
fn issue_17_play_again_begins_where_the_game_began() {
    let start = "0,0,0,0,0,1,20,1,0,0,0,0,2,24 1";
    let mut tui = from("gebeta", start, ["human", "human"]);
    tui.keys("6");
    tui.wait(60);
    tui.keys("enter");
    assert_eq!(tui.playing().local().record().start().to_string(), start);
    assert_eq!(tui.plies(), 0);
}

#[test]
fn issue_17_an_opponent_is_typed_not_searched_for() {
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Senet));
    // Game, rule set, the first player and the name, the second player.
    tui.keys("down down down down down enter");
    tui.shows("Type to search: _");
    tui.shows("Depth 6");
    tui.write("level 7");
    tui.keys("enter");
    let Screen::Setup(setup) = tui.model.screen() else { panic!("{}", tui.screen()) };
    assert_eq!(setup.plan.player_kinds.two.to_string(), "level7");
    tui.keys("enter");
    tui.write("nobody");
    tui.shows("Nothing is called that.");
    tui.keys("enter esc f5");
    assert_eq!(tui.playing().local().player_kinds().two.to_string(), "level7");
}

#[test]
fn issue_17_the_opponent_of_the_settings_is_typed_too() {
    let mut tui = TuiHarness::new(Start::Home);
    // Up from the first line: quit, about, settings.
    tui.keys("up up up enter end enter");
    tui.write("classic:3");
    tui.keys("enter esc");
    assert_eq!(tui.model.settings.senet_opponent, "classic:3");
    assert_eq!(tui.saved_settings.len(), 1, "{:?}", tui.saved_settings);
}

#[test]
fn issue_16_undo_between_two_computers_lets_them_wait() {
    let mut tui = TuiHarness::game_with(Settings { delay: 1000, ..quick() }, GameKind::Mancala, |plan| {
        let bot = PlayerKind::named(GameKind::Mancala, "random").expect("a bot");
        plan.player_kinds = ByPlayer { one: bot, two: bot };
        plan.names = ByPlayer { one: "A".to_owned(), two: "B".to_owned() };
    });
    tui.wait(2500);
    assert_eq!(tui.plies(), 2, "{}", tui.screen());
    tui.keys("u");
    tui.wait(5000);
    assert_eq!(tui.plies(), 1, "{}", tui.screen());
    tui.shows("The computers wait. Press p to let them play on.");
    tui.keys("p");
    tui.wait(1500);
    assert_eq!(tui.plies(), 2, "{}", tui.screen());
    tui.keys("p");
    tui.wait(5000);
    assert_eq!(tui.plies(), 2, "{}", tui.screen());
}

#[test]
fn issue_17_a_review_has_a_board_accuracy_and_units() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.play_out();
    tui.keys("w");
    tui.shows("Player 1: Accuracy ");
    tui.shows(" stones");
    tui.shows("Numbers: stones lost at the end of the game.");
    // A board at 80 columns, with the pit that was played and the better one.
    tui.keys("home");
    tui.shows("▴1 [ 4] ••••");
    tui.shows("★");
    tui.shows("1 lost ");
    tui.keys("enter");
    tui.shows("1 / ");
    tui.keys("esc");
    tui.shows("Accuracy");
}

#[test]
fn leaving_is_called_leaving_and_a_second_q_leaves() {
    let mut tui = TuiHarness::two_people(quick(), GameKind::Mancala);
    tui.keys("1");
    tui.shows("q Leave");
    tui.keys("q");
    tui.shows("Leave this game? It is saved; you can");
    tui.keys("q");
    tui.shows("Play mancala");
}
