//! What each client process does. Its answer is one line of JSON.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::future::join_all;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tokio_tungstenite::tungstenite::Message;

use gebeta_match::Match;
use gebeta_protocol::{Action, ClientMessage, Logged, MatchId, MoveId, ServerMessage, Side, Ticket};
use gebeta_rules::{AnyPosition, Game as _};

use crate::client::{Socket, address, enter, hear, hear_text, knock, make_game, say};
use crate::figures::Figures;

/// Sockets and games of one address: below the limit of an address.
const SOCKETS_EACH: usize = 90;
const GAMES_EACH: usize = 12;
/// Sockets that are opened at the same time.
const AT_ONCE: usize = 50;
/// The pause between two moves of a game with watchers that do not read.
const BUSY: Duration = Duration::from_millis(20);
/// The timeout of everything.
const PATIENCE: Duration = Duration::from_secs(30);

/// Opens sockets at games and keeps them until the standard input ends.
pub(crate) async fn idle(host: &str, sockets: usize) -> Result<Value> {
    let games = make_games(host, sockets.div_ceil(100), 0).await?;
    let ids: Vec<MatchId> = games.iter().map(|tickets| tickets[0].game).collect();
    let mut open = 0;
    let mut kept = Vec::new();
    for some in (0..sockets).collect::<Vec<_>>().chunks(AT_ONCE) {
        let entering =
            some.iter().map(|n| enter(host, address(1000 + n / SOCKETS_EACH), ids[n % ids.len()], None));
        for socket in join_all(entering).await {
            let mut socket = socket?;
            open += 1;
            // Answers pings.
            kept.push(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
        }
    }
    println!("{}", json!({ "open": open }));
    wait_for_the_end().await;
    let alive = kept.iter().filter(|task| !task.is_finished()).count();
    Ok(json!({ "open": open, "alive": alive }))
}

async fn wait_for_the_end() {
    let _ = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new())).await;
}

async fn make_games(host: &str, games: usize, first: usize) -> Result<Vec<[Ticket; 2]>> {
    let mut made = Vec::new();
    for some in (0..games).collect::<Vec<_>>().chunks(AT_ONCE) {
        let making = some.iter().map(|n| make_game(host, address(first + n / GAMES_EACH)));
        for tickets in join_all(making).await {
            made.push(tickets?);
        }
    }
    Ok(made)
}

/// A game with both players, in one task.
struct Board {
    game: Match,
    sockets: [Socket; 2],
    moves: u128,
    number: u128,
}

impl Board {
    async fn sit(host: &str, number: usize, tickets: &[Ticket; 2], first: usize) -> Result<Self> {
        let from = address(first + number / GAMES_EACH);
        let mut sockets = Vec::new();
        let mut log: Vec<Logged> = Vec::new();
        for ticket in tickets {
            let mut socket = enter(host, from, ticket.game, Some(ticket.secret)).await?;
            log = timeout(PATIENCE, events(&mut socket)).await??;
            sockets.push(socket);
        }
        let game = Match::fold(tickets[0].game, &log)?;
        let sockets = sockets.try_into().ok().context("two players")?;
        Ok(Self { game, sockets, moves: 0, number: number as u128 })
    }

    /// Plays a move; how long it took from `due` to its acknowledgement, and until the opponent saw it. None at the end.
    async fn play(&mut self, due: Instant) -> Result<Option<(Duration, Duration)>> {
        let Some(side) = self.game.side_to_move() else { return Ok(None) };
        let AnyPosition::Mancala(position) = self.game.position() else { bail!("a game of mancala") };
        let legal: Vec<_> = position.legal_moves().collect();
        self.moves += 1;
        let mv = legal[(self.moves as usize * 5 + self.number as usize) % legal.len()].to_string();
        let mid = MoveId::new((self.moves << 64 | self.number).to_be_bytes());
        let [a, b] = &mut self.sockets;
        let (mover, other) = if side == Side::A { (a, b) } else { (b, a) };
        say(mover, &ClientMessage::Do { mid, base: self.game.revision(), action: Action::Play { mv } })
            .await?;
        let before = self.game.revision();
        let game = &mut self.game;
        let acked = async {
            let (mut acked, mut heard) = (None, false);
            while acked.is_none() || !heard {
                match hear(mover).await? {
                    ServerMessage::Ack { mid: answered, .. } if answered == mid => {
                        acked = Some(due.elapsed());
                    }
                    ServerMessage::Nack { code, .. } => bail!("a legal move is refused: {}", code.word()),
                    ServerMessage::Events { list } => {
                        for event in &list {
                            game.apply(event)?;
                        }
                        heard = game.revision() > before;
                    }
                    _ => {}
                }
            }
            acked.context("an answer")
        };
        let seen = async {
            loop {
                if let ServerMessage::Events { list } = hear(other).await?
                    && list.iter().any(|event| event.seq > before)
                {
                    return anyhow::Ok(due.elapsed());
                }
            }
        };
        let both = async { tokio::try_join!(acked, seen) };
        Ok(Some(timeout(PATIENCE, both).await.context("a move was not answered")??))
    }
}

async fn events(socket: &mut Socket) -> Result<Vec<Logged>> {
    loop {
        if let ServerMessage::Events { list } = hear(socket).await? {
            return Ok(list);
        }
    }
}

/// Plays `rate` moves a second for so many seconds, one a second in each game. A delay of this process counts as one of the
/// server.
pub(crate) async fn moves(host: &str, rate: usize, seconds: usize, first: usize) -> Result<Value> {
    let games = make_games(host, rate, first).await?;
    let mut boards = Vec::new();
    for (n, tickets) in games.iter().enumerate() {
        boards.push(Board::sit(host, n, tickets, first).await?);
    }
    let began = Instant::now() + Duration::from_millis(200);
    let playing = boards.into_iter().enumerate().map(|(n, mut board)| {
        tokio::spawn(async move {
            let (mut acked, mut seen) = (Figures::default(), Figures::default());
            for second in 0..seconds {
                let due = began
                    + Duration::from_secs(second as u64)
                    + Duration::from_micros(1_000_000 * n as u64 / rate as u64);
                sleep_until(due).await;
                let Some((ack, sight)) = board.play(due).await? else { break };
                acked.add(ack);
                seen.add(sight);
            }
            anyhow::Ok((acked, seen))
        })
    });
    let (mut acked, mut seen) = (Figures::default(), Figures::default());
    for played in join_all(playing).await {
        let (ack, sight) = played??;
        acked.join(ack);
        seen.join(sight);
    }
    let took = began.elapsed().as_secs_f64();
    Ok(json!({ "acked": acked.to_json(), "seen": seen.to_json(), "seconds": took }))
}

/// One game, watched by many: how long until each has seen each move.
pub(crate) async fn watched_game(host: &str, watchers: usize, moves: usize) -> Result<Value> {
    const FIRST: usize = 4000;
    let tickets = make_game(host, address(FIRST)).await?;
    let mut board = Board::sit(host, 0, &tickets, FIRST).await?;
    let sent: Arc<Vec<OnceLock<Instant>>> = Arc::new((0..moves).map(|_| OnceLock::new()).collect());
    let mut watching = Vec::new();
    for some in (0..watchers).collect::<Vec<_>>().chunks(AT_ONCE) {
        let entering =
            some.iter().map(|n| enter(host, address(FIRST + 1 + n / SOCKETS_EACH), tickets[0].game, None));
        for socket in join_all(entering).await {
            watching.push(tokio::spawn(watch(socket?, Arc::clone(&sent))));
        }
    }
    let mut played = 0;
    for sent in sent.iter() {
        let now = Instant::now();
        let _ = sent.set(now);
        if board.play(now).await?.is_none() {
            break;
        }
        played += 1;
        sleep(Duration::from_millis(300)).await;
    }
    sleep(Duration::from_secs(1)).await;
    drop(board);
    let mut seen = Figures::default();
    // All stay until all have seen everything: thousands of sockets closed at once would be another measurement.
    let watched = join_all(watching).await;
    for (figures, _socket) in watched.into_iter().flatten() {
        seen.join(figures);
    }
    Ok(json!({ "watchers": watchers, "moves": played, "seen": seen.to_json() }))
}

/// Counts moves until all have arrived.
async fn watch(mut socket: Socket, sent: Arc<Vec<OnceLock<Instant>>>) -> (Figures, Socket) {
    let mut seen = Figures::default();
    while seen.count() < sent.len() {
        let Ok(Ok(text)) = timeout(PATIENCE, hear_text(&mut socket)).await else { break };
        // Reading five thousand copies of each message as JSON would load the clients, not the server.
        for _ in text.matches("\"e\":\"played\"") {
            if let Some(at) = sent.get(seen.count()).and_then(OnceLock::get) {
                seen.add(at.elapsed());
            }
        }
    }
    (seen, socket)
}

/// What the watchers of a busy game do.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Watchers {
    /// They read what they are sent.
    Hear,
    /// They do not.
    AreDeaf,
}

/// Games that are played nearly as quickly as the server answers, one after the other, each with so many watchers.
async fn busy_games(
    host: String,
    first: usize,
    (count, watchers): (usize, Watchers),
    opened: Arc<AtomicUsize>,
) -> Result<()> {
    let mut kept = Vec::new();
    for number in 0_usize.. {
        // Each game has its own addresses, because of the limits of an address.
        let from = first + 20 * number;
        let tickets = make_game(&host, address(from)).await?;
        let mut board = Board::sit(&host, number, &tickets, from).await?;
        for _ in 0..count {
            let mut socket = enter(&host, address(from), tickets[0].game, None).await?;
            opened.fetch_add(1, Ordering::Relaxed);
            match watchers {
                Watchers::AreDeaf => kept.push(socket),
                Watchers::Hear => {
                    drop(tokio::spawn(async move { while let Some(Ok(_)) = socket.next().await {} }));
                }
            }
        }
        while board.play(Instant::now()).await?.is_some() {
            sleep(BUSY).await;
        }
        // Watchers that have not read leave; the next game has new ones.
        kept.clear();
    }
    Ok(())
}

/// Sockets at busy games that never read, and others that send malformed messages, so many a second, until the standard
/// input ends. With a rate of 0 the same games and as many watchers that read, without malformed messages, for comparison.
pub(crate) async fn trouble(host: &str, slow: usize, rate: usize, turn: usize) -> Result<Value> {
    const GAMES: usize = 4;
    let first = 8000 + 1000 * turn;
    let game = make_game(host, address(first)).await?[0].game;
    let opened = Arc::new(AtomicUsize::new(0));
    let busy: Vec<_> = (0..GAMES)
        .map(|n| {
            let watchers = if rate == 0 { Watchers::Hear } else { Watchers::AreDeaf };
            let share = (slow / GAMES, watchers);
            tokio::spawn(busy_games(host.to_owned(), first + 1 + 5 * n, share, Arc::clone(&opened)))
        })
        .collect();
    let all = slow / GAMES * GAMES;
    let until = Instant::now() + PATIENCE;
    while opened.load(Ordering::Relaxed) < all {
        if Instant::now() > until || busy.iter().any(tokio::task::JoinHandle::is_finished) {
            bail!("the watchers do not get in");
        }
        sleep(Duration::from_millis(10)).await;
    }
    println!("{}", json!({ "open": all }));
    let host = host.to_owned();
    let flood = tokio::spawn(async move {
        let (mut frames, pause) = (0_usize, Duration::from_micros(4_000_000 / rate.max(1) as u64));
        if rate == 0 {
            return;
        }
        loop {
            let Ok(mut socket) = knock(&host, address(first + 500 + frames / 4 % 200), game).await else {
                sleep(pause).await;
                continue;
            };
            let rubbish = [
                Message::text("{\"t\":\"hello\",\"proto\":1,\"since\":0}"),
                Message::text("{\"t\":"),
                Message::text("[".repeat(4000)),
                Message::binary(vec![0xff; 64]),
            ];
            for message in rubbish {
                frames += usize::from(socket.send(message).await.is_ok());
            }
            sleep(pause).await;
        }
    });
    wait_for_the_end().await;
    flood.abort();
    // The busy games must still be running.
    let is_played = busy.iter().all(|task| !task.is_finished());
    busy.iter().for_each(tokio::task::JoinHandle::abort);
    if !is_played {
        bail!("the busy games have stopped");
    }
    Ok(json!({ "watchers": all }))
}
