//! Games in plain lines, so that a pipe can play them.

pub(crate) mod mancala;
pub(crate) mod senet;
mod session;

use gebeta_rules::mancala::First;
use gebeta_rules::{Keyword, Player};

use session::{Answer, Session};
pub(crate) use session::{NewGame, fresh_seed, record};

/// Who begins, as `--first` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMover {
    /// This player.
    Player(Player),
    /// Whoever wins the toss.
    Coin,
}

impl FirstMover {
    /// The rule that says the same.
    pub(crate) const fn rule(self) -> First {
        match self {
            Self::Player(Player::One) => First::Player1,
            Self::Player(Player::Two) => First::Player2,
            Self::Coin => First::Coin,
        }
    }
}

impl Keyword for FirstMover {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("p1", Self::Player(Player::One)), ("p2", Self::Player(Player::Two)), ("coin", Self::Coin)];
}
