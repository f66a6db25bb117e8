//! The full screen in a real terminal: whole games by keys and by mouse, resizing, leaving and coming back.

use std::process::Command;

use crate::program::{Home, Terminal};

const QUICK: &str = "--animation off --delay 0 --seed 3 --p2 random";

/// What the last line offers, or the card at the end: which key is next.
fn next(screen: &str) -> Option<Next> {
    if screen.contains("Game over") {
        return Some(Next::Over);
    }
    let last = screen.lines().rev().find(|line| !line.trim().is_empty())?.trim_start();
    if last.starts_with("h Heads") {
        Some(Next::Coin)
    } else if last.starts_with("Enter Play")
        || last.starts_with("Enter Throw")
        || last.starts_with("Enter Pass")
        || last.starts_with("Enter Skip")
    {
        Some(Next::Enter)
    } else {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Coin,
    Enter,
    Over,
}

/// Plays to the card at the end; `act` does one move.
#[track_caller]
fn play_out(terminal: &mut Terminal, mut act: impl FnMut(&mut Terminal, &str)) {
    let mut before = String::new();
    for _ in 0..3000 {
        let screen = terminal.settled("something to do", |screen| screen != before && next(screen).is_some());
        match next(&screen) {
            Some(Next::Over) => return,
            Some(Next::Coin) => terminal.send(b"h"),
            _ => act(terminal, &screen),
        }
        before = screen;
    }
    panic!("the game does not end\n{}", terminal.screen());
}

fn leave(mut terminal: Terminal) {
    terminal.send(b"q");
    terminal.wait_for("the home screen", |screen| screen.contains("Play mancala"));
    terminal.send(b"q");
    assert_eq!(terminal.end(), 0);
}

#[test]
fn whole_games_are_played_by_keys() {
    for game in ["mancala", "mancala --rules avalanche", "mancala --rules tainted", "senet"] {
        let home = Home::new();
        let mut terminal = Terminal::open(&home, &format!("{game} {QUICK}"), 80, 24);
        play_out(&mut terminal, |terminal, _| terminal.send(b"\r"));
        let screen = terminal.screen();
        assert!(
            screen.contains("Play again") && screen.contains(" win") || screen.contains("draw"),
            "{screen}"
        );
        leave(terminal);
        let told = home.run("stats --json", "").done();
        assert!(told.contains("\"kept\":1"), "{game}: {told}");
        assert!(!home.saved().exists() || home.saved().read_dir().expect("a folder").next().is_none());
    }
}

#[test]
fn whole_games_are_played_by_mouse() {
    for game in ["mancala", "mancala --rules avalanche", "mancala --rules tainted", "senet --pieces 4"] {
        let home = Home::new();
        let mut terminal = Terminal::open(&home, &format!("{game} {QUICK}"), 100, 30);
        play_out(&mut terminal, |terminal, screen| {
            // The pit with the heavy edge, the chosen move of the list, or the button.
            let pit = terminal.find("┏").map(|(column, row)| (column + 2, row + 1));
            let listed = terminal.find("1) ").map(|(column, row)| (column + 2, row));
            let button = terminal.find("Enter ").map(|(column, row)| (column + 1, row));
            let spot = if game.starts_with("senet") { listed.or(button) } else { pit.or(button) };
            terminal.click(spot.unwrap_or_else(|| panic!("nothing to click on\n{screen}")));
        });
        leave(terminal);
    }
}

#[test]
fn the_window_is_resized_during_a_game() {
    let home = Home::new();
    let mut terminal = Terminal::open(&home, &format!("mancala {QUICK}"), 80, 24);
    let mut sizes = [(40, 12), (160, 50), (20, 5), (57, 19), (80, 24)].into_iter().cycle();
    for _ in 0..10 {
        terminal.wait_for("a turn", |screen| screen.contains("Your turn") || screen.contains("Game over"));
        let (columns, rows) = sizes.next().expect("a cycle has no end");
        terminal.resize(columns, rows);
        if (columns, rows) == (20, 5) {
            terminal.wait_for("what is needed", |screen| screen.contains("20 x 5"));
            terminal.resize(80, 24);
        }
        terminal.wait_for("the whole board", |screen| {
            screen.contains("Your turn") || screen.contains("Game over")
        });
        terminal.send(b"\r");
    }
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
}

#[test]
fn control_c_keeps_the_game_and_resume_goes_on() {
    let home = Home::new();
    let mut terminal = Terminal::open(&home, "mancala --animation off --p2 human --seed 5", 80, 24);
    let before = terminal.at_first();
    terminal.wait_for("the board", |screen| screen.contains("Your turn"));
    terminal.send(b"1");
    terminal.wait_for("the first move", |screen| screen.contains("1 move"));
    terminal.send(b"2");
    terminal.wait_for("the second move", |screen| screen.contains("2 moves"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    assert_eq!(terminal.state(), before);
    terminal.restart(&home, "mancala --resume");
    terminal.wait_for("the same game", |screen| screen.contains("2 moves"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    // And from the home screen.
    terminal.restart(&home, "");
    terminal.wait_for("the game that waits", |screen| screen.contains("Continue your game"));
    terminal.send(b"c");
    terminal.wait_for("the same game", |screen| screen.contains("2 moves"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    assert_eq!(terminal.state(), before);
}

#[test]
fn the_settings_screen_writes_what_was_changed_and_never_over_a_broken_file() {
    let home = Home::new();
    let broken = "# mine\ndelay = = 5\n";
    for (before, after) in [("# mine\ndelay = 5\n", "# mine\ndelay = 5\nconfirm = true\n"), (broken, broken)]
    {
        home.write_config(before);
        let mut terminal = Terminal::open(&home, "", 100, 24);
        terminal.wait_for("the home screen", |screen| screen.contains("Play mancala"));
        if before == broken {
            terminal.wait_for("the fault", |screen| screen.contains("config.toml, line 2: "));
        }
        // Down to the settings, and there down to the moves that are confirmed.
        terminal.send(&b"\x1b[B".repeat(6));
        terminal.send(b"\r");
        terminal.wait_for("the settings", |screen| screen.contains("Keep finished games"));
        terminal.send(&b"\x1b[B".repeat(5));
        terminal.send(b"\x1b[C");
        terminal.wait_for("the change", |screen| {
            screen.lines().any(|line| line.contains("Confirm moves") && line.contains("On"))
        });
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
        assert_eq!(home.config(), after);
    }
}

#[test]
fn a_file_is_resumed_and_goes_on_being_written() {
    let home = Home::new();
    home.run("mancala --p2 human --seed 5 --save game.gebeta", "1\nquit\n").done();
    let mut terminal =
        Terminal::open(&home, "mancala --resume game.gebeta --save game.gebeta --animation off", 80, 24);
    terminal.wait_for("the game", |screen| screen.contains("1 move"));
    terminal.send(b"2");
    terminal.wait_for("the second move", |screen| screen.contains("2 moves"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    assert!(home.read("game.gebeta").contains("\np1 1\np2 2\nend 2 "), "{}", home.read("game.gebeta"));
}

#[test]
fn signals_give_the_terminal_back() {
    for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
        let home = Home::new();
        let mut terminal = Terminal::open(&home, "senet --p2 human --seed 5 --animation off", 80, 24);
        let before = terminal.at_first();
        terminal.wait_for("the board", |screen| screen.contains("Throw the sticks"));
        assert_ne!(terminal.state(), before, "the full screen takes the terminal over");
        let number = terminal.process().to_string();
        assert!(Command::new("kill").args(["-s", signal, &number]).status().expect("kill runs").success());
        assert_eq!(terminal.end(), code, "{signal}");
        assert_eq!(terminal.state(), before, "{signal}");
    }
}

#[test]
fn a_program_that_is_stopped_gives_the_terminal_back_and_goes_on() {
    let home = Home::new();
    let mut terminal = Terminal::open(&home, "mancala --p2 human --seed 5 --animation off", 80, 24);
    let before = terminal.at_first();
    terminal.wait_for("the board", |screen| screen.contains("Your turn"));
    let number = terminal.process().to_string();
    let signal = |name: &str| {
        assert!(Command::new("kill").args(["-s", name, &number]).status().expect("kill runs").success());
    };
    signal("TSTP");
    let began = std::time::Instant::now();
    // Not before it stands still: a shell would not let it go on earlier either.
    while terminal.state() != before || !is_stopped(&number) {
        assert!(began.elapsed().as_secs() < 30, "the terminal is not given back");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    signal("CONT");
    terminal.wait_for("the board again", |screen| screen.contains("Your turn"));
    terminal.send(b"1");
    terminal.wait_for("a move", |screen| screen.contains("1 move"));
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    assert_eq!(terminal.state(), before);
}

/// Whether the process waits to be let go on, by the state behind its name on Linux, elsewhere by `ps`.
fn is_stopped(number: &str) -> bool {
    let state = match std::fs::read_to_string(format!("/proc/{number}/stat")) {
        Ok(told) => told.rsplit_once(')').map(|(_, rest)| rest.to_owned()).unwrap_or_default(),
        Err(_) => {
            let told = Command::new("ps").args(["-o", "stat=", "-p", number]).output().expect("ps runs");
            String::from_utf8_lossy(&told.stdout).into_owned()
        }
    };
    state.trim_start().starts_with('T')
}

#[test]
fn ten_thousand_random_keys_and_resizes_hurt_nothing() {
    const SHORT: &[u8] = b"\r\r\r\r\r 11223344556670uurrhhtvV?[]nwxSKms\x7f";
    const LONG: [&[u8]; 6] = [b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\xe1\x88\xb3", b"\x1b[15~"];
    let home = Home::new();
    let line = "--animation off --delay 0";
    let mut terminal = Terminal::open(&home, line, 80, 24);
    let before = terminal.at_first();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % below
    };
    let mut runs = 1;
    for _ in 0..100 {
        if !terminal.runs() {
            assert_eq!(terminal.end(), 0, "{}", terminal.written());
            assert_eq!(terminal.state(), before, "after {runs} runs");
            terminal.restart(&home, line);
            runs += 1;
        }
        for _ in 0..100 {
            match random(100) {
                0 => terminal.send(b"q"),
                1..=20 => terminal.send(LONG[random(LONG.len())]),
                _ => terminal.send(&SHORT[random(SHORT.len())..][..1]),
            }
        }
        terminal.resize(10 + random(160) as u16, 3 + random(60) as u16);
        terminal.quiet();
    }
    terminal.resize(80, 24);
    if terminal.runs() {
        terminal.send(b"\x03");
    }
    assert!([0, 130].contains(&terminal.end()));
    assert_eq!(terminal.state(), before, "after {runs} runs");
    assert!(!terminal.written().contains("panicked"), "{}", terminal.written());
}

/// Whether a color was ever asked for.
fn is_colored(written: &str) -> bool {
    ["\x1b[38;", "\x1b[48;", "\x1b[3", "\x1b[4"].iter().any(|code| {
        written.match_indices(*code).any(|(at, _)| {
            let rest = &written[at + code.len()..];
            let number: String = rest.chars().take_while(|c| *c != 'm').collect();
            // 39 and 49 are the terminal's own colors.
            rest.len() > number.len()
                && number.chars().all(|c| c.is_ascii_digit() || c == ';')
                && number != "9"
                && !number.is_empty()
        })
    })
}

#[test]
fn no_color_means_no_color() {
    let game = "mancala --p2 human --seed 1";
    let never = format!("{game} --color never");
    // An empty variable says nothing.
    for (line, no_color, colored) in [(game, "", true), (&never, "", false), (game, "1", false)] {
        let home = Home::new();
        let mut terminal = Terminal::open_with(&home, line, 80, 24, &[("NO_COLOR", no_color)]);
        terminal.wait_for("the board", |screen| screen.contains("Your turn"));
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
        assert_eq!(is_colored(&terminal.written()), colored, "{line} {no_color:?}");
    }
}

#[test]
fn a_locale_without_utf_8_gets_ascii() {
    for game in ["mancala", "senet"] {
        let home = Home::new();
        let line = format!("{game} --p2 human --seed 1 --names ሳራ,Abebe --animation off");
        let mut terminal = Terminal::open_with(&home, &line, 80, 24, &[("LC_ALL", "C")]);
        terminal.wait_for("the board", |screen| screen.contains("Your turn"));
        terminal.send(b"\r");
        terminal.quiet();
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
        assert!(terminal.written().is_ascii(), "{}", terminal.written());
    }
}

#[test]
fn a_terminal_that_can_only_write_gets_lines() {
    for (line, asked) in [("", "Which one?"), ("mancala --p2 human", "your turn [1 2 3 4 5 6]:")] {
        let home = Home::new();
        let mut terminal = Terminal::open_with(&home, line, 80, 24, &[("TERM", "dumb")]);
        terminal.wait_for("a question", |screen| screen.contains(asked));
        terminal.send(b"quit\r");
        assert_eq!(terminal.end(), 0);
        assert!(!terminal.written().contains('\x1b'), "{}", terminal.written());
    }
}

/// From the home screen to a line of the settings, by its number.
fn settings_line(terminal: &mut Terminal, line: usize) {
    terminal.wait_for("the home screen", |screen| screen.contains("Play mancala"));
    terminal.send(&b"\x1b[B".repeat(6));
    terminal.send(b"\r");
    terminal.wait_for("the settings", |screen| screen.contains("Keep finished games"));
    terminal.send(&b"\x1b[B".repeat(line));
}

#[test]
fn what_a_flag_says_for_one_run_is_not_written_to_the_file() {
    let home = Home::new();
    home.write_config("# mine\ndelay = 5\n");
    let line = "mancala --p2 human --seed 5 --confirm --animation off";
    let mut terminal = Terminal::open(&home, line, 80, 24);
    terminal.wait_for("the board", |screen| screen.contains("Your turn"));
    terminal.send(b"Vq");
    settings_line(&mut terminal, 9);
    terminal.send(b"Sara\x1b");
    terminal.wait_for("the home screen", |screen| screen.contains("Play mancala"));
    terminal.send(b"q");
    assert_eq!(terminal.end(), 0);
    assert_eq!(home.config(), "# mine\ndelay = 5\nname = \"Sara\"\n");
}

#[test]
fn the_mouse_is_heard_as_soon_as_the_settings_say_so() {
    let home = Home::new();
    let mut terminal = Terminal::open(&home, "--mouse off", 80, 24);
    settings_line(&mut terminal, 7);
    assert!(terminal.state().contains("mouse: None"), "{}", terminal.state());
    terminal.send(b"\x1b[C");
    terminal.wait_for("the change", |screen| {
        screen.lines().any(|line| line.contains("Mouse") && line.contains("On"))
    });
    let began = std::time::Instant::now();
    while terminal.state().contains("mouse: None") {
        assert!(began.elapsed().as_secs() < 30, "the mouse is not heard");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    terminal.send(b"\x03");
    assert_eq!(terminal.end(), 130);
    assert!(terminal.state().contains("mouse: None"), "{}", terminal.state());
}

#[test]
fn broken_files_are_told_wherever_the_program_begins() {
    for line in ["", "mancala", "senet", "mancala --p2 human --seed 1"] {
        let home = Home::new();
        home.write_config("delay = \"soon\"\nmancala_rules = \"kalahari\"\n");
        home.write_rules("kitchen.toml", "game = 'mancala'\npits = 99\n");
        let mut terminal = Terminal::open(&home, line, 160, 30);
        for told in ["config.toml, line 1: delay", "config.toml, line 2: mancala_rules", "kitchen.toml"] {
            terminal.wait_for(told, |screen| screen.contains(told));
            terminal.send(b"\x1b[B");
        }
        terminal.wait_for("the fault is read", |screen| !screen.contains("kitchen.toml"));
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
    }
}

#[test]
fn the_name_and_the_language_of_the_settings_hold_in_a_game_that_flags_describe() {
    let computer = gebeta_i18n::Language::Am.computer();
    for (line, variables) in [
        ("mancala --p2 random --player-name Sara --language am", &[][..]),
        ("senet -d 1 --seed 1", &[("GEBETA_NAME", "Sara"), ("GEBETA_LANGUAGE", "am")][..]),
        ("senet -a -d 1 --seed 1 --player-name Sara --language am", &[][..]),
    ] {
        let home = Home::new();
        let mut terminal = Terminal::open_with(&home, line, 80, 24, variables);
        terminal.wait_for("both names", |screen| screen.contains("Sara") && screen.contains(computer));
        terminal.send(b"\x03");
        assert_eq!(terminal.end(), 130);
    }
}
