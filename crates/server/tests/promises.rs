//! What the server promises by number, where no other test of it does. Numbers as in the list of promises; the others are in
//! the names of `app.rs`, `accounts.rs`, `online_games.rs` and `online_seats.rs`.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod house;

use gebeta_arena::Stage;
use gebeta_client::{Failure, draw_secret};
use gebeta_protocol::{Action, Code, CreateRequest, JoinRequest, SeatWish, Side};
use house::{House, next_action, request};

/// Plays up to so many plies, and says how the game stands.
fn play(house: &House, rules: &str, most: usize) -> Stage {
    let mut players = house.game(rules);
    for turn in 0..most {
        let game = players[0].game().unwrap();
        let Some(side) = game.side_to_move() else { break };
        let action = next_action(game, turn);
        let seq = players[usize::from(side == Side::B)].act(action).unwrap();
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    assert_eq!(players[0].log(), players[1].log());
    players[0].game().unwrap().stage()
}

#[test]
fn l1_a1_a2_w4_s3_every_rule_set_is_played_by_the_server() {
    let house = House::open();
    // Capture and Avalanche, to the last token or to the greater part, tainted stones, and both ways of Senet.
    let file = include_str!("../../../rules/gebeta.toml");
    let most = file.replace("end = \"side-empty\"", "end = \"majority\"");
    assert_ne!(most, file);
    for rules in ["gebeta", "capture", "avalanche", "tainted", "classic", "kendall", &most] {
        let stage = play(&house, rules, 8);
        assert!(matches!(stage, Stage::Playing | Stage::Over(_)), "{rules}: {stage:?}");
    }
}

#[test]
fn g8_computers_of_several_strengths_take_a_seat() {
    let house = House::open();
    for bot in ["novice", "random", "level1", "level2", "level3"] {
        let opponent = Some(bot.parse().unwrap());
        let ticket =
            house.address().create(&CreateRequest { opponent, ..request("gebeta", SeatWish::Two) }).unwrap();
        let mut player = gebeta_client::Visitor::player(house.address(), &ticket);
        // It moves first, and then it is our turn.
        player.wait(|game| game.side_to_move() == Some(Side::A)).unwrap();
        player.act(Action::Resign).unwrap();
    }
}

#[test]
fn a5_names_are_checked_and_every_option_has_a_default() {
    let house = House::open();
    let ask = |body: &serde_json::Value| house.address().post::<serde_json::Value>("/api/games", body);
    let secret = draw_secret().reveal();
    let named = |name: &str| ask(&serde_json::json!({ "rules": "gebeta", "name": name, "secret": secret }));
    assert!(matches!(named(""), Err(Failure::Refused(Code::BadMessage))));
    // Clock, seat, listing and opponent need not be said.
    let made = named("Abebe").unwrap();
    assert_eq!(made["side"], "a");
    let view = house.address().get(&format!("/api/games/{}", made["game"].as_str().unwrap())).unwrap();
    assert!(view.contains("Abebe"), "{view}");
    let join = |name: &str| {
        let request = JoinRequest { name: name.parse().unwrap(), secret: draw_secret() };
        house.address().join(made["game"].as_str().unwrap().parse().unwrap(), &request)
    };
    for same in ["Abebe", "a-bebe"] {
        assert!(matches!(join(same), Err(Failure::Refused(Code::SameName))), "{same}");
    }
    join("Sara").unwrap();
}
