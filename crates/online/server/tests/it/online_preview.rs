//! What a link to a game shows to messengers, and where it leads people.

use std::io::{Cursor, Read, Write};
use std::net::TcpStream;

use gebeta_client::GameClient;
use gebeta_protocol::{CreateRequest, SeatWish};

use crate::test_server::{TestServer, begin, next_action, request};

/// Head and body of an answer.
fn get(server: &TestServer, path: &str, language: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(server.host()).unwrap();
    let host = "play.example";
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nhost: {host}\r\naccept-language: {language}\r\nx-forwarded-proto: https\r\nconnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    (String::from_utf8(answer[..end].to_vec()).unwrap(), answer[end + 4..].to_vec())
}

#[track_caller]
fn page(server: &TestServer, game: &str, language: &str) -> String {
    let (head, body) = get(server, &format!("/g/{game}"), language);
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("vary: accept-language"), "it may be kept for others: {head}");
    String::from_utf8(body).unwrap()
}

/// The dots of the picture.
#[track_caller]
fn picture(server: &TestServer, game: &str) -> Vec<u8> {
    let (head, body) = get(server, &format!("/g/{game}/board.png"), "en");
    assert!(head.starts_with("HTTP/1.1 200") && head.contains("image/png"), "{head}");
    assert!(head.contains("cross-origin-resource-policy: cross-origin"), "{head}");
    let mut reader = png::Decoder::new(Cursor::new(body)).read_info().unwrap();
    assert_eq!(reader.info().size(), (1200, 630));
    let mut dots = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut dots).unwrap();
    dots
}

#[test]
fn a_link_shows_who_plays_and_the_board() {
    let server = TestServer::open();
    let make = CreateRequest { name: "Sara".parse().unwrap(), ..request("gebeta", SeatWish::One) };
    let ticket = server.address().create(&make).unwrap();
    let game = ticket.game.to_string();

    let waiting = page(&server, &game, "en");
    assert!(
        waiting.contains(r#"<meta property="og:title" content="Sara waits for an opponent">"#),
        "{waiting}"
    );
    let image = format!(r#"<meta property="og:image" content="https://play.example/g/{game}/board.png">"#);
    assert!(waiting.contains(&image), "{waiting}");
    assert!(waiting.contains(&format!(r#"content="0; url=../#/online/{game}""#)), "{waiting}");
    assert!(!waiting.contains(&ticket.secret.reveal()), "a seat is nobody's to see");
    assert!(page(&server, &game, "ar, en").contains(r#"<html lang="ar" dir="rtl">"#));
    let before = picture(&server, &game);

    let other = server.join(&ticket);
    assert!(page(&server, &game, "en").contains("Sara vs ሳራ"));
    let mut players = [&ticket, &other].map(|ticket| GameClient::player(server.address(), ticket));
    for player in &mut players {
        player.connect().unwrap();
    }
    begin(&mut players);
    let action = next_action(players[0].game().unwrap(), 0);
    players[0].act(action).unwrap();
    assert_ne!(picture(&server, &game), before, "stones have moved");
}

#[test]
fn there_is_no_preview_of_no_game() {
    let server = TestServer::open();
    for path in ["/g/00000000000000000000", "/g/x", "/g/x/board.png", "/g/%3Cscript%3E"] {
        let (head, body) = get(&server, path, "en");
        assert!(head.starts_with("HTTP/1.1 404"), "{path}: {head}");
        assert!(!String::from_utf8_lossy(&body).contains("script"), "{path}");
    }
}
