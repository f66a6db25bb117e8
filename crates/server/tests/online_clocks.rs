//! Whose time is charged, and when nobody's is.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that is surprised fails, and torture shows figures"
)]

mod house;

use std::time::{Duration, Instant};

use gebeta_arena::Stage;
use gebeta_client::Visitor;
use gebeta_protocol::{Action, Ending, Event, MoveId, SeatWish, Side, TimeControl, limits};
use gebeta_server::online::Settings;
use house::moods::{Mood, Moods};
use house::{House, next_action};

const FIVE: TimeControl = TimeControl::Move { seconds: 5 };

/// A game in which Player 2's time runs.
fn ticking(house: &House, clock: TimeControl) -> [Visitor; 2] {
    let a = house.create("gebeta", SeatWish::One, clock);
    let b = house.join(&a);
    let mut players = [&a, &b].map(|ticket| Visitor::player(house.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    players[0].act(play("1")).unwrap();
    players[1].wait(|game| game.record().plies().len() == 1).unwrap();
    players
}

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned() }
}

fn forgiven(player: &Visitor) -> Vec<u64> {
    let forgiven = player.log().iter().filter_map(|event| match event.what {
        Event::Resumed { ms, .. } => Some(ms),
        _ => None,
    });
    forgiven.collect()
}

#[test]
fn a_clock_runs_on_while_nobody_looks() {
    let house = House::with(Settings { idle: Duration::from_millis(100), ..Settings::default() });
    let [mut one, mut two] = ticking(&house, FIVE);
    let began = Instant::now();
    let game = one.game().unwrap().id();
    two.cut();
    one.cut();
    // It is put aside and looked at again, several times.
    for _ in 0..4 {
        std::thread::sleep(Duration::from_millis(600));
        house.address().get(&format!("/api/games/{game}")).unwrap();
    }
    one.wait(|game| matches!(game.stage(), Stage::Over(_))).unwrap();
    let Stage::Over(over) = one.game().unwrap().stage() else { unreachable!("it is over") };
    assert_eq!(over.how, Ending::Time);
    assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
    assert_eq!(forgiven(&one), [0; 0]);
}

#[test]
fn a_restart_is_charged_to_nobody() {
    let mut house = House::open();
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let [mut one, mut two] = ticking(&house, clock);
    // Until the move has been shown nobody is charged anyway.
    std::thread::sleep(Duration::from_millis(1500));
    house.restart();
    two.act(play("1")).unwrap();
    one.wait(|game| game.record().plies().len() == 2).unwrap();
    assert_eq!(forgiven(&one).len(), 1, "once");
    // And the next restart too.
    std::thread::sleep(Duration::from_millis(1500));
    house.restart();
    one.act(play("2")).unwrap();
    assert_eq!(forgiven(&one).len(), 2);
}

#[test]
fn a_silent_store_is_charged_to_nobody_and_not_asked_without_end() {
    let moods = Moods::default();
    let house = House::moody(Settings::default(), moods.clone());
    let [mut one, mut two] = ticking(&house, FIVE);
    moods.set(Mood::Ill);
    // Player 2 moves in time, and the store is silent until long after it.
    two.send_only(MoveId::new([1; 16]), play("1")).unwrap();
    std::thread::sleep(Duration::from_secs(7));
    let asked = moods.calls();
    assert!(asked < 60, "the silent store was asked {asked} times");
    moods.set(Mood::Well);
    two.wait_for_answer(Instant::now() + Duration::from_secs(10)).unwrap();
    one.wait(|game| game.record().plies().len() == 2).unwrap();
    let told = forgiven(&one);
    assert!(told.len() == 1 && told[0] > 5000, "{told:?}");
    // What it could not keep then, it keeps now: time goes on.
    one.wait(|game| matches!(game.stage(), Stage::Over(_))).unwrap();
}

/// Shorter than any silence that all nodes know of, and nobody has tried to move meanwhile.
#[test]
fn a_short_outage_of_the_store_is_charged_to_nobody() {
    let moods = Moods::default();
    let house = House::moody(Settings::default(), moods.clone());
    let [mut one, mut two] = ticking(&house, TimeControl::Game { seconds: 60, increment: 0 });
    moods.set(Mood::Ill);
    std::thread::sleep(limits::BEAT + Duration::from_secs(1));
    moods.set(Mood::Well);
    // It has to be noticed that the store is back.
    std::thread::sleep(limits::BEAT + Duration::from_millis(500));
    two.act(play("1")).unwrap();
    one.wait(|game| game.record().plies().len() == 2).unwrap();
    let told = forgiven(&one);
    assert!(told.len() == 1 && told[0] > 0 && told[0] < limits::SILENCE_MS, "{told:?}");
}

#[test]
fn a_write_that_comes_late_is_known_and_told_once() {
    let moods = Moods::default();
    let house = House::moody(Settings::default(), moods.clone());
    let [mut one, mut two] = ticking(&house, TimeControl::None);
    moods.set(Mood::Late(Duration::from_millis(3500)));
    // Nobody sends it again: the server itself has to look.
    two.send_only(MoveId::new([1; 16]), play("1")).unwrap();
    std::thread::sleep(Duration::from_millis(100));
    two.cut();
    one.wait(|game| game.record().plies().len() == 2).unwrap();
    moods.set(Mood::Well);
    two.wait_for_answer(Instant::now() + Duration::from_secs(10)).unwrap();
    let moves = two.log().iter().filter(|event| matches!(event.what, Event::Played { .. })).count();
    assert_eq!(moves, 2, "the move is there once");
}

/// The machine's clock is set while the server does not run: nobody loses by it, and what comes later is later.
#[test]
fn a_clock_that_is_set_makes_nobody_lose() {
    const HOUR: i64 = 3_600_000;
    let mut house = House::open();
    let clock = TimeControl::Game { seconds: 60, increment: 0 };
    let [mut one, mut two] = ticking(&house, clock);
    for (turn, by) in [HOUR, -HOUR, 0].into_iter().enumerate() {
        house.restart_wrong(by);
        let game = one.game().unwrap();
        let (side, action) = (game.side_to_move(), next_action(game, turn));
        if side == Some(Side::A) { &mut one } else { &mut two }.act(action).unwrap();
        for player in [&mut one, &mut two] {
            player.wait(|game| game.record().plies().len() == turn + 2).unwrap();
        }
    }
    assert!(matches!(one.game().unwrap().stage(), Stage::Playing), "{:?}", one.game().unwrap().stage());
    assert!(one.log().is_sorted_by_key(|event| event.at), "time has gone back");
    assert_eq!(one.log(), two.log());
    println!("torture: clock set by an hour and back between starts, time goes forward, nobody lost on time");
}
