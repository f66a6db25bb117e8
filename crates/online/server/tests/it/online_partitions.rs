//! Games in a simulated network that is cut, slow and one-sided, between servers that end and start again, for many seeds: at
//! the end all know the same game, whatever was acknowledged is in it, and nothing is in it twice. Every second seed has a
//! clock, and a night in which the database or all servers are gone for longer than anybody has: nobody loses by that.
#![allow(clippy::print_stdout, reason = "chaos shows figures")]

use std::cell::RefCell;
use std::collections::HashSet;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use gebeta_match::{Match, Stage};
use gebeta_protocol::{
    CreateRequest, Ending, Event, JoinRequest, Logged, MatchId, SeatSecret, SeatWish, TimeControl,
};
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;
use tokio::sync::watch;
use turmoil::Sim;

use crate::simulated::client::{self, SERVERS};
use crate::simulated::{Client, Database, Dice, Played, SimulatedBus, SimulatedTime, serve};
use crate::test_server;

const CLIENTS: [&str; 3] = ["abebe", "sara", "watcher"];
/// How long the network is bad.
const TROUBLE: Duration = Duration::from_secs(20);
/// How many plies are played.
const PLIES: usize = 16;
/// What each player has for a move, where there is a clock.
const SECONDS: u32 = 15;
/// How late an outage may be noticed without a write, and how far the servers' clocks are apart.
const UNNOTICED_MS: u64 = limits::BEAT.as_millis() as u64 + limits::STORE.as_millis() as u64 + 1000;

/// What is gone in a night.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gone {
    Database,
    Servers,
}

/// A time in which no player can move, longer than the time for a move.
#[derive(Clone, Copy, Debug)]
struct Night {
    gone: Gone,
    began: Duration,
    ended: Duration,
}

impl Night {
    /// The night of every second pair of seeds, so that both families have some.
    fn of(seed: u64, dice: &Dice) -> Option<Self> {
        let gone = match seed % 8 {
            2 | 3 => Gone::Database,
            6 | 7 => Gone::Servers,
            _ => return None,
        };
        let began = Duration::from_millis(500) + dice.millis(3000);
        let ended = began + Duration::from_secs(1 + u64::from(SECONDS)) + dice.millis(4000);
        Some(Self { gone, began, ended })
    }

    fn is_at(&self, elapsed: Duration) -> bool {
        (self.began..self.ended).contains(&elapsed)
    }

    /// How much of the time between these two moments was night, in milliseconds.
    fn between(&self, from: u64, to: u64) -> u64 {
        let [began, ended] = [self.began, self.ended].map(|at| SimulatedTime::START + at.as_millis() as u64);
        ended.min(to).saturating_sub(began.max(from))
    }
}

/// What became of one seed.
struct Outcome {
    game: MatchId,
    database: Database,
    clients: Vec<Played>,
    night: Option<Night>,
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
    let bus = SimulatedBus::new(dice.clone());
    for (place, server) in SERVERS.into_iter().enumerate() {
        let (database, bus, folder) = (database.clone(), bus.clone(), folder.to_owned());
        let ahead = place as u64 * dice.throw(1000);
        sim.host(server, move || {
            let store = Arc::new(database.for_node());
            serve(store, bus.clone(), ahead, ServerSettings::default(), folder.clone())
        });
    }
    let clients: Rc<RefCell<Vec<Played>>> = Rc::default();
    let (tell, told) = watch::channel(None::<MatchId>);
    // Mancala for even seeds; the sticks, with their envelopes, for odd ones.
    let rules = if seed.is_multiple_of(2) { "gebeta" } else { "classic" };
    let night = Night::of(seed, &dice);
    let clock = night.map_or(TimeControl::None, |_| TimeControl::Move { seconds: SECONDS });
    for (place, name) in CLIENTS.into_iter().enumerate() {
        let (dice, clients, tell, mut told) = (dice.clone(), Rc::clone(&clients), tell.clone(), told.clone());
        sim.client(name, async move {
            let client = match place {
                0 => {
                    let secret = SeatSecret::new([seed as u8; 16]);
                    let request =
                        CreateRequest { secret, clock, ..test_server::request(rules, SeatWish::One) };
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
    let faults =
        run(&mut sim, &dice, &database, night).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    let game = told.borrow().unwrap();
    drop(sim);
    Outcome { game, database, clients: Rc::into_inner(clients).unwrap().into_inner(), night, faults }
}

/// Runs it to its end, and breaks things meanwhile. The answer is how many.
fn run(sim: &mut Sim<'_>, dice: &Dice, database: &Database, night: Option<Night>) -> turmoil::Result<usize> {
    let mut next = Duration::from_millis(200);
    let mut faults = 0;
    let mut down: Vec<&str> = Vec::new();
    loop {
        if sim.step()? {
            return Ok(faults);
        }
        let is_night = night.filter(|night| night.is_at(sim.elapsed()));
        database.set_gone(is_night.is_some_and(|night| night.gone == Gone::Database));
        if is_night.is_some_and(|night| night.gone == Gone::Servers) {
            for server in SERVERS.into_iter().filter(|server| !down.contains(server)).collect::<Vec<_>>() {
                sim.crash(server);
                down.push(server);
            }
            // In the morning they are back.
            next = sim.elapsed();
            continue;
        }
        if down.len() == SERVERS.len() {
            heal(sim, &mut down);
        }
        if sim.elapsed() < next {
            continue;
        }
        if sim.elapsed() > TROUBLE {
            // Then the network works again, and all games have to end.
            if next < TROUBLE * 2 {
                heal(sim, &mut down);
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
            5 if down.is_empty() => {
                sim.crash(server);
                down.push(server);
            }
            _ => heal(sim, &mut down),
        }
    }
}

fn heal(sim: &mut Sim<'_>, down: &mut Vec<&str>) {
    for server in SERVERS {
        for client in CLIENTS {
            sim.release(server, client);
            sim.repair(server, client);
        }
    }
    for server in down.drain(..) {
        sim.bounce(server);
    }
}

/// Since when the player to move at the end of a log was to move, and when that ended.
fn last_turn(game: MatchId, log: &[Logged]) -> Option<(u64, u64)> {
    let (first, rest) = log.split_first()?;
    let mut fold = Match::new(game, first).ok()?;
    let mut since = first.at;
    for event in rest {
        let before = (fold.to_move().is_some(), fold.record().plies().len());
        fold.apply(event).ok()?;
        if before != (fold.to_move().is_some(), fold.record().plies().len()) && fold.to_move().is_some() {
            since = event.at;
        }
    }
    let end = rest.iter().find(|event| matches!(event.what, Event::Ended { .. }))?;
    Some((since, end.at))
}

/// Whether a player has lost on time, who then had that time: the night is not charged.
fn is_lost_on_time(seed: u64, outcome: &Outcome, game: &Match, log: &[Logged]) -> bool {
    let Stage::Over(over) = game.stage() else { return false };
    let (Ending::Time, Some(night)) = (over.how, outcome.night) else { return false };
    let (since, end) = last_turn(outcome.game, log).unwrap();
    let had = end - since - night.between(since, end);
    assert!(had + UNNOTICED_MS >= u64::from(SECONDS) * 1000, "seed {seed}: lost after {had} ms, {night:?}");
    true
}

/// Checks the properties. Returns how much time was not charged, in milliseconds, and whether a player has lost on time.
fn check(seed: u64, outcome: &Outcome) -> (u64, bool) {
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
    let forgiven =
        log.iter().map(|event| if let Event::Resumed { ms, .. } = event.what { ms } else { 0 }).sum();
    (forgiven, is_lost_on_time(seed, outcome, &game, &log))
}

#[test]
fn whatever_the_network_does_all_end_with_the_same_game() {
    let seeds: u64 = std::env::var("GEBETA_SEEDS").map_or(20, |seeds| seeds.parse().unwrap());
    let first: u64 = std::env::var("GEBETA_SEED").map_or(1, |seed| seed.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "the page").unwrap();
    let (mut faults, mut acked, mut connected) = (0, 0, 0);
    let (mut forgiven, mut lost) = (0, 0);
    for seed in first..first + seeds {
        let outcome = simulate(seed, folder.path());
        let (ms, is_lost) = check(seed, &outcome);
        forgiven += ms;
        lost += usize::from(is_lost);
        faults += outcome.faults;
        acked += outcome.clients.iter().map(|client| client.acked.len()).sum::<usize>();
        connected += outcome.clients.iter().map(|client| client.connected).sum::<usize>();
    }
    println!(
        "chaos: {seeds} seeds, {faults} faults of network and servers, {connected} connections, {acked} decisions \
         acknowledged, 0 lost, 0 twice, the same game for all; {} s of outages charged to nobody, {lost} lost on time that \
         they had had",
        forgiven / 1000
    );
    assert!(seeds < 8 || forgiven > 1000 * u64::from(SECONDS), "no clock has met a night: {forgiven} ms");
    assert!(acked as u64 > seeds * 10 && connected as u64 > 3 * seeds, "{acked} {connected}");
}
