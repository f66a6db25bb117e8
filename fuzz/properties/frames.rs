//! What must hold for every byte that comes through an open socket.

use std::io::Cursor;
use std::time::Duration;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, split};
use tokio::time::timeout;
use tungstenite::protocol::{Role, WebSocket};
use tungstenite::{Error, Message};

use gebeta_protocol::{ClientMessage, PROTOCOL, ServerMessage};

use super::test_server::{TestServer, server};

/// Longer than anything the server waits for in a socket.
const PATIENCE: Duration = Duration::from_secs(20);

/// Whatever is sent: what comes back are messages of ours, the socket ends when the sender has hung up, and the next guest
/// is welcomed.
pub(crate) fn frames(input: &[u8]) {
    let server = server();
    heard(&talk(server, input));
    let hello = ClientMessage::Hello { proto: PROTOCOL, since: 0, secret: None };
    let told = heard(&talk(server, &masked(&serde_json::to_string(&hello).expect("a message"))));
    assert!(matches!(told.first(), Some(ServerMessage::Welcome { .. })), "the next guest hears {told:?}");
}

/// All that the server says to `bytes`.
fn talk(server: &TestServer, bytes: &[u8]) -> Vec<u8> {
    let game = server.game.game;
    let knock = format!(
        "GET /api/games/{game}/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let talked = async {
        let (mut from, mut to) = split(server.connect().await);
        let mut answer = Vec::new();
        to.write_all(knock.as_bytes()).await.expect("the server listens");
        while !answer.ends_with(b"\r\n\r\n") {
            answer.push(from.read_u8().await.expect("the server answers"));
        }
        assert!(answer.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&answer));
        let mut told = Vec::new();
        let sending = async {
            // Who is no longer heard may stop.
            let _ = to.write_all(bytes).await;
            let _ = to.shutdown().await;
        };
        let (ended, ()) = tokio::join!(from.read_to_end(&mut told), sending);
        ended.map(|_| told).unwrap_or_default()
    };
    let talked = server.runtime.block_on(async { timeout(PATIENCE, talked).await });
    talked.expect("a socket ends when its sender has gone")
}

/// A text as a frame of a client, masked by nothing.
fn masked(text: &str) -> Vec<u8> {
    let length = u8::try_from(text.len()).ok().filter(|length| *length < 126).expect("a short text");
    [&[0x81, 0x80 | length, 0, 0, 0, 0], text.as_bytes()].concat()
}

/// What a client understands of it: everything.
fn heard(told: &[u8]) -> Vec<ServerMessage> {
    let mut socket = WebSocket::from_raw_socket(Cursor::new(told.to_vec()), Role::Client, None);
    let mut tells = Vec::new();
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => tells.push(serde_json::from_str(&text).expect("a message of ours")),
            Ok(Message::Close(_) | Message::Ping(_) | Message::Pong(_)) => {}
            // It has hung up.
            Err(Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_)) => return tells,
            Err(Error::Protocol(tungstenite::error::ProtocolError::ResetWithoutClosingHandshake)) => {
                return tells;
            }
            Ok(other) => panic!("the server said {other:?}"),
            Err(error) => panic!("what the server said is not understood: {error}"),
        }
    }
}
