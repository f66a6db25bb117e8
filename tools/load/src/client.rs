//! A client with its own address: limits are counted by address.

use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{WebSocketStream, client_async};

use gebeta_client::draw_secret;
use gebeta_protocol::{
    ClientMessage, CreateRequest, JoinRequest, MatchId, PROTOCOL, SeatSecret, SeatWish, ServerMessage,
    Ticket, TimeControl,
};

/// A connected socket.
pub(crate) type Socket = WebSocketStream<TcpStream>;

/// The address of the `n`th client; all of them are this machine.
pub(crate) fn address(n: usize) -> Ipv4Addr {
    Ipv4Addr::new(127, 1 + (n / 62_500) as u8, (n / 250 % 250) as u8, 2 + (n % 250) as u8)
}

async fn connect(host: &str, from: Ipv4Addr) -> Result<TcpStream> {
    let to: SocketAddr = host.parse().context("the server's address")?;
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::V4(SocketAddrV4::new(from, 0)))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

async fn post(host: &str, from: Ipv4Addr, path: &str, body: &str) -> Result<Ticket> {
    let mut stream = connect(host, from).await?;
    let length = body.len();
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let (_, body) = answer.split_once("\r\n\r\n").context("half an answer")?;
    serde_json::from_str(body).with_context(|| format!("{path} is answered by {body}"))
}

/// Makes a game and takes both of its seats; who made it is Player 1.
pub(crate) async fn make_game(host: &str, from: Ipv4Addr) -> Result<[Ticket; 2]> {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse()?,
        secret: draw_secret(),
        opponent: None,
    };
    let a = post(host, from, "/api/games", &serde_json::to_string(&create)?).await?;
    let join = JoinRequest { name: "Sara".parse()?, secret: draw_secret() };
    let path = format!("/api/games/{}/join", a.game);
    let b = post(host, from, &path, &serde_json::to_string(&join)?).await?;
    Ok([a, b])
}

/// A socket that has said hello and was welcomed.
pub(crate) async fn enter(
    host: &str,
    from: Ipv4Addr,
    game: MatchId,
    secret: Option<SeatSecret>,
) -> Result<Socket> {
    let mut socket = knock(host, from, game).await?;
    say(&mut socket, &ClientMessage::Hello { proto: PROTOCOL, since: 0, secret }).await?;
    match hear(&mut socket).await? {
        ServerMessage::Welcome { .. } => Ok(socket),
        other => bail!("no welcome but {other:?}"),
    }
}

/// A socket that has sent nothing yet.
pub(crate) async fn knock(host: &str, from: Ipv4Addr, game: MatchId) -> Result<Socket> {
    let stream = connect(host, from).await?;
    let (socket, _) = client_async(format!("ws://{host}/api/games/{game}/socket"), stream).await?;
    Ok(socket)
}

/// Sends a message.
pub(crate) async fn say(socket: &mut Socket, ask: &ClientMessage) -> Result<()> {
    Ok(socket.send(Message::text(serde_json::to_string(ask)?)).await?)
}

/// Waits for a message of the game.
pub(crate) async fn hear(socket: &mut Socket) -> Result<ServerMessage> {
    let text = hear_text(socket).await?;
    serde_json::from_str(&text).with_context(|| format!("no message: {text}"))
}

/// The same as text.
pub(crate) async fn hear_text(socket: &mut Socket) -> Result<String> {
    loop {
        match socket.next().await {
            Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
            Some(Ok(Message::Close(frame))) => bail!("closed: {frame:?}"),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.into()),
            None => bail!("gone"),
        }
    }
}
