//! The store goes away while players think, are offline or back off, and comes back: nobody loses on time, and nobody is
//! charged for it. `cargo xtask chaos` takes it away for longer than anybody has for the game.

use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use gebeta_client::{Address, ClientError, GameClient};
use gebeta_match::Stage;
use gebeta_protocol::{Action, Code, MoveId, ServerMessage, TimeControl};
use gebeta_rules::Player;
use gebeta_testkit::postgres::Cluster;

use crate::chaos::{Ballast, Server, length, next, row, sit, small_disk};

/// What each player has for the game.
const SECONDS: u32 = 10;
/// How long the store is away, in seconds; those that the variable allows.
const AWAY: [usize; 4] = [8, 11, 13, 20];
/// When players try to move after the store is back.
const LATE: Duration = Duration::from_millis(300);
/// What may be charged of an outage.
const EXTRA_MS: i64 = 500;

/// What players do while the store is away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Sit before the board.
    Think,
    /// Have no connection.
    AreOffline,
    /// Have tried once.
    BackOff,
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as u64
}

/// A game in which the time of Player 2, who has all of it, runs.
fn begin(address: &Address) -> [GameClient; 2] {
    let clock = TimeControl::Game { seconds: SECONDS, increment: 0 };
    let (_, mut players) = sit(&[address.clone(), address.clone()], clock, &AtomicBool::new(false)).unwrap();
    players[0].act(Action::Play { mv: "1".to_owned() }).unwrap();
    for player in &mut players {
        player.wait(|game| game.record().plies().len() == 1).unwrap();
    }
    players
}

/// Sends a move, and hears the answer on the socket that is open: none if it is kept.
fn attempt(player: &mut GameClient, mid: MoveId) -> Option<Code> {
    let (_, mv) = next(player.game().unwrap(), 0).expect("the game goes on");
    player.send_only(mid, Action::Play { mv });
    loop {
        match player.hear().expect("the socket stays open") {
            Some(ServerMessage::Ack { mid: told, ver, .. }) if told == mid => {
                player.wait(|game| game.revision() >= ver).unwrap();
                return None;
            }
            Some(ServerMessage::Nack { mid: told, code, .. }) if told == mid => return Some(code),
            _ => {}
        }
    }
}

/// One player of a game from before the outage until after it. The answer is how much of it was charged, in milliseconds.
fn play(kind: Kind, mover: &mut GameClient, gone: u64, until: Instant, back: impl FnOnce() -> u64) -> i64 {
    let mid = MoveId::new([2; 16]);
    let from = mover.game().unwrap().clock().deadline().unwrap() - u64::from(SECONDS) * 1000;
    match kind {
        Kind::Think => {}
        Kind::AreOffline => mover.cut(),
        Kind::BackOff => assert_eq!(attempt(mover, mid), Some(Code::Unavailable)),
    }
    thread::sleep(until.saturating_duration_since(Instant::now()));
    let back = back();
    thread::sleep(LATE);
    if kind == Kind::AreOffline {
        mover.connect().unwrap();
    }
    while let Some(code) = attempt(mover, mid) {
        assert_eq!(code, Code::Unavailable, "{kind:?}: {:#?}", &mover.log()[1..]);
        thread::sleep(Duration::from_millis(500));
    }
    let game = mover.game().unwrap();
    assert!(matches!(game.stage(), Stage::Playing), "{kind:?}: {:?}", mover.log().last());
    let charged = u64::from(SECONDS) * 1000 - game.clock().left(Player::Two, game.at()).unwrap();
    let used = gone.saturating_sub(from) + game.at().saturating_sub(back);
    charged as i64 - used as i64
}

/// Games of every kind of player on a server while its store is away, for each length: `go` returns when it is, with what is
/// in the way, and `come` brings it back.
fn outages(
    what: &str,
    mut start: impl FnMut() -> Option<Server>,
    go: impl Fn(&Server) -> Option<Ballast>,
    come: impl Fn(Option<Ballast>),
) {
    let most = length("GEBETA_PASSIVE", AWAY[0]);
    for away in AWAY.into_iter().filter(|away| *away <= most) {
        let Some(server) = start() else { return };
        let address = server.address();
        let kinds = [Kind::Think, Kind::AreOffline, Kind::BackOff];
        let mut games = kinds.map(|kind| (kind, begin(&address)));
        // Until all moves have been shown nobody's time runs.
        let from =
            games.iter().map(|(_, players)| players[1].game().unwrap().clock().deadline().unwrap()).max();
        let from = from.unwrap() - u64::from(SECONDS) * 1000;
        thread::sleep(Duration::from_millis(from.saturating_sub(now()) + 200));
        let ballast = go(&server);
        let (gone, until) = (now(), Instant::now() + Duration::from_secs(away as u64));
        let extra: Vec<i64> = thread::scope(|scope| {
            let (told, heard) = mpsc::channel();
            let mut backs = Vec::new();
            let mut playing = Vec::new();
            for (kind, players) in &mut games {
                let (tell, hear) = mpsc::channel();
                backs.push(tell);
                let told = told.clone();
                playing.push(scope.spawn(move || {
                    play(*kind, &mut players[1], gone, until, || {
                        told.send(()).unwrap();
                        hear.recv().unwrap()
                    })
                }));
            }
            drop(told);
            // When all have waited, the store comes back.
            for _ in &playing {
                heard.recv().unwrap();
            }
            come(ballast);
            let back = now();
            for tell in backs {
                tell.send(back).unwrap();
            }
            playing.into_iter().map(|player| player.join().unwrap()).collect()
        });
        row(&format!(
            "{what} {away} s, clock {SECONDS} s, players who think, are offline, back off: 0 lost on time, at most {} ms charged, {} given too much",
            extra.iter().max().unwrap().max(&0),
            -extra.iter().min().unwrap().min(&0)
        ));
        assert!(extra.iter().all(|extra| *extra < EXTRA_MS), "{extra:?}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_costs_no_passive_player_anything() {
    let start = || {
        let server = Server::try_through("--db sqlite:games", small_disk).ok();
        if server.is_none() {
            gebeta_testkit::tools::missing("small disk to be had (unshare, tmpfs)");
        }
        server
    };
    let fill = |server: &Server| {
        let ballast = Ballast::fill(server);
        // What is there may still have room for a little.
        while !matches!(server.address().get("/readyz"), Err(ClientError::Refused(Code::Unavailable))) {}
        Some(ballast)
    };
    outages("disk full", start, fill, |ballast| ballast.unwrap().take_away());
}

#[test]
fn a_database_that_is_gone_costs_no_passive_player_anything() {
    without_database("gone", Cluster::end, Cluster::begin);
}

#[test]
fn a_silent_database_costs_no_passive_player_anything() {
    without_database("silent", Cluster::freeze, Cluster::thaw);
}

fn without_database(what: &str, go: fn(&Cluster), come: fn(&Cluster)) {
    let Some(cluster) = Cluster::start() else { return };
    let mut number = 0;
    let start = || {
        number += 1;
        Some(Server::on(&format!("--db {}", cluster.database(&format!("{what}{number}")))))
    };
    let gone = |_: &Server| {
        go(&cluster);
        None
    };
    outages(&format!("PostgreSQL {what}"), start, gone, |_| come(&cluster));
}
