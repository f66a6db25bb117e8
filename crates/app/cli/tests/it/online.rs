//! `gebeta online` against a real `gebeta serve`: in two terminals, in pipes, and where something is wrong.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::{Child, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Home, Terminal};

/// The server as a process at one address, which can be killed and comes back with its games.
struct Server {
    home: Home,
    port: u16,
    child: Child,
}

impl Server {
    fn start() -> Self {
        let home = Home::new();
        home.write("web/index.html", "the page");
        let port = free_port();
        let child = serve(&home, port);
        Self { home, port, child }
    }

    fn address(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }

    fn kill(&mut self) {
        self.child.kill().expect("the server runs");
        self.child.wait().expect("it was killed");
    }

    fn come_back(&mut self) {
        self.child = serve(&self.home, self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    listener.local_addr().expect("it has an address").port()
}

fn serve(home: &Home, port: u16) -> Child {
    let line = format!("serve --listen 127.0.0.1:{port} --web web --db sqlite:games");
    let mut child = home.command(&line).spawn().expect("the program starts");
    let mut told = String::new();
    let mut out = BufReader::new(child.stdout.take().expect("stdout is piped"));
    out.read_line(&mut told).expect("it tells its address");
    assert!(told.contains("http://"), "{told}");
    child
}

/// The link on a screen, which may be broken into lines there.
fn link(screen: &str, address: &str) -> Option<String> {
    let together: String = screen.split_whitespace().collect::<Vec<_>>().join("");
    let rest = &together[together.find(&format!("{address}/g/"))?..];
    let end = address.len() + "/g/".len();
    let id: String = rest[end..].chars().take(20).collect();
    (id.len() == 20 && id.chars().all(|c| c.is_ascii_hexdigit())).then(|| format!("{}{id}", &rest[..end]))
}

const QUICK: &str = "--animation off";

/// Two players in two terminals at one game.
fn two_terminals(server: &Server, homes: &[Home; 2], rules: &str) -> ([Terminal; 2], String) {
    let make = format!("online {} --new --rules {rules} --seat p1 --name Abebe {QUICK}", server.address());
    let mut first = Terminal::open(&homes[0], &make, 100, 30);
    let address = server.address();
    let screen = first.settled("a link", |screen| link(screen, &address).is_some());
    let link = link(&screen, &address).expect("it was there");
    let mut second = Terminal::open(&homes[1], &format!("online {link} --name Sara {QUICK}"), 80, 24);
    second.wait_for("the board", |screen| screen.contains("Abebe") && screen.contains("Sara"));
    ([first, second], link)
}

/// What a player can do, by the last line of the screen.
fn may_act(screen: &str) -> bool {
    let last = screen.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default().trim_start();
    let offers = ["Enter Play ", "Enter Throw", "Enter Pass"];
    offers.iter().any(|offer| last.starts_with(offer)) && !last.starts_with("Enter Play again")
}

/// Lets whoever can do something press Enter, until both see the end; after `until` acts it stops.
#[track_caller]
fn play(terminals: &mut [Terminal; 2], until: usize) -> bool {
    let began = Instant::now();
    let mut acts = 0;
    let mut before = [String::new(), String::new()];
    while began.elapsed() < Duration::from_mins(4) {
        let screens = terminals.each_ref().map(Terminal::screen);
        if screens.iter().all(|screen| screen.contains("Game over")) {
            return true;
        }
        if acts >= until {
            return false;
        }
        let mut idle = true;
        for player in 0..2 {
            if may_act(&screens[player]) && screens[player] != before[player] {
                terminals[player].send(b"\r");
                before[player].clone_from(&screens[player]);
                acts += 1;
                idle = false;
            }
        }
        if idle {
            thread::sleep(Duration::from_millis(5));
        }
    }
    panic!("the game does not end\n{}\n{}", terminals[0].screen(), terminals[1].screen());
}

/// A whole game in two terminals; in the middle the server is killed and comes back.
#[track_caller]
fn whole_game(rules: &str, proof: Option<&str>) {
    let mut server = Server::start();
    let homes = [Home::new(), Home::new()];
    // A game of Senet with few pieces is a whole one, and soon over.
    homes[0].write("short.toml", "game = 'senet'\nname = 'short'\npieces = 3\n");
    let (mut terminals, _) = two_terminals(&server, &homes, rules);
    assert!(!play(&mut terminals, 9), "a game is longer than that");
    server.kill();
    for terminal in &mut terminals {
        terminal.wait_for("the banner", |screen| screen.contains("The connection is lost"));
    }
    server.come_back();
    for terminal in &mut terminals {
        terminal.wait_for("the game again", |screen| screen.contains("Connected again."));
    }
    assert!(play(&mut terminals, usize::MAX));
    for terminal in &mut terminals {
        terminal.wait_for("the end", |screen| {
            let is_told = screen.contains("wins") || screen.contains("draw");
            screen.contains("Game over") && is_told && proof.is_none_or(|proof| screen.contains(proof))
        });
    }
    // Both want another game: it begins with sides swapped.
    terminals[0].send(b"\r");
    terminals[1].wait_for("the wish", |screen| screen.contains("Abebe wants a rematch"));
    terminals[1].send(b"\r");
    // Both must be there before one goes: the envelopes are sealed by both.
    for terminal in &mut terminals {
        terminal.wait_for("another game", |screen| moves(screen) == Some(0));
    }
    for terminal in &mut terminals {
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
    }
}

/// How many moves the game on the screen has.
fn moves(screen: &str) -> Option<u32> {
    let number = |at: usize| screen[..at].rsplit(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
    screen.match_indices(" moves").find_map(|(at, _)| number(at))
}

#[test]
fn gebeta_is_played_in_two_terminals_through_a_kill_of_the_server() {
    whole_game("gebeta", None);
}

#[test]
fn senet_is_played_in_two_terminals_through_a_kill_of_the_server() {
    whole_game("short.toml", Some("match the envelopes"));
}

#[test]
fn a_player_quits_and_resumes_says_something_and_resigns() {
    let server = Server::start();
    let homes = [Home::new(), Home::new()];
    let (mut terminals, link) = two_terminals(&server, &homes, "gebeta");
    assert!(!play(&mut terminals, 3));
    terminals[1].send(b"\x03");
    assert_eq!(terminals[1].end(), 130);
    let screen =
        terminals[0].wait_for("who has gone", |screen| screen.contains("Sara has lost the connection."));
    let known = moves(&screen).expect("some were played");
    // The seat is kept for this user alone.
    let kept = homes[1].data("online");
    let files: Vec<_> = kept.read_dir().expect("a folder").map(|file| file.expect("a file").path()).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].metadata().expect("a file").permissions().mode() & 0o777, 0o600);
    // A third person with the link only watches.
    let stranger = Home::new();
    let mut third = Terminal::open(&stranger, &format!("online {link} --name Lidya {QUICK}"), 80, 24);
    third.wait_for("the board", |screen| screen.contains("You are watching."));
    // Who has the seat goes on without a name.
    terminals[1].restart(&homes[1], &format!("online {link} {QUICK}"));
    terminals[1].wait_for("the game", |screen| screen.contains("Abebe") && moves(screen) == Some(known));
    terminals[1].send(b"m");
    terminals[1].wait_for("what to say", |screen| screen.contains("Well played!"));
    terminals[1].send(b"3");
    terminals[0].wait_for("what was said", |screen| screen.contains("Sara says: Well played!"));
    terminals[1].send(b"g");
    terminals[1].wait_for("the question", |screen| screen.contains("Resign this game?"));
    terminals[1].send(b"y");
    for terminal in terminals.iter_mut().chain([&mut third]) {
        terminal.wait_for("the end", |screen| {
            screen.contains("Abebe wins.") && screen.contains("Sara resigned.")
        });
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
    }
    assert_eq!(kept.read_dir().expect("a folder").count(), 0, "a seat at a finished game is forgotten");
}

/// A player in a pipe.
struct Piped {
    child: Child,
    out: BufReader<ChildStdout>,
}

impl Piped {
    fn start(home: &Home, line: &str) -> Self {
        let mut child = home.command(line).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("stdout is piped"));
        Self { child, out }
    }

    /// Reads until a line holds `text`.
    #[track_caller]
    fn until(&mut self, text: &str) -> String {
        let mut all = String::new();
        loop {
            let mut line = String::new();
            let read = self.out.read_line(&mut line).expect("lines are text");
            all.push_str(&line);
            if line.contains(text) {
                return line;
            }
            assert!(read > 0, "no {text:?} in\n{all}");
        }
    }
}

#[test]
fn a_game_is_played_in_lines() {
    let server = Server::start();
    let homes = [Home::new(), Home::new()];
    let make = format!("online {} --new --seat p1 --name Abebe", server.address());
    let mut first = Piped::start(&homes[0], &make);
    let link = first.until("/g/").trim().to_owned();
    let mut second = Piped::start(&homes[1], &format!("online {link} --name Sara"));
    // Everything at once: each line waits for its turn.
    first.child.stdin.take().expect("a pipe").write_all(b"3\n6\nresign\n").expect("it listens");
    second.child.stdin.take().expect("a pipe").write_all(b"1\nsay 3\n").expect("it listens");
    second.until("Abebe sows 4 stones from pit 3.");
    second.until("Abebe sows");
    first.until("Sara sows 5 stones from pit 1.");
    second.until("Sara wins.");
    second.until("Abebe resigned.");
    for mut player in [first, second] {
        let mut rest = String::new();
        player.out.read_to_string(&mut rest).expect("text");
        assert!(player.child.wait().expect("it ends").success(), "{rest}");
    }
    for home in homes {
        let kept = home.data("online").read_dir().expect("a folder").count();
        assert_eq!(kept, 0, "a seat at a finished game is forgotten");
    }
}

#[test]
fn a_computer_takes_the_other_seat() {
    let server = Server::start();
    let home = Home::new();
    let make = format!("online {} --new --seat p1 --name Abebe --opponent level1 {QUICK}", server.address());
    let mut terminal = Terminal::open(&home, &make, 80, 24);
    terminal.wait_for("a turn", |screen| screen.contains("Your turn."));
    terminal.send(b"1");
    terminal.wait_for("the answer", |screen| screen.contains("Level 1 sows"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn what_is_wrong_is_said() {
    let home = Home::new();
    let server = Server::start();
    let nobody = format!("http://127.0.0.1:{}", free_port());
    let no_game = "00000000000000000000";
    for (line, code) in [
        ("online localhost:8040 --new --name A".to_owned(), "bad-address"),
        ("online ftp://localhost:8040 --new --name A".to_owned(), "bad-address"),
        (format!("online {} --new --name A", nobody.replace("http:", "https:")), "nobody-there"),
        ("online http://no-such-host.invalid --new --name A".to_owned(), "unknown-host"),
        (format!("online {nobody} --new --name A"), "nobody-there"),
        (format!("online {}/g/{no_game} --name A", server.address()), "not-found"),
        (format!("online {} --name A", server.address()), "no-game"),
        ("online localhost:8040".to_owned(), "bad-address"),
        (format!("online {}", server.address()), "no-game"),
    ] {
        home.run(&line, "").refused(1, code);
    }
    for (flags, code) in [
        ("--new", "bad-name"),
        ("--new --name \u{202e}x", "bad-name"),
        ("--new --name A --rules nonsense", "unknown-rules"),
        ("--new --name A --opponent level99", "unknown-bot"),
        ("--new --name A --clock 1", "usage"),
        ("--new --name A --seat p3", "usage"),
        ("--new --pair --name A", "usage"),
    ] {
        home.run(&format!("online {} {flags}", server.address()), "").refused(2, code);
    }
}

#[test]
fn something_else_that_listens_is_told_apart() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("there is a port");
    let address = listener.local_addr().expect("it has an address");
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.map(answer_as_a_web_server);
        }
    });
    let line = format!("online http://{address}/g/00000000000000000000 --name A");
    Home::new().run(&line, "").refused(1, "not-gebeta");
}

fn answer_as_a_web_server(mut stream: TcpStream) {
    let mut request = [0; 1024];
    let _ = stream.read(&mut request);
    let _ = stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 5\r\n\r\nhello");
}

#[test]
fn the_home_screen_leads_there() {
    let server = Server::start();
    let home = Home::new();
    let mut terminal = Terminal::open(&home, "--player-name Abebe", 100, 30);
    terminal.wait_for("the home screen", |screen| screen.contains("Play online"));
    terminal.send(b"o");
    terminal.wait_for("the form", |screen| screen.contains("Address or link"));
    terminal.send(b"\x15");
    terminal.send(format!("\x1b[200~{}\x1b[201~", server.address()).as_bytes());
    terminal.wait_for("the address", |screen| screen.contains(&server.address()));
    terminal.send(b"\x1b[15~");
    let address = server.address();
    terminal.wait_for("the link", |screen| link(screen, &address).is_some());
    terminal.send(b"a");
    terminal.wait_for("the question", |screen| screen.contains("Call this game off?"));
    terminal.send(b"y");
    terminal.wait_for("the end", |screen| screen.contains("aborted"));
    terminal.send(b"q");
    terminal.wait_for("the home screen", |screen| screen.contains("Play mancala"));
    terminal.send(b"q");
    assert_eq!(terminal.end(), 0);
}
