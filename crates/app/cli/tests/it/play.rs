//! Complete games through a pipe, by computers and by a person who types blindly, to the end and over breaks.

use gebeta_rules::{AnyRules, GameKind, PRESETS, Player, Preset, Record};

use crate::program::Home;

/// A stored game.
#[track_caller]
fn record(home: &Home, name: &str) -> Record {
    home.read(name).parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The last words about a game between these players.
fn verdict(record: &Record) -> String {
    match record.outcome().expect("the game is over").winner() {
        Some(player) => format!("The game is over. {} wins", record.players[player].name),
        None => "The game is over. A draw".to_owned(),
    }
}

/// The rule sets with two players each, and how the game is called.
fn pairings() -> Vec<String> {
    let players: &[(GameKind, &str, &str)] = &[
        (GameKind::Mancala, "random", "novice"),
        (GameKind::Mancala, "steady:3", "random"),
        (GameKind::Senet, "random", "steady:1"),
        (GameKind::Senet, "classic:1", "steady:2"),
    ];
    let lines = PRESETS.iter().flat_map(|preset| {
        let game = preset.rules.game();
        let those = players.iter().filter(move |(of, ..)| *of == game);
        those.map(move |(_, p1, p2)| format!("{game} --rules {} --p1 {p1} --p2 {p2}", preset.name))
    });
    lines.collect()
}

/// What a person types who looks at nothing: some of it is always a move.
fn blind(game: GameKind) -> Vec<&'static str> {
    let (first, round): (&[_], &[_]) = match game {
        GameKind::Mancala => {
            (&["heads", "3", "hint", "5", "1", "undo"], &["2", "4", "x", "6", "5", "3", "1"])
        }
        GameKind::Senet => (&["2", "hint", "1", "3", "1", "undo"], &["1", "2", "", "1", "1", "pass", "1"]),
    };
    first.iter().copied().chain(round.repeat(300)).collect()
}

/// The games of the wider sowing family, each with a player that looks at no more than one move.
fn family_pairings() -> Vec<String> {
    let family = Preset::all().filter(|preset| matches!(preset.rules, AnyRules::Sowing(_)));
    family.map(|preset| format!("mancala --rules {} --p1 random --p2 novice", preset.name)).collect()
}

#[test]
fn computers_play_every_rule_set_to_its_end() {
    for line in pairings().into_iter().chain(family_pairings()) {
        let home = Home::new();
        let said = home.run(&format!("{line} --seed 3 --save game.gebeta"), "").done();
        let record = record(&home, "game.gebeta");
        assert!(said.contains(&verdict(&record)), "{line}\n{said}");
        let replayed = home.run("replay game.gebeta", "").done();
        assert_eq!(replayed.matches("\n\n").count(), record.positions().len(), "{line}");
        assert!(replayed.contains(&record.position().to_string()), "{line}");
    }
}

#[test]
fn a_seed_repeats_a_game_byte_for_byte() {
    for line in pairings() {
        let home = Home::new();
        let game = |seed: u64| home.run(&format!("{line} --seed {seed}"), "").done();
        assert_eq!(game(1), game(1), "{line}");
        assert_ne!(game(1), game(2), "{line}");
        assert_eq!(home.files().len(), 1, "a finished game is kept only where somebody says");
    }
}

#[test]
fn a_person_plays_every_rule_set_to_its_end() {
    for preset in &PRESETS {
        let game = preset.rules.game();
        let home = Home::new();
        let line = format!("{game} --rules {} --p2 random --seed 8 --save game.gebeta", preset.name);
        let said = home.run(&line, blind(game).join("\n")).done();
        let record = record(&home, "game.gebeta");
        assert!(said.contains(&verdict(&record)), "{line}\n{said}");
        assert!(said.contains("Hint: "), "{line}");
        let by_hand = record.moves().filter(|(player, _)| *player == Player::One).count();
        assert!(by_hand > 5, "{line}: {by_hand} moves by hand");
    }
}

#[test]
fn a_resumed_game_ends_as_if_nobody_had_stopped() {
    let cases = [
        "mancala --p2 novice",
        "mancala --p1 random --p2 human --rules avalanche",
        "mancala --p2 steady:3 --rules capture --end majority --pie",
        "mancala --p2 random --pits 9 --stones 2",
        "senet --p2 random --pieces 4",
        "senet --p2 steady:2 --rules kendall --pieces 3",
        "senet --p1 classic:2 --p2 human --pieces 2",
    ];
    for line in cases {
        let home = Home::new();
        let game = if line.starts_with("mancala") { GameKind::Mancala } else { GameKind::Senet };
        let typed = blind(game);
        home.run(&format!("{line} --seed 5 --save whole.gebeta"), typed.join("\n")).done();
        let whole = home.read("whole.gebeta");
        for stop in [2, 9] {
            let part = format!("part{stop}.gebeta");
            let (before, after) = typed.split_at(stop);
            home.run(&format!("{line} --seed 5 --save {part}"), before.join("\n")).refused(1, "end-of-input");
            assert_ne!(home.read(&part), whole, "{line}: the game ends before anybody stops");
            home.run(&format!("{game} --resume {part}"), after.join("\n")).done();
            assert_eq!(home.read(&part), whole, "{line}: stopped after {stop} lines");
        }
    }
}

#[test]
fn a_game_without_a_file_is_kept_and_can_be_resumed() {
    for game in ["mancala", "senet"] {
        let home = Home::new();
        let said = home.run(&format!("{game} --p2 random --seed 77"), "1\n1\n2\nquit\n").done();
        let kept = home.saved().join(format!("{game}-77.gebeta"));
        let told = format!("The game is saved. Resume it with: gebeta {game} --resume {}\n", kept.display());
        assert!(said.ends_with(&told), "{said}");
        home.run(&format!("{game} --resume '{}'", kept.display()), "quit\n").done();
        assert_eq!(std::fs::read_dir(home.saved()).unwrap().count(), 1);
    }
}

#[test]
fn two_games_of_one_seed_wait_side_by_side() {
    let home = Home::new();
    let line = "mancala --p2 human --seed 77";
    home.run(line, "1\nquit\n").done();
    let first = home.saved().join("mancala-77.gebeta");
    let before = std::fs::read_to_string(&first).expect("the first game waits");
    let said = home.run(line, "2\n1\nquit\n").done();
    assert!(said.contains("mancala-77-2.gebeta"), "{said}");
    assert_eq!(std::fs::read_to_string(&first).expect("it still waits"), before);
    // The latest goes on where it waits, and leaves nothing behind.
    home.run("mancala --resume", "quit\n").done();
    assert_eq!(std::fs::read_dir(home.saved()).expect("a folder").count(), 2);
    home.run("mancala --resume --p1 random --p2 random", "").done();
    assert_eq!(std::fs::read_dir(home.saved()).expect("a folder").count(), 1);
    assert_eq!(std::fs::read_to_string(&first).expect("it still waits"), before);
}

#[test]
fn a_resumed_game_may_change_its_players_and_go_to_another_file() {
    let home = Home::new();
    home.run("mancala --p2 human --names A,B --seed 1 --save old.gebeta", "1\n1\nquit\n").done();
    let old = home.read("old.gebeta");
    let line = "mancala --resume old.gebeta --save new.gebeta --p1 random --p2 novice --names C,D";
    let said = home.run(line, "").done();
    assert!(said.starts_with("C against D"), "{said}");
    assert_eq!(home.read("old.gebeta"), old);
    let new = record(&home, "new.gebeta");
    assert!(new.outcome().is_some());
    assert_eq!(new.players.one.kind, "random");
    let again = home.run("mancala --resume new.gebeta", "").done();
    assert!(again.contains(&verdict(&new)), "{again}");
}

#[test]
fn a_finished_position_is_a_finished_game() {
    let said = Home::new().run("mancala --position '0,0,30,0,2,16 1'", "").done();
    assert!(said.contains("The game is over. Player 1 wins 30 to 18."), "{said}");
    let said = Home::new().run("senet --position '.B......../........../.......... w 7/6 -'", "").done();
    assert!(said.contains("The game is over. Player 1 wins."), "{said}");
}

#[test]
fn the_sticks_show_what_they_count() {
    let said = Home::new().run("senet --p1 random --p2 random --seed 4", "").done();
    let throws: Vec<_> = said.lines().filter_map(|line| line.split_once(" throws ")).collect();
    assert!(throws.len() > 50);
    for (_, throw) in throws {
        let (sticks, roll) = throw.split_once(" → ").unwrap();
        let dark = sticks.matches('■').count();
        assert_eq!(dark + sticks.matches('□').count(), 4, "{throw}");
        assert_eq!(roll, if dark == 0 { "5".to_owned() } else { dark.to_string() });
    }
}
