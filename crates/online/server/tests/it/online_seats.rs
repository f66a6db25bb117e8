//! How seats are had when answers get lost, and computers in seats.

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use gebeta_client::{ClientError, GameClient, draw_secret};
use gebeta_match::Stage;
use gebeta_protocol::{
    Action, BotName, ClientMessage, Code, CreateRequest, Ending, Event, JoinRequest, MatchId, MatchView,
    PairRequest, SeatWish, ServerMessage, Side, Ticket, TimeControl,
};
use gebeta_server::limits;
use serde::Serialize;
use tungstenite::Message;

use crate::browser::{Socket, closed};
use crate::test_server::{TestServer, next_action, request};

/// Asks, and never reads the answer.
fn ask_only(server: &TestServer, path: &str, request: &impl Serialize) -> TcpStream {
    let body = serde_json::to_string(request).unwrap();
    let mut stream = TcpStream::connect(server.host()).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        server.host(),
        body.len()
    )
    .unwrap();
    stream
}

fn view(server: &TestServer, game: MatchId) -> Option<MatchView> {
    let text = server.address().get(&format!("/api/games/{game}")).ok()?;
    Some(serde_json::from_str(&text).unwrap())
}

/// Waits for an effect of the server that is not announced.
#[track_caller]
fn wait_until(enough: impl Fn() -> bool) {
    let began = Instant::now();
    while !enough() {
        assert!(began.elapsed() < Duration::from_secs(10), "it does not happen");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_repeated_request_gets_the_same_seat() {
    let mut server = TestServer::open();
    let make = request("gebeta", SeatWish::One);
    let game = gebeta_match::game_of(&make.secret);
    let lost = ask_only(&server, "/api/games", &make);
    wait_until(|| view(&server, game).is_some());
    drop(lost);
    let a = server.address().create(&make).unwrap();
    assert_eq!((a.game, a.side, a.secret), (game, Side::A, make.secret));

    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    let lost = ask_only(&server, &format!("/api/games/{game}/join"), &join);
    wait_until(|| view(&server, game).unwrap().names.len() == 2);
    drop(lost);
    // Even if the server has been restarted since.
    server.restart();
    for _ in 0..2 {
        let b = server.address().join(game, &join).unwrap();
        assert_eq!((b.game, b.side, b.secret), (game, Side::B, join.secret));
    }
    let other = JoinRequest { secret: draw_secret(), ..join };
    assert!(matches!(server.address().join(game, &other), Err(ClientError::Refused(Code::SeatTaken))));
    // A maker who opens the own link has the same seat.
    let own = JoinRequest { secret: make.secret, ..other };
    assert_eq!(server.address().join(game, &own).unwrap().side, Side::A);
    let mut player = GameClient::player(server.address(), &a);
    player.connect().unwrap();
    player.wait(|game| game.to_move().is_some()).unwrap();
    let joins = player.log().iter().filter(|event| matches!(event.what, Event::Joined { .. }));
    assert_eq!(joins.count(), 1);
}

#[test]
fn a_repeated_pairing_request_is_not_paired_twice() {
    let server = TestServer::open();
    let ask = |name: &str| PairRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::Days { days: 3 },
        name: name.parse().unwrap(),
        secret: draw_secret(),
    };
    let (first, second, third) = (ask("Abebe"), ask("Sara"), ask("Chaltu"));
    let a = server.address().pair(&first).unwrap();
    assert_eq!(server.address().pair(&first).unwrap(), a, "not paired with oneself");
    let lost = ask_only(&server, "/api/pair", &second);
    wait_until(|| view(&server, a.game).unwrap().names.len() == 2);
    drop(lost);
    // Another player waits now; a paired player is not paired again.
    let other = server.address().pair(&third).unwrap();
    assert_ne!(other.game, a.game);
    let b = server.address().pair(&second).unwrap();
    assert_eq!((b.game, b.side), (a.game, Side::B));
}

/// Plays against the computer to the end; the person plays as `pick` says.
fn play_out(player: &mut GameClient) {
    for turn in 0.. {
        player.tend_envelopes().unwrap();
        let side = player.side();
        player.wait(|game| game.stage() != Stage::Sealing).unwrap();
        player.wait(|game| game.side_to_move() == side || matches!(game.stage(), Stage::Over(_))).unwrap();
        let game = player.game().unwrap();
        if game.to_move().is_none() {
            return;
        }
        let action = next_action(game, turn * 7 + 3);
        player.act(action).unwrap();
    }
}

fn against(
    server: &TestServer,
    rules: &str,
    bot: &str,
    seat: SeatWish,
    clock: TimeControl,
) -> (Ticket, GameClient) {
    let opponent = Some(bot.parse().unwrap());
    let ticket = server.address().create(&CreateRequest { opponent, clock, ..request(rules, seat) }).unwrap();
    let mut player = GameClient::player(server.address(), &ticket);
    player.connect().unwrap();
    player.wait(|game| game.names().b.is_some()).unwrap();
    player.tend_envelopes().unwrap();
    player.wait(|game| game.to_move().is_some() || game.envelopes().server.is_some()).unwrap();
    (ticket, player)
}

#[test]
fn a_computer_plays_whole_games_of_each_family() {
    let server = TestServer::open();
    for (rules, bot, seat) in [
        ("gebeta", "level2", SeatWish::One),
        ("avalanche", "novice", SeatWish::Coin),
        ("kendall", "level1", SeatWish::Two),
        ("classic", "random", SeatWish::One),
    ] {
        let clock = TimeControl::Game { seconds: 600, increment: 5 };
        let (ticket, mut player) = against(&server, rules, bot, seat, clock);
        play_out(&mut player);
        let game = player.game().unwrap();
        let Stage::Over(over) = game.stage() else { unreachable!("played to the end") };
        assert_eq!(over.how, Ending::Board, "{rules}");
        assert_eq!(game.bots().b.as_ref().map(BotName::as_str), Some(bot));
        assert_eq!(view(&server, ticket.game).unwrap().bot, game.bots().b);
        if game.envelopes().server.is_some() {
            let record = server.address().get(&format!("/api/games/{}/record", ticket.game)).unwrap();
            assert_eq!(gebeta_fairness::verify(&record).unwrap().own_seeds, (true, false));
        }
    }
}

#[test]
fn a_computer_answers_offers_and_plays_again_after_a_restart() {
    let mut server = TestServer::open();
    let (ticket, mut player) = against(&server, "gebeta", "level1", SeatWish::One, TimeControl::None);
    player.act(Action::OfferDraw).unwrap();
    player.wait(|game| game.draw_offer().is_none()).unwrap();
    player.act(Action::Play { mv: "1".to_owned() }).unwrap();
    server.restart();
    player.wait(|game| game.side_to_move() == Some(Side::A)).unwrap();
    player.act(Action::AskTakeback).unwrap();
    player.wait(|game| game.record().plies().is_empty()).unwrap();
    assert!(matches!(player.act(Action::Claim), Err(ClientError::Refused(Code::NotGone))));
    player.act(Action::Resign).unwrap();
    player.act(Action::Rematch).unwrap();
    player.wait(|game| game.rematch().is_some()).unwrap();
    let game = player.game().unwrap().rematch().unwrap();
    let mut again = GameClient::player(server.address(), &Ticket { game, ..ticket });
    again.connect().unwrap();
    assert_eq!(again.side(), Some(Side::B));
    // The computer is Player 1 now, and moves by itself.
    again.wait(|game| game.side_to_move() == Some(Side::B)).unwrap();
    assert!(again.game().unwrap().bots().a.is_some());
}

/// What the server says of a side's lag.
fn lag_of(client: &mut GameClient, side: Side) -> u32 {
    let began = Instant::now();
    loop {
        match client.hear().unwrap() {
            Some(ServerMessage::Lag { side: told, ms }) if told == side => return ms,
            _ => assert!(began.elapsed() < Duration::from_secs(10), "nobody tells"),
        }
    }
}

#[test]
fn players_and_watchers_hear_how_quick_the_others_are() {
    let server = TestServer::open();
    let (tickets, [mut one, mut two]) = server.tickets_and_game("gebeta");
    assert!(lag_of(&mut one, Side::A) < 1000, "asked at once, when it came");
    // Pongs are sent while reading: a client that does not read for a while is slow.
    two.cut();
    two.connect().unwrap();
    std::thread::sleep(Duration::from_millis(300));
    let told = lag_of(&mut two, Side::B);
    assert!((290..3000).contains(&told), "{told}");
    assert_eq!(lag_of(&mut one, Side::B), told);
    let mut watcher = GameClient::watcher(server.address(), tickets[0].game);
    watcher.connect().unwrap();
    assert_eq!(lag_of(&mut watcher, Side::B), told, "who comes later hears it with who is there");
    let log = serde_json::to_string(watcher.log()).unwrap();
    assert!(!log.contains("lag"), "it is not kept: {log}");
}

#[test]
fn of_too_many_tabs_the_oldest_is_closed_for_good() {
    let server = TestServer::open();
    let (tickets, [_one, two]) = server.tickets_and_game("gebeta");
    drop(two);
    let mut tabs: Vec<Socket> = (0..=limits::SOCKETS_PER_SEAT).map(|_| tab(&server, &tickets[1])).collect();
    assert_eq!(closed(&mut tabs[0]), (4001, "replaced".to_owned()));
    // All others stay.
    for tab in &mut tabs[1..] {
        tab.send(Message::text(r#"{"t":"ping","n":7}"#)).unwrap();
        while !tab.read().unwrap().to_text().unwrap().contains(r#""t":"pong""#) {}
    }
}

/// A tab with a player's seat.
fn tab(server: &TestServer, ticket: &Ticket) -> Socket {
    let url = format!("ws://{}/api/games/{}/socket", server.host(), ticket.game);
    let stream = TcpStream::connect(server.host()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
    let (mut socket, _) = tungstenite::client::client(url, stream).unwrap();
    let hello = ClientMessage::Hello { proto: 1, since: 0, secret: Some(ticket.secret) };
    socket.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
    assert!(socket.read().unwrap().to_text().unwrap().contains("welcome"));
    socket
}

#[test]
fn a_client_ahead_of_a_restored_server_starts_over() {
    let mut server = TestServer::open();
    let [mut one, mut two] = server.game("gebeta");
    let copy = server.copy();
    let seq = one.act(Action::Play { mv: "1".to_owned() }).unwrap();
    two.wait(|game| game.revision() >= seq).unwrap();
    server.restore(copy);
    for player in [&mut one, &mut two] {
        player.cut();
        player.connect().unwrap();
        assert_eq!(player.rewound(), 1);
        player.wait(|game| game.to_move().is_some()).unwrap();
        assert_eq!(player.game().unwrap().record().plies().len(), 0);
    }
    one.act(Action::Play { mv: "2".to_owned() }).unwrap();
    two.wait(|game| game.record().plies().len() == 1).unwrap();
    assert_eq!(one.log(), two.log());
}

#[test]
fn pairing_ignores_custom_rules_with_a_shipped_name() {
    let server = TestServer::open();
    let rules = "game = \"mancala\"\nname = \"gebeta\"\nstones = 1\n";
    let trap = CreateRequest { listed: true, ..request(rules, SeatWish::Coin) };
    let trap = server.address().create(&trap).unwrap();
    let lobby = server.address().get("/api/lobby").unwrap();
    assert!(lobby.contains(r#""rule_set":"gebeta*""#), "{lobby}");
    let ask = |rules: &str| PairRequest {
        rules: rules.to_owned(),
        clock: TimeControl::None,
        name: "Sara".parse().unwrap(),
        secret: draw_secret(),
    };
    assert_ne!(server.address().pair(&ask("gebeta")).unwrap().game, trap.game);
    for own in ["gebeta*", rules] {
        let refused = server.address().pair(&ask(own));
        assert!(matches!(refused, Err(ClientError::Refused(Code::BadRules))), "{own}: {refused:?}");
    }
}
