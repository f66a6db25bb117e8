//! Files and databases written by an earlier program are read by this one: `testdata/compatibility` was made with the program
//! of commit `1bba2d6`.

use std::fs;

use gebeta_testkit::fixture;

use crate::backup::Server;
use crate::program::Home;

/// A home with a copy of an old file.
fn home_with(name: &str, place: &str) -> Home {
    let home = Home::new();
    home.write(place, fs::read(fixture::path("compatibility").join(name)).unwrap());
    home
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn records_are_replayed_to_the_position_they_end_with() {
    for (name, end) in [
        ("gentle.gebeta", "0,0,0,0,0,0,12,0,0,0,0,0,0,24 -"),
        ("avalanche.gebeta", "0,0,0,0,0,0,19,1,0,2,1,0,1,24 -"),
        ("tainted.gebeta", "0,0,0,0,0,0,11,0,0,0,0,0,0,37 -"),
        ("kendall.gebeta", "........../........../........W. - 4/5 -"),
    ] {
        let shown = home_with(name, name).run(&format!("replay {name}"), "").done();
        assert!(shown.contains(end), "{name}: {shown}");
    }
}

#[test]
fn a_saved_game_is_resumed() {
    let home = home_with("unfinished.gebeta", "game.gebeta");
    let shown = home.run("mancala --resume game.gebeta", "quit\n").done();
    assert!(shown.contains("your turn"), "{shown}");
}

#[test]
fn a_rule_file_means_what_it_meant() {
    let home = home_with("gentle.toml", "gentle.toml");
    let line = "solve mancala --rules gentle.toml --pits 3 --stones 2 --moves --json";
    let solved = json(&home.run(line, "").done());
    assert_eq!((&solved["value"], &solved["moves"]), (&0.into(), &json(r#"{"1":-6,"2":-2,"3":0}"#)));
    let shown = home.run("mancala --rules gentle.toml --p1 random --p2 random --seed 5", "").done();
    assert!(shown.contains("( 3)"), "three stones in a pit: {shown}");
}

#[test]
fn the_history_of_a_player_is_counted() {
    let home = Home::new();
    let database = home.data("games.db");
    fs::create_dir_all(database.parent().unwrap()).unwrap();
    fs::copy(fixture::path("compatibility").join("history.db"), &database).unwrap();
    let stats = json(&home.run("stats --json", "").done());
    assert_eq!((&stats["kept"], &stats["all"]["lost"]), (&2.into(), &2.into()), "{stats}");
    assert_eq!(stats["by_opponent"][0]["opponent"], "novice");
}

#[test]
fn endgame_tables_are_read_and_verified() {
    let home = home_with("mancala-3.table", "a.table");
    home.run("tablebase verify a.table --full", "").done();
    let known = json(&home.run("tablebase probe a.table --position '1,1,0,0,1,0,1,0 1' --json", "").done());
    assert_eq!(known, json(r#"{"value":2,"best":["2"],"moves":{"1":-4,"2":2}}"#));
    let home = home_with("senet-1.table", "a.table");
    home.run("tablebase verify a.table --full", "").done();
}

#[test]
fn the_database_of_a_server_is_served() {
    let home = home_with("server.db", "games/online.db");
    home.write("web/index.html", "the page");
    let checked = json(&home.run("check --db sqlite:games --json", "").done());
    assert_eq!((&checked["games"], &checked["events"]), (&3.into(), &11.into()), "{checked}");
    assert_eq!(checked["sound"], true);
    let server = Server::start(&home, "games");
    for (game, ver, position) in [
        ("2ef48befe94b0eff7137", 6, "0,5,5,5,5,4,0,4,0,5,5,5,5,0 1"),
        ("387fac89179b9c1e0eb9", 4, "4,4,0,5,5,5,1,4,4,4,4,4,4,0 1"),
    ] {
        let view = json(&server.1.get(&format!("/api/games/{game}")).unwrap());
        assert_eq!((&view["ver"], &view["position"]), (&ver.into(), &position.into()), "{view}");
    }
    let profile = json(&server.1.get("/api/players/Makeda").unwrap());
    assert_eq!(profile["name"], "Makeda");
}
