//! Tells the store whether the maker of an open listed game is connected: lobby and pairing leave out the others.

use gebeta_match::pairing_key;
use gebeta_protocol::Side;

use super::Actor;
use crate::limits;
use crate::store_timeouts::in_time;

impl Actor {
    /// Whether the lobby shows the game as long as its maker is there, which is so.
    pub(super) fn is_shown(&self) -> bool {
        self.game.lobby_entry().is_some() && self.seats.is_here(Side::A)
    }

    /// Whether the lobby has to be told that the maker has gone, once they have not come back in time.
    pub(super) fn is_about_to_hide(&self) -> bool {
        self.shown > 0 && self.seats.next_farewell().is_some()
    }

    /// Tells the lobby now and then that the maker is there. What the store does not hear it hears next time.
    pub(super) async fn show(&mut self) {
        let now = self.now();
        if self.is_shown() && now.saturating_sub(self.shown) >= limits::SHOWN.as_millis() as u64 {
            self.shown = now;
            self.tell_lobby(now, now + limits::SHOWN_MS).await;
        } else if self.shown > 0 && !self.is_shown() && self.game.lobby_entry().is_some() {
            // The maker has gone.
            self.shown = 0;
            self.tell_lobby(now, now).await;
        }
    }

    async fn tell_lobby(&self, now: u64, until: u64) {
        let key = pairing_key(self.game.setup());
        let _ = in_time(self.registry.store.touch_lobby(self.id, key, now, until)).await;
    }
}
