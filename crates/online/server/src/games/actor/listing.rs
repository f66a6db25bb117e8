//! Keeps the lobby entry of an open listed game alive while its maker is connected.

use gebeta_match::pairing_key;
use gebeta_protocol::Side;

use super::Actor;
use crate::limits;
use crate::store_timeouts::in_time;

impl Actor {
    /// Whether the lobby shows the game: it is open and listed, and its maker is present.
    pub(super) fn is_shown(&self) -> bool {
        self.game.lobby_entry().is_some() && self.seats.is_here(Side::A)
    }

    /// Whether the lobby entry has to be removed soon because the maker has gone.
    pub(super) fn is_about_to_hide(&self) -> bool {
        self.shown > 0 && self.seats.next_farewell().is_some()
    }

    /// Renews the lobby entry, or removes it when the maker has gone. If the store does not answer, the next round will do.
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
