use std::time::Duration;

/// What the server has said about time (the group `time` of its options).
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    /// What a position gets when nobody says otherwise, and never more.
    most: Duration,
    mode: Mode,
    /// What is left on our clock.
    left: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// Nobody counts.
    None,
    /// One clock for the whole game.
    Absolute,
    /// A clock for each position.
    Relative,
}

impl Clock {
    /// Of an absolute clock, the part one position gets: games have some twenty moves each.
    const SHARE: u32 = 25;
    /// No position gets less.
    const LEAST: Duration = Duration::from_millis(20);

    pub(super) const fn new(most: Duration) -> Self {
        Self { most, mode: Mode::None, left: None }
    }

    /// Hears an option; one that is none of ours changes nothing.
    pub(super) fn set(&mut self, option: &str, value: &str) {
        match (option, value) {
            ("time:mode", "none") => self.mode = Mode::None,
            ("time:mode", "absolute") => self.mode = Mode::Absolute,
            ("time:mode", "relative") => self.mode = Mode::Relative,
            ("time:clock", seconds) => {
                self.left = seconds.parse::<u32>().ok().map(|seconds| Duration::from_secs(seconds.into()));
            }
            _ => {}
        }
    }

    /// How long to think about the next position.
    pub(super) fn share(&self) -> Duration {
        let wanted = match (self.mode, self.left) {
            (Mode::None, _) | (_, None) => self.most,
            (Mode::Absolute, Some(left)) => left / Self::SHARE,
            // A little is kept for the way.
            (Mode::Relative, Some(left)) => left * 4 / 5,
        };
        wanted.min(self.most).max(Self::LEAST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_decides_how_long() {
        let mut clock = Clock::new(Duration::from_secs(5));
        assert_eq!(clock.share(), Duration::from_secs(5));
        clock.set("time:clock", "50");
        assert_eq!(clock.share(), Duration::from_secs(5), "nobody counts yet");
        clock.set("time:mode", "absolute");
        assert_eq!(clock.share(), Duration::from_secs(2));
        clock.set("time:mode", "relative");
        clock.set("time:clock", "1");
        assert_eq!(clock.share(), Duration::from_millis(800));
        clock.set("time:clock", "0");
        assert_eq!(clock.share(), Duration::from_millis(20));
        clock.set("time:clock", "soon");
        assert_eq!(clock.share(), Duration::from_secs(5));
    }
}
