//! Requirements of `docs/requirements.md` for Senet in the terminal.

use gebeta_rules::{AnyPly, ByPlayer, GameKind, Player};
use gebeta_session::{PlayerKind, Prompt};
use gebeta_tui::{Screen, Settings, Start, Target};

use crate::harness::{TuiHarness, quick};

fn two_people(kind: GameKind) -> TuiHarness {
    TuiHarness::two_people(quick(), kind)
}

#[test]
fn the_board_is_an_s_with_houses_and_pieces() {
    let mut tui = two_people(GameKind::Senet);
    tui.size = (160, 50);
    for sign in ["☥", "⚮", "≈", "⚶", "☉", "⊙", "●", "○"] {
        tui.shows(sign);
    }
    let (_, hits) = tui.buffer();
    let place = |square| hits.iter().find(|(_, t)| *t == Target::Square(square)).unwrap().0;
    assert_eq!(place(10).x, place(11).x);
    assert!(place(11).y > place(10).y && place(12).x < place(11).x);
    assert_eq!(place(20).x, place(21).x);
    assert!(place(22).x > place(21).x);
}

#[test]
fn sticks_lie_in_view_with_their_odds() {
    let mut tui = two_people(GameKind::Senet);
    tui.shows("Chances in 16:");
    tui.shows("1:4 2:6 3:4 4:1");
    tui.keys("enter");
    let screen = tui.screen();
    assert!(screen.contains('█') || screen.contains('░'));
    tui.shows("throws a ");
}

#[test]
fn depths_are_chosen_from_1_to_10() {
    let mut tui = TuiHarness::new(Start::Setup(GameKind::Senet));
    let mut seen = std::collections::HashSet::new();
    tui.keys("down down down down down");
    for _ in 0..40 {
        let Screen::Setup(setup) = tui.model.screen() else { panic!() };
        seen.insert(setup.plan.player_kinds.two.to_string());
        tui.keys("right");
    }
    for depth in 1..=10 {
        assert!(
            seen.contains(&format!("classic:{depth}")) && seen.contains(&format!("steady:{depth}")),
            "{seen:?}"
        );
    }
}

#[test]
fn verbose_shows_nodes_by_kind_depth_time_and_values() {
    for (kind, bot) in [(GameKind::Senet, "classic:2"), (GameKind::Mancala, "level3")] {
        let mut tui = TuiHarness::game(kind, |plan| {
            plan.player_kinds.one = PlayerKind::named(kind, bot).unwrap();
            plan.player_kinds.two = PlayerKind::Human;
            plan.names.one = "A".to_owned();
        });
        tui.keys("v");
        // On to a decision of the computer that was one.
        let has_thought = |tui: &TuiHarness| {
            let thought = tui.playing().thought.as_ref();
            thought.is_some_and(|thought| thought.moves.len() > 1 && thought.millis > 0)
        };
        for _ in 0..40 {
            if has_thought(&tui) && tui.playing().board.session.prompt() == Prompt::Choose(Player::Two) {
                break;
            }
            tui.keys("enter");
            tui.wait(60);
        }
        for size in [(40, 12), (60, 20), (80, 24), (100, 30), (160, 50)] {
            tui.size = size;
            for text in ["MAX", "MIN", "CHANCE", "depth ", "0.012 s", "positions"] {
                tui.shows(text);
            }
            let thought = tui.playing().thought.clone().expect("a computer has thought");
            let nodes = thought.nodes;
            assert_eq!(nodes.total(), nodes.max + nodes.min + nodes.chance);
            tui.shows(&nodes.total().to_string());
            assert!(thought.moves.len() > 1);
            for (ply, worth) in &thought.moves {
                let mv = ply.mv().to_string();
                let screen = tui.screen();
                let stands = |line: &str| {
                    let words: Vec<&str> = line
                        .split(|c: char| c.is_whitespace() || c == '│')
                        .filter(|w| !w.is_empty())
                        .collect();
                    words.windows(2).any(|pair| pair == [mv.as_str(), &format!("{worth:.4}")])
                };
                assert!(screen.lines().any(stands), "{mv} {worth:.4} at {size:?} is not in\n{screen}");
            }
        }
    }
}

#[test]
fn senet_tells_what_there_is_to_know() {
    let mut tui = two_people(GameKind::Senet);
    tui.shows("Welcome to Senet");
    tui.shows("7 pieces on the board · 0 pieces off");
    tui.keys("5");
    tui.shows("Throw the sticks first.");
    tui.keys("enter");
    tui.shows("▸1) ");
    let moves = tui.playing().board.selection().senet_moves().len();
    tui.keys("0");
    tui.shows(&format!("There are moves 1 to {moves}."));
    assert_eq!(tui.plies(), 0);
    // On to a throw with which nobody can move: that is told, and Enter goes on.
    for _ in 0..2000 {
        if tui.playing().board.selection().must_pass() {
            break;
        }
        // Now this move, now that: always the first leads round in circles.
        let moves = tui.playing().board.selection().senet_moves().len();
        let chosen = (tui.plies() * 7 / 3) % moves.max(1) + 1;
        tui.keys(if moves > 1 { ["1", "2", "3", "4", "5", "6", "7"][chosen - 1] } else { "enter" });
    }
    tui.shows("has no legal moves.");
    tui.shows("There is no legal move. Press Enter to pass.");
    let plies = tui.plies();
    tui.keys("enter");
    assert_eq!(tui.plies(), plies + 1);
    let (_, passed) = tui.playing().local().record().moves().last().unwrap();
    assert!(matches!(passed, AnyPly::Senet(_, gebeta_rules::senet::Move::Pass)));
    tui.play_out();
    let position = tui.playing().local().position();
    let names = tui.playing().local().names();
    let winner = position.outcome().and_then(gebeta_rules::Outcome::winner).unwrap();
    tui.shows(&format!("{} wins", names[winner]));
}

#[test]
fn the_computer_says_that_it_is_thinking() {
    let settings = Settings { delay: 1000, ..quick() };
    let mut tui = TuiHarness::game_with(settings, GameKind::Senet, |plan| {
        plan.player_kinds.one = PlayerKind::named(GameKind::Senet, "random").unwrap();
        plan.player_kinds.two = PlayerKind::Human;
        plan.names = ByPlayer { one: "Computer".to_owned(), two: "Abebe".to_owned() };
    });
    tui.wait(300);
    assert_eq!(tui.plies(), 0);
    tui.shows("Computer is thinking ...");
    tui.wait(2000);
    assert!(tui.plies() > 0);
    tui.hides("thinking");
}
