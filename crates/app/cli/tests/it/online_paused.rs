//! One of two servers stands still for a while and wakes up: what it believes by then is old, and harms nobody. Or it is
//! killed: whoever was connected to it is not charged for that.
//! `cargo xtask chaos` lets it stand for longer.

use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::GameClient;
use gebeta_match::Stage;
use gebeta_protocol::{Action, ClientMessage, Code, Event, MoveId, ServerMessage, Side, Ticket, TimeControl};
use gebeta_server::limits;
use gebeta_testkit::postgres::Cluster;

use crate::chaos::{Server, length, next, row, sit};

/// How many moves are played while it stands still.
const MOVES: u32 = 12;

/// Plays a move at whichever device is asked, and lets both know of it.
fn play(players: &mut [GameClient; 2], pick: usize) {
    let Some((side, mv)) = next(players[0].game().unwrap(), pick) else { panic!("the game is over") };
    let seq = players[usize::from(side == Side::B)].act(Action::Play { mv }).unwrap();
    for player in players {
        player.wait(|game| game.revision() >= seq).unwrap();
    }
}

#[test]
fn a_server_that_stood_still_takes_nothing_from_anybody() {
    let Some(cluster) = Cluster::start() else { return };
    let pause = Duration::from_secs(length("GEBETA_PAUSED", 8) as u64);
    // Much less than the server stands still for.
    let clock = TimeControl::Move { seconds: 5 + 2 * pause.as_secs() as u32 / MOVES };
    let words = format!("--db {}", cluster.database("paused"));
    let servers = [(); 2].map(|()| Server::on(&words));
    let [sleeper, awake] = servers.each_ref().map(Server::address);
    let (tickets, mut players) =
        sit(&[awake.clone(), awake.clone()], clock, &AtomicBool::new(false)).unwrap();
    // Both have another device at the server that will stand still.
    let mut others = tickets.each_ref().map(|ticket| GameClient::player(sleeper.clone(), ticket));
    for other in &mut others {
        other.connect().unwrap();
        other.wait(|game| game.to_move().is_some()).unwrap();
    }
    play(&mut players, 0);
    let seen = players[0].game().unwrap().revision();
    for other in &mut others {
        other.wait(|game| game.revision() >= seen).unwrap();
    }
    let (side, mv) = next(players[0].game().unwrap(), 1).unwrap();
    servers[0].signal("STOP");
    // It arrives at a server that does not read it; meanwhile the game goes on elsewhere, for longer than anybody has.
    let late = &mut others[usize::from(side == Side::B)];
    let (mid, base, action) = (MoveId::new([9; 16]), seen, Action::Play { mv });
    let ask = ClientMessage::Do { mid, base, action };
    late.say(&ask).unwrap();
    let until = Instant::now() + pause;
    for pick in 0..MOVES {
        play(&mut players, pick as usize);
        thread::sleep(pause / (MOVES + 1));
    }
    thread::sleep(until.saturating_duration_since(Instant::now()));
    servers[0].signal("CONT");
    let woke = Instant::now();
    let answer = loop {
        match late.hear() {
            // It has only just woken, and its question to the database is old too. So it is asked again.
            Ok(Some(ServerMessage::Nack { mid: told, code: Code::Unavailable, .. })) if told == mid => {
                late.say(&ask).unwrap();
            }
            Ok(Some(ServerMessage::Nack { mid: told, code, .. })) if told == mid => break code,
            Ok(Some(ServerMessage::Ack { mid: told, .. })) if told == mid => panic!("an old move was taken"),
            Ok(_) => {}
            // After a long time it takes its guests for gone. They come back and say the same again, as players' devices do.
            Err(gone) => {
                assert!(woke.elapsed() < Duration::from_secs(5), "{gone}");
                if late.connect().and_then(|()| late.say(&ask)).is_err() {
                    thread::sleep(Duration::from_millis(50));
                }
            }
        }
    };
    assert!(matches!(answer, Code::Stale | Code::NotYourTurn), "{answer:?}");
    // And everybody agrees again, at either server, in a game that goes on.
    let revision = players[0].game().unwrap().revision();
    for other in &mut others {
        other.wait(|game| game.revision() >= revision).unwrap();
    }
    let agreed = woke.elapsed();
    play(&mut players, 1);
    let log = players[0].log();
    assert!(matches!(players[0].game().unwrap().stage(), Stage::Playing), "{:?}", log.last());
    assert!(!log.iter().any(|event| matches!(event.what, Event::Ended { .. })));
    for other in &mut others {
        other.wait(|game| game.revision() >= log.len() as u64).unwrap();
        assert_eq!(other.log(), log);
    }
    row(&format!(
        "node paused {} s: {MOVES} moves at the other meanwhile, its own refused ({}), agreed after {} ms, nobody lost on time",
        pause.as_secs(),
        answer.word(),
        agreed.as_millis()
    ));
    assert!(agreed < Duration::from_secs(5), "{agreed:?}");
}

/// Two servers, and a game in which the time of who is connected to the first one runs.
fn cut_off(cluster: &Cluster, name: &str, seconds: u32) -> ([Server; 2], [Ticket; 2], [GameClient; 2]) {
    let words = format!("--db {}", cluster.database(name));
    let servers = [(); 2].map(|()| Server::on(&words));
    let [lost, lives] = servers.each_ref().map(Server::address);
    let clock = TimeControl::Move { seconds };
    let (tickets, mut players) = sit(&[lives, lost], clock, &AtomicBool::new(false)).unwrap();
    // The first move is free.
    while players[0].game().unwrap().record().plies().is_empty()
        || players[0].game().unwrap().side_to_move() == Some(Side::A)
    {
        play(&mut players, 0);
    }
    (servers, tickets, players)
}

/// Plays the move of who was cut off, whose time was over long ago, and says how much of it was given back.
fn given_back(players: &mut [GameClient; 2]) -> u64 {
    players[1].wait(|game| game.side_to_move() == Some(Side::B)).unwrap();
    play(players, 0);
    assert_eq!(players[0].log(), players[1].log());
    let given = players[0].log().iter().filter_map(|event| match event.what {
        Event::Resumed { ms, side: Some(Side::B), .. } => Some(ms),
        _ => None,
    });
    let [ms] = given.collect::<Vec<_>>()[..] else { panic!("{:?}", players[0].log()) };
    ms
}

#[test]
fn who_is_connected_to_one_that_stands_still_is_not_charged() {
    let Some(cluster) = Cluster::start() else { return };
    let (servers, _, mut players) = cut_off(&cluster, "still", 6);
    servers[0].signal("STOP");
    let pause = Duration::from_millis(limits::SILENCE_MS) + Duration::from_secs(2);
    let until = Instant::now() + pause;
    while Instant::now() < until {
        players[0].poll(Duration::from_millis(200)).unwrap();
    }
    servers[0].signal("CONT");
    let ms = given_back(&mut players);
    assert!(ms + 1000 > pause.as_millis() as u64, "{ms}");
}

/// `kill -9`, and its player is back at the other one when a move's time is over twice.
#[test]
fn the_death_of_one_server_is_charged_to_nobody() {
    let Some(cluster) = Cluster::start() else { return };
    let (servers, tickets, mut players) = cut_off(&cluster, "killed", 6);
    servers[0].signal("KILL");
    let killed = Instant::now();
    while killed.elapsed() < Duration::from_secs(12) {
        players[0].poll(Duration::from_millis(200)).unwrap();
    }
    players[1] = GameClient::player(servers[1].address(), &tickets[1]).with_patience(Duration::from_secs(30));
    players[1].connect().unwrap();
    let away = killed.elapsed().as_millis() as u64;
    let ms = given_back(&mut players);
    let knew = killed.elapsed();
    assert!(ms + 1000 > away, "of {away} ms only {ms} were given back");
    row(&format!(
        "one of two nodes killed, its player back after {away} ms with 6 s for a move: known and given back after {} ms, once",
        knew.as_millis()
    ));
}
