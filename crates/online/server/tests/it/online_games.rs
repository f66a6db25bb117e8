//! Whole games over real sockets: two play, a third watches, connections break, the server restarts.

use std::time::Duration;

use gebeta_client::{ClientError, GameClient, draw_secret};
use gebeta_fairness::{Chain, Digest, Transcript};
use gebeta_protocol::{
    Action, ChainMark, ChainStatus, ClientMessage, ClockView, Code, Ending, Event, JoinRequest, LobbyEntry,
    MatchView, MoveId, PairRequest, Phrase, SeatWish, ServerMessage, Side, Ticket, TimeControl,
};
use gebeta_server::limits;

use crate::test_server::{TestServer, begin, next_action};

/// Plays to the end or to `most` moves; every so often a connection is cut, and once the server restarts.
fn play(server: &mut TestServer, players: &mut [GameClient; 2], most: usize, restart_at: Option<usize>) {
    for turn in 0..most {
        let game = players[0].game().unwrap();
        let Some(side) = game.side_to_move() else { return };
        let action = next_action(game, turn * 7 + 3);
        let revision = game.revision();
        let mover = usize::from(side == Side::B);
        if restart_at == Some(turn) {
            server.restart();
        }
        if turn % 5 == 2 {
            players[mover].cut();
        }
        if turn % 7 == 3 {
            // The acknowledgement is lost: the move was sent, and is sent again.
            let mid = MoveId::new([turn as u8; 16]);
            players[mover].send_only(mid, action.clone());
            players[mover].cut();
            let until = std::time::Instant::now() + std::time::Duration::from_secs(10);
            players[mover].wait_for_answer(until).unwrap();
        } else {
            players[mover].act(action).unwrap();
        }
        for player in players.iter_mut() {
            player.wait(|game| game.revision() > revision).unwrap();
        }
    }
}

#[test]
fn each_family_is_played_to_its_end_over_a_bad_network_while_a_third_watches() {
    let mut server = TestServer::open();
    for (rules, restart_at) in [("gebeta", Some(4)), ("avalanche", None), ("kendall", Some(9))] {
        let mut players = server.game(rules);
        let id = players[0].game().unwrap().id();
        let mut watcher = GameClient::watcher(server.address(), id);
        watcher.connect().unwrap();
        play(&mut server, &mut players, 150, restart_at);
        if players[0].game().unwrap().to_move().is_some() {
            players[0].act(Action::Resign).unwrap();
        }
        for player in &mut players {
            player.wait(|game| matches!(game.stage(), gebeta_match::Stage::Over(_))).unwrap();
        }
        let log = players[0].log().to_vec();
        let end = log.len() as u64;
        watcher.wait(|game| game.revision() >= end).unwrap();
        assert_eq!(watcher.side(), None);
        assert_eq!(players[1].log(), log);
        assert_eq!(watcher.log(), log);
        assert_eq!(watcher.game(), players[0].game());
        let mids: Vec<MoveId> = log.iter().filter_map(|event| event.mid).collect();
        let distinct: std::collections::HashSet<_> = mids.iter().collect();
        assert_eq!(distinct.len(), mids.len(), "nothing was played twice");
        let record = server.address().get(&format!("/api/games/{id}/record")).unwrap();
        assert_eq!(record, players[0].game().unwrap().to_record());
        if rules == "kendall" {
            assert_eq!(gebeta_fairness::verify(&record).unwrap().own_seeds, (true, true));
        }
        let view: MatchView =
            serde_json::from_str(&server.address().get(&format!("/api/games/{id}")).unwrap()).unwrap();
        assert!(view.ended.is_some());
    }
}

#[test]
fn a_stolen_link_and_a_wrong_secret_cannot_move() {
    let server = TestServer::open();
    let (tickets, mut players) = server.tickets_and_game("gebeta");
    let game = tickets[0].game;
    let mut thief = GameClient::watcher(server.address(), game);
    thief.connect().unwrap();
    let play = || Action::Play { mv: "1".to_owned() };
    assert!(matches!(thief.act(play()), Err(ClientError::Refused(Code::NotAPlayer))));
    let forged = Ticket { game, side: Side::A, secret: gebeta_protocol::SeatSecret::new([9; 16]) };
    assert!(matches!(
        GameClient::player(server.address(), &forged).connect(),
        Err(ClientError::Refused(Code::NotFound))
    ));
    // Guessing is stopped soon.
    let refused = (0..40).map(|_| GameClient::player(server.address(), &forged).connect());
    assert!(refused.into_iter().any(|refused| matches!(refused, Err(ClientError::Refused(Code::Rate)))));
    // The other seat's secret does not move for this one.
    assert!(matches!(players[1].act(play()), Err(ClientError::Refused(Code::NotYourTurn))));
    players[0].act(play()).unwrap();
    assert!(matches!(
        server.address().get("/api/games/00000000000000000000"),
        Err(ClientError::Refused(Code::NotFound))
    ));
    assert!(matches!(server.address().get("/api/games/..%2f"), Err(ClientError::Refused(Code::NotFound))));
    // The seat is taken.
    let late = JoinRequest { name: "X".parse().unwrap(), secret: draw_secret() };
    let late = server.address().join(game, &late);
    assert!(matches!(late, Err(ClientError::Refused(Code::SeatTaken))));
    // No secret in anything that watchers get, and none of its digests.
    thief.wait(|game| game.record().plies().len() == 1).unwrap();
    let watched = serde_json::to_string(thief.log()).unwrap();
    let view = server.address().get(&format!("/api/games/{game}")).unwrap();
    let record = server.address().get(&format!("/api/games/{game}/record")).unwrap();
    for (told, name) in [(watched, "log"), (view, "view"), (record, "record")] {
        assert!(told.contains("Abebe"), "the {name} tells of the game: {told}");
        for ticket in &tickets {
            let key = gebeta_match::ServerSecrets::key(&ticket.secret).to_string();
            assert!(!told.contains(&ticket.secret.reveal()) && !told.contains(&key), "{name}: {told}");
        }
    }
}

#[test]
fn two_tabs_of_one_player_are_one_player() {
    let server = TestServer::open();
    let a = server.create("gebeta", SeatWish::One, TimeControl::None);
    let b = server.join(&a);
    let mut tabs = [&a, &a].map(|ticket| GameClient::player(server.address(), ticket));
    let mut other = GameClient::player(server.address(), &b);
    for client in tabs.iter_mut().chain([&mut other]) {
        client.connect().unwrap();
        client.wait(|game| game.to_move().is_some()).unwrap();
    }
    let play = |mv: &str| Action::Play { mv: mv.to_owned() };
    tabs[0].act(play("1")).unwrap();
    // The second tab has not looked since.
    let late = tabs[1].act(play("2"));
    assert!(matches!(late, Err(ClientError::Refused(Code::Stale | Code::NotYourTurn))), "{late:?}");
    tabs[1].wait(|game| game.record().plies().len() == 1).unwrap();
    other.wait(|game| game.record().plies().len() == 1).unwrap();
    // The same decision from both tabs is one decision.
    other.act(play("2")).unwrap();
    for tab in &mut tabs {
        tab.wait(|game| game.record().plies().len() == 2).unwrap();
    }
    let mid = MoveId::new([5; 16]);
    let first = tabs[0].act_as(mid, play("2")).unwrap();
    assert_eq!(tabs[1].act_as(mid, play("2")).unwrap(), first);
}

#[test]
fn a_pair_is_found_and_they_play_again_with_sides_swapped() {
    let server = TestServer::open();
    let ask = |name: &str| PairRequest {
        rules: "capture".to_owned(),
        clock: TimeControl::Move { seconds: 30 },
        name: name.parse().unwrap(),
        secret: draw_secret(),
    };
    let pair = |name: &str| server.address().pair(&ask(name)).unwrap();
    let a = pair("Abebe");
    let lobby: Vec<LobbyEntry> = serde_json::from_str(&server.address().get("/api/lobby").unwrap()).unwrap();
    assert_eq!(lobby.iter().map(|entry| entry.game).collect::<Vec<_>>(), [a.game]);
    let b = pair("Sara");
    assert_eq!((b.game, b.side), (a.game, Side::B));
    server.pass(Duration::from_millis(limits::LOBBY_MS));
    assert_eq!(server.address().get("/api/lobby").unwrap(), "[]");
    let mut players = [&a, &b].map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
    }
    begin(&mut players);
    // Now strangers may watch it, and ask for its time.
    let running: Vec<MatchView> =
        serde_json::from_str(&server.address().get("/api/running").unwrap()).unwrap();
    assert_eq!(running.iter().map(|view| (view.game, view.names.len())).collect::<Vec<_>>(), [(a.game, 2)]);
    let left = server.address().get(&format!("/api/games/{}/clock", a.game)).unwrap();
    let left: ClockView = serde_json::from_str(&left).unwrap();
    assert_eq!(left, ClockView { runs: None, a: Some(30_000), b: Some(30_000) }, "the first move is free");
    let was_a = players[0].game().unwrap().player_of(Side::A).unwrap();
    players[0].say(&ClientMessage::Say { phrase: Phrase::GoodLuck }).unwrap();
    while players[1].hear().unwrap() != Some(ServerMessage::Said { side: Side::A, phrase: Phrase::GoodLuck })
    {
    }
    players[1].act(Action::Resign).unwrap();
    players[0].wait(|game| matches!(game.stage(), gebeta_match::Stage::Over(_))).unwrap();
    server.pass(Duration::from_millis(limits::LOBBY_MS));
    assert_eq!(server.address().get("/api/running").unwrap(), "[]", "what is over is not running");
    players[0].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch_offer().is_some()).unwrap();
    players[1].act(Action::Rematch).unwrap();
    players[1].wait(|game| game.rematch().is_some()).unwrap();
    let game = players[1].game().unwrap().rematch().unwrap();
    let mut again = [Ticket { game, ..b }, Ticket { game, ..a }]
        .map(|ticket| GameClient::player(server.address(), &ticket));
    for player in &mut again {
        player.connect().unwrap();
    }
    assert_eq!([again[0].side(), again[1].side()], [Some(Side::A), Some(Side::B)], "who had joined is A now");
    begin(&mut again);
    server.pass(Duration::from_millis(limits::LOBBY_MS));
    assert_eq!(server.address().get("/api/running").unwrap(), "[]", "a rematch is between the two");
    let is_b = again[1].game().unwrap().player_of(Side::B).unwrap();
    assert_eq!(is_b, !was_a, "who was Player 1 is Player 2");
}

#[test]
fn time_runs_out_by_itself() {
    let server = TestServer::open();
    let a = server.create("gebeta", SeatWish::One, TimeControl::Move { seconds: 5 });
    let b = server.join(&a);
    let mut players = [&a, &b].map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
    }
    players[0].wait(|game| game.to_move().is_some()).unwrap();
    players[0].act(Action::Play { mv: "1".to_owned() }).unwrap();
    players[0].wait(|game| matches!(game.stage(), gebeta_match::Stage::Over(_))).unwrap();
    let last = players[0].log().last().unwrap();
    assert!(matches!(last.what, Event::Ended { how: Ending::Time, .. }), "{last:?}");
}

#[test]
fn every_sealed_game_is_in_the_public_chain_until_it_is_opened() {
    let server = TestServer::open();
    let status = |server: &TestServer| -> ChainStatus {
        serde_json::from_str(&server.address().get("/api/status").unwrap()).unwrap()
    };
    assert_eq!((status(&server).links, status(&server).unopened), (0, 0));
    let mut games: Vec<[GameClient; 2]> = (0..3).map(|_| server.game("kendall")).collect();
    let marks: Vec<ChainMark> =
        games.iter().map(|players| players[1].game().unwrap().envelopes().chain.unwrap()).collect();
    assert_eq!(marks.iter().map(|mark| mark.place).collect::<Vec<_>>(), [1, 2, 3]);
    let id = |players: &[GameClient; 2]| players[0].game().unwrap().id();
    let kept = id(&games[0]);
    for place in [0, 2] {
        games[place][0].act(Action::Resign).unwrap();
    }
    let told = status(&server);
    assert_eq!((told.links, told.unopened, told.head), (3, 1, marks[2].head));
    let record = server.address().get(&format!("/api/games/{kept}/record")).unwrap();
    let (_, transcript) = Transcript::read(&record).unwrap();
    let page = server.address().get("/api/chain").unwrap();
    let chain = Chain::read(&page).unwrap();
    chain.check(&transcript).unwrap();
    assert!(marks.iter().all(|mark| chain.holds(mark.place, &Digest::new(*mark.head.bytes()))));
    let rest = server.address().get("/api/chain?after=2").unwrap();
    assert!(page.ends_with(&rest) && rest.lines().count() == 1);
    assert!(server.address().get("/api/chain?after=x").is_err());
    // Watchers see it in the log, with the server's commitment.
    let mut watcher = GameClient::watcher(server.address(), kept);
    watcher.connect().unwrap();
    watcher.wait(|game| game.envelopes().chain.is_some()).unwrap();
    assert_eq!(watcher.game().unwrap().envelopes().chain, Some(marks[0]));
    // A game without chance has no envelopes and is in no chain.
    server.game("gebeta");
    assert_eq!(status(&server).links, 3);
}
