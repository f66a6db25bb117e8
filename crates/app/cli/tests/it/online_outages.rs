//! What the server needs goes away while games are played, and comes back: the database, the doorbell, room on the disk.
//! Nothing is lost, everybody is told, and play goes on soon. `cargo xtask chaos` takes them away for longer.

use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{Address, ClientError};
use gebeta_protocol::Code;
use gebeta_testkit::nats::Nats;
use gebeta_testkit::postgres::Cluster;

use crate::chaos::{Ballast, Game, Server, free_port, length, row, small_disk};

/// How long nobody may be without an answer, and a little for a busy machine.
const ANSWER: Duration = Duration::from_millis(2500);
/// How soon everything is as before.
const RECOVERY: Duration = Duration::from_secs(5);

/// Whether the server says that it can keep a move.
fn is_ready(address: &Address) -> bool {
    match address.get("/readyz") {
        Ok(_) => true,
        Err(ClientError::Refused(Code::Unavailable)) => false,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn the_database_may_go_and_come_back() {
    without_database("GEBETA_DATABASE_GONE", "gone", Cluster::end, Cluster::begin);
}

/// Nobody refuses anything, and nobody answers: as a machine that hangs, or a network that swallows everything.
#[test]
fn a_silent_database_may_come_back() {
    without_database("GEBETA_DATABASE_SILENT", "silent", Cluster::freeze, Cluster::thaw);
}

/// Games while the database is `what` for as long as the variable says.
fn without_database(variable: &str, what: &str, go: fn(&Cluster), come: fn(&Cluster)) {
    let Some(cluster) = Cluster::start() else { return };
    let gone = Duration::from_secs(length(variable, 3) as u64);
    let server = Server::on(&format!("--db {}", cluster.database(what)));
    let address = server.address();
    let mut games = [(); 3].map(|()| Game::begin(&[address.clone(), address.clone()]));
    for game in &mut games {
        game.play(4);
    }
    go(&cluster);
    let until = Instant::now() + gone;
    thread::scope(|scope| {
        for game in &mut games {
            scope.spawn(move || game.fail(until));
        }
        assert!(!is_ready(&address));
    });
    // Boards can still be looked at.
    address.get(&format!("/api/games/{}", games[0].tickets[0].game)).unwrap();
    come(&cluster);
    let back = Instant::now();
    let recoveries: Vec<Duration> = thread::scope(|scope| {
        let games: Vec<_> = games.iter_mut().map(|game| scope.spawn(|| game.recover())).collect();
        games.into_iter().map(|game| game.join().unwrap()).collect()
    });
    assert!(is_ready(&address) && back.elapsed() < RECOVERY, "{recoveries:?}");
    for game in &mut games {
        game.play(3);
        game.check(&address);
    }
    let slowest = games.iter().map(|game| game.slowest).max().unwrap();
    row(&format!(
        "PostgreSQL {what} {} s: 0 lost, slowest answer {} ms, back after {} ms, sockets open, nobody charged",
        gone.as_secs(),
        slowest.as_millis(),
        recoveries.iter().max().unwrap().as_millis()
    ));
    assert!(slowest < ANSWER, "{slowest:?}");
}

/// Plays one move at one node and says how long it takes the player at the other to see it.
fn lag(game: &mut Game) -> Duration {
    let mid = game.mid();
    let began = Instant::now();
    assert!(game.attempt(mid));
    began.elapsed()
}

#[test]
fn the_doorbell_may_go_and_come_back() {
    let port = free_port();
    let (Some(cluster), Some(nats)) = (Cluster::start(), Nats::start(port)) else { return };
    let gone = Duration::from_secs(length("GEBETA_NATS_GONE", 3) as u64);
    let words = format!("--db {} --nats nats://127.0.0.1:{port}", cluster.database("bell"));
    let servers = [(); 2].map(|()| Server::on(&words));
    let addresses = servers.each_ref().map(Server::address);
    let mut game = Game::begin(&addresses);
    let quick = |game: &mut Game| {
        let began = Instant::now();
        // A look every second would hardly ever be so quick, and not time after time.
        let mut times = 0;
        while times < 3 {
            assert!(began.elapsed() < 2 * RECOVERY, "the doorbell is not heard");
            fresh(game, &addresses);
            times = if lag(game) < Duration::from_millis(300) { times + 1 } else { 0 };
        }
        began.elapsed()
    };
    quick(&mut game);
    drop(nats);
    let until = Instant::now() + gone;
    let (mut longest, mut moves) = (Duration::ZERO, 0);
    while Instant::now() < until {
        fresh(&mut game, &addresses);
        longest = longest.max(lag(&mut game));
        moves += 1;
    }
    let _nats = Nats::start(port).unwrap();
    let back = quick(&mut game);
    for address in &addresses {
        game.check(address);
    }
    row(&format!(
        "NATS gone {} s: {moves} moves meanwhile, 0 lost, seen at the other node after {} ms at most, heard again after {} ms",
        gone.as_secs(),
        longest.as_millis(),
        back.as_millis()
    ));
    assert!(longest < Duration::from_secs(2), "{longest:?}");
}

/// Another game when this one is nearly over.
fn fresh(game: &mut Game, addresses: &[Address; 2]) {
    if game.acked.len() > 12 {
        game.check(&addresses[0]);
        *game = Game::begin(addresses);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_disk_may_be_full_for_a_while() {
    let Ok(server) = Server::try_through("--db sqlite:games", small_disk) else {
        gebeta_testkit::tools::missing("small disk to be had (unshare, tmpfs)");
        return;
    };
    let gone = Duration::from_secs(length("GEBETA_DISK_FULL", 3) as u64);
    let address = server.address();
    let mut game = Game::begin(&[address.clone(), address.clone()]);
    game.play(4);
    let ballast = Ballast::fill(&server);
    // What is there may still have room for a little.
    let full = Instant::now();
    while game.attempt(game.mid()) {
        assert!(full.elapsed() < Duration::from_secs(20), "the disk is never full");
    }
    game.fail(Instant::now() + gone);
    assert!(!is_ready(&address));
    ballast.take_away();
    let back = game.recover();
    assert!(is_ready(&address));
    game.play(2);
    game.check(&address);
    row(&format!(
        "disk full {} s: 0 lost, slowest answer {} ms, back after {} ms, nobody charged",
        gone.as_secs(),
        game.slowest.as_millis(),
        back.as_millis()
    ));
    assert!(back < RECOVERY && game.slowest < ANSWER, "{back:?} {:?}", game.slowest);
}
