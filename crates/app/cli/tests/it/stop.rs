//! Searches of the program end when they are told to, on the hardest boards that rules and positions allow: at the engine
//! protocol, in plain lines, and in a server that is asked to go down. Tests share their machine with others, so they allow
//! seconds where 50 ms are promised; without the promise these searches go on for minutes.

use std::time::{Duration, Instant};

use gebeta_testkit::slow_positions::{SLOW_POSITIONS, SlowPosition};

use crate::program::{Engine, Home};

const LATE: Duration = Duration::from_secs(2);
/// How long a search runs before it is stopped.
const SEARCHED: Duration = Duration::from_secs(2);

fn hard(name: &str) -> SlowPosition {
    SLOW_POSITIONS.into_iter().find(|hard| hard.name == name).expect("there is such a case")
}

#[test]
fn stop_ends_the_hardest_searches_of_the_engine() {
    for (name, game) in [
        ("avalanche 996 stones", "mancala"),
        ("relay 12x12", "mancala"),
        ("relay 12x10", "mancala"),
        ("single 12x8 majority pie", "mancala"),
        ("senet 3 pieces left", "senet"),
    ] {
        let (home, hard) = (Home::new(), hard(name));
        home.write("hard.toml", hard.rules);
        let mut engine = Engine::start(&home);
        let file = home.path("hard.toml");
        let position = hard.start();
        engine.ask(&format!("newgame {game} rules {}\nposition {position}", file.display()));
        engine.say("go perfect");
        // Long enough for the search to reach every phase. It has not ended by itself: `bestmove` comes after `stop`.
        engine.listen(SEARCHED);
        let began = Instant::now();
        let answers = engine.ask("stop");
        assert!(began.elapsed() < LATE, "{name}: {:?}", began.elapsed());
        assert!(answers.last().is_some_and(|line| line.starts_with("bestmove ")), "{name}: {answers:?}");
    }
}

#[test]
fn a_computer_moves_and_advises_on_the_hardest_board_in_plain_lines() {
    let home = Home::new();
    home.write("hard.toml", hard("relay 12x12").rules);
    let began = Instant::now();
    let told = home.run("mancala --plain --rules hard.toml --p1 level8 --p2 human", "hint\nquit\n").done();
    assert!(told.contains("Player 2"), "{told}");
    assert!(began.elapsed() < Duration::from_secs(30), "{:?}", began.elapsed());
}

#[cfg(unix)]
#[test]
fn a_server_that_analyses_the_hardest_board_goes_down_when_asked_to() {
    use std::io::{BufRead as _, BufReader, Read as _, Write as _};
    use std::net::TcpStream;

    let home = Home::new();
    home.write("web/index.html", "the page");
    let line = "serve --listen 127.0.0.1:0 --web web --db sqlite:games --metrics 127.0.0.1:0";
    let mut child = home.command(line).spawn().expect("the program is built and starts");
    let mut told = BufReader::new(child.stdout.take().expect("the output is ours")).lines();
    let mut host = || {
        let line = told.next().expect("it tells two addresses").expect("answers are text");
        line.split("http://").nth(1).and_then(|rest| rest.split('/').next()).expect("an address").to_owned()
    };
    let (host, metrics) = (host(), host());
    let hard = hard("relay 12x12");
    let body = serde_json::json!({ "rules": hard.rules, "position": hard.start().to_string() }).to_string();
    let mut question = TcpStream::connect(&host).expect("it listens");
    write!(
        question,
        "POST /api/analyse HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it reads");
    let numbers = || {
        let mut stream = TcpStream::connect(&metrics).expect("it listens");
        write!(stream, "GET /metrics HTTP/1.1\r\nhost: {metrics}\r\nconnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("numbers are text");
        answer
    };
    let began = Instant::now();
    while !numbers().contains("gebeta_searches{pool=\"analyses\"} 1") {
        assert!(began.elapsed() < Duration::from_secs(4), "the question is not being worked on");
    }
    let age = "gebeta_oldest_search_seconds{pool=\"analyses\"} ";
    let told = numbers();
    let age = told.split(age).nth(1).and_then(|rest| rest.lines().next()?.parse::<f64>().ok());
    assert!(age.is_some_and(|seconds| seconds > 0.0), "{told}");
    let began = Instant::now();
    let asked = std::process::Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(asked.expect("every Unix has it").success());
    assert_eq!(child.wait().expect("it is ours").code(), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5) + LATE, "{:?}", began.elapsed());
}
