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

#[test]
fn the_examples_of_the_help_are_understood() {
    let home = Home::new();
    let help = home.run("--help", "").done();
    let (_, examples) = help.split_once("Examples:\n").unwrap();
    let lines: Vec<_> = examples.lines().filter_map(|line| line.trim().strip_prefix("gebeta")).collect();
    assert!(lines.len() > 5, "{help}");
    for line in lines {
        // What an example does stands behind a wide gap. Nobody listens, so that no game goes on for long.
        let words = line.split("  ").next().unwrap_or_default();
        let mut command = home.command(words);
        command.stdout(io::pipe().unwrap().1);
        let answer = Answer::of(command, b"");
        assert_eq!(answer.code, Some(1), "gebeta {words}: {}", answer.stderr);
    }
}
