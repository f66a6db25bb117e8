use gebeta_rules::sowing::Step;
use gebeta_rules::{AppliedMove, Steps, senet};

use crate::Animation;
use crate::scene::Scene;

/// A move that is being shown.
#[derive(Clone, Debug)]
pub struct Motion {
    /// What happened.
    pub played: AppliedMove,
    since: u64,
    /// When each step has been shown, counted from the beginning.
    ends: Vec<u64>,
}

/// How long the sticks tumble, in milliseconds.
pub(crate) const TUMBLE: u64 = 600;
/// How long the coin turns.
pub(crate) const TOSS: u64 = 900;

impl Motion {
    /// Shows a move from `now` on; none where nothing is to be shown.
    pub fn new(played: AppliedMove, animation: Animation, now: u64) -> Option<Self> {
        let stone = animation.stone()?;
        let mut at = 0;
        let mut ends = Vec::new();
        let mut show = |millis| {
            at += millis;
            ends.push(at);
        };
        match &played.steps {
            Steps::Mancala(_) | Steps::Sowing(_) => {
                let steps = played.sowing_steps().unwrap_or_default();
                // An avalanche of a hundred stones is shown more quickly, so that its end is worth waiting for.
                let stone = if steps.len() > 40 { (40 * stone / steps.len() as u64).max(15) } else { stone };
                for step in steps {
                    show(match step {
                        Step::Lift { .. } => stone * 4 / 3,
                        Step::Drop { .. } => stone,
                        Step::Take { .. } | Step::Hand { .. } | Step::Mark { .. } => stone * 5,
                        Step::Shift { .. } | Step::Sweep { .. } | Step::Turn => stone * 3,
                    });
                }
            }
            Steps::Senet(steps) => {
                for step in steps {
                    show(match step {
                        senet::Step::Water { .. } => stone * 6,
                        _ => stone * 4,
                    });
                }
            }
        }
        Some(Self { played, since: now, ends })
    }

    /// How many steps are done.
    pub fn steps(&self, now: u64) -> usize {
        let elapsed = now.saturating_sub(self.since);
        // The first step shows at once.
        (self.ends.iter().filter(|end| **end <= elapsed).count() + 1).min(self.ends.len())
    }

    /// The board at this moment.
    pub fn scene(&self, now: u64) -> Scene {
        Scene::during(&self.played, self.steps(now))
    }

    /// Whether everything has been shown.
    pub fn is_over(&self, now: u64) -> bool {
        self.ends.last().is_none_or(|end| now.saturating_sub(self.since) >= *end)
    }
}
