use gebeta_protocol::{TimeControl, limits};
use gebeta_rules::{ByPlayer, Player};

/// The players' time. It follows from the log like everything else: no real clock is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    left: ByPlayer<u64>,
    running: Option<Running>,
}

/// Somebody's time runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Running {
    player: Player,
    /// Until then it costs nothing: the other's move is still being shown.
    from: u64,
}

impl Clock {
    /// Before the first move.
    pub(crate) fn new(control: TimeControl) -> Self {
        let first = control.first_ms().unwrap_or(0);
        Self { control, left: ByPlayer { one: first, two: first }, running: None }
    }

    /// What `player` has left at `now`; none without a clock.
    pub fn left(&self, player: Player, now: u64) -> Option<u64> {
        self.control.first_ms()?;
        let used = self.running.filter(|running| running.player == player);
        let used = used.map_or(0, |running| now.saturating_sub(running.from));
        Some(self.left[player].saturating_sub(used))
    }

    /// When the running time is over; none while none runs.
    pub fn deadline(&self) -> Option<u64> {
        let running = self.running?;
        Some(running.from + self.left[running.player])
    }

    /// Whose time runs.
    pub fn runs_for(&self) -> Option<Player> {
        self.running.map(|running| running.player)
    }

    /// Somebody has moved at `at`, in so many steps, and now `next` is to decide.
    pub(crate) fn moved(&mut self, mover: Player, next: Option<Player>, at: u64, steps: usize) {
        if self.control.first_ms().is_none() {
            return;
        }
        // The clock begins with the first move, so the first one is free.
        if let Some(left) = self.left(mover, at).filter(|_| self.running.is_some()) {
            self.left[mover] = self.control.after_move_ms(left);
        }
        let shown = (steps as u64 * limits::STEP_MS).min(limits::ANIMATION_MS);
        self.running = next.map(|player| Running { player, from: at + shown });
    }

    /// The sticks fall, which takes a moment.
    pub(crate) fn thrown(&mut self, at: u64) {
        if let Some(running) = &mut self.running {
            let used = at.saturating_sub(running.from);
            self.left[running.player] = self.left[running.player].saturating_sub(used);
            running.from = at.max(running.from) + limits::THROW_MS;
        }
    }

    /// `player` is to decide at `at`, whatever was before; nobody is charged since the last event.
    pub(crate) fn restart(&mut self, player: Option<Player>, at: u64) {
        if self.running.is_some() {
            self.running = player.map(|player| Running { player, from: at });
        }
    }

    /// So much of the running time is charged to nobody.
    pub(crate) fn forgive(&mut self, ms: u64) {
        if let Some(running) = &mut self.running {
            running.from = running.from.saturating_add(ms);
        }
    }

    /// The same for `player`, whoever's time runs by now: a move may have been paid for already.
    pub(crate) fn give_back(&mut self, player: Player, ms: u64) {
        match &mut self.running {
            Some(running) if running.player == player => running.from = running.from.saturating_add(ms),
            // Where each move has its own time, that of the last one is gone.
            _ if matches!(self.control, TimeControl::Game { .. }) => {
                self.left[player] = self.left[player].saturating_add(ms);
            }
            _ => {}
        }
    }

    /// Since when somebody's time runs.
    pub(crate) fn runs_since(&self) -> Option<u64> {
        self.running.map(|running| running.from)
    }

    /// It is over; what was used until `at` is used.
    pub(crate) fn stop(&mut self, at: u64) {
        if let Some(Running { player, .. }) = self.running {
            self.left[player] = self.left(player, at).unwrap_or(0);
        }
        self.running = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: TimeControl = TimeControl::Game { seconds: 60, increment: 2 };

    #[test]
    fn the_first_move_is_free_and_animations_are_never_charged() {
        let mut clock = Clock::new(GAME);
        assert_eq!(clock.left(Player::One, 1_000_000), Some(60_000));
        clock.moved(Player::One, Some(Player::Two), 1_000_000, 5);
        let shown = 5 * limits::STEP_MS;
        assert_eq!(clock.left(Player::Two, 1_000_000 + shown), Some(60_000));
        assert_eq!(clock.left(Player::Two, 1_000_000 + shown + 10_000), Some(50_000));
        assert_eq!(clock.left(Player::One, 9_000_000), Some(60_000));
        assert_eq!(clock.deadline(), Some(1_000_000 + shown + 60_000));
        clock.moved(Player::Two, Some(Player::One), 1_000_000 + shown + 10_000, 1000);
        assert_eq!(clock.left(Player::Two, 9_000_000), Some(52_000));
        // However long the relay was.
        assert_eq!(clock.deadline(), Some(1_000_000 + shown + 10_000 + limits::ANIMATION_MS + 60_000));
    }

    #[test]
    fn a_throw_gives_time_to_watch_it() {
        let mut clock = Clock::new(TimeControl::Move { seconds: 30 });
        clock.moved(Player::One, Some(Player::Two), 0, 0);
        clock.thrown(10_000);
        assert_eq!(clock.left(Player::Two, 10_000 + limits::THROW_MS + 1000), Some(19_000));
        clock.moved(Player::Two, Some(Player::One), 20_000, 0);
        assert_eq!(clock.left(Player::Two, 20_000), Some(30_000), "each move has its own time");
    }

    #[test]
    fn an_outage_is_charged_to_nobody() {
        let mut clock = Clock::new(GAME);
        clock.moved(Player::One, Some(Player::Two), 0, 0);
        clock.forgive(3_600_000);
        assert_eq!(clock.left(Player::Two, 3_600_500), Some(59_500));
    }

    #[test]
    fn who_was_cut_off_gets_the_time_back_also_after_the_move() {
        let mut clock = Clock::new(GAME);
        clock.moved(Player::One, Some(Player::Two), 0, 0);
        clock.give_back(Player::Two, 8000);
        assert_eq!(clock.left(Player::Two, 10_000), Some(58_000));
        clock.moved(Player::Two, Some(Player::One), 10_000, 0);
        clock.give_back(Player::Two, 1000);
        assert_eq!(clock.left(Player::Two, 20_000), Some(61_000), "and two seconds for the move");
        assert_eq!(clock.left(Player::One, 20_000), Some(50_000), "the other pays as ever");
        let mut clock = Clock::new(TimeControl::Move { seconds: 30 });
        clock.moved(Player::One, Some(Player::Two), 0, 0);
        clock.give_back(Player::One, 8000);
        assert_eq!(clock.left(Player::One, 0), Some(30_000), "each move has its own time");
    }

    #[test]
    fn no_clock_never_ends() {
        let mut clock = Clock::new(TimeControl::None);
        clock.moved(Player::One, Some(Player::Two), 0, 0);
        assert_eq!((clock.deadline(), clock.left(Player::Two, u64::MAX)), (None, None));
    }
}
