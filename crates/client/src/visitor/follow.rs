//! For programs that do other things while they wait: a screen, a thread with orders.

use std::io::ErrorKind;
use std::time::Duration;

use tungstenite::Error;

use gebeta_protocol::{Action, Ask, Code, MoveId, OpenSeed, Tell};

use super::{Pending, Visitor};
use crate::Failure;
use crate::seat::random;

impl Visitor {
    /// The same visitor with the seed of an earlier visit, so that an envelope it has sealed can be opened.
    pub fn with_seed(self, seed: OpenSeed) -> Self {
        Self { seed, ..self }
    }

    /// The server's clock when the present connection was made, in milliseconds since 1970.
    pub const fn welcomed_at(&self) -> u64 {
        self.welcomed_at
    }

    /// Waits for a message, but no longer than `at_most`; none if nothing for us came.
    ///
    /// # Errors
    /// The connection is gone, or the server's log does not fit ours.
    pub fn poll(&mut self, at_most: Duration) -> Result<Option<Tell>, Failure> {
        let socket = self.socket.as_mut().ok_or_else(|| Failure::Gone("not connected".to_owned()))?;
        socket.get_ref().tcp().set_read_timeout(Some(at_most))?;
        match socket.read() {
            Ok(message) => self.take_note(message),
            Err(Error::Io(error)) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(None)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a decision with a new id. It stays pending, and is sent again after every reconnect, until
    /// [`take_answer`](Self::take_answer) has the answer.
    pub fn begin(&mut self, action: Action) {
        // A connection that is gone is noticed by whoever listens.
        let _ = self.send_only(MoveId::new(random()), action);
    }

    /// Whether a decision has no answer yet.
    pub fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    /// The answer to the pending decision, once it has come: the event it has become, or why it is refused. A store that
    /// is only silent for a while is no answer: then the decision stays pending.
    pub fn take_answer(&mut self) -> Option<Result<u64, Code>> {
        let (_, answer) = self.answered.take()?;
        if answer == Err(Code::Unavailable) {
            return Some(answer);
        }
        self.pending = None;
        Some(answer)
    }

    /// Sends the pending decision again, as it was.
    pub fn send_again(&mut self) {
        if let Some(Pending { mid, base, action }) = self.pending.clone()
            && self.say(&Ask::Do { mid, base, action }).is_err()
        {
            self.cut();
        }
    }
}
