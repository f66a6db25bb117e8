//! Load test of a server. `cargo xtask load` builds and runs it.
//!
//! The clients run in other processes than the server and each other: `gebeta-load PROGRAM [--quick]` starts the server,
//! and itself once for each part.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to the person who runs it")]

mod client;
mod figures;
mod parts;
mod server;

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use figures::Figures;
use server::{Server, with_many_files};

/// The amounts of a test.
#[derive(Clone, Copy)]
struct Plan {
    idle: usize,
    rate: usize,
    /// The length of a turn; there are as many turns alone as beside troublemakers.
    seconds: usize,
    turns: usize,
    watchers: usize,
    moves: usize,
    deaf: usize,
    flood: usize,
    /// Whether a missed goal is a failure: small amounts on a busy machine say nothing.
    strict: bool,
}

const FULL: Plan = Plan {
    idle: 10_000,
    rate: 1_000,
    seconds: 6,
    turns: 9,
    watchers: 5_000,
    moves: 20,
    deaf: 100,
    flood: 400,
    strict: true,
};

const QUICK: Plan = Plan {
    idle: 300,
    rate: 40,
    seconds: 4,
    turns: 1,
    watchers: 200,
    moves: 5,
    deaf: 20,
    flood: 100,
    strict: false,
};

/// The goals of the project.
const MOST_MEGABYTES: f64 = 150.0;
const MOST_MOVE_MS: f64 = 50.0;
/// The part of the requested rate that is required: the last move of a turn is answered after its end.
const LEAST_RATE: f64 = 0.98;
const MOST_CROWD_MS: f64 = 250.0;
const MOST_SHIFT: f64 = 0.20;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["part", name, host, first, second, third] => part(name, host, [first, second, third]),
        [program] => load(Path::new(program), &FULL),
        [program, "--quick"] => load(Path::new(program), &QUICK),
        [program, "--db", url] => on_database(Path::new(program), url, FULL.rate / 2),
        [program, "--db", url, rate] => on_database(Path::new(program), url, rate.parse().unwrap_or(1)),
        _ => Err(anyhow::anyhow!("it is `gebeta-load PROGRAM [--quick | --db URL [RATE]]`")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one part in this process.
fn part(name: &str, host: &str, numbers: [&str; 3]) -> Result<()> {
    let [first, second, third] = numbers.map(|number| number.parse().unwrap_or(0));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let answer = runtime.block_on(async {
        match name {
            "idle" => parts::idle(host, first).await,
            "moves" => parts::moves(host, first, second, third).await,
            "watched-game" => parts::watched_game(host, first, second).await,
            "trouble" => parts::trouble(host, first, second, third).await,
            other => bail!("there is no part {other}"),
        }
    })?;
    println!("{answer}");
    Ok(())
}

/// A part in its own process.
struct Part {
    child: Child,
    told: BufReader<ChildStdout>,
}

impl Part {
    fn start(name: &str, host: &str, numbers: [usize; 3]) -> Result<Self> {
        let mut command = with_many_files(&env::current_exe()?);
        command.args(["part", name, host]).args(numbers.map(|number| number.to_string()));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let told = BufReader::new(child.stdout.take().context("stdout is piped")?);
        Ok(Self { child, told })
    }

    /// The next line of its output.
    fn hear(&mut self) -> Result<Value> {
        let mut line = String::new();
        self.told.read_line(&mut line)?;
        serde_json::from_str(&line).context("a part has failed, see above")
    }

    /// Ends it and returns its last line.
    fn end(mut self) -> Result<Value> {
        if let Some(mut input) = self.child.stdin.take() {
            let _ = writeln!(input);
        }
        let answer = self.hear();
        self.child.wait()?;
        answer
    }
}

/// The table, printed line by line.
struct Table {
    strict: bool,
    missed: usize,
}

impl Table {
    fn line(&mut self, what: &str, found: &str, goal: &str, is_met: bool) {
        let verdict = if is_met { "ok" } else { "MISSED" };
        println!("{what:<38} | {found:<66} | {goal:<18} | {verdict}");
        self.missed += usize::from(!is_met);
    }

    fn end(self) -> Result<()> {
        match self.missed {
            0 => Ok(()),
            missed if self.strict => bail!("{missed} goals are missed"),
            missed => {
                println!("{missed} goals are missed; with --quick that is no failure");
                Ok(())
            }
        }
    }
}

fn load(program: &Path, plan: &Plan) -> Result<()> {
    let mut table = Table { strict: plan.strict, missed: 0 };
    sockets(program, plan, &mut table)?;
    let server = Server::start(program)?;
    let disk = server.disk(300)?;
    table.line("fdatasync of 4 KiB on this disk", &disk.to_string(), "", true);
    watched_game(&server, plan, &mut table)?;
    costs(program, plan, &mut table)?;
    let [mut alone, mut beside] = [Played::default(), Played::default()];
    // Turns alternate, and a quiet one counts: two equal turns differ by far more than the effect looked for, because disk
    // and machine stall in some of them. Troublemakers affect all.
    for turn in 0..plan.turns {
        // The same watchers at the same games, but they read: the difference is the effect of not reading.
        let mut busy = Part::start("trouble", &server.host, [plan.deaf, 0, 70 + turn])?;
        busy.hear()?;
        alone.join(moves(&server, plan, 20_000 + 1_000 * turn)?);
        busy.end()?;
        let mut trouble = Part::start("trouble", &server.host, [plan.deaf, plan.flood, turn])?;
        trouble.hear()?;
        beside.join(moves(&server, plan, 40_000 + 1_000 * turn)?);
        trouble.end()?;
    }
    alone.tell("moves", plan.rate, &mut table);
    beside.tell("beside troublemakers", plan.rate, &mut table);
    let [alone, beside] = [alone, beside].map(Played::quiet_turn);
    let shift = beside / alone - 1.0;
    let found = format!(
        "{} deaf sockets, {} bad frames/s: p99 {:+.0} % in a quiet turn",
        plan.deaf,
        plan.flood,
        100.0 * shift
    );
    table.line("what troublemakers do to others", &found, "p99 at most +20 %", shift <= MOST_SHIFT);
    table.end()
}

/// Moves alone at this rate, on an existing database, by one node.
fn on_database(program: &Path, url: &str, rate: usize) -> Result<()> {
    const TURNS: usize = 5;
    let mut table = Table { strict: false, missed: 0 };
    let server = Server::on(program, url)?;
    let plan = Plan { rate, ..FULL };
    let mut played = Played::default();
    for turn in 0..TURNS {
        played.join(moves(&server, &plan, 20_000 + 1_000 * turn)?);
    }
    played.tell("moves on that database", rate, &mut table);
    table.end()
}

/// The cost of a game in the database and in memory, on its own server.
fn costs(program: &Path, plan: &Plan, table: &mut Table) -> Result<()> {
    let empty = Server::start(program)?.bytes(program)?;
    let server = Server::start(program)?;
    // What a server needs before the first game.
    let few = Plan { rate: 20, seconds: 2, ..*plan };
    let warm = moves(&server, &few, 60_000)?;
    let megabytes = server.megabytes()?;
    let played = moves(&server, plan, 61_000)?;
    // A game has also been made, joined and started.
    let events = 3 * (plan.rate + few.rate) + played.acked.count() + warm.acked.count();
    let memory = (server.megabytes()? - megabytes) * 1024.0 / plan.rate as f64;
    let each = (server.bytes(program)? - empty) as f64 / events as f64;
    let found = format!(
        "{} games, {events} events: {each:.0} bytes an event, {memory:.0} KB of memory a game",
        plan.rate
    );
    table.line("what a game costs", &found, "", true);
    Ok(())
}

/// The memory of idle sockets, on their own server.
fn sockets(program: &Path, plan: &Plan, table: &mut Table) -> Result<()> {
    let server = Server::start(program)?;
    let mut idle = Part::start("idle", &server.host, [plan.idle, 0, 0])?;
    idle.hear()?;
    let megabytes = server.megabytes()?;
    let answer = idle.end()?;
    let alive = answer["alive"].as_u64().unwrap_or(0) as usize;
    let found = format!("{alive} of {} open, the server has {megabytes:.0} MB", plan.idle);
    let is_met = alive == plan.idle && megabytes <= MOST_MEGABYTES;
    table.line("idle sockets", &found, "150 MB", is_met);
    Ok(())
}

/// How long moves took until they were stored, and until the opponent saw them.
#[derive(Default)]
struct Played {
    acked: Figures,
    seen: Figures,
    seconds: f64,
    /// The 99th percentile of each turn, in milliseconds.
    turns: Vec<f64>,
}

impl Played {
    fn join(&mut self, other: Self) {
        self.acked.join(other.acked);
        self.seen.join(other.seen);
        self.seconds += other.seconds;
        self.turns.extend(other.turns);
    }

    /// The value that a quarter of the turns does not exceed.
    fn quiet_turn(mut self) -> f64 {
        self.turns.sort_unstable_by(f64::total_cmp);
        self.turns.get(self.turns.len() / 4).copied().unwrap_or_default()
    }

    /// Stored moves per second.
    fn rate(&self) -> f64 {
        self.acked.count() as f64 / self.seconds
    }

    /// Whether there were as many moves as requested, and quick enough. Few are always quick.
    fn is_enough(&self, rate: usize) -> bool {
        self.rate() >= LEAST_RATE * rate as f64 && self.acked.per_mille(990) <= MOST_MOVE_MS
    }

    fn tell(&self, what: &str, rate: usize, table: &mut Table) {
        let found = format!("{:.0}/s, {}", self.rate(), self.acked);
        let goal = format!("{rate}/s, p99 50 ms");
        table.line(&format!("{what}: on the disk"), &found, &goal, self.is_enough(rate));
        table.line(&format!("{what}: seen"), &self.seen.to_string(), "", true);
        let turns: Vec<_> = self.turns.iter().map(|p99| format!("{p99:.1}")).collect();
        table.line(&format!("{what}: p99 of each turn"), &format!("{} ms", turns.join(", ")), "", true);
    }
}

/// Moves of clients with addresses from `addresses` on: an address may make only so many games a minute.
fn moves(server: &Server, plan: &Plan, addresses: usize) -> Result<Played> {
    let answer = Part::start("moves", &server.host, [plan.rate, plan.seconds, addresses])?.end()?;
    let figures = |name: &str| Figures::from_json(&answer[name]).context("figures");
    let seconds = answer["seconds"].as_f64().context("seconds")?;
    let acked = figures("acked")?;
    let turns = vec![acked.per_mille(990)];
    Ok(Played { acked, seen: figures("seen")?, seconds, turns })
}

fn watched_game(server: &Server, plan: &Plan, table: &mut Table) -> Result<()> {
    let answer = Part::start("watched-game", &server.host, [plan.watchers, plan.moves, 0])?.end()?;
    let seen = Figures::from_json(&answer["seen"]).context("figures")?;
    let all = plan.watchers * answer["moves"].as_u64().unwrap_or(0) as usize;
    let found = format!("{} of {all} sights, {seen}", seen.count());
    let is_met = seen.count() == all && seen.per_mille(990) <= MOST_CROWD_MS;
    table.line(&format!("one game, {} watchers", plan.watchers), &found, "p99 250 ms", is_met);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// So many moves in a second, each of which took so long.
    fn played(moves: usize, millis: u64) -> Played {
        let mut acked = Figures::default();
        (0..moves).for_each(|_| acked.add(Duration::from_millis(millis)));
        Played { acked, seconds: 1.0, ..Played::default() }
    }

    #[test]
    fn few_moves_do_not_meet_the_goal_however_quick() {
        assert!(played(1000, 50).is_enough(1000));
        assert!(played(980, 1).is_enough(1000));
        assert!(!played(979, 1).is_enough(1000));
        assert!(!played(1000, 51).is_enough(1000));
        assert!(!Played::default().is_enough(1000), "nothing was played");
    }
}
