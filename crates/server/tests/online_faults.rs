//! Every call to the store fails once, in turn, or is done and only its answer lost: nothing is lost, nothing happens
//! twice, and the game goes on.
#![allow(clippy::unwrap_used, reason = "a test that is surprised fails")]

mod house;

use std::time::Duration;

use gebeta_arena::{Match, Stage};
use gebeta_client::{Visitor, draw_secret};
use gebeta_protocol::{Action, Event, JoinRequest, SeatWish};
use gebeta_server::online::Settings;
use house::moods::{Mood, Moods};
use house::{House, begin, next_action, request};

/// A whole game: made, joined, sealed, opened, thrown, played, given up, and played again.
fn scene(house: &House) -> Vec<Action> {
    let a = house.address().create(&request("classic", SeatWish::One)).unwrap();
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    let b = house.address().join(a.game, &join).unwrap();
    let mut players = [&a, &b].map(|ticket| Visitor::player(house.address(), ticket));
    for player in &mut players {
        player.wait(|game| game.names().b.is_some()).unwrap();
    }
    begin(&mut players);
    let mut played = Vec::new();
    for turn in 0..4 {
        let game = players[0].game().unwrap();
        let action = next_action(game, turn);
        let mover = usize::from(game.side_to_move() == Some(gebeta_protocol::Side::B));
        let seq = players[mover].act(action.clone()).unwrap();
        played.push(action);
        for player in &mut players {
            player.wait(|game| game.revision() >= seq).unwrap();
        }
    }
    players[0].act(Action::Resign).unwrap();
    players[0].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch_offer().is_some()).unwrap();
    players[1].act(Action::Rematch).unwrap();
    players[0].wait(|game| game.rematch().is_some()).unwrap();
    // What both know is what a third is told, and holds every decision once.
    let mut witness = Visitor::watcher(house.address(), a.game);
    witness.wait(|game| game.rematch().is_some()).unwrap();
    assert_eq!(witness.log(), players[0].log());
    assert!(Match::fold(a.game, witness.log()).is_ok());
    let stored: Vec<Action> = witness
        .log()
        .iter()
        .filter_map(|event| match &event.what {
            Event::Thrown { .. } => Some(Action::Throw),
            Event::Played { mv, .. } => Some(Action::Play { mv: mv.clone() }),
            _ => None,
        })
        .collect();
    assert_eq!(stored, played);
    let ends = witness.log().iter().filter(|event| matches!(event.what, Event::Ended { .. })).count();
    assert_eq!(ends, 1);
    assert!(matches!(witness.game().unwrap().stage(), Stage::Over(_)));
    played
}

fn every_call(mood: fn(usize) -> Mood) {
    let moods = Moods::default();
    let house = House::moody(Settings::default(), moods.clone());
    for n in 0.. {
        moods.set(mood(n));
        let played = scene(&house);
        let calls = moods.calls();
        assert_eq!(played.len(), 4);
        // So many games in a minute are too many for one address.
        house.pass(Duration::from_mins(1));
        if calls <= n {
            assert!(n > 15, "only {calls} calls were made");
            return;
        }
    }
}

#[test]
fn any_call_may_fail() {
    every_call(Mood::Stumbles);
}

#[test]
fn any_answer_may_be_lost() {
    every_call(Mood::Forgets);
}
