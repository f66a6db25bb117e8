//! Games in a simulated network that is cut, slow and one-sided, between servers that end and start again, for many seeds: at
//! the end all know the same game, whatever was acknowledged is in it, and nothing is in it twice.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a test that is surprised fails, and torture shows figures"
)]

mod house;
mod simulated;

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use gebeta_arena::Match;
use gebeta_protocol::{JoinRequest, MatchId, SeatSecret, SeatWish};
use simulated::client::{self, SERVERS};
use simulated::{Bell, Client, Database, Dice, Played, serve};
use tokio::sync::watch;
use turmoil::Sim;

const CLIENTS: [&str; 3] = ["abebe", "sara", "watcher"];
/// How long the network is bad.
const TROUBLE: Duration = Duration::from_secs(20);
/// How many plies are played.
const PLIES: usize = 16;

/// What became of one seed.
struct Outcome {
    game: MatchId,
    database: Database,
    clients: Vec<Played>,
    faults: usize,
}

fn simulate(seed: u64, folder: &Path) -> Outcome {
    let mut sim = turmoil::Builder::new()
        .rng_seed(seed)
        .tick_duration(Duration::from_millis(10))
        .simulation_duration(Duration::from_mins(10))
        .min_message_latency(Duration::from_millis(1))
        .max_message_latency(Duration::from_millis(100))
        .tcp_capacity(1 << 16)
        .build();
    let dice = Dice::new(seed);
    let database = Database::new(dice.clone());
    let bell = Bell::new(dice.clone());
    for (place, server) in SERVERS.into_iter().enumerate() {
        let (database, bell, folder) = (database.clone(), bell.clone(), folder.to_owned());
        let ahead = place as u64 * dice.throw(1000);
        sim.host(server, move || serve(database.clone(), bell.clone(), ahead, folder.clone()));
    }
    let clients: Rc<RefCell<Vec<Played>>> = Rc::default();
    let (tell, told) = watch::channel(None::<MatchId>);
    // Mancala for even seeds; the sticks, with their envelopes, for odd ones.
    let rules = if seed.is_multiple_of(2) { "gebeta" } else { "classic" };
    for (place, name) in CLIENTS.into_iter().enumerate() {
        let (dice, clients, tell, mut told) = (dice.clone(), Rc::clone(&clients), tell.clone(), told.clone());
        sim.client(name, async move {
            let client = match place {
                0 => {
                    let secret = SeatSecret::new([seed as u8; 16]);
                    let request =
                        gebeta_protocol::CreateRequest { secret, ..house::request(rules, SeatWish::One) };
                    let ticket = client::make(&dice, &request).await;
                    tell.send(Some(ticket.game))?;
                    Client::player(&ticket, PLIES, dice)
                }
                _ => {
                    let game = told.wait_for(Option::is_some).await?.unwrap();
                    if place == 1 {
                        let secret = SeatSecret::new([!seed as u8; 16]);
                        let request = JoinRequest { name: "Sara".parse()?, secret };
                        Client::player(&client::join(&dice, game, &request).await, PLIES, dice)
                    } else {
                        Client::watcher(game, PLIES, dice)
                    }
                }
            };
            let played = client.play().await;
            clients.borrow_mut().push(played);
            Ok(())
        });
    }
    let faults = run(&mut sim, &dice).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let game = told.borrow().unwrap();
    drop(sim);
    Outcome { game, database, clients: Rc::into_inner(clients).unwrap().into_inner(), faults }
}

/// Runs it to its end, and breaks things meanwhile. The answer is how many.
fn run(sim: &mut Sim<'_>, dice: &Dice) -> turmoil::Result<usize> {
    let mut next = Duration::from_millis(200);
    let mut faults = 0;
    let mut down: Option<&str> = None;
    loop {
        if sim.step()? {
            return Ok(faults);
        }
        if sim.elapsed() < next {
            continue;
        }
        if sim.elapsed() > TROUBLE {
            // Then the network is well again, and everybody has to come to an end.
            if next < TROUBLE * 2 {
                heal(sim, down.take());
            }
            next = Duration::MAX;
            continue;
        }
        next = sim.elapsed() + Duration::from_millis(100) + dice.millis(1500);
        faults += 1;
        let (server, client) = (SERVERS[dice.throw(2) as usize], CLIENTS[dice.throw(3) as usize]);
        match dice.throw(8) {
            0 | 1 => sim.partition(server, client),
            2 => sim.partition_oneway(server, client),
            3 => sim.partition_oneway(client, server),
            4 => sim.hold(server, client),
            5 if down.is_none() => {
                sim.crash(server);
                down = Some(server);
            }
            _ => heal(sim, down.take()),
        }
    }
}

fn heal(sim: &mut Sim<'_>, down: Option<&str>) {
    for server in SERVERS {
        for client in CLIENTS {
            sim.release(server, client);
            sim.repair(server, client);
        }
    }
    if let Some(server) = down {
        sim.bounce(server);
    }
}

/// The laws.
fn check(seed: u64, outcome: &Outcome) {
    let log = outcome.database.log(outcome.game);
    let game = Match::fold(outcome.game, &log).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    assert!(game.record().plies().len() >= PLIES || game.to_move().is_none(), "seed {seed}: it stands still");
    let mut mids = HashSet::new();
    for (place, event) in log.iter().enumerate() {
        assert_eq!(event.seq, place as u64 + 1, "seed {seed}");
        assert!(event.mid.is_none_or(|mid| mids.insert(mid)), "seed {seed}: {event:?} is there twice");
    }
    for client in &outcome.clients {
        assert!(log.starts_with(&client.log), "seed {seed}: somebody was told something else");
        for (mid, ver) in &client.acked {
            let kept = log.get(*ver as usize - 1).and_then(|event| event.mid);
            assert_eq!(kept, Some(*mid), "seed {seed}: acknowledged as {ver} and lost");
        }
    }
    assert_eq!(outcome.clients.len(), CLIENTS.len(), "seed {seed}");
}

#[test]
fn whatever_the_network_does_all_end_with_the_same_game() {
    let seeds: u64 = std::env::var("GEBETA_SEEDS").map_or(20, |seeds| seeds.parse().unwrap());
    let first: u64 = std::env::var("GEBETA_SEED").map_or(1, |seed| seed.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "the page").unwrap();
    let (mut faults, mut acked, mut connected) = (0, 0, 0);
    for seed in first..first + seeds {
        let outcome = simulate(seed, folder.path());
        check(seed, &outcome);
        faults += outcome.faults;
        acked += outcome.clients.iter().map(|client| client.acked.len()).sum::<usize>();
        connected += outcome.clients.iter().map(|client| client.connected).sum::<usize>();
    }
    println!(
        "torture: {seeds} seeds, {faults} faults of network and servers, {connected} connections, {acked} decisions \
         acknowledged, 0 lost, 0 twice, the same game for all"
    );
    assert!(acked as u64 > seeds * 10 && connected as u64 > 3 * seeds, "{acked} {connected}");
}
