//! How a seat is had: asked for until it is answered, which the secret makes safe.

use std::time::{Duration, Instant};

use serde::Serialize;

use gebeta_protocol::{Code, CreateRequest, JoinRequest, MatchId, PairRequest, SeatSecret, Ticket};

use crate::{Address, ClientError};

pub(super) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system has randomness once it runs");
    bytes
}

/// A secret for one seat. Keep it: it opens the seat, and asking again with it gets no second one.
pub fn draw_secret() -> SeatSecret {
    SeatSecret::new(random())
}

impl Address {
    const SEAT: Duration = Duration::from_secs(20);
    const PAUSE: Duration = Duration::from_millis(100);

    /// Makes a game.
    ///
    /// # Errors
    /// The server refuses, or does not answer for a long time.
    pub fn create(&self, request: &CreateRequest) -> Result<Ticket, ClientError> {
        self.insist("/api/games", request)
    }

    /// Takes the free seat of a game.
    ///
    /// # Errors
    /// The server refuses, or does not answer for a long time.
    pub fn join(&self, game: MatchId, request: &JoinRequest) -> Result<Ticket, ClientError> {
        self.insist(&format!("/api/games/{game}/join"), request)
    }

    /// Finds anybody to play with.
    ///
    /// # Errors
    /// The server refuses, or does not answer for a long time.
    pub fn pair(&self, request: &PairRequest) -> Result<Ticket, ClientError> {
        self.insist("/api/pair", request)
    }

    fn insist(&self, path: &str, request: &impl Serialize) -> Result<Ticket, ClientError> {
        let until = Instant::now() + Self::SEAT;
        loop {
            match self.post(path, request) {
                Err(ClientError::Gone(_) | ClientError::Refused(Code::Unavailable | Code::Restarting))
                    if Instant::now() < until =>
                {
                    std::thread::sleep(Self::PAUSE);
                }
                answer => return answer,
            }
        }
    }
}
