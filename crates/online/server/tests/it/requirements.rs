//! Requirements of `docs/requirements.md` for the server that no other file here tests.

use gebeta_client::{ClientError, draw_secret};
use gebeta_match::Stage;
use gebeta_protocol::{Action, Code, CreateRequest, Ending, JoinRequest, SeatWish, Side};
use gebeta_rules::{GameKind, PRESETS};

use crate::test_server::{TestServer, next_action, request};

/// Plays up to so many plies; how many there were, and how the game stands.
fn play(server: &TestServer, rules: &str, most: usize, pick: usize) -> (usize, Stage) {
    let mut players = server.game(rules);
    for turn in 0..most {
        let game = players[0].game().unwrap();
        let Some(side) = game.side_to_move() else { break };
        let action = next_action(game, turn * pick);
        let seq = players[usize::from(side == Side::B)].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    assert_eq!(players[0].log(), players[1].log());
    let game = players[0].game().unwrap();
    (game.record().plies().len(), game.stage())
}

/// Longer than any game of mancala.
const TO_THE_END: usize = 1000;

fn is_over(stage: Stage) -> bool {
    matches!(stage, Stage::Over(over) if over.how == Ending::Board)
}

#[test]
fn every_rule_set_is_played_by_the_server() {
    let server = TestServer::open();
    for preset in PRESETS {
        let (plies, stage) = match preset.rules.game() {
            GameKind::Mancala => play(&server, preset.name, TO_THE_END, 1),
            // To the end: `online_games.rs`.
            GameKind::Senet => play(&server, preset.name, 24, 1),
        };
        let expected = preset.rules.game() == GameKind::Mancala;
        assert_eq!(is_over(stage), expected, "{}: {stage:?}", preset.name);
        assert!(plies > 8, "{}: {plies}", preset.name);
    }
}

#[test]
fn a_game_ends_with_the_last_token_or_with_the_greater_part() {
    let server = TestServer::open();
    let all = include_str!("../../../../../rules/gebeta.toml");
    let most = all.replace("end = \"side-empty\"", "end = \"majority\"");
    assert_ne!(most, all);
    let mut is_shorter = false;
    for pick in [3, 5, 7, 11] {
        // The same moves are played in both, as far as there are any.
        let [(all, all_stage), (most, most_stage)] =
            [all, &most].map(|rules| play(&server, rules, TO_THE_END, pick));
        assert!(is_over(all_stage) && is_over(most_stage), "{all_stage:?} {most_stage:?}");
        assert!(most <= all, "{most} {all}");
        is_shorter |= most < all;
    }
    assert!(is_shorter, "somebody has more than half before the last stone is home, in one of them");
}

#[test]
fn computers_of_several_strengths_take_a_seat() {
    let server = TestServer::open();
    for bot in ["novice", "random", "level1", "level2", "level3"] {
        let opponent = Some(bot.parse().unwrap());
        let ticket =
            server.address().create(&CreateRequest { opponent, ..request("gebeta", SeatWish::Two) }).unwrap();
        let mut player = gebeta_client::GameClient::player(server.address(), &ticket);
        // It moves first, and then it is our turn.
        player.wait(|game| game.side_to_move() == Some(Side::A)).unwrap();
        player.act(Action::Resign).unwrap();
    }
}

#[test]
fn names_are_checked_and_every_option_has_a_default() {
    let server = TestServer::open();
    let ask = |body: &serde_json::Value| server.address().post::<serde_json::Value>("/api/games", body);
    let secret = draw_secret().reveal();
    let named = |name: &str| ask(&serde_json::json!({ "rules": "gebeta", "name": name, "secret": secret }));
    assert!(matches!(named(""), Err(ClientError::Refused(Code::BadMessage))));
    // Clock, seat, listing and opponent need not be said.
    let made = named("Abebe").unwrap();
    assert_eq!(made["side"], "a");
    let view = server.address().get(&format!("/api/games/{}", made["game"].as_str().unwrap())).unwrap();
    assert!(view.contains("Abebe"), "{view}");
    let join = |name: &str| {
        let request = JoinRequest { name: name.parse().unwrap(), secret: draw_secret() };
        server.address().join(made["game"].as_str().unwrap().parse().unwrap(), &request)
    };
    for same in ["Abebe", "a-bebe"] {
        assert!(matches!(join(same), Err(ClientError::Refused(Code::SameName))), "{same}");
    }
    join("Sara").unwrap();
}
