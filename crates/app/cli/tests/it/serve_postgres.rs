//! `gebeta serve` on a PostgreSQL that is not there yet, or that cannot be trusted with a move.

use gebeta_testkit::postgres::Cluster;
use std::io::{BufRead, BufReader, Lines};
use std::process::{Child, ChildStderr, Command};

use crate::program::Home;

fn home() -> Home {
    let home = Home::new();
    home.write("web/index.html", "<!doctype html>the page");
    home
}

/// Starts a server, and waits until it has said that it waits for the database.
fn waiting(home: &Home, url: &str, log: &str) -> (Child, Lines<BufReader<ChildStderr>>) {
    let line = format!("serve --listen 127.0.0.1:0 --web web {log} --db {url}");
    let mut child = home.command(&line).spawn().unwrap();
    let mut log = BufReader::new(child.stderr.take().unwrap()).lines();
    let said =
        log.by_ref().map_while(Result::ok).find(|line| line.contains("PostgreSQL does not answer yet"));
    assert!(said.is_some(), "it does not wait");
    (child, log)
}

#[test]
fn a_database_is_waited_for_and_refused_if_it_may_lose_moves() {
    let Some(cluster) = Cluster::start() else { return };
    is_waited_for(&cluster);
    is_refused_if_it_may_lose_moves(&cluster);
}

fn is_waited_for(cluster: &Cluster) {
    let url = cluster.database("late");
    cluster.close();
    let home = home();
    let at_once = home.run(&format!("serve --listen 127.0.0.1:0 --web web --db-wait 0 --db {url}"), "");
    at_once.refused(1, "no-games");
    // While it waits it can be asked to stop.
    let (mut child, _log) = waiting(&home, &url, "");
    assert!(Command::new("kill").arg(child.id().to_string()).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let (mut child, _log) = waiting(&home, &url, "--log json");
    cluster.begin();
    let mut told = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
    assert!(told.contains("http://"), "{told}");
    child.kill().unwrap();
    child.wait().unwrap();
}

/// By a start and by a check.
fn is_refused_if_it_may_lose_moves(cluster: &Cluster) {
    let url = cluster.database("games");
    let home = home();
    let serve = |url: &str, flags: &str| {
        home.run(&format!("serve --listen 127.0.0.1:0 --web web {flags} --db {url}"), "")
    };
    let found = serve(&url, "--check").done();
    assert!(found.contains("the tables will be made") && found.contains("fsync"), "{found}");
    let Some(pooler) = cluster.pooler("games", "transaction", "") else { return };
    serve(pooler.url(), "").refused(1, "pooled-transactions");
    let checked = serve(pooler.url(), "--check");
    checked.refused(2, "check-failed");
    assert!(checked.stdout.contains("error[pooled-transactions]"), "{}", checked.stdout);
    // PostgreSQL is asked for no more than what it syncs.
    cluster.set("fsync", "off");
    serve(&url, "").refused(1, "not-durable");
    let checked = serve(&url, "--check");
    checked.refused(2, "check-failed");
    assert!(checked.stdout.contains("fsync = off"), "{}", checked.stdout);
}
