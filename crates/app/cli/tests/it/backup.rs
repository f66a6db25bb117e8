//! `gebeta backup` while the server runs, and a server that starts from the copy.

use std::io::{BufRead, BufReader};
use std::process::Child;

use gebeta_client::{Address, GameClient, draw_secret};
use gebeta_protocol::{Action, CreateRequest, JoinRequest, SeatWish, TimeControl};

use crate::program::Home;

pub(crate) struct Server(Child, pub(crate) Address);

impl Server {
    pub(crate) fn start(home: &Home, place: &str) -> Self {
        let line = format!("serve --listen 127.0.0.1:0 --web web --db sqlite:{place}");
        let mut child = home.command(&line).spawn().unwrap();
        let mut told = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut told).unwrap();
        let address = told.split(' ').find(|word| word.starts_with("http")).unwrap().parse().unwrap();
        Self(child, address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_copy_made_while_a_game_is_played_holds_every_acknowledged_move() {
    let home = Home::new();
    home.write("web/index.html", "the page");
    let server = Server::start(&home, "games");
    let address = server.1.clone();
    let request = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = address.create(&request).unwrap();
    let b =
        address.join(a.game, &JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() }).unwrap();
    let mut players = [&a, &b].map(|ticket| GameClient::player(address.clone(), ticket));
    for player in &mut players {
        player.connect().unwrap();
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    players[0].act(Action::Play { mv: "1".to_owned() }).unwrap();
    let told = home.run("backup --db sqlite:games copy.db", "").done();
    assert!(told.starts_with("copy.db holds all games"), "{told}");
    // A copy that is there is not lost by mistake.
    home.run("backup --db sqlite:games copy.db", "").refused(1, "file-exists");
    home.run("backup --db sqlite:games --force copy.db", "").done();
    players[1].wait(|game| game.record().plies().len() == 1).unwrap();
    players[1].act(Action::Play { mv: "1".to_owned() }).unwrap();
    let record = address.get(&format!("/api/games/{}/record", a.game)).unwrap();
    // Restoring: the copy is the database of an empty folder.
    std::fs::create_dir(home.path("restored")).unwrap();
    std::fs::rename(home.path("copy.db"), home.path("restored/online.db")).unwrap();
    let restored = Server::start(&home, "restored");
    let copied = restored.1.get(&format!("/api/games/{}/record", a.game)).unwrap();
    assert_ne!(copied, record, "the move after the copy is not in it");
    let mut player = GameClient::player(restored.1.clone(), &b);
    player.connect().unwrap();
    player.wait(|game| game.record().plies().len() == 1).unwrap();
    player.act(Action::Play { mv: "1".to_owned() }).unwrap();
}

#[test]
fn what_cannot_be_copied_leaves_no_file() {
    let home = Home::new();
    home.run("backup --db sqlite:nowhere copy.db", "").refused(1, "no-such-file");
    home.write("bad/online.db", "no database at all, however long one reads. ".repeat(99));
    home.run("backup --db sqlite:bad copy.db", "").refused(1, "not-saved");
    assert!(!home.path("copy.db").exists());
    home.run("backup --db postgres://x copy.db", "").refused(2, "bad-db");
}
