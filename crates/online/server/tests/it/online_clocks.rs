//! What clocks are charged for. Where nothing but time passes, it is simulated.
#![allow(clippy::print_stdout, reason = "chaos shows figures")]

use std::time::Duration;

use gebeta_client::GameClient;
use gebeta_match::Stage;
use gebeta_protocol::{Action, Ending, Event, Logged, MoveId, SeatWish, Side, TimeControl};
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;
use tokio::time::{Instant, sleep};

use crate::simulated::client::{SERVERS, view};
use crate::simulated::{Database, Dice, Manner, Scene, Seat, begun, folder};
use crate::test_server::fault_injector::{Fault, FaultInjector};
use crate::test_server::{TestServer, next_action};

const FIVE: TimeControl = TimeControl::Move { seconds: 5 };
const SIXTY: TimeControl = TimeControl::Game { seconds: 60, increment: 0 };
/// Longer than anything here takes that does happen.
const LONG: Duration = Duration::from_secs(20);
const SECOND: MoveId = MoveId::new([2; 16]);

/// A game on a real socket in which Player 2's time runs.
fn ticking(server: &TestServer, clock: TimeControl) -> [GameClient; 2] {
    let a = server.create("gebeta", SeatWish::One, clock);
    let b = server.join(&a);
    let mut players = [&a, &b].map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    players[0].act(play("1")).unwrap();
    players[1].wait(|game| game.record().plies().len() == 1).unwrap();
    players
}

/// The same in a simulation.
async fn simulated(dice: &Dice, clock: TimeControl) -> [Seat; 2] {
    let mut seats = begun([SERVERS[0]; 2], dice, clock, SeatWish::One).await;
    seats[0].insist(MoveId::new([1; 16]), play("1")).await;
    seats[1].wait(|game| game.record().plies().len() == 1, LONG).await;
    seats
}

/// Plays a scene with a server whose store fails on request.
fn scene(settings: ServerSettings, players: impl AsyncFnOnce(Dice, FaultInjector) + 'static) {
    let (dice, faults, folder) = (Dice::new(1), FaultInjector::default(), folder());
    let database = Database::steady(dice.clone(), Manner::Refuses, true);
    let (chance, told) = (dice.clone(), faults.clone());
    let scene = Scene { faults, settings, ..Scene::new(&database, &dice, &folder) };
    scene.run(async move { players(chance, told).await });
}

fn play(mv: &str) -> Action {
    Action::Play { mv: mv.to_owned() }
}

fn forgiven(log: &[Logged]) -> Vec<u64> {
    let forgiven = log.iter().filter_map(|event| match event.what {
        Event::Resumed { ms, .. } => Some(ms),
        _ => None,
    });
    forgiven.collect()
}

#[test]
fn a_clock_runs_while_no_socket_is_open() {
    let settings = ServerSettings { idle: Duration::from_millis(100), ..ServerSettings::default() };
    scene(settings, async |dice, _| {
        let [mut one, mut two] = simulated(&dice, FIVE).await;
        let began = Instant::now();
        let game = one.game().id();
        two.leave();
        one.leave();
        // It is put aside and looked at again, several times.
        for _ in 0..4 {
            sleep(Duration::from_millis(600)).await;
            view(SERVERS[0], game).await;
        }
        one.connect().await;
        one.wait(|game| matches!(game.stage(), Stage::Over(_)), LONG).await;
        let Stage::Over(over) = one.game().stage() else { unreachable!("it is over") };
        assert_eq!(over.how, Ending::Time);
        assert!(began.elapsed() < Duration::from_secs(8), "{:?}", began.elapsed());
        assert_eq!(forgiven(&one.log), [0; 0]);
    });
}

#[test]
fn no_player_is_charged_for_a_restart() {
    let mut server = TestServer::open();
    let [mut one, mut two] = ticking(&server, SIXTY);
    // Until the move has been animated no clock is charged.
    server.pass(Duration::from_millis(1500));
    server.restart();
    two.act(play("1")).unwrap();
    one.wait(|game| game.record().plies().len() == 2).unwrap();
    assert_eq!(forgiven(one.log()).len(), 1, "once");
    // And the next restart too.
    server.pass(Duration::from_millis(1500));
    server.restart();
    one.act(play("2")).unwrap();
    assert_eq!(forgiven(one.log()).len(), 2);
}

#[test]
fn no_player_is_charged_while_the_store_does_not_answer_and_retries_are_paced() {
    scene(ServerSettings::default(), async |dice, faults| {
        let [mut one, mut two] = simulated(&dice, FIVE).await;
        faults.set(Fault::AllFail);
        // Player 2 moves in time, and the store is silent until long after it.
        two.send(SECOND, play("1")).await;
        sleep(Duration::from_secs(7)).await;
        let asked = faults.calls();
        assert!(asked < 60, "the silent store was asked {asked} times");
        faults.set(Fault::None);
        two.insist(SECOND, play("1")).await;
        one.wait(|game| game.record().plies().len() == 2, LONG).await;
        let told = forgiven(&one.log);
        assert!(told.len() == 1 && told[0] > 5000, "{told:?}");
        // What it could not keep then, it keeps now: time goes on.
        one.wait(|game| matches!(game.stage(), Stage::Over(_)), LONG).await;
    });
}

/// Shorter than an outage that nodes notice, and no player has tried to move meanwhile.
#[test]
fn no_player_is_charged_for_a_short_outage_of_the_store() {
    scene(ServerSettings::default(), async |dice, faults| {
        let [mut one, mut two] = simulated(&dice, SIXTY).await;
        faults.set(Fault::AllFail);
        sleep(limits::BEAT + Duration::from_secs(1)).await;
        faults.set(Fault::None);
        // It has to be noticed that the store is back.
        sleep(limits::BEAT + Duration::from_millis(500)).await;
        two.insist(SECOND, play("1")).await;
        one.wait(|game| game.record().plies().len() == 2, LONG).await;
        let told = forgiven(&one.log);
        assert!(told.len() == 1 && told[0] > 0 && told[0] < limits::SILENCE_MS, "{told:?}");
    });
}

#[test]
fn a_late_write_is_noticed_and_published_once() {
    scene(ServerSettings::default(), async |dice, faults| {
        let [mut one, mut two] = simulated(&dice, TimeControl::None).await;
        faults.set(Fault::LateWrites(Duration::from_millis(3500)));
        // The client does not repeat it: the server itself has to find out.
        two.send(SECOND, play("1")).await;
        sleep(Duration::from_millis(100)).await;
        two.leave();
        one.wait(|game| game.record().plies().len() == 2, LONG).await;
        faults.set(Fault::None);
        two.connect().await;
        two.insist(SECOND, play("1")).await;
        let moves = two.log.iter().filter(|event| matches!(event.what, Event::Played { .. })).count();
        assert_eq!(moves, 2, "the move is there once");
    });
}

/// The machine's clock is set while the server does not run: no player loses by it, and events stay in order.
#[test]
fn setting_the_system_clock_makes_no_player_lose() {
    const HOUR: i64 = 3_600_000;
    let mut server = TestServer::open();
    let [mut one, mut two] = ticking(&server, SIXTY);
    for (turn, by) in [HOUR, -HOUR, 0].into_iter().enumerate() {
        server.restart_wrong(by);
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
    println!("chaos: clock set by an hour and back between starts, time goes forward, nobody lost on time");
}
