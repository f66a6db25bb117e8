//! The user's own rule files: found by name, listed with their faults, never in place of a shipped one.

use std::time::{Duration, Instant};

use gebeta_rules::{Preset, RuleFile, RuleSet};
use serde_json::Value;

use crate::program::{Answer, Home};

const SMALL: &str = "game = 'mancala'\nabout = 'Small and quick.'\npits = 3\nstones = 2\n";

#[test]
fn a_rule_file_is_listed_and_works_by_name() {
    let home = Home::new();
    home.write_rules("small.toml", SMALL);
    home.write_rules("other.toml", "game = 'senet'\nname = 'short senet'\nbase = 'kendall'\npieces = 2\n");
    let list = home.run("rules list", "").done();
    assert!(list.contains("  small          Small and quick. ["), "{list}");
    assert!(list.contains("  short senet "), "{list}");
    let leaves = |line: &str| home.run(&format!("perft {line} --json"), "").done();
    assert_eq!(leaves("mancala --rules small --depth 5"), leaves("mancala --pits 3 --stones 2 --depth 5"));
    assert_eq!(
        leaves("senet --rules 'short senet' --depth 3"),
        leaves("senet --rules kendall --pieces 2 --depth 3")
    );
    let said = home.run("mancala --rules small --p1 random --p2 random", "").done();
    assert!(said.contains("rules small."), "{said}");
    let engine = home.run("engine", "newgame mancala rules small\nshow\n").done();
    assert_eq!(engine, "position 2,2,2,0,2,2,2,0 1\noutcome -\n");
    home.run("senet --rules small", "").refused(2, "other-game");
    let near = home.run("mancala --rules smal", "");
    near.refused(2, "unknown-rules");
    assert!(near.stderr.contains("did you mean small?"), "{}", near.stderr);
}

#[test]
fn broken_files_are_listed_with_their_faults_and_hide_nothing() {
    let home = Home::new();
    home.write_rules("small.toml", SMALL);
    home.write_rules("broken.toml", "game = 'mancala'\npits = 0\nstons = 3\n");
    home.write_rules("latin.toml", b"game = '\xe9'");
    home.write_rules("folder.toml/file", "");
    home.write_rules("twin.toml", format!("{SMALL}name = 'small'\n"));
    home.write_rules("gebeta.toml", SMALL);
    home.write_rules("path.toml", format!("{SMALL}name = 'my/small'\n"));
    home.write_rules("notes.txt", "no rules at all");
    let list = home.run("rules list", "").done();
    let (usable, unusable) = list.split_once("not usable\n").unwrap();
    assert!(usable.contains("  small "), "{list}");
    assert!(!list.contains("notes.txt"), "{list}");
    let faults = [
        ("broken.toml", "bad-rules", "line 2: pits: must be a number from 1 to 50"),
        ("broken.toml", "bad-rules", "line 3: stons: is no rule of mancala (did you mean stones?)"),
        ("latin.toml", "bad-utf8", "UTF-8"),
        ("folder.toml", "not-a-file", "directory"),
        ("twin.toml", "name-taken", "\"small\""),
        ("gebeta.toml", "name-taken", "\"gebeta\""),
        ("path.toml", "bad-name", "my/small"),
    ];
    for (file, code, words) in faults {
        // The faults of a file stand below its name, before the next error.
        let told = |entry: &str| entry.contains(file) && entry.starts_with(code) && entry.contains(words);
        assert!(unusable.split("error[").any(told), "{file}: {words}\n{unusable}");
    }
    home.run("mancala --rules broken", "").refused(1, "bad-rules");
    home.run("rules show twin", "").refused(1, "name-taken");
    let json: Value = serde_json::from_str(&home.run("rules list --json", "").done()).unwrap();
    assert_eq!(json["rules"].as_array().unwrap().len(), Preset::all().count() + 1);
    assert_eq!(json["unusable"].as_array().unwrap().len(), 6);
}

#[test]
fn a_shipped_name_cannot_be_taken() {
    let home = Home::new();
    for preset in Preset::all() {
        home.write_rules(&format!("{}.toml", preset.name), format!("game = '{}'\n", preset.rules.game()));
        home.write_rules(&format!("my-{}.toml", preset.name), format!("{SMALL}name = '{}'\n", preset.name));
    }
    for preset in Preset::all() {
        let shown = home.run(&format!("rules show {}", preset.name), "").done();
        let file = RuleFile { set: preset.rule_set(), origin: preset.origin() };
        assert_eq!(RuleFile::parse(&shown, ""), Ok(file));
    }
}

#[test]
fn what_show_prints_is_a_rule_file_that_says_the_same() {
    let home = Home::new();
    home.write_rules("small.toml", SMALL);
    home.write_rules("pie.toml", "game = 'mancala'\npie = true\n");
    home.write_rules(
        "quotes.toml",
        r#"game = "senet"
name = "q\"uo\\te 'ü"
"#,
    );
    home.write_rules(&format!("{}.toml", "long".repeat(40)), SMALL);
    if cfg!(unix) {
        home.write_rules("line\nbreak\u{1b}.toml", SMALL);
        home.write_rules("\t.toml", SMALL);
    }
    let json: Value = serde_json::from_str(&home.run("rules list --json", "").done()).unwrap();
    let sets = json["rules"].as_array().unwrap();
    assert_eq!(sets.len(), Preset::all().count() + if cfg!(unix) { 6 } else { 4 }, "{json}");
    for set in sets {
        let name = set["name"].as_str().unwrap();
        let mut show = home.command("rules show");
        show.arg(name);
        let shown = Answer::of(show, b"").done();
        home.write("shown.toml", &shown);
        let checked = home.run("rules check shown.toml", "").done();
        assert_eq!(
            checked,
            format!("shown.toml: right; the rule set {name} of {}\n", set["game"].as_str().unwrap())
        );
        assert_eq!(home.run("rules show ./shown.toml", "").done(), shown);
    }
}

/// How long a hostile file may take with the start of the program, on a machine that is busy with other things.
/// By itself it is a few milliseconds.
const SOON: Duration = Duration::from_secs(5);

#[test]
fn hostile_files_are_refused_soon() {
    let game = "game = 'mancala'\n";
    let hostile: [(&str, Vec<u8>); 14] = [
        ("ten megabytes", vec![b'a'; 10 << 20]),
        ("zeros", vec![0; 60_000]),
        ("brackets", format!("{game}x = {}", "[".repeat(60_000)).into()),
        ("nested lists", format!("{game}x = {}{}", "[".repeat(30_000), "]".repeat(30_000)).into()),
        ("nested tables", format!("{game}x = {}1{}", "{a=".repeat(15_000), "}".repeat(15_000)).into()),
        ("dotted key", format!("{game}{}b = 1", "a.".repeat(30_000)).into()),
        ("dotted table", format!("{game}[{}b]", "a.".repeat(30_000)).into()),
        ("many keys", format!("{game}{}", (0..6000).map(|n| format!("k{n}=1\n")).collect::<String>()).into()),
        ("the same key", format!("{game}{}", "pits = 3\n".repeat(6000)).into()),
        ("many tables", format!("{game}{}", "[[a]]\n".repeat(10_000)).into()),
        (
            "growing tables",
            format!("{game}{}", (0..2000).map(|n| format!("[a.b{n}.c]\n")).collect::<String>()).into(),
        ),
        ("long name", format!("{game}name = '{}'", "x".repeat(60_000)).into()),
        ("long number", format!("{game}pits = {}", "9".repeat(60_000)).into()),
        ("long list", format!("game = 'senet'\nsafe = [{}]", "31, ".repeat(15_000)).into()),
    ];
    let home = Home::new();
    let mut slowest = (Duration::ZERO, "");
    for (name, content) in hostile {
        home.write("hostile.toml", content);
        let started = Instant::now();
        let answer = home.run("rules check hostile.toml", "");
        slowest = slowest.max((started.elapsed(), name));
        assert_eq!(answer.code, Some(1), "{name}");
        assert!(answer.stderr.starts_with("error["), "{name}: {}", answer.stderr);
        assert!(answer.stderr.len() < 10_000, "{name}: nobody reads {} bytes", answer.stderr.len());
    }
    assert!(slowest.0 < SOON, "{slowest:?}");
}

#[test]
fn without_folders_there_are_the_shipped_rules() {
    let home = Home::new();
    let mut command = home.command("rules list");
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA"] {
        command.env_remove(name);
    }
    let list = Answer::of(command, b"").done();
    assert!(list.contains("  gebeta ") && !list.contains("Put your own"), "{list}");
    home.write("rules.toml", SMALL);
    let mut command = home.command("rules list");
    command.env("XDG_CONFIG_HOME", home.path("rules.toml"));
    assert!(Answer::of(command, b"").done().contains("  five-piece "), "a file is no folder");
}

/// What is listed for a name, a place or a kind of game.
#[track_caller]
fn found(home: &Home, find: &str) -> Vec<String> {
    let json: Value =
        serde_json::from_str(&home.run(&format!("rules list {find} --json"), "").done()).unwrap();
    let names = json["rules"].as_array().unwrap().iter().map(|set| set["name"].as_str().unwrap().to_owned());
    names.collect()
}

#[test]
fn games_of_the_world_are_found_by_name_place_and_kind() {
    let home = Home::new();
    for (find, expected) in [
        ("awale", vec!["oware"]),
        ("oware", vec!["oware"]),
        ("maldives", vec!["ohvalhu"]),
        ("'ivory coast'", vec!["oware"]),
        ("mangala", vec!["halusa", "mangala"]),
        ("dakon", vec!["congkak"]),
        ("githi", vec!["giuthi"]),
        ("'three rows'", vec!["gabata-wegue", "rabe"]),
        ("'southeast asia'", vec!["congkak"]),
    ] {
        assert_eq!(found(&home, find), expected, "{find}");
        let list = home.run(&format!("rules list {find}"), "").done();
        assert!(expected.iter().all(|name| list.contains(&format!("  {name} "))), "{list}");
    }
    assert!(found(&home, "ethiopia").contains(&"gabata-weg".to_owned()));
    assert!(found(&home, "mali").is_empty(), "Somalia is no Mali");
    home.run("rules list mali", "").refused(1, "unknown-rules");
    home.write_rules("mine.toml", format!("{SMALL}native = 'Wanna'\nregion = 'Mali'\n"));
    assert_eq!(found(&home, "mali"), ["mine"]);
}

#[test]
fn the_list_goes_by_region_and_family() {
    let list = Home::new().run("rules list", "").done();
    let places: Vec<_> =
        ["mancala\n", "Horn of Africa\n", "West Africa\n", "Southern Africa\n  four rows\n", "senet\n"]
            .map(|heading| list.find(heading).unwrap_or_else(|| panic!("{heading}: {list}")))
            .into();
    assert!(places.is_sorted(), "{list}");
    for preset in Preset::all() {
        let lines = list.lines().filter(|line| line.split_whitespace().next() == Some(preset.name));
        assert_eq!(lines.count(), 1, "{}", preset.name);
    }
}

#[test]
fn a_rule_set_is_shown_by_any_name_and_explained() {
    let home = Home::new();
    let shown = home.run("rules show awale", "").done();
    for part in [
        "# oware: Oware, Awale",
        "# Ghana, Ivory Coast",
        "# Source: ",
        "# Captures\n",
        "\ngame = \"mancala\"\nname = \"oware\"",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert_eq!(
        home.run("rules show Тоғызқұмалақ", "").done(),
        home.run("rules show togyzkumalak", "").done()
    );
    assert_eq!(home.run("rules show kendall", "").done(), home.run("rules show five-piece", "").done());
    home.run("rules show gabata", "").refused(2, "unknown-rules");
    let json: Value = serde_json::from_str(&home.run("rules show hus --json", "").done()).unwrap();
    assert_eq!(
        (&json["name"], &json["areas"][0], &json["length"]),
        (&"hus".into(), &"southern-africa".into(), &"short".into())
    );
    assert!(json["rules"].as_array().unwrap().len() > 8, "{json}");
    assert!(RuleSet::parse(json["toml"].as_str().unwrap(), "").is_ok(), "{json}");
}
