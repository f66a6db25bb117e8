//! The files in `deploy/` say what the program understands.

use crate::program::{Answer, Home};

const CONTAINER: &str = include_str!("../../../../../deploy/Containerfile");
const COMPOSE: &str = include_str!("../../../../../deploy/compose.yaml");
const NGINX: &str = include_str!("../../../../../deploy/nginx.conf");

/// How many sockets `docs/hosting/deploy.md` plans for in the peak, and on how many cores.
const SOCKETS: usize = 50_000;
const CORES: usize = 4;

#[test]
fn a_container_needs_only_what_differs() {
    assert!(CONTAINER.contains("CMD [\"serve\"]"), "whoever adds a setting need not repeat the others");
    let home = Home::new();
    home.write("web/index.html", "<!doctype html>the page");
    let mut check = home.command("serve --check --web web --listen 127.0.0.1:0");
    let line = CONTAINER.lines().find_map(|line| line.strip_prefix("ENV ")).unwrap();
    for (name, value) in line.split(' ').map(|pair| pair.split_once('=').unwrap()) {
        check.env(name, value.replace("/data", "games"));
    }
    check.env("GEBETA_SERVE_ORIGIN", "https://play.example");
    let told = Answer::of(check, b"").done();
    assert!(told.contains("SQLite") && told.contains("https://play.example"), "{told}");
}

#[test]
fn the_nodes_understand_their_environment() {
    let home = Home::new();
    home.write("web/index.html", "<!doctype html>the page");
    let mut check = home.command("serve --check --json --web web");
    let pairs = COMPOSE.lines().filter_map(|line| line.trim().split_once(": "));
    let mut known = 0;
    for (name, value) in pairs.filter(|(name, _)| name.starts_with("GEBETA_SERVE_")) {
        let value = value.replace("${GEBETA_DB_PASSWORD:?set a password}", "secret");
        check.env(name, value.replace("${GEBETA_ORIGIN:-http://localhost:8080}", "http://localhost:8080"));
        known += 1;
    }
    assert!(known > 3, "{known} settings");
    // Nobody answers under these names here; that they were read is what counts.
    let told: serde_json::Value = serde_json::from_str(&Answer::of(check, b"").stdout).unwrap();
    assert_eq!(told["settings"]["origin"][0], "http://localhost:8080", "{told}");
    assert_eq!(told["settings"]["db"], "postgres://database/gebeta");
}

#[test]
fn the_balancer_holds_the_sockets_of_the_plan() {
    assert!(NGINX.contains("\nworker_processes auto;\n"));
    let number = |name: &str| -> usize {
        let rest = NGINX.split(&format!("{name} ")).nth(1).unwrap();
        rest.split(';').next().unwrap().parse().unwrap()
    };
    // One connection to the player and one to the node.
    assert!(CORES * number("worker_connections") >= 2 * SOCKETS);
    assert!(number("worker_rlimit_nofile") >= number("worker_connections"));
}
