use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gebeta_client::{Address, ClientError, GameClient, draw_secret};
use gebeta_match::Match;
use gebeta_protocol::{
    Action, Code, CreateRequest, Event, JoinRequest, MatchId, MoveId, SeatWish, Side, Ticket, TimeControl,
};
use gebeta_rules::{AnyPosition, Game as _};

/// A move that somebody was told is on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) side: Side,
    pub(crate) mid: MoveId,
    pub(crate) seq: u64,
    pub(crate) mv: String,
}

/// What players were told to be on the disk, game by game and in order.
pub(crate) type Acked = HashMap<MatchId, Vec<Move>>;

/// What players were promised.
#[derive(Debug, Default)]
pub(crate) struct Promised {
    pub(crate) acked: Acked,
    /// How many moves were kept though nobody had been told: sent again, they were known.
    pub(crate) untold: u32,
}

/// Pairs of players, each in a thread of its own, who play one game after the other.
pub(crate) struct Pairs {
    stop: Arc<AtomicBool>,
    heard: mpsc::Receiver<()>,
    threads: Vec<JoinHandle<Promised>>,
}

impl Pairs {
    /// So many pairs; the players of each are at these servers.
    pub(crate) fn start(pairs: usize, addresses: &[Address; 2]) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, heard) = mpsc::channel();
        let threads = (0..pairs)
            .map(|number| {
                let (addresses, stop, tell) = (addresses.clone(), Arc::clone(&stop), tell.clone());
                thread::spawn(move || play(&addresses, number, &stop, &tell))
            })
            .collect();
        Self { stop, heard, threads }
    }

    /// Waits until so many more moves have been acknowledged.
    pub(crate) fn play(&self, moves: usize) {
        while self.heard.try_recv().is_ok() {}
        for _ in 0..moves {
            self.heard.recv_timeout(Duration::from_mins(1)).expect("moves go on");
        }
    }

    /// Stops them, after their last answers, and says what they were told.
    pub(crate) fn end(self) -> Promised {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Promised::default();
        for pair in self.threads {
            let promised = pair.join().unwrap();
            all.acked.extend(promised.acked);
            all.untold += promised.untold;
        }
        all
    }
}

/// Plays one game after the other until told to stop; every acknowledgement is reported.
fn play(addresses: &[Address; 2], number: usize, stop: &AtomicBool, heard: &mpsc::Sender<()>) -> Promised {
    let mut promised = Promised::default();
    let mut mids = 0_u64;
    while !stop.load(Ordering::Relaxed) {
        let Some((_, mut players)) = sit(addresses, TimeControl::None, stop) else { break };
        let moves = promised.acked.entry(players[0].game().unwrap().id()).or_default();
        while !stop.load(Ordering::Relaxed) {
            let game = players[0].game().unwrap();
            mids += 1;
            let Some((side, mv)) = next(game, mids as usize * 5 + number) else { break };
            let mid = MoveId::new((u128::from(mids) << 64 | number as u128).to_be_bytes());
            let revision = game.revision();
            let mover = usize::from(side == Side::B);
            let seq = players[mover].act_as(mid, Action::Play { mv: mv.clone() }).unwrap();
            moves.push(Move { side, mid, seq, mv });
            heard.send(()).unwrap();
            for player in &mut players {
                player.wait(|game| game.revision() > revision).unwrap();
            }
        }
        promised.untold += players.iter().map(GameClient::repeated).sum::<u32>();
    }
    promised
}

/// Who is to move, and the move that `pick` chooses; none if the game is over.
pub(crate) fn next(game: &Match, pick: usize) -> Option<(Side, String)> {
    let side = game.side_to_move()?;
    let AnyPosition::Mancala(position) = game.position() else { unreachable!("a game of mancala") };
    let mut legal: Vec<String> = position.legal_moves().map(|mv| mv.to_string()).collect();
    let place = pick % legal.len();
    Some((side, legal.swap_remove(place)))
}

/// A new game with both players there; none if it is time to stop.
pub(crate) fn sit(
    addresses: &[Address; 2],
    clock: TimeControl,
    stop: &AtomicBool,
) -> Option<([Ticket; 2], [GameClient; 2])> {
    let create = CreateRequest {
        rules: "gebeta".to_owned(),
        clock,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: draw_secret(),
        opponent: None,
    };
    let a = insist(stop, || addresses[0].create(&create))?;
    let join = JoinRequest { name: "Sara".parse().unwrap(), secret: draw_secret() };
    // If the answer is lost with the server, the secret finds the seat again.
    let b = insist(stop, || addresses[1].join(a.game, &join))?;
    let mut players =
        [GameClient::player(addresses[0].clone(), &a), GameClient::player(addresses[1].clone(), &b)];
    for player in &mut players {
        player.wait(|game| game.to_move().is_some()).unwrap();
    }
    Some(([a, b], players))
}

/// Asks until it is answered; none if it is time to stop.
pub(crate) fn insist<T>(stop: &AtomicBool, ask: impl Fn() -> Result<T, ClientError>) -> Option<T> {
    while !stop.load(Ordering::Relaxed) {
        match ask() {
            Ok(answer) => return Some(answer),
            // There are more games than anybody may make: the next one has to wait.
            Err(ClientError::Refused(Code::Rate)) => thread::sleep(Duration::from_millis(100)),
            Err(other) => panic!("{other}"),
        }
    }
    None
}

/// The moves of a game as a stranger is told them.
pub(crate) fn stored(address: &Address, game: MatchId, revision: u64) -> Vec<Move> {
    let mut witness = GameClient::watcher(address.clone(), game);
    witness.wait(|game| game.revision() >= revision).unwrap();
    let moves = witness.log().iter().filter_map(|event| match &event.what {
        Event::Played { mv, .. } => {
            let (side, mid) = event.by.zip(event.mid).expect("who played has an id for it");
            Some(Move { side, mid, seq: event.seq, mv: mv.clone() })
        }
        _ => None,
    });
    moves.collect()
}

/// Every move that was acknowledged is there, in its place and by its player, and no other: a pair that is stopped has waited
/// for its last answer. The answer is how many there are.
pub(crate) fn compare(address: &Address, acked: &Acked) -> usize {
    for (game, acked) in acked {
        let last = acked.iter().map(|acked| acked.seq).max().unwrap_or(1);
        assert_eq!(&stored(address, *game, last), acked, "in {game}");
    }
    acked.values().map(Vec::len).sum()
}
