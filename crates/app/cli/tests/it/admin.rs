//! `gebeta admin` while the server runs.

use std::io::{BufRead, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;

use crate::program::Home;

struct Server(Child, String);

impl Server {
    fn start(home: &Home) -> Self {
        let line = "serve --listen 127.0.0.1:0 --web web --db sqlite:games";
        let mut child = home.command(line).spawn().unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        let address = told.split(' ').find_map(|word| word.strip_prefix("http://")).unwrap();
        Self(child, address.trim_end_matches('/').to_owned())
    }

    /// The status of a POST, and what it says.
    fn post(&self, path: &str, body: &str) -> (String, String) {
        let Self(_, host) = self;
        let mut stream = TcpStream::connect(host).unwrap();
        let (kind, length) = ("content-type: application/json", body.len());
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{kind}\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.split(' ').nth(1).unwrap().to_owned(), body.to_owned())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Who runs the server lets an owner in who has lost both password and codes.
#[test]
fn an_owner_gets_a_new_password_from_who_runs_the_server() {
    let home = Home::new();
    home.write("web/index.html", "the page");
    let server = Server::start(&home);
    let (status, _) = server.post("/api/account", r#"{"name":"Abebe","password":"correct horse"}"#);
    assert_eq!(status, "200");
    let told = home.run("admin password --db sqlite:games abebe", "").done();
    let code = told.lines().next().unwrap();
    assert_eq!((code.len(), told.contains("Abebe") || told.contains("abebe")), (19, true), "{told}");
    let recover = format!(r#"{{"name":"Abebe","code":"{code}","new":"battery staple"}}"#);
    let (status, body) = server.post("/api/session/recovery", &recover);
    assert_eq!(status, "200", "{body}");
    let (status, _) = server.post("/api/session", r#"{"name":"Abebe","password":"battery staple"}"#);
    assert_eq!(status, "200");
    let (status, body) = server.post("/api/session/recovery", &recover);
    assert_eq!((status.as_str(), body.contains("wrong-login")), ("401", true), "once: {body}");
    home.run("admin password --db sqlite:games Nobody", "").refused(1, "no-account");
    home.run("admin password --db sqlite:nowhere Abebe", "").refused(1, "no-games");
    home.run("admin password --db mysql://x Abebe", "").refused(2, "bad-db");
}
