//! A person at the board: committing and taking back, hints, the coin, the pie, names, the menu.

use crate::program::Home;

/// Plays as `line` says while `typed` is typed, a word a line, and compares the turns that are stored in the end.
#[track_caller]
fn check(line: &str, typed: &str, turns: &[&str]) -> String {
    let home = Home::new();
    let typed = typed.replace(' ', "\n");
    let said = home.run(&format!("{line} --save game.gebeta"), format!("{typed}\nquit\n")).done();
    let stored = home.read("game.gebeta");
    let found: Vec<_> = stored.lines().filter(|line| line.starts_with('p')).collect();
    assert_eq!(found, turns, "{line}: {typed}\n{said}");
    said
}

const TWO: &str = "mancala --p2 human --seed 1";

#[test]
fn a_move_counts_when_it_is_committed() {
    let confirm = "mancala --p2 human --confirm";
    check(confirm, "3 c", &["p1 3"]);
    check(confirm, "3 u", &[]);
    check("mancala --p2 human --confirm=off", "3", &["p1 3"]);
    check(confirm, "3 undo 1 commit 2 u 3 c", &["p1 1", "p2 3"]);
    check("senet --p2 human --confirm --seed 1", "1 u 2 u", &[]);
    let kept = Home::new();
    kept.run(&format!("{confirm} --save game.gebeta"), "3\nc\n1").refused(1, "end-of-input");
    assert!(kept.read("game.gebeta").contains("\np1 3\nend 1 "), "{}", kept.read("game.gebeta"));
}

#[test]
fn undo_takes_back_to_the_last_move_of_a_person() {
    check(TWO, "3 1 undo", &["p1 3"]);
    check(TWO, "3 1 2 undo undo undo", &[]);
    check(TWO, "3 undo 1 undo 2", &["p1 2"]);
    check(TWO, "undo 2", &["p1 2"]);
    // What the computer did in between goes with it.
    check("mancala --p2 random --seed 1", "1 undo", &[]);
    check("senet --p2 random --seed 1", "1 1 undo undo", &[]);
    check("senet --p1 random --p2 human --seed 1", "undo", &["p1 1:13x14"]);
}

#[test]
fn taking_back_brings_no_better_throw() {
    let said = check("senet --p2 human --seed 1", "1 undo 2 undo 1 undo", &[]);
    let first_throws: Vec<_> = said.lines().filter(|line| line.starts_with("Player 1 throws")).collect();
    assert_eq!(first_throws.len(), 4);
    assert!(first_throws.iter().all(|line| line == &first_throws[0]), "{first_throws:?}");
}

#[test]
fn a_hint_is_a_move_and_changes_nothing() {
    for line in [TWO, "senet --p2 human --seed 1"] {
        let said = check(line, "hint hint", &[]);
        let hints: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("Hint: ")).collect();
        assert_eq!(hints.len(), 2);
        assert_eq!(hints[0], hints[1]);
        check(
            line,
            &format!("hint {}", hints[0]),
            &[&format!("p1 {}{}", if line == TWO { "" } else { "1:" }, hints[0])],
        );
    }
}

#[test]
fn save_keeps_the_game_from_there_on() {
    let home = Home::new();
    let said = home.run(TWO, "3\nsave game.gebeta\n1\nsave game.gebeta\nsave other.gebeta\n2\nquit\n").done();
    assert!(said.contains("Saved as game.gebeta"), "{said}");
    assert!(home.read("game.gebeta").contains("\np1 3 1\nend 2 "));
    assert!(home.read("other.gebeta").contains("\np1 3 1\np2 2\nend 3 "));
    assert!(!home.saved().exists(), "a game with a file of its own is not kept twice");
}

#[test]
fn the_coin_decides_who_begins() {
    let home = Home::new();
    let mut first = Vec::new();
    for call in ["heads", "tails"] {
        let line =
            format!("mancala --rules tainted --p2 human --names Abebe,Sara --seed 1 --save {call}.gebeta");
        let said = home.run(&line, format!("{call}\n1\nquit\n")).done();
        let stored = home.read(&format!("{call}.gebeta"));
        let (_, coin) = stored.split_once(&format!("[Coin \"{call} ")).unwrap();
        let shown = coin.split('"').next().unwrap();
        let (name, player) = if shown == call { ("Abebe", 1) } else { ("Sara", 2) };
        assert!(
            said.contains(&format!("Abebe calls {call}. The coin shows {shown}: {name} begins.")),
            "{said}"
        );
        assert!(stored.contains(&format!("4,4,4,4,4,4,0 {player}\"]")), "{stored}");
        assert!(stored.contains(&format!("\np{player} 1\n")), "{stored}");
        first.push(player);
    }
    assert_ne!(first[0], first[1], "the same coin, called both ways");
    // A computer calls by itself, and a toss is not repeated.
    let said = home.run("mancala --first coin --p1 random --p2 random --seed 2", "").done();
    assert!(said.contains("Computer 1 calls "), "{said}");
    let resumed = home.run("mancala --resume heads.gebeta", "quit\n").done();
    assert!(!resumed.contains("calls"), "{resumed}");
}

#[test]
fn first_says_who_begins() {
    check("mancala --p2 human --first p2", "1", &["p2 1"]);
    check("mancala --p2 human --first p1 --rules tainted", "1", &["p1 1"]);
    check("mancala --p2 human --position '4,4,4,4,4,4,0,4,4,4,4,4,4,0 2'", "1", &["p2 1"]);
}

#[test]
fn the_pie_rule_lets_the_second_player_swap_once() {
    check("mancala --p2 human --pie", "swap 3 1 swap swap 2", &["p1 3 1", "p2 swap", "p1 2"]);
    check("mancala --p2 human --pie", "3 1 swap undo 2", &["p1 3 1", "p2 2"]);
    check("mancala --p2 human --pie", "1 1 swap", &["p1 1", "p2 1"]);
    let served = "mancala --p2 human --pie --position '0,5,5,5,5,4,0,4,4,4,4,4,4,0 2 swap'";
    check(served, "swap", &["p2 swap"]);
    let baking = "mancala --p2 human --pie --position '4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 pie'";
    check(baking, "1 swap", &["p1 1", "p2 swap"]);
    check(&format!("{} --rules gebeta", served.replace("2 swap", "2")), "swap 1", &["p2 1"]);
}

#[test]
fn stones_are_as_the_difficulty_says() {
    for (difficulty, stones) in [("easy", 3), ("normal", 4), ("hard", 5), ("expert", 6)] {
        let said = check(&format!("mancala --p2 human --first p1 --difficulty {difficulty}"), "1", &["p1 1"]);
        assert!(said.contains(&format!("Player 1 sows the {stones} of pit 1.")), "{said}");
    }
}

#[test]
fn the_game_ends_with_most_stones_or_with_an_empty_side() {
    let line = "mancala --p2 human --position '1,0,0,0,0,1,24,4,4,4,4,4,2,0 1'";
    let most = check(&format!("{line} --end majority"), "6", &["p1 6"]);
    assert!(most.contains("The game is over. Player 1 wins"), "{most}");
    let all = check(&format!("{line} --end side-empty"), "6", &["p1 6"]);
    assert!(!all.contains("The game is over."), "{all}");
}

#[test]
fn computers_play_either_seat_both_or_neither() {
    for game in ["mancala --pits 3 --stones 2", "senet --pieces 2"] {
        for (one, two) in [("random", "human"), ("human", "random"), ("random", "random"), ("human", "human")]
        {
            let home = Home::new();
            let line = format!("{game} --p1 {one} --p2 {two} --seed 3 --save game.gebeta");
            let said = home.run(&line, "1\n2\n3\n".repeat(300)).done();
            assert!(said.contains("The game is over."), "{line}\n{said}");
            let asked = [said.contains("Player 1, your"), said.contains("Player 2, your")];
            assert_eq!(asked, [one == "human", two == "human"], "{line}");
        }
    }
}

#[test]
fn the_novice_takes_an_extra_turn_else_a_capture() {
    for (position, pit) in [("4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", 3), ("1,0,5,0,0,0,20,4,4,4,4,4,2,0 1", 1)] {
        for seed in 1..=4 {
            let home = Home::new();
            let line = format!("mancala --p1 novice --p2 human --seed {seed} --position '{position}'");
            home.run(&format!("{line} --save game.gebeta"), "quit\n").done();
            let stored = home.read("game.gebeta");
            let first = stored.lines().find_map(|line| line.strip_prefix("p1 ")).unwrap_or_default();
            assert_eq!(first.split(' ').next(), Some(pit.to_string().as_str()), "{stored}");
        }
    }
}

#[test]
fn every_bot_of_the_list_plays() {
    for (game, bots) in [
        ("mancala --pits 2 --stones 2", gebeta_engine::Bot::names(gebeta_rules::GameKind::Mancala)),
        ("senet --pieces 1", gebeta_engine::Bot::names(gebeta_rules::GameKind::Senet)),
    ] {
        for bot in bots {
            let said = Home::new().run(&format!("{game} --p1 {bot} --p2 random --seed 1"), "").done();
            assert!(said.contains("The game is over."), "{bot}: {said}");
        }
    }
}

#[test]
fn the_speed_of_the_rules_is_measured_and_the_bench_explained() {
    let home = Home::new();
    let told: serde_json::Value =
        serde_json::from_str(&home.run("perft mancala --depth 4 --json", "").done()).expect("JSON");
    assert_eq!(told["leaves"], 942, "{told}");
    assert!(home.run("bench --help", "").done().contains("--json"));
}

#[test]
fn the_board_has_as_many_pits_as_the_flag_says() {
    for pits in 1..=12_usize {
        let home = Home::new();
        let line = format!("mancala --p1 random --p2 random --seed 1 --pits {pits} --save game.gebeta");
        home.run(&line, "").done();
        let start = ["4"; 12][..pits].join(",");
        assert!(home.read("game.gebeta").contains(&format!("{start},0,{start},0 1")), "{pits} pits");
    }
}

#[test]
fn names_are_shown() {
    let said = check("mancala --p2 human --names 'Abebe, Sara \"the Stone\"'", "1", &["p1 1"]);
    assert!(said.starts_with("Abebe against Sara \"the Stone\", rules gebeta."), "{said}");
    assert!(said.contains("Abebe, your turn [1 2 3 4 5 6]:"), "{said}");
    assert!(said.contains("Sara \"the Stone\", your turn [1 2 3 4 5 6]:"), "{said}");
    let said = check("senet --p2 human --names ሀበሻ,Νεφερτάρη --seed 1", "1", &["p1 1:1x2"]);
    assert!(said.contains("● ሀበሻ against ○ Νεφερτάρη, rules classic."), "{said}");
}

#[test]
fn verbose_tells_what_the_computer_thinks() {
    let said = check("senet -d 3 -v -a --seed 2", "", &["p1 2:13-15"]);
    assert!(said.contains("● Computer against ○ Player 2"), "{said}");
    let nodes = said.lines().find_map(|line| line.trim().strip_prefix("nodes ")).expect("nodes are told");
    let numbers: Vec<u64> =
        nodes.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
    assert_eq!(numbers.len(), 4, "all, MAX, MIN and CHANCE: {nodes}");
    assert_eq!(numbers[0], numbers[1..].iter().sum::<u64>(), "{nodes}");
    assert!(said.contains("depth reached 3, time "), "{said}");
    assert!(!check("senet -d 3 -a --seed 2", "", &["p1 2:13-15"]).contains("nodes"));
}

#[test]
fn depth_goes_to_every_bot_that_takes_one() {
    let seats = |line: &str| {
        let home = Home::new();
        home.run(&format!("senet {line} --pieces 1 --seed 1 --save game.gebeta"), "quit\n").done();
        let stored = home.read("game.gebeta");
        let seat =
            |tag: &str| stored.split(&format!("[{tag} \"")).nth(1).and_then(|rest| rest.split('"').next());
        [seat("Seat1").map(str::to_owned), seat("Seat2").map(str::to_owned)].map(Option::unwrap_or_default)
    };
    assert_eq!(seats(""), ["human", "steady:6"]);
    assert_eq!(seats("-d 2"), ["human", "steady:2"]);
    assert_eq!(seats("-a -d 2"), ["steady:2", "human"]);
    assert_eq!(seats("-d 2 --p1 classic --p2 steady"), ["classic:2", "steady:2"]);
    assert_eq!(seats("-d 2 --p1 classic:1 --p2 steady"), ["classic:1", "steady:2"]);
    // Nobody takes it.
    for players in ["--p1 classic:1 --p2 random", "--p2 level3", "--p2 human", "--p2 classic:2"] {
        Home::new().run(&format!("senet -d 4 {players}"), "").refused(2, "unused-depth");
    }
}

#[test]
fn the_menu_leads_to_games_and_back() {
    let menu = |typed: &str| Home::new().run("", typed.replace(' ', "\n")).done();
    assert_eq!(menu("q ").matches("Which one?").count(), 1);
    assert!(menu("r q ").contains("Put your own rule files in"));
    let said = menu("1 c quit 7 2 quit five-piece c quit q ");
    for line in ["Player 1 against Computer, rules gebeta.", "rules assignment.", "rules five-piece."] {
        assert!(said.contains(line), "{line}\n{said}");
    }
    assert_eq!(said.matches("Which one?").count(), 4);
}

#[test]
fn the_menu_offers_rule_files() {
    let home = Home::new();
    home.write_rules("tiny.toml", "game = 'mancala'\npits = 1\nstones = 1\nabout = 'Over in a breath.'\n");
    let said = home.run("", "10\n2\n1\nq\n").done();
    assert!(said.contains("Over in a breath."), "{said}");
    assert!(said.contains("The game is over."), "{said}");
}
