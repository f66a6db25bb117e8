use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use gebeta_client::{Address, GameClient};
use gebeta_match::Stage;
use gebeta_protocol::{Action, Code, Event, MoveId, ServerMessage, Side, Ticket, TimeControl};

use super::{next, sit};

/// Less than anything is away for in the long version.
const CLOCK: TimeControl = TimeControl::Move { seconds: 8 };

/// A game under way, and what its players were told.
pub(crate) struct Game {
    pub(crate) tickets: [Ticket; 2],
    pub(crate) players: [GameClient; 2],
    pub(crate) acked: Vec<(MoveId, u64)>,
    pub(crate) slowest: Duration,
}

impl Game {
    pub(crate) fn begin(addresses: &[Address; 2]) -> Self {
        let (tickets, players) = sit(addresses, CLOCK, &AtomicBool::new(false)).unwrap();
        Self { tickets, players, acked: Vec::new(), slowest: Duration::ZERO }
    }

    /// Sends a move and hears the answer, on the socket that is open. Whether it is kept.
    pub(crate) fn attempt(&mut self, mid: MoveId) -> bool {
        let (side, mv) = next(self.players[0].game().unwrap(), self.acked.len()).expect("the game goes on");
        let player = &mut self.players[usize::from(side == Side::B)];
        let began = Instant::now();
        player.send_only(mid, Action::Play { mv });
        loop {
            match player.hear().expect("the socket stays open") {
                Some(ServerMessage::Ack { mid: told, ver, .. }) if told == mid => {
                    self.acked.push((mid, ver));
                    self.slowest = self.slowest.max(began.elapsed());
                    for player in &mut self.players {
                        player.wait(|game| game.revision() >= ver).unwrap();
                    }
                    return true;
                }
                Some(ServerMessage::Nack { mid: told, code, retry, .. }) if told == mid => {
                    assert_eq!((code, retry), (Code::Unavailable, Some(500)));
                    self.slowest = self.slowest.max(began.elapsed());
                    return false;
                }
                _ => {}
            }
        }
    }

    pub(crate) fn mid(&self) -> MoveId {
        MoveId::new((self.acked.len() as u128 + 1).to_be_bytes())
    }

    pub(crate) fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            assert!(self.attempt(self.mid()), "nothing is wrong, and it is not kept");
        }
    }

    /// Tries until `until`: nothing is kept meanwhile, and that is said.
    pub(crate) fn fail(&mut self, until: Instant) {
        while Instant::now() < until {
            assert!(!self.attempt(self.mid()), "kept by what is gone");
            thread::sleep(Duration::from_millis(500));
        }
    }

    /// Tries until it is kept. The answer is how long that took.
    pub(crate) fn recover(&mut self) -> Duration {
        let began = Instant::now();
        while !self.attempt(self.mid()) {
            thread::sleep(Duration::from_millis(500));
        }
        began.elapsed()
    }

    /// Everybody was told the same, every decision once, and nobody has lost on time.
    pub(crate) fn check(&self, address: &Address) {
        let mut witness = GameClient::watcher(address.clone(), self.tickets[0].game);
        let last = self.acked.last().unwrap().1;
        witness.wait(|game| game.revision() >= last).unwrap();
        let moves = witness.log().iter().filter(|event| matches!(event.what, Event::Played { .. }));
        let kept: Vec<(MoveId, u64)> = moves.filter_map(|event| Some((event.mid?, event.seq))).collect();
        assert_eq!(kept, self.acked);
        assert!(matches!(witness.game().unwrap().stage(), Stage::Playing));
        for player in &self.players {
            assert!(witness.log().starts_with(player.log()) || player.log().starts_with(witness.log()));
        }
    }
}
