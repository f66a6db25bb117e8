//! The store is away while somebody thinks, is offline or backs off: whoever does nothing meanwhile pays nothing for it, and
//! gains no more than what is not known of its beginning. In simulated time, for every kind of store and player.

use std::rc::Rc;
use std::time::Duration;

use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, Code, Ending, Event, MoveId, SeatWish, TimeControl};
use gebeta_rules::Player;
use gebeta_server::limits;
use tokio::time::{Instant, sleep};

use crate::simulated::{Database, Dice, Manner, Scene, Seat, begun, client, folder};

const SERVER: &str = client::SERVERS[0];
/// What a player has for the game.
const SECONDS: u32 = 10;
/// When the first attempt comes after the store is back.
const LATE: Duration = Duration::from_millis(300);
/// What may be charged more than was used.
const EXTRA_MS: u64 = 100;

/// What a player does while the store is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Sits before the board.
    EngineGame,
    /// Has no connection.
    IsOffline,
    /// Has tried once, and waits for so long that it is over before the next attempt.
    BacksOff,
    /// Tries again and again.
    Retries,
}

const KINDS: [Kind; 4] = [Kind::EngineGame, Kind::IsOffline, Kind::BacksOff, Kind::Retries];

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned() }
}

fn mid(number: u8) -> MoveId {
    MoveId::new([number; 16])
}

/// A game in which Player 2, who is the second, has made the first move that costs time, and so is Player 1 again: both
/// clocks are whole, and that of the first of the two runs.
async fn ticking(dice: &Dice) -> [Seat; 2] {
    ticking_at([SERVER; 2], dice).await
}

/// The same with the two at these servers.
async fn ticking_at(servers: [&'static str; 2], dice: &Dice) -> [Seat; 2] {
    let clock = TimeControl::Game { seconds: SECONDS, increment: 0 };
    let mut seats = begun(servers, dice, clock, SeatWish::Two).await;
    seats[1].insist(mid(1), play("1")).await;
    seats[0].wait(|game| game.record().plies().len() == 1, Duration::from_secs(5)).await;
    seats
}

/// What was charged for the last move of `player`, in milliseconds.
fn charged(game: &Match, player: Player) -> u64 {
    let now = game.at();
    u64::from(SECONDS) * 1000 - game.clock().left(player, now).unwrap()
}

/// The store is away for `away`, `thought` after the player's time began to run.
async fn outage(
    servers: [&'static str; 2],
    database: Database,
    dice: Dice,
    kind: Kind,
    away: Duration,
    thought: Duration,
) {
    let what = format!("{kind:?} {away:?} after {thought:?} at {servers:?}");
    let [mut mover, mut other] = ticking_at(servers, &dice).await;
    let shown = mover.game().clock().deadline().unwrap() - u64::from(SECONDS) * 1000 - mover.game().at();
    mover.listen(Duration::from_millis(shown) + thought).await;
    database.set_gone(true);
    let back = Instant::now() + away;
    match kind {
        Kind::EngineGame => {}
        Kind::IsOffline => mover.leave(),
        Kind::BacksOff => {
            assert_eq!(mover.attempt(mid(2), play("1")).await, Err(Code::Unavailable), "{what}");
        }
        Kind::Retries => {
            while Instant::now() + Duration::from_secs(3) < back {
                assert_eq!(mover.attempt(mid(2), play("1")).await, Err(Code::Unavailable), "{what}");
                sleep(Duration::from_millis(500)).await;
            }
        }
    }
    if kind != Kind::IsOffline {
        mover.listen(back - Instant::now()).await;
    }
    sleep(back - Instant::now()).await;
    database.set_gone(false);
    sleep(LATE).await;
    if kind == Kind::IsOffline {
        mover.connect().await;
    }
    mover.insist(mid(2), play("1")).await;
    let game = mover.game();
    assert!(matches!(game.stage(), Stage::Playing), "{what}: {:?}", mover.log.last());
    let used = (thought + LATE).as_millis() as u64;
    let paid = charged(&game, Player::Two);
    assert!(paid <= used + EXTRA_MS, "{what}: {paid} ms charged, {used} used, {:#?}", &mover.log[3..]);
    // No player gains more than the uncertainty about the start of the outage: the store is asked every few seconds.
    let gained = limits::BEAT.as_millis() as u64 + LATE.as_millis() as u64;
    assert!(paid + gained >= used, "{what}: {paid} of {used} ms");
    other.wait(|game| game.record().plies().len() == 2, Duration::from_secs(5)).await;
    assert_eq!(other.log, mover.log, "{what}");
}

fn every_outage(manner: Manner, is_alone: bool) {
    let folder = folder();
    // Early, in the middle and late between two beats.
    let mut thoughts = [200, 1700, 3400].map(Duration::from_millis).into_iter().cycle();
    for kind in KINDS {
        for away in [8, 11, 13, 20].map(Duration::from_secs) {
            let thought = thoughts.next().unwrap();
            let dice = Dice::new(away.as_secs());
            let database = Database::steady(dice.clone(), manner, is_alone);
            let scene = outage([SERVER; 2], database.clone(), dice.clone(), kind, away, thought);
            Scene::new(&database, &dice, &folder).run(scene);
        }
    }
}

#[test]
fn no_player_is_charged_while_the_disk_is_full() {
    every_outage(Manner::Refuses, true);
}

#[test]
fn no_player_is_charged_while_the_disk_hangs() {
    every_outage(Manner::Hangs, true);
}

#[test]
fn no_player_is_charged_while_the_database_is_gone() {
    every_outage(Manner::Refuses, false);
}

#[test]
fn no_player_is_charged_while_the_database_does_not_answer() {
    every_outage(Manner::Hangs, false);
}

/// The players are at two nodes, both of which notice the outage and give the time back.
#[test]
fn two_nodes_give_back_an_outage_once() {
    let folder = folder();
    for manner in [Manner::Refuses, Manner::Hangs] {
        for kind in KINDS {
            for away in [8, 13].map(Duration::from_secs) {
                let dice = Dice::new(away.as_secs());
                let database = Database::steady(dice.clone(), manner, false);
                let thought = Duration::from_millis(1700);
                let scene = outage(client::SERVERS, database.clone(), dice.clone(), kind, away, thought);
                let servers = &client::SERVERS;
                Scene { servers, ..Scene::new(&database, &dice, &folder) }.run(scene);
            }
        }
    }
}

/// A player who never returns loses all the same, and not much later: an outage cannot be used to gain time.
#[test]
fn a_player_who_does_nothing_after_an_outage_loses_on_time() {
    let folder = folder();
    for (manner, is_alone) in [(Manner::Refuses, true), (Manner::Hangs, false)] {
        for away in [0, 8, 20].map(Duration::from_secs) {
            let dice = Dice::new(1);
            let database = Database::steady(dice.clone(), manner, is_alone);
            let (store, chance) = (database.clone(), dice.clone());
            let scene = async move {
                let [mover, mut other] = ticking(&chance).await;
                let deadline = mover.game().clock().deadline().unwrap();
                other.listen(Duration::from_secs(3)).await;
                store.set_gone(!away.is_zero());
                other.listen(away).await;
                store.set_gone(false);
                other.wait(|game| matches!(game.stage(), Stage::Over(_)), Duration::from_mins(1)).await;
                let Stage::Over(over) = other.game().stage() else { unreachable!("it is over") };
                assert_eq!(over.how, Ending::Time);
                let later = other.game().at() - deadline;
                let away = away.as_millis() as u64;
                // Whatever was not known, and what is tried again after a while.
                let most = if away == 0 { 100 } else { away + 5000 + 5000 + 1500 };
                assert!((away..=most).contains(&later), "{manner:?} {away}: {later} ms");
                let resumed = other.log.iter().any(|event| matches!(event.what, Event::Resumed { .. }));
                assert_eq!(resumed, away > 0, "a healthy store charges exactly");
            };
            Scene::new(&database, &dice, &folder).run(scene);
        }
    }
}

/// This needs no action of a player: all soon see the right clock.
#[test]
fn what_was_given_back_is_seen_soon_after_an_outage() {
    let folder = folder();
    let dice = Dice::new(1);
    let database = Database::steady(dice.clone(), Manner::Hangs, false);
    let (store, chance) = (database.clone(), dice.clone());
    let scene = async move {
        let [mover, mut other] = ticking(&chance).await;
        let known = mover.log.len();
        other.listen(Duration::from_secs(3)).await;
        store.set_gone(true);
        other.listen(Duration::from_secs(8)).await;
        store.set_gone(false);
        other.listen(Duration::from_secs(2)).await;
        let [resumed] = &other.log[known..] else { panic!("{:?}", &other.log[known..]) };
        let Event::Resumed { ms, side: None, until: Some(until) } = resumed.what else {
            panic!("{resumed:?}")
        };
        assert!(ms >= 8000 && until <= resumed.at, "{resumed:?}");
    };
    Scene::new(&database, &dice, &folder).run(scene);
}

/// A timed event that failed is tried again in time, whatever messages arrive meanwhile.
#[test]
fn messages_do_not_delay_timed_events() {
    let folder = folder();
    let dice = Dice::new(1);
    let database = Database::steady(dice.clone(), Manner::Refuses, true);
    let (store, chance) = (database.clone(), dice.clone());
    let scene = async move {
        let [mut mover, _other] = ticking(&chance).await;
        let deadline = mover.game().clock().deadline().unwrap();
        store.set_gone(true);
        let wait = deadline - mover.game().at() + 6000;
        mover.listen(Duration::from_millis(wait)).await;
        store.set_gone(false);
        // An attempt that can never be kept, and asks the server something ten times a second.
        let began = Instant::now();
        while !matches!(mover.game().stage(), Stage::Over(_)) {
            let refused = mover.attempt(mid(9), play("99")).await;
            assert!(refused.is_err());
            mover.listen(Duration::from_millis(100)).await;
            assert!(began.elapsed() < Duration::from_secs(20), "it never ends");
        }
    };
    Scene::new(&database, &dice, &folder).run(scene);
}

/// When the store is slow to keep, or to tell, where the players are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slow {
    /// While the player connects to the server that dies later.
    Before,
    /// While the player comes over to the other one.
    After,
}

/// A player's server dies, and they come over to the other one when they have no time left but for that.
fn server_dies(slow: Slow) {
    /// Longer than a server waits for that; not so long that the store is out.
    const LONG: Duration = Duration::from_millis(900);
    let folder = folder();
    let dice = Dice::new(1);
    let database = Database::steady(dice.clone(), Manner::Refuses, false);
    let scene = Scene { servers: &client::SERVERS, ..Scene::new(&database, &dice, &folder) };
    let (store, chance, crash) = (database.clone(), dice.clone(), Rc::clone(&scene.crash));
    let players = async move {
        let delay = |when| if slow == when { LONG } else { Duration::ZERO };
        store.delay_presence(delay(Slow::Before));
        let [mut mover, mut other] = ticking_at(client::SERVERS, &chance).await;
        mover.listen(Duration::from_millis(500)).await;
        store.delay_presence(Duration::ZERO);
        mover.listen(Duration::from_secs(3)).await;
        crash.set(true);
        mover.leave();
        // Longer than the player has, and than it takes until the server is known to have died.
        other.listen(Duration::from_secs(20)).await;
        assert!(matches!(other.game().stage(), Stage::Playing), "{:?}", other.log.last());
        store.delay_presence(delay(Slow::After));
        mover.move_to(client::SERVERS[1]).await;
        store.delay_presence(Duration::ZERO);
        mover.insist(mid(2), play("1")).await;
        let paid = charged(&mover.game(), Player::Two);
        // What the player thought before, and what it takes to come and to move.
        assert!(paid <= 3500 + 1500, "{paid} ms charged, {:#?}", mover.log);
    };
    scene.run(players);
}

#[test]
fn no_player_is_charged_for_a_dead_server_although_the_store_was_slow_before() {
    server_dies(Slow::Before);
}

#[test]
fn no_player_is_charged_for_a_dead_server_although_the_store_is_slow_after() {
    server_dies(Slow::After);
}
