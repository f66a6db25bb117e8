//! Round-trip times: measured by WebSocket pings, published when they change.

use axum::body::Bytes;

use crate::limits;

/// Pings a client and measures the round-trip time. Times are in milliseconds.
#[derive(Debug)]
pub(crate) struct PingTracker {
    number: u32,
    asked: Option<u64>,
    /// Since when a ping is unanswered.
    unanswered: Option<u64>,
    spoke: u64,
    /// The moving average of the round-trip times.
    mean: Option<u32>,
}

impl PingTracker {
    const LAG: u64 = limits::LAG.as_millis() as u64;
    const PING: u64 = limits::PING.as_millis() as u64;
    const GONE: u64 = limits::GONE.as_millis() as u64;

    pub(crate) fn new(now: u64) -> Self {
        Self { number: 0, asked: None, unanswered: None, spoke: now, mean: None }
    }

    /// The client has sent a message: its player is active, and the opponent may want to know the delay.
    pub(crate) fn speaks(&mut self, now: u64) {
        self.spoke = now;
    }

    /// Whether the client has left pings unanswered for so long that it cannot be reading, whatever it sends.
    pub(crate) fn is_deaf(&self, now: u64) -> bool {
        self.unanswered.is_some_and(|since| now.saturating_sub(since) > Self::GONE)
    }

    /// The next ping, if it is due: idle clients are pinged less often.
    pub(crate) fn question(&mut self, now: u64) -> Option<Bytes> {
        let is_silent = now.saturating_sub(self.spoke) > Self::PING;
        let pause = if is_silent { Self::PING } else { Self::LAG };
        // Timers fire a little early or late.
        let is_early = self.asked.is_some_and(|asked| now.saturating_sub(asked) + Self::LAG / 2 < pause);
        if is_early {
            return None;
        }
        self.number = self.number.wrapping_add(1);
        self.asked = Some(now);
        self.unanswered.get_or_insert(now);
        Some(Bytes::copy_from_slice(&self.number.to_be_bytes()))
    }

    /// The average round-trip time, if this answers the last ping.
    pub(crate) fn answer(&mut self, echo: &[u8], now: u64) -> Option<u32> {
        let is_open = self.unanswered.take().is_some();
        let asked = self.asked.filter(|_| is_open && echo == self.number.to_be_bytes())?;
        let took = u32::try_from(now.saturating_sub(asked)).unwrap_or(u32::MAX);
        let mean = self.mean.map_or(took, |mean| (mean / 4).saturating_mul(3).saturating_add(took / 4));
        self.mean = Some(if took.abs_diff(mean) < 4 { took } else { mean });
        self.mean
    }
}

/// The last published round-trip time of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PublishedLag(Option<(u32, u64)>);

impl PublishedLag {
    /// In milliseconds.
    pub(crate) fn ms(self) -> Option<u32> {
        self.0.map(|(ms, _)| ms)
    }

    /// Whether `ms` differs enough to be published at `now`; then it counts as published.
    pub(crate) fn is_news(&mut self, ms: u32, now: u64) -> bool {
        let is_news = self.0.is_none_or(|(told, at)| {
            let is_other = ms.abs_diff(told) >= (told / 4).max(10);
            is_other && now.saturating_sub(at) >= limits::LAG.as_millis() as u64
        });
        if is_news {
            self.0 = Some((ms, now));
        }
        is_news
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_measured_once_and_only_to_the_last_question() {
        let mut echo = PingTracker::new(0);
        let first = echo.question(0).unwrap();
        assert_eq!(echo.question(1000), None, "too early");
        assert_eq!(echo.answer(&first, 40), Some(40));
        assert_eq!(echo.answer(&first, 50), None, "twice");
        let second = echo.question(5000).unwrap();
        assert_eq!(echo.answer(&first, 5010), None, "old");
        assert_eq!(echo.answer(&second, 5010), None, "whoever answers wrongly has answered");
        let third = echo.question(10_000).unwrap();
        assert_eq!(echo.answer(&third, 10_440), Some(140), "one slow answer is not the rule");
    }

    #[test]
    fn a_client_that_answers_no_pings_is_noticed_although_it_sends() {
        let mut echo = PingTracker::new(0);
        let mut last = echo.question(0).unwrap();
        for now in (5000..=30_000).step_by(5000) {
            echo.speaks(now);
            assert!(!echo.is_deaf(now));
            last = echo.question(now).unwrap();
        }
        assert!(echo.is_deaf(30_001));
        assert!(echo.answer(&last, 30_002).is_some());
        assert!(!echo.is_deaf(60_000));
    }

    #[test]
    fn idle_clients_are_pinged_less_often() {
        let count = |talks: bool| {
            let mut echo = PingTracker::new(0);
            let beats = (0..60).map(|n| n * PingTracker::LAG);
            let asked = beats.filter(|now| {
                if talks {
                    echo.speaks(*now);
                }
                echo.question(*now).is_some()
            });
            asked.count()
        };
        assert_eq!(count(true), 60);
        assert_eq!(count(false), 22, "quick at first, then every 15 s");
    }

    #[test]
    fn only_changes_are_published() {
        let mut told = PublishedLag::default();
        assert!(told.is_news(40, 0));
        for (ms, at, expected) in
            [(45, 9000, false), (90, 4000, false), (90, 5000, true), (70, 20_000, false), (60, 20_000, true)]
        {
            assert_eq!(told.is_news(ms, at), expected, "{ms} at {at}");
        }
        assert_eq!(told.ms(), Some(60));
    }
}
