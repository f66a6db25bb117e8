//! Help and version: for people who ask, in plain text where nobody paints it.

use std::io;

use crate::program::{Answer, Home};

#[test]
fn every_command_explains_itself_without_colors() {
    let commands = [
        "",
        "mancala",
        "senet",
        "serve",
        "backup",
        "admin",
        "admin password",
        "check",
        "online",
        "engine",
        "perft",
        "rules",
        "rules list",
        "rules show",
        "rules check",
        "replay",
        "analyse",
        "convert",
        "verify",
        "bench",
    ];
    let home = Home::new();
    for command in commands {
        for flag in ["-h", "--help"] {
            let help = home.run(&format!("{command} {flag}"), "").done();
            assert!(help.contains("Usage:") && help.contains("--help"), "{command}: {help}");
            assert!(!help.contains('\u{1b}'), "{command}: colors in a pipe: {help:?}");
        }
    }
    let top = home.run("--help", "").done();
    assert!(
        commands.iter().all(|command| top.contains(command.split(' ').next().unwrap_or_default())),
        "{top}"
    );
}

#[test]
fn the_version_is_that_of_the_package() {
    for flag in ["-V", "--version"] {
        assert_eq!(Home::new().run(flag, "").done(), concat!("gebeta ", env!("CARGO_PKG_VERSION"), "\n"));
    }
}

/// Every command with its subcommands, as the help lists them.
fn commands(home: &Home, above: &str) -> Vec<String> {
    let help = home.run(&format!("{above} --help"), "").done();
    let listed = help.split_once("Commands:\n").map_or("", |(_, rest)| rest);
    let names = listed.lines().take_while(|line| !line.is_empty());
    let names = names.filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let own = names.filter_map(|line| line.split_whitespace().next()).map(|name| format!("{above} {name}"));
    let mut all = vec![above.to_owned()];
    for name in own.collect::<Vec<_>>() {
        all.extend(commands(home, &name));
    }
    all
}

/// Issue 17: `online --help` had an example that failed.
#[test]
fn every_example_of_every_help_is_understood() {
    let home = Home::new();
    let mut examples = 0;
    let all = commands(&home, "");
    assert!(all.len() > 20, "{all:?}");
    for command in all {
        let help = home.run(&format!("{command} --help"), "").done();
        for line in help.lines().filter_map(|line| line.strip_prefix("  gebeta")) {
            examples += 1;
            // What an example does stands behind a gap. Nobody listens, so that no game goes on for long, and no server is there.
            let words = line.split("  ").next().unwrap_or_default().replace("LINK", "http://localhost:1/g/x");
            let words = words.replace("localhost:8040", "localhost:1");
            let mut run = home.command(&words);
            run.stdout(io::pipe().unwrap().1);
            let answer = Answer::of(run, b"");
            assert!(
                answer.code != Some(2) && !answer.stderr.contains("unknown-rules"),
                "gebeta {words}: {answer:?}"
            );
        }
    }
    assert!(examples > 18, "only {examples} examples");
}

/// Issue 17: ten lines of settings stood in the help of every command, and a wrong setting passed where none was used.
#[test]
fn settings_are_only_where_games_are_played() {
    let home = Home::new();
    for command in commands(&home, "") {
        let help = home.run(&format!("{command} --help"), "").done();
        let plays = ["", " mancala", " senet", " replay", " online"].contains(&command.as_str());
        assert_eq!(help.contains("--animation"), plays, "{command}: {help}");
    }
    home.run("--language xx", "q\n").refused(2, "bad-setting");
    home.run("--language xx mancala", "quit\n").refused(2, "bad-setting");
    home.run("stats --language en", "").refused(2, "usage");
    home.run("--language en stats", "").refused(2, "usage");
    let mut command = home.command("stats");
    command.env("GEBETA_ANIMATION", "warp");
    Answer::of(command, b"").refused(2, "bad-setting");
    home.run("--animation off mancala --p2 random --seed 1", "quit\n").done();
}

/// Issue 17: phrases of Rust, as "0 is not in 1..=10" or "invalid digit found in string".
#[test]
fn wrong_numbers_are_refused_in_plain_words() {
    let home = Home::new();
    for line in [
        "senet -d 0",
        "senet -d x",
        "senet -d 99999999999",
        "senet --time-cap 0",
        "senet --pieces 0",
        "mancala --pits 13",
        "mancala --pits many",
        "mancala --seed -1",
        "mancala --seed 99999999999999999999",
        "perft mancala --depth 1000",
        "solve mancala --threads 0",
        "solve mancala --memory 0",
        "match mancala --a random --b random --games 0",
        "analyse x --nodes 0",
        "tablebase build senet --pieces 9",
        "tablebase build mancala --stones x",
        "serve --db-wait x",
        "engine --kgp --seconds 0",
    ] {
        // A value that looks like a flag stands behind an equals sign.
        let line = line.replace(" -1", "=-1");
        let answer = home.run(&line, "");
        answer.refused(2, "usage");
        let rust = ["..=", "invalid digit", "too large to fit", "cannot parse"];
        assert!(!rust.iter().any(|phrase| answer.stderr.contains(phrase)), "{line}: {}", answer.stderr);
        assert!(answer.stderr.contains("must be a whole number from "), "{line}: {}", answer.stderr);
    }
    let answer = home.run("serve --listen here", "");
    assert!(answer.stderr.contains("must be IP:PORT"), "{}", answer.stderr);
}
