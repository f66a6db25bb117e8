use axum::extract::ws::Utf8Bytes;

use gebeta_protocol::{Logged, ServerMessage};

use super::seats::wire;
use crate::limits;

/// The log of a live game as messages. Full pages are serialized once, however many clients ask for them.
#[derive(Debug, Default)]
pub(crate) struct EventPages {
    pages: Vec<Utf8Bytes>,
    /// The events after the last full page.
    rest: Vec<Logged>,
}

impl EventPages {
    const PAGE: usize = limits::EVENTS_PER_MESSAGE;

    pub(crate) fn extend(&mut self, events: impl IntoIterator<Item = Logged>) {
        for event in events {
            self.rest.push(event);
            if self.rest.len() == Self::PAGE {
                self.pages.push(wire(&ServerMessage::Events { list: std::mem::take(&mut self.rest) }));
            }
        }
    }

    /// Messages with the events after the first `since`. The first message may start with events the client has; it skips
    /// them.
    pub(crate) fn since(&self, since: u64) -> Vec<Utf8Bytes> {
        let first = (since as usize / Self::PAGE).min(self.pages.len());
        let mut messages = self.pages[first..].to_vec();
        let known = (since as usize).saturating_sub(self.pages.len() * Self::PAGE);
        if let Some(new) = self.rest.get(known..).filter(|new| !new.is_empty()) {
            messages.push(wire(&ServerMessage::Events { list: new.to_vec() }));
        }
        messages
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_protocol::Event;

    fn event(seq: u64) -> Logged {
        Logged { seq, at: 0, by: None, mid: None, what: Event::DrawDeclined }
    }

    #[test]
    fn every_client_gets_all_missing_events_in_order() {
        for length in [1, 99, 100, 101, 250, 300] {
            let mut log = EventPages::default();
            log.extend((1..=length).map(event));
            for since in [0, 1, 50, 99, 100, 101, 200, 249, 250, 299, 300] {
                let mut known = since;
                for message in log.since(since.min(length)) {
                    let Ok(ServerMessage::Events { list }) = serde_json::from_str(&message) else {
                        panic!("events")
                    };
                    assert!(list.len() <= EventPages::PAGE);
                    for event in list {
                        assert!(event.seq <= known + 1, "a gap before {}", event.seq);
                        known = known.max(event.seq);
                    }
                }
                assert_eq!(known, length.max(since), "{length} {since}");
            }
            assert!(log.since(length).len() <= 1);
        }
    }
}
