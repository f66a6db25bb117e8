//! Requirements of `docs/requirements.md` for the terminal.

use crossterm::event::KeyCode;
use ratatui::style::Color;

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::mancala::Size;
use gebeta_rules::senet::Pieces;
use gebeta_rules::{AnyRules, ByPlayer, GameKind, RuleSet};
use gebeta_session::PlayerKind;
use gebeta_tui::look::{Look, Palette};
use gebeta_tui::{Animation, BoardLayout, Message, Model, Screen, Settings, Start, Target};

use crate::harness::{TuiHarness, preset, quick, surroundings};

fn two_people(kind: GameKind) -> TuiHarness {
    TuiHarness::two_people(quick(), kind)
}

#[test]
fn the_board_lies_or_stands() {
    let mut tui = two_people(GameKind::Mancala);
    let (_, hits) = tui.buffer();
    let place =
        |hits: &gebeta_tui::view::Hits, hole| hits.iter().find(|(_, t)| *t == Target::Hole(hole)).unwrap().0;
    // Player 2 on top from right to left, stores at the ends.
    assert!(place(&hits, 0).y > place(&hits, 7).y && place(&hits, 0).x < place(&hits, 5).x);
    assert!(place(&hits, 7).x > place(&hits, 12).x, "Player 2's pits run from right to left");
    assert!(place(&hits, 6).x > place(&hits, 5).x && place(&hits, 13).x < place(&hits, 0).x);
    assert!(place(&hits, 6).height > place(&hits, 0).height, "stores are taller than pits");
    tui.keys("V");
    assert_eq!(tui.model.settings.layout, BoardLayout::Tall);
    let (_, hits) = tui.buffer();
    assert!(place(&hits, 13).y < place(&hits, 0).y && place(&hits, 6).y > place(&hits, 5).y);
    assert!(place(&hits, 0).x < place(&hits, 7).x && place(&hits, 0).y < place(&hits, 5).y);
}

#[test]
fn stones_are_drawn_one_by_one_in_shades_of_brown() {
    let mut tui = two_people(GameKind::Mancala);
    tui.size = (160, 50);
    let (buffer, _) = tui.buffer();
    let stones: Vec<_> = buffer.content().iter().filter(|cell| cell.symbol() == "•").collect();
    assert_eq!(stones.len(), 48);
    let shades: std::collections::HashSet<Color> = stones.iter().map(|cell| cell.fg).collect();
    assert!(shades.len() >= 4, "{shades:?}");
}

#[test]
fn players_have_colors_and_the_turn_is_always_visible() {
    let look = Look { palette: Palette::Many, ascii: false };
    let [one, two] = gebeta_rules::Player::BOTH.map(|player| look.player(player).fg);
    assert_eq!((one, two), (Some(Color::Indexed(114)), Some(Color::Indexed(75))), "green and blue");
    for size in [(40, 12), (80, 24), (160, 50)] {
        let mut tui = two_people(GameKind::Mancala);
        tui.size = size;
        let turn = |tui: &TuiHarness| {
            tui.screen()
                .lines()
                .position(|line| line.contains("Your turn"))
                .expect("somebody's turn is shown")
        };
        let first = turn(&tui);
        tui.keys("1");
        assert!(turn(&tui) < first, "Player 2 sits above");
    }
}

#[test]
fn an_illegal_choice_says_why_and_changes_nothing() {
    let mut tui = two_people(GameKind::Mancala);
    tui.keys("3 3");
    assert_eq!(tui.plies(), 1);
    tui.shows("Pit 3 is empty.");
    tui.click(Target::Hole(9));
    tui.shows("That pit belongs to Player 2.");
    tui.click(Target::Hole(6));
    tui.shows("Stones in a store stay there.");
    assert_eq!(tui.plies(), 1);
}

#[test]
fn sowing_is_shown_stone_by_stone_and_told() {
    let settings = Settings { animation: Animation::Slow, ..quick() };
    let mut tui = TuiHarness::two_people(settings, GameKind::Mancala);
    tui.keys("3");
    let mut seen = Vec::new();
    for _ in 0..60 {
        let gebeta_tui::scene::Scene::Mancala(stones) = tui.playing().board.scene(tui.now).unwrap() else {
            panic!()
        };
        if seen.last() != Some(&stones.counts) {
            seen.push(stones.counts);
        }
        tui.wait(30);
    }
    assert_eq!(seen.len(), 5, "lifted, then four stones: {seen:?}");
    tui.shows("sows 4 stones from pit 3");
    tui.shows("Extra turn for Player 1.");
}

#[test]
fn the_card_at_the_end_tells_winner_and_score() {
    let mut tui = two_people(GameKind::Mancala);
    tui.play_out();
    tui.shows("Game over");
    let position = tui.playing().local().position();
    let words = gebeta_session::verdict(gebeta_i18n::Language::En, &position, &tui.playing().local().names());
    tui.shows(&gebeta_i18n::without_isolates(&words));
    tui.shows("Play again");
    tui.shows("Player 1 ");
}

#[test]
fn every_screen_is_reached_and_left_by_keys_and_by_mouse() {
    let mut tui = TuiHarness::new(Start::Home);
    let titles =
        ["Options", "Options", "Play online", "Your games", "Statistics", "Rules", "Settings", "About"];
    for (row, title) in titles.into_iter().enumerate() {
        tui.click(Target::Row(row));
        tui.shows(title);
        tui.click(Target::Key(KeyCode::Esc));
        assert!(matches!(tui.model.screen(), Screen::Home(_)));
        tui.keys("home");
    }
    tui.keys("q");
    assert!(tui.quit);
}

#[test]
fn opponents_of_every_strength_play() {
    for kind in [GameKind::Mancala, GameKind::Senet] {
        for name in Bot::names(kind) {
            let bot = Bot::named(kind, name).unwrap();
            let bot = if bot.depth().is_some() { bot.with_depth(1) } else { bot };
            let mut tui = TuiHarness::game(kind, |plan| {
                plan.player_kinds = ByPlayer { one: PlayerKind::Bot(bot), two: PlayerKind::Bot(bot) };
                plan.names = ByPlayer { one: "A".to_owned(), two: "B".to_owned() };
                // On a small board even the strongest are quick.
                match &mut plan.rule_set.rules {
                    AnyRules::Mancala(rules) => {
                        rules.pits = Size::new(2).unwrap();
                        rules.stones = Size::new(2).unwrap();
                    }
                    AnyRules::Sowing(_) => panic!("the default rules are those of Kalah"),
                    AnyRules::Senet(rules) => rules.pieces = Pieces::new(1).unwrap(),
                }
            });
            tui.play_out();
            assert!(tui.plies() > 0, "{bot} has moved");
            tui.shows("Game over");
        }
    }
}

#[test]
fn history_is_stepped_through_and_games_are_replayed() {
    let mut tui = two_people(GameKind::Mancala);
    tui.keys("1 1 2 [ [");
    tui.shows("You are looking at an earlier position.");
    assert_eq!(tui.playing().board.looking(), Some(1));
    tui.keys("] ]");
    assert_eq!(tui.playing().board.looking(), None);
    tui.play_out();
    tui.keys("q");
    tui.click(Target::Row(3));
    tui.keys("enter");
    tui.shows("Replay");
    tui.keys("right right left end");
    tui.shows("wins");
    tui.keys("home space");
    tui.wait(4000);
    let Screen::Replay(replay) = tui.model.screen() else { panic!() };
    assert!(replay.ply >= 3, "it goes on by itself");
    tui.keys("w");
    tui.shows("Review");
    tui.shows("Lost by moves");
}

#[test]
fn statistics_are_shown_with_bars() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "random").unwrap();
    });
    tui.play_out();
    assert_eq!(tui.added.len(), 1);
    tui.keys("enter");
    tui.play_out();
    assert_eq!(tui.added.len(), 2, "each game is kept once");
    tui.keys("q");
    tui.click(Target::Row(4));
    for text in
        ["2 games", "By opponent", "Random", "By rule set", "Gebeta", "By seat", "Player 1", "█", " %"]
    {
        tui.shows(text);
    }
    tui.keys("x n");
    assert_eq!(tui.added.len(), 2);
    tui.keys("x y");
    assert_eq!(tui.added.len(), 0);
    tui.shows("No games yet. Play one.");
}

#[test]
fn a_game_that_cannot_be_kept_goes_on_with_a_word() {
    let mut tui = two_people(GameKind::Mancala);
    tui.add_fails = Some("the disk is full".to_owned());
    tui.play_out();
    tui.shows("The game is not recorded: the disk is full.");
    tui.keys("enter 1");
    assert_eq!(tui.plies(), 1);
}

#[test]
fn rules_and_board_size_are_changed_in_the_set_up() {
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Mancala));
    for (option, digit) in [("pits", '3'), ("stones", '2')] {
        tui.go_to_option(option);
        tui.key(KeyCode::Char(digit));
    }
    tui.shows("Gebeta (custom)");
    tui.keys("f5");
    assert_eq!(tui.playing().local().position().to_string(), "2,2,2,0,2,2,2,0 1");
}

#[test]
fn a_game_is_saved_kept_and_gone_on_with() {
    let mut tui = two_people(GameKind::Mancala);
    tui.keys("1 S enter");
    tui.shows("Saved as mancala-1.gebeta");
    let kept = tui.playing().local().record().clone();
    tui.control('c');
    assert!(tui.quit);
    assert_eq!(tui.kept.as_ref(), Some(&kept));
    let mut later = TuiHarness::new(Start::Home);
    later.kept = tui.kept;
    later.message(Message::Unfinished(vec![gebeta_tui::Unfinished {
        path: "a.gebeta".into(),
        record: kept.clone(),
    }]));
    later.shows("Continue your game");
    later.click(Target::Row(0));
    assert_eq!(later.playing().local().record(), &kept);
}

#[test]
fn a_players_own_rules_are_in_the_menu() {
    let own = RuleSet { name: "kitchen".to_owned(), about: "Ours.".to_owned(), ..preset("avalanche") };
    let mut model = Model::new(quick(), surroundings(), vec![own], 1);
    drop(model.start(Start::Setup(GameKind::Mancala)));
    let Screen::Setup(setup) = model.screen_mut() else { panic!() };
    setup.cursor = 2;
    for _ in 0..5 {
        drop(gebeta_tui::update(&mut model, 0, Message::Key(KeyCode::Right.into())));
    }
    let Screen::Setup(setup) = model.screen() else { panic!() };
    assert_eq!(setup.plan.rule_set.name, "kitchen");
}

#[test]
fn computers_play_either_seat_or_both() {
    for kind in [GameKind::Mancala, GameKind::Senet] {
        let random = PlayerKind::named(kind, "random").unwrap();
        let mut tui = TuiHarness::game(kind, |plan| {
            plan.player_kinds.one = random;
            plan.player_kinds.two = random;
            plan.names.one = "A".to_owned();
        });
        tui.wait(60_000);
        tui.shows("Game over");
        let mut first = TuiHarness::game(kind, |plan| {
            plan.player_kinds.one = random;
            plan.player_kinds.two = PlayerKind::Human;
            plan.names.one = "A".to_owned();
        });
        first.wait(300);
        assert!(first.plies() > 0, "the computer has begun");
    }
}

#[test]
fn names_have_defaults_and_faults_stand_at_the_field() {
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Mancala));
    tui.shows("Player 1");
    tui.shows("Computer");
    tui.keys("down down down down");
    for _ in 0..10 {
        tui.keys("backspace");
    }
    tui.shows("Please type a name.");
    tui.keys("f5");
    assert!(matches!(tui.model.screen(), Screen::Setup(_)), "no game begins without a name");
    tui.write("computer\u{1b}");
    tui.keys("f5");
    tui.shows("Two players need two names.");
    tui.keys("backspace backspace");
    tui.keys("f5");
    assert_eq!(tui.playing().local().names().two, "Comput", "with two names the game begins");
}

#[test]
fn a_move_is_shown_then_committed_or_undone() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::Human;
        plan.confirm = true;
    });
    tui.keys("3");
    assert_eq!((tui.plies(), tui.playing().local().trial().is_some()), (0, true));
    tui.shows("Commit");
    let gebeta_tui::scene::Scene::Mancala(stones) = tui.playing().board.scene(0).unwrap() else { panic!() };
    assert_eq!(stones.counts[2], 0, "the result is in view");
    tui.keys("u");
    assert_eq!((tui.plies(), tui.playing().local().trial().is_some()), (0, false));
    tui.keys("3 enter");
    assert_eq!(tui.plies(), 1);
}

#[test]
fn end_game_and_play_again_and_pits_are_inert_in_between() {
    let mut tui = two_people(GameKind::Mancala);
    tui.play_out();
    let (record, rules) = (tui.playing().local().record().clone(), tui.playing().rule_set.clone());
    tui.keys("1 2 3 4 5 6 u r h");
    tui.message(Message::Click(Target::Hole(0)));
    assert_eq!(tui.playing().local().record(), &record);
    tui.keys("enter");
    assert_eq!((tui.plies(), &tui.playing().rule_set), (0, &rules));
    tui.play_out();
    tui.keys("q");
    assert!(matches!(tui.model.screen(), Screen::Home(_)));
}

#[test]
fn the_novice_takes_an_extra_turn_when_there_is_one() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "novice").unwrap();
    });
    tui.keys("1");
    tui.wait(300);
    let second = tui.playing().local().record().moves().nth(1).unwrap();
    assert_eq!(second.1.to_string(), "3", "the third pit comes home");
}

#[test]
fn the_computer_waits_a_moment_and_says_that_it_thinks() {
    let settings = Settings { delay: 1000, ..quick() };
    let mut tui = TuiHarness::game_with(settings, GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "random").unwrap();
    });
    tui.keys("1");
    tui.wait(600);
    assert_eq!(tui.plies(), 1);
    tui.shows("thinking");
    tui.wait(600);
    assert!(tui.plies() > 1);
}

#[test]
fn every_rule_set_has_its_page() {
    let mut tui = TuiHarness::new(Start::Home);
    tui.click(Target::Row(5));
    for name in [
        "Gebeta",
        "Capture",
        "Avalanche",
        "Tainted",
        "Empty capture",
        "Classic",
        "Forced exit",
        "Five pieces",
        "Quick",
    ] {
        tui.shows(&format!("Rules · {name}"));
        tui.shows("The board");
        tui.keys("right");
    }
}

#[test]
fn the_coin_falls_in_view() {
    let settings = Settings { animation: Animation::Normal, ..quick() };
    let mut tui = TuiHarness::game_with(settings, GameKind::Mancala, |plan| {
        plan.rule_set = preset("tainted");
        plan.seat(Language::En, |kinds| kinds.two = PlayerKind::Human);
    });
    tui.shows("The coin decides");
    tui.keys("t");
    tui.wait(300);
    tui.shows("Player 1: Tails");
    tui.shows("Player 2: Heads");
    tui.wait(700);
    tui.shows("begins");
    tui.wait(2000);
    tui.hides("The coin decides");
    assert!(tui.playing().local().record().coin.is_some());
}

#[test]
fn undo_takes_back_a_whole_turn_against_the_computer_and_redo_plays_it_again() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::named(GameKind::Mancala, "random").unwrap();
    });
    tui.keys("1");
    tui.wait(300);
    let plies = tui.plies();
    assert!(plies >= 2);
    tui.keys("u");
    assert_eq!(tui.plies(), 0);
    tui.keys("r");
    assert_eq!(tui.plies(), plies);
    tui.keys("u u");
    tui.shows("There is nothing to take back.");
}

#[test]
fn a_hint_names_a_move_and_changes_nothing() {
    for kind in [GameKind::Mancala, GameKind::Senet] {
        let mut tui = two_people(kind);
        if kind == GameKind::Senet {
            tui.keys("enter");
        }
        tui.keys("h");
        tui.shows("Best: ");
        assert_eq!(tui.plies(), 0);
    }
}

#[test]
fn control_characters_never_reach_the_screen() {
    let mut tui = TuiHarness::game(GameKind::Mancala, |plan| {
        plan.player_kinds.two = PlayerKind::Human;
        plan.names.one = "A\u{1b}[31m\u{7}\u{202e}b".to_owned();
    });
    tui.keys("1");
    let bad = |c: char| c.is_control() && c != '\n';
    assert!(!tui.screen().contains(bad));
    tui.shows("A[31mb");
}

#[test]
fn every_language_fits_every_size() {
    for language in Language::ALL {
        let words = |text: &str| gebeta_i18n::without_isolates(text);
        for size in [(40, 12), (57, 19), (80, 24), (160, 50)] {
            let settings = Settings { language: Some(language), ..quick() };
            let mut tui = TuiHarness::with(settings, Start::Home);
            tui.size = size;
            tui.shows(&words(language.home_play_senet()));
            for (keys, shown) in [
                ("m", language.setup_start()),
                ("f5", language.your_turn()),
                ("?", language.rules()),
                ("esc K", language.term_keys()),
                ("esc q s f5", language.your_turn()),
                ("enter", language.your_turn()),
            ] {
                tui.keys(keys);
                tui.shows(&words(shown));
                // From the usual size on nothing of a game is cut off.
                let cut = tui.screen().contains('…');
                let in_game = matches!(tui.model.screen(), Screen::Game(_));
                assert!(!(in_game && size.0 >= 80 && cut), "{language:?} {size:?}\n{}", tui.screen());
            }
        }
    }
}

#[test]
fn ascii_is_all_a_plain_terminal_needs() {
    let settings = Settings { charset: gebeta_tui::Charset::Ascii, ..quick() };
    for kind in [GameKind::Mancala, GameKind::Senet] {
        let mut tui = TuiHarness::game_with(settings.clone(), kind, |plan| {
            plan.player_kinds.two = PlayerKind::Human;
            plan.names.two = "ሳራ".to_owned();
        });
        tui.keys("enter enter h");
        assert!(tui.screen().is_ascii(), "{}", tui.screen());
    }
}
