//! `gebeta serve` as a process: the address it tells, who else has it, and how it ends.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;

use crate::program::{Answer, Home};

/// A home with a bundle of one page in its folder `web`.
fn home() -> Home {
    let home = Home::new();
    home.write("web/index.html", "<!doctype html>the page");
    home
}

#[test]
fn it_serves_at_the_address_it_tells_until_it_is_asked_to_stop() {
    for signal in ["TERM", "INT"] {
        let home = home();
        home.write_rules("mine.toml", "about = \"mine\"\n");
        let mut child = home.command("serve --listen 127.0.0.1:0 --web web").spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line
            .split("http://")
            .nth(1)
            .and_then(|rest| rest.split('/').next())
            .expect("it tells an address");
        let ask = |path: &str| get(address, address, path);
        assert!(ask("/").ends_with("the page"));
        assert!(ask("/api/rules").contains("mine"));
        let killed =
            Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status().unwrap();
        assert!(killed.success());
        assert_eq!(child.wait().unwrap().code(), Some(0), "SIG{signal}");
    }
}

/// The answer of the server at `address` to a request for `host`.
fn get(address: &str, host: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_host_that_is_not_the_servers_own_is_refused() {
    let home = home();
    home.write_rules("mine.toml", "about = \"mine\"\n");
    let line = "serve --listen 127.0.0.1:0 --web web --origin https://play.example";
    let mut child = home.command(line).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap();
    for (host, path, status) in [
        ("play.example", "/api/rules", 200),
        ("localhost", "/api/rules", 200),
        ("evil.example", "/api/rules", 421),
        ("evil.example", "/", 421),
        ("evil.example", "/healthz", 200),
    ] {
        let answer = get(address, host, path);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{host}{path}: {answer}");
        assert!(status == 200 || !answer.contains("mine"), "{answer}");
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn an_address_that_is_taken_is_told() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let line = format!("serve --listen {} --web web", taken.local_addr().unwrap());
    home().run(&line, "").refused(1, "address-in-use");
}

#[test]
fn without_a_bundle_it_says_how_to_make_one() {
    let answer = home().run("serve --web .", "");
    answer.refused(1, "no-bundle");
    assert!(
        answer.stderr.contains("cargo xtask web") && answer.stderr.lines().count() == 1,
        "{}",
        answer.stderr
    );
}

#[test]
fn the_configuration_file_tells_where_to_listen_and_a_flag_counts_for_more() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let home = home();
    home.write_config(&format!("delay = 0\n[serve]\nlisten = \"{}\"\n", taken.local_addr().unwrap()));
    home.run("serve --web web", "").refused(1, "address-in-use");
    let mut child = home.command("serve --listen 127.0.0.1:0 --web web").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("http://"), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    home.write_config("[serve]\nlistn = \"127.0.0.1:0\"\n");
    let answer = home.run("serve --web web", "");
    answer.refused(1, "bad-config");
    assert!(answer.stderr.contains("line 2"), "{}", answer.stderr);
}

#[test]
fn an_address_without_a_port_is_wrong_usage() {
    home().run("serve --listen localhost", "").refused(2, "usage");
}

#[test]
fn a_folder_of_games_has_one_server() {
    let home = home();
    let start = |flags: &str| {
        let mut child =
            home.command(&format!("serve --listen 127.0.0.1:0 --web web {flags}")).spawn().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        told.read_line(&mut line).unwrap();
        (child, told, line)
    };
    let (mut first, _, line) = start("--db sqlite:games");
    assert!(line.contains("http://"), "{line}");
    let refused = home.run("serve --listen 127.0.0.1:0 --web web --db sqlite:games", "");
    refused.refused(1, "folder-in-use");
    assert!(refused.stderr.contains(&first.id().to_string()), "{}", refused.stderr);
    home.run("serve --web web --db oracle:games", "").refused(2, "bad-db");
    // Nobody may make a folder there, and no other server is the reason.
    #[cfg(target_os = "linux")]
    home.run("serve --listen 127.0.0.1:0 --web web --db sqlite:/sys/games", "").refused(1, "folder-unusable");
    // Without a word about where, the second does what it can.
    let (mut second, _, _) = start("");
    let (mut third, mut told, _) = start("");
    let mut line = String::new();
    told.read_line(&mut line).unwrap();
    assert!(line.starts_with("Online games are not available"), "{line}");
    for child in [&mut first, &mut second, &mut third] {
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn settings_that_cannot_work_are_refused_with_what_to_write_instead() {
    let home = home();
    for (flags, instead) in [
        ("--origin https://play.example/", "write https://play.example"),
        ("--origin play.example", "write https://play.example"),
        ("--origin HTTP://play.example", "write http://play.example"),
        ("--origin *", "such as https://play.example"),
        ("--trusted-proxy 10.0.0.1/8", "write 10.0.0.0/8"),
        ("--trusted-proxy 0.0.0.0/0", "name the networks"),
        ("--trusted-proxy balancer", "such as 10.0.0.0/8"),
    ] {
        let answer = home.run(&format!("serve --listen 127.0.0.1:0 --web web {flags}"), "");
        answer.refused(2, "usage");
        assert!(answer.stderr.contains(instead), "{flags}: {}", answer.stderr);
    }
    let answer = home.run("serve --listen 127.0.0.1:0 --web web --nats http://bus", "");
    answer.refused(1, "bad-nats");
    assert!(
        answer.stderr.contains("nats://HOST:4222") && answer.stderr.contains("tls://"),
        "{}",
        answer.stderr
    );
    let mut command = home.command("serve --listen 127.0.0.1:0 --web web");
    command.env("GEBETA_SERVE_ORIGIN", "https://play.example/");
    let answer = Answer::of(command, b"");
    answer.refused(2, "bad-setting");
    assert!(answer.stderr.contains("GEBETA_SERVE_ORIGIN"), "{}", answer.stderr);
}

#[test]
fn a_container_is_told_by_its_environment() {
    let home = home();
    home.write_config("[serve]\nlisten = \"nowhere:1\"\n");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let mut command = home.command("serve --web web");
    command.env("GEBETA_SERVE_LISTEN", taken.local_addr().unwrap().to_string());
    Answer::of(command, b"").refused(1, "bad-config");
    home.write_config("[serve]\nlisten = \"203.0.113.1:1\"\n");
    let told = |flags: &str| {
        let mut command = home.command(&format!("serve --web web {flags}"));
        command.env("GEBETA_SERVE_LISTEN", taken.local_addr().unwrap().to_string());
        command.envs([("GEBETA_SERVE_DB", "sqlite:games"), ("GEBETA_SERVE_ORIGIN", "https://play.example")]);
        command
    };
    Answer::of(told(""), b"").refused(1, "address-in-use");
    let mut child = told("--listen 127.0.0.1:0").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.contains("http://") && home.path("games/online.db").exists(), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_check_tells_what_would_be_served_and_changes_nothing() {
    let home = home();
    home.write_config("[serve.limits]\nnew_games = 7\n");
    let before = home.files();
    let flags = "--listen 127.0.0.1:0 --web web --db sqlite:games --origin https://play.example --trusted-proxy 10.0.0.0/8";
    let found = home.run(&format!("serve --check {flags}"), "").done();
    for part in ["page", "listen", "will be made", "https://play.example", "10.0.0.0/8", "new_games 7"] {
        assert!(found.contains(part), "{part}: {found}");
    }
    let found = home.run(&format!("serve --check --json {flags}"), "").done();
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(
        (&found["ok"], &found["settings"]["limits"]["new_games"]),
        (&true.into(), &7.into()),
        "{found}"
    );
    assert_eq!(home.files(), before, "something was written");
    // Everything that is wrong is told at once.
    let dead = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let wrong = format!(
        "--check --json --web nowhere --listen 203.0.113.1:1 --db oracle:x --nats nats://me:secret@{dead}"
    );
    let answer = home.run(&format!("serve {wrong}"), "");
    answer.refused(2, "check-failed");
    let found: serde_json::Value = serde_json::from_str(&answer.stdout).unwrap();
    let codes: Vec<&str> =
        found["checks"].as_array().unwrap().iter().filter_map(|check| check["code"].as_str()).collect();
    assert_eq!(codes, ["no-bundle", "bad-db", "cannot-listen", "bad-nats"], "{found}");
    assert!(!answer.stdout.contains("secret"), "{found}");
    home.write_config("[serve]\nlistn = 1\n");
    let answer = home.run("serve --check --web web", "");
    answer.refused(2, "check-failed");
    assert!(
        answer.stdout.contains("error[bad-config]") && answer.stdout.contains("line 2"),
        "{}",
        answer.stdout
    );
    home.run("serve --json", "").refused(2, "usage");
}

#[test]
fn a_check_beside_the_running_server_disturbs_nobody() {
    let home = home();
    let mut child = home.command("serve --listen 127.0.0.1:0 --web web --db sqlite:games").spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap().to_owned();
    let found = home.run(&format!("serve --check --listen {address} --web web --db sqlite:games"), "").done();
    for part in ["is in use", "another server", "the tables are up to date"] {
        assert!(found.contains(part), "{part}: {found}");
    }
    assert!(child.try_wait().unwrap().is_none());
    child.kill().unwrap();
    child.wait().unwrap();
}
