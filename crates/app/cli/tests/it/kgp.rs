//! `gebeta engine --kgp`: the real program as the client of a small Kalah server on a real socket.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Child;
use std::time::Duration;

use gebeta_rules::interchange::kgp;
use gebeta_rules::mancala::{Move, Position, Rules};
use gebeta_rules::{Game, Player};
use gebeta_testkit::Walk;

use crate::program::Home;

/// A server with one client.
struct Server {
    client: Child,
    lines: BufReader<TcpStream>,
    out: TcpStream,
    next_id: u64,
    _home: Home,
}

impl Server {
    /// Waits for a client with these flags; the protocol has not begun.
    fn start(flags: &str) -> Self {
        let home = Home::new();
        let listener = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        let client =
            home.command(&format!("engine --kgp {address} {flags}")).spawn().expect("the program is built");
        let (out, _) = listener.accept().expect("the client comes");
        out.set_read_timeout(Some(Duration::from_mins(1))).expect("a minute is a time");
        let lines = BufReader::new(out.try_clone().expect("a socket has two ends"));
        Self { client, lines, out, next_id: 2, _home: home }
    }

    /// The same after the greetings.
    fn greeted(flags: &str) -> Self {
        let mut server = Self::start(flags);
        server.send("kgp 1 0 0");
        while server.hear().1 != "mode freeplay" {}
        server
    }

    fn send(&mut self, line: &str) {
        write!(self.out, "{line}\r\n").expect("the client listens");
    }

    /// Asks about a position and hands back the number of the question.
    fn ask(&mut self, board: &str) -> u64 {
        let id = self.next_id;
        self.next_id += 2;
        self.send(&format!("{id} state {board}"));
        id
    }

    /// The next message: what it refers to, and what it says.
    #[track_caller]
    fn hear(&mut self) -> (Option<u64>, String) {
        let mut line = String::new();
        let length = self.lines.read_line(&mut line).expect("the client says something in time");
        assert!(length > 0 && line.ends_with("\r\n"), "the client has left: {line:?}");
        let (numbers, text) = line.trim_end().split_once(' ').expect("a number and a message");
        let (id, reference) = numbers.split_once('@').map_or((numbers, None), |(id, r)| (id, Some(r)));
        assert_eq!(id.parse::<u64>().expect("a number") % 2, 1, "our messages have odd numbers");
        (reference.map(|r| r.parse().expect("a number")), text.to_owned())
    }

    /// What is said about question `id` until the client yields; others must not be answered meanwhile.
    #[track_caller]
    fn moves(&mut self, id: u64) -> Vec<String> {
        let mut moves = Vec::new();
        loop {
            let (reference, text) = self.hear();
            assert_eq!(reference, Some(id), "{text}");
            match text.split_once(' ') {
                Some(("move", pit)) => moves.push(pit.to_owned()),
                Some(("set", _)) => {}
                _ => {
                    assert_eq!(text, "yield");
                    return moves;
                }
            }
        }
    }

    /// Says goodbye and sees the client off.
    #[track_caller]
    fn goodbye(mut self) {
        self.send("goodbye");
        assert_eq!(self.client.wait().expect("it ends").code(), Some(0));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.client.kill();
        let _ = self.client.wait();
    }
}

const START: &str = "<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>";

#[test]
fn a_whole_game_is_played_and_won() {
    let mut server = Server::greeted("--seconds 600");
    let mut walk = Walk::new(3);
    let mut position = Position::start(&Rules::GEBETA);
    while let Some(mover) = position.to_move() {
        let mv = match mover {
            Player::One => {
                let id = server.ask(&kgp::literal(&position));
                // The first thought will do; what comes behind stop does not count.
                let first = server.hear();
                assert_eq!(first.0, Some(id));
                let pit = first.1.strip_prefix("move ").expect("a move comes first").to_owned();
                server.send(&format!("{}@{id} stop", id + 1001));
                let better = server.moves(id).pop();
                better.unwrap_or(pit).parse::<Move>().expect("a pit")
            }
            Player::Two => walk.pick(&position).expect("somebody can move"),
        };
        position = position.play(mv).expect("the client plays by the rules");
    }
    assert!(position.lead(Player::One) > 0, "any thought beats none: {position}");
    server.goodbye();
}

#[test]
fn a_search_ends_at_stop_and_not_before() {
    let mut server = Server::greeted("--seconds 600");
    let id = server.ask(START);
    assert!(server.hear().1.starts_with("move "));
    server.send("ping");
    // While it thinks it still listens.
    while server.hear().1 != "pong" {}
    server.send(&format!("99@{id} stop"));
    server.moves(id);
    server.goodbye();
}

#[test]
fn two_questions_at_once_are_answered_apart() {
    let mut server = Server::greeted("--seconds 600");
    let long = server.ask(START);
    let short = server.ask("<2,0,0,1,1,1,1>");
    let mut moved = Vec::new();
    loop {
        match server.hear() {
            (Some(id), text) if text.starts_with("move ") => moved.push((id, text)),
            (Some(id), text) if text == "yield" => {
                assert_eq!(id, short, "the long one is still thought about");
                break;
            }
            _ => {}
        }
    }
    // Pit 2 comes home and moves again.
    assert_eq!(moved.iter().rfind(|(id, _)| *id == short).map(|(_, text)| text.as_str()), Some("move 2"));
    server.send("stop");
    server.moves(long);
    server.goodbye();
}

#[test]
fn a_proved_position_is_yielded_without_a_stop() {
    let mut server = Server::greeted("--seconds 600");
    // (4,4): only the first pit wins (`gebeta solve mancala --pits 4 --stones 4`).
    let id = server.ask("<4,0,0,4,4,4,4,4,4,4,4>");
    assert_eq!(server.moves(id).pop().as_deref(), Some("1"));
    server.goodbye();
}

#[test]
fn nonsense_is_survived() {
    let mut server = Server::start("--seconds 600 --name 'The \"Client\"' --token secret");
    server.send("2 state <1,0,0,1,1>");
    server.send("hello");
    server.send("kgp 1 0 0");
    let mut said = Vec::new();
    while said.last().map(String::as_str) != Some("mode freeplay") {
        said.push(server.hear().1);
    }
    assert_eq!(said[0], "set info:name \"The 'Client'\"".replace('\'', "\\\""));
    assert!(said.contains(&"set auth:token \"secret\"".to_owned()), "{said:?}");
    for line in
        ["", "@", "4@", "!!", "stop", "77@76 stop", "ok", "error \"no\"", "set", "set a b", "move 3", "\u{7}"]
    {
        server.send(line);
    }
    server.send(&"x".repeat(100_000));
    server.out.write_all(b"\xff\xfe state\r\n").expect("the client listens");
    for board in ["", "<6,0,0>", "<a>", "<13,0,0>", "4"] {
        let id = server.ask(board);
        let (reference, text) = server.hear();
        assert_eq!(reference, Some(id));
        assert!(text.starts_with("error \""), "{board}: {text}");
    }
    // Nothing to move: there is nothing to say.
    let over = server.ask("<2,3,3,0,0,1,1>");
    assert!(server.moves(over).is_empty());
    server.send("2000 ping \"still there?\"");
    assert_eq!(server.hear(), (Some(2000), "pong \"still there?\"".to_owned()));
    server.goodbye();
}

#[test]
fn another_version_is_refused() {
    let mut server = Server::start("");
    server.send("kgp 2 0 0");
    assert!(server.hear().1.starts_with("error "));
    assert_eq!(server.hear().1, "goodbye");
    assert_eq!(server.client.wait().expect("it ends").code(), Some(1));
}

#[test]
fn standard_input_and_output_will_do() {
    let home = Home::new();
    let answer = home.run("engine --kgp", "kgp 1 0 0\n4 state <2,0,0,1,0,1,1>\n").done();
    assert!(answer.contains("mode freeplay"), "{answer}");
    assert!(answer.contains("@4 move 1\r\n") && answer.contains("@4 yield\r\n"), "{answer}");
    home.run("engine --kgp", "").refused(1, "no-greeting");
    home.run("engine --kgp 127.0.0.1:1", "").refused(1, "no-connection");
    home.run("engine --token x", "").refused(2, "usage");
}
