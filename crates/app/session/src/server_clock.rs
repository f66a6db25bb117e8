/// The server's clock as it is known here: what it said last, and when that was by the clock of this device.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ServerClock {
    heard: Option<(u64, u64)>,
}

impl ServerClock {
    /// The server's clock says `server` at `now`.
    pub(crate) const fn set(&mut self, server: u64, now: u64) {
        self.heard = Some((server, now));
    }

    /// Something has just happened at `server`, so the server's clock says at least that.
    pub(crate) fn reach(&mut self, server: u64, now: u64) {
        if self.time(now).is_some_and(|known| known < server) {
            self.set(server, now);
        }
    }

    /// The server's time, in milliseconds since 1970; none before the first connection.
    pub(crate) fn time(self, now: u64) -> Option<u64> {
        let (server, heard) = self.heard?;
        Some(server + now.saturating_sub(heard))
    }
}
