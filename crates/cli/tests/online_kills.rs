//! The server is killed again and again while games are played: no acknowledged move is lost, none is played twice.
//! `cargo xtask torture` does the same for longer and shows the figures.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that is surprised fails, and torture shows figures"
)]

mod program;

use std::collections::HashMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{Address, Failure, Visitor, draw_secret};
use gebeta_protocol::{
    Action, Code, CreateRequest, Event, JoinRequest, MatchId, MoveId, SeatWish, Side, TimeControl,
};
use gebeta_rules::{AnyPosition, Game as _};
use program::Home;

/// How often the server is killed.
const KILLS: &str = "GEBETA_KILLS";
/// Where the games are kept; a SQLite file of the test's own if nothing is said.
const PLACE: &str = "GEBETA_KILLS_DB";
/// How many games are played at once.
const PAIRS: usize = 4;

/// The server as a process at one address.
struct Server {
    home: Home,
    port: u16,
    child: Child,
}

impl Server {
    fn start() -> Self {
        let home = Home::new();
        home.write("web/index.html", "the page");
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let child = spawn(&home, port);
        Self { home, port, child }
    }

    fn address(&self) -> Address {
        format!("http://127.0.0.1:{}/", self.port).parse().unwrap()
    }

    /// As a power switch would, but for the disk's cache; and back. The answer is how long nobody was answered.
    fn kill(&mut self) -> Duration {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let began = Instant::now();
        self.child = spawn(&self.home, self.port);
        TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        began.elapsed()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(home: &Home, port: u16) -> Child {
    let place = env::var(PLACE).unwrap_or_else(|_| "sqlite:games".to_owned());
    let line = format!("serve --listen 127.0.0.1:{port} --web web --db {place}");
    let mut child = home.command(&line).spawn().unwrap();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.contains("http://"), "{told}");
    child
}

/// A move that somebody was told is on the disk.
#[derive(Debug, PartialEq, Eq)]
struct Move {
    side: Side,
    mid: MoveId,
    seq: u64,
    mv: String,
}

/// What one pair of players was told to be on the disk, game by game and in order.
#[derive(Default)]
struct Acked(HashMap<MatchId, Vec<Move>>);

/// Plays one game after the other until told to stop; every acknowledgement is reported.
fn play(address: &Address, number: usize, stop: &AtomicBool, heard: &mpsc::Sender<()>) -> Acked {
    let mut acked = Acked::default();
    let mut mids = 0_u64;
    while !stop.load(Ordering::Relaxed) {
        let Some(mut players) = sit(address, stop) else { break };
        let moves = acked.0.entry(players[0].game().unwrap().id()).or_default();
        while !stop.load(Ordering::Relaxed) {
            let game = players[0].game().unwrap();
            let Some(side) = game.side_to_move() else { break };
            let AnyPosition::Mancala(position) = game.position() else { unreachable!("a game of mancala") };
            let legal: Vec<String> = position.legal_moves().map(|mv| mv.to_string()).collect();
            mids += 1;
            let pick = (mids as usize * 5 + number) % legal.len();
            let mid = MoveId::new((u128::from(mids) << 64 | number as u128).to_be_bytes());
            let revision = game.revision();
            let mover = usize::from(side == Side::B);
            let mv = legal[pick].clone();
            let seq = players[mover].act_as(mid, Action::Play { mv: mv.clone() }).unwrap();
            moves.push(Move { side, mid, seq, mv });
            heard.send(()).unwrap();
            for player in &mut players {
                player.wait(|game| game.revision() > revision).unwrap();
            }
        }
    }
    acked
}

/// A new game with both players there; none if it is time to stop.
fn sit(address: &Address, stop: &AtomicBool) -> Option<[Visitor; 2]> {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = insist(stop, || address.create(&create))?;
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    // If the answer is lost with the server, the secret finds the seat again.
    let b = insist(stop, || address.join(a.game, &join))?;
    let mut players = [&a, &b].map(|ticket| Visitor::player(address.clone(), ticket));
    for player in &mut players {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    Some(players)
}

/// Asks until it is answered; none if it is time to stop.
fn insist<T>(stop: &AtomicBool, ask: impl Fn() -> Result<T, Failure>) -> Option<T> {
    while !stop.load(Ordering::Relaxed) {
        match ask() {
            Ok(answer) => return Some(answer),
            // There are more games than anybody may make: the next one has to wait.
            Err(Failure::Refused(Code::Rate)) => thread::sleep(Duration::from_millis(100)),
            Err(other) => panic!("{other}"),
        }
    }
    None
}

#[test]
fn what_was_acknowledged_survives_every_kill_and_happens_once() {
    let kills: usize = env::var(KILLS).map_or(10, |kills| kills.parse().unwrap());
    let mut server = Server::start();
    let address = server.address();
    let stop = Arc::new(AtomicBool::new(false));
    let (heard, acks) = mpsc::channel();
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let (address, stop, heard) = (address.clone(), Arc::clone(&stop), heard.clone());
            thread::spawn(move || play(&address, number, &stop, &heard))
        })
        .collect();
    let mut longest = Duration::ZERO;
    for kill in 0..kills {
        // Not a fixed rhythm: at another number of moves each time, with the others' moves under way.
        for _ in 0..3 + kill * 7 % 11 {
            acks.recv_timeout(Duration::from_mins(1)).expect("moves go on after every kill");
        }
        longest = longest.max(server.kill());
    }
    for _ in 0..PAIRS {
        acks.recv_timeout(Duration::from_mins(1)).expect("moves go on after the last kill");
    }
    stop.store(true, Ordering::Relaxed);
    let mut moves = 0;
    for pair in pairs {
        for (game, acked) in pair.join().unwrap().0 {
            let mut witness = Visitor::watcher(address.clone(), game);
            let last = acked.iter().map(|acked| acked.seq).max().unwrap_or(1);
            witness.wait(|game| game.revision() >= last).unwrap();
            let stored: Vec<Move> = witness
                .log()
                .iter()
                .filter_map(|event| match &event.what {
                    Event::Played { mv, .. } => {
                        let (side, mid) = event.by.zip(event.mid).expect("who played has an id for it");
                        Some(Move { side, mid, seq: event.seq, mv: mv.clone() })
                    }
                    _ => None,
                })
                .collect();
            // Every move that was acknowledged, in its place and by its player, and no other: a pair that is stopped has
            // waited for its last answer.
            assert_eq!(stored, acked, "in {game}");
            moves += acked.len();
        }
    }
    assert!(moves > kills, "only {moves} moves were played");
    println!(
        "kills {kills}, moves acknowledged {moves}, lost 0, changed 0, played twice 0, never acknowledged 0, longest restart \
         {} ms",
        longest.as_millis()
    );
    assert!(longest < Duration::from_secs(10), "{longest:?}");
}
