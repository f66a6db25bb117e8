//! What this browser keeps of its seats: the secret that opens one, the seed for its envelope, what was not acknowledged.

use gebeta_client::Decision;
use gebeta_protocol::{ClientMessage, MatchId, OpenSeed, SeatSecret};

use super::chance::random;
use crate::platform::storage::{names, storage};

const SEAT: &str = "gebeta.seat.";
const PENDING: &str = "gebeta.pending.";
const NAME: &str = "gebeta.name";

/// A seat at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    /// What opens it; none where a cookie does.
    pub(super) secret: Option<SeatSecret>,
    /// What goes into the player's envelope. It is drawn once, or the envelope could not be opened any more.
    pub(super) seed: OpenSeed,
}

impl Seat {
    /// A seat with a fresh seed.
    pub(super) fn new(secret: Option<SeatSecret>) -> Self {
        Self { secret, seed: OpenSeed::new(random()) }
    }

    /// The stored seat at `game`; all tabs have the same.
    pub(super) fn stored(game: MatchId) -> Option<Self> {
        Self::read(&storage()?.get_item(&format!("{SEAT}{game}")).ok()??)
    }

    /// Keeps it.
    pub(super) fn store(&self, game: MatchId) {
        set(&format!("{SEAT}{game}"), &self.write());
    }

    fn write(&self) -> String {
        let secret = self.secret.map_or_else(|| "-".to_owned(), |secret| secret.reveal());
        format!("{secret} {}", self.seed.reveal())
    }

    fn read(text: &str) -> Option<Self> {
        let (secret, seed) = text.split_once(' ')?;
        let secret = if secret == "-" { None } else { Some(secret.parse().ok()?) };
        Some(Self { secret, seed: seed.parse().ok()? })
    }

    /// The games with a stored seat.
    pub(super) fn games() -> Vec<MatchId> {
        names(SEAT).iter().filter_map(|name| name.parse().ok()).collect()
    }

    /// Forgets the seat at a game that is over.
    pub(super) fn forget(game: MatchId) {
        remove(&format!("{SEAT}{game}"));
    }
}

/// Whether this browser has a seat at a game.
pub(crate) fn has_seat() -> bool {
    !names(SEAT).is_empty()
}

/// The decision that was sent and not answered.
pub(super) fn pending(game: MatchId) -> Option<Decision> {
    let text = storage()?.get_item(&format!("{PENDING}{game}")).ok()??;
    match serde_json::from_str(&text) {
        Ok(ClientMessage::Do { mid, base, action }) => Some(Decision { mid, base, action }),
        _ => None,
    }
}

/// Keeps a decision as it is sent until it is answered, also over a reload.
pub(super) fn store_pending(game: MatchId, decision: &Decision) {
    if let Ok(text) = serde_json::to_string(&ClientMessage::from(decision.clone())) {
        set(&format!("{PENDING}{game}"), &text);
    }
}

/// Forgets it, unless another tab keeps another one.
pub(super) fn forget_pending(game: MatchId, answered: &Decision) {
    if pending(game).as_ref() == Some(answered) {
        remove(&format!("{PENDING}{game}"));
    }
}

/// What the player is called.
pub(super) fn name() -> String {
    storage().and_then(|storage| storage.get_item(NAME).ok().flatten()).unwrap_or_default()
}

/// Keeps what the player is called.
pub(super) fn store_name(name: &str) {
    set(NAME, name);
}

pub(super) fn set(key: &str, value: &str) {
    if let Some(storage) = storage() {
        // Without space it lasts as long as the page.
        let _ = storage.set_item(key, value);
    }
}

pub(super) fn remove(key: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_read_as_it_was_written() {
        for secret in [None, Some(SeatSecret::new([7; 16]))] {
            let seat = Seat { secret, seed: OpenSeed::new([9; 32]) };
            assert_eq!(Seat::read(&seat.write()), Some(seat));
        }
        for bad in ["", "-", "- ", "x y", "- 99"] {
            assert_eq!(Seat::read(bad), None, "{bad}");
        }
    }
}
