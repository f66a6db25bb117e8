//! Games and positions as other programs write them (`docs/developing/interchange.md`).

mod error;
pub mod kgp;
mod ogn;
mod openspiel;

use crate::{AnyRules, ByPlayer, GameKind, Keyword, Player, Record, Seat, mancala};

pub use error::{ForeignError, ForeignErrorKind, FormatError, ReadError};

/// A way to write a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Our own record.
    Gebeta,
    /// A board literal of the Kalah Game Protocol: one position, the player to move in the south.
    Kgp,
    /// The actions of an `OpenSpiel` game of mancala.
    OpenSpiel,
    /// Tags and lettered moves, as programs for Oware keep them.
    Ogn,
}

impl Keyword for Format {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("gebeta", Self::Gebeta), ("kgp", Self::Kgp), ("openspiel", Self::OpenSpiel), ("ogn", Self::Ogn)];
}

impl Format {
    /// What a text looks like; our own where nothing else fits.
    pub fn recognize(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let is_list = |c: char| c.is_ascii_digit() || c.is_ascii_whitespace() || "[](),".contains(c);
        let first = text.lines().find(|line| !line.starts_with('#')).unwrap_or_default();
        if first.starts_with("[Gebeta ") {
            Self::Gebeta
        } else if first.starts_with('<') {
            Self::Kgp
        } else if (text.starts_with('[') || text.contains(|c: char| c.is_ascii_digit()))
            && text.chars().all(is_list)
        {
            Self::OpenSpiel
        } else if first.starts_with('[') && text.lines().any(|line| line.starts_with("[Variant ")) {
            Self::Ogn
        } else {
            Self::Gebeta
        }
    }

    /// Reads a game and replays every move of it.
    pub fn read(self, text: &str) -> Result<Record, ReadError> {
        if self != Self::Gebeta && text.len() > Record::MAX_FILE_BYTES {
            return Err(ForeignError { line: 1, problem: ForeignErrorKind::TooLarge }.into());
        }
        let unmarked = text.strip_prefix('\u{feff}').unwrap_or(text);
        Ok(match self {
            Self::Gebeta => text.parse()?,
            Self::Kgp => kgp::read(unmarked)?,
            Self::OpenSpiel => openspiel::read(unmarked)?,
            Self::Ogn => ogn::read(unmarked)?,
        })
    }

    /// Writes a game, with a line break at the end.
    pub fn write(self, record: &Record) -> Result<String, FormatError> {
        if record.rules.game() != GameKind::Mancala && self != Self::Gebeta {
            return Err(FormatError::OnlyMancala);
        }
        match self {
            Self::Gebeta => Ok(record.to_string()),
            Self::Kgp => kgp::write(record),
            Self::OpenSpiel => openspiel::write(record),
            Self::Ogn => ogn::write(record),
        }
    }
}

/// A game of people we know nothing of.
fn begin(rule_set: &str, rules: mancala::Rules, start: mancala::Position, names: [&str; 2]) -> Record {
    let seat = |player: Player| Seat {
        name: names[usize::from(player == Player::Two)].to_owned(),
        kind: "human".to_owned(),
    };
    let start = crate::AnyPosition::Mancala(start);
    Record::new(rule_set, AnyRules::Mancala(rules), start, ByPlayer::from_fn(seat))
}
