//! Players of Senet.

mod adviser;
mod ahead;
mod classic;
mod drift;
mod judge;
mod net;
mod odds;
mod square_table;
mod strength;

use std::num::NonZero;

use gebeta_endgame::senet::{Exact, Kept, Reach};
use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game, Player};
use gebeta_search::{Limits, Report, deepen, star_over};

use crate::{Bot, Budget, Luck, Thinks, Thought};

pub use adviser::{Adviser, Outlook};
pub use ahead::Ahead;
pub use classic::Classic;
pub use judge::{Judge, Sides};
pub use net::{BadNet, Lessons, Net, Teacher};
pub use odds::Odds;
pub use strength::Strength;

impl Thinks for Position {
    type Mind = Kept;

    fn think_with(
        &self,
        kept: &mut Kept,
        bot: Bot,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        match bot {
            Bot::Random | Bot::Novice => {
                let legal: Vec<Move> = self.legal_moves().collect();
                luck.choose(ply, &legal).map(Thought::at_once)
            }
            Bot::Classic { depth } => {
                let ahead = Ahead::new(&Classic, self.to_move()?, self.rules());
                look_ahead(self, &ahead, budget.limits(depth), heard)
            }
            Bot::Level(level) => {
                let mut strength = Strength::of_level(level);
                if strength.asks {
                    strength.exact = table(self, kept, budget);
                }
                strength.think(self, budget, luck, ply, heard)
            }
            Bot::Steady { depth } => {
                Strength { depth, blur: 0.0, exact: None, asks: false }.think(self, budget, luck, ply, heard)
            }
            Bot::Perfect { .. } => {
                let exact = table(self, kept, budget);
                let strength = Strength { depth: Bot::SENET_DEPTH, blur: 0.0, exact, asks: true };
                strength.think(self, budget, luck, ply, heard)
            }
        }
    }

    /// Exact values are the same for everybody.
    fn share(kept: &Kept) -> Kept {
        kept.clone()
    }

    fn with_chance(&self, luck: &Luck, ply: usize) -> Self {
        if self.thrown().is_some() || self.outcome().is_some() {
            return *self;
        }
        self.cast(luck.sticks(ply).roll(self.rules().no_dark))
    }
}

/// The exact values that serve here: whatever is kept that knows the position, else those that take no time to speak of.
fn table(position: &Position, kept: &Kept, budget: Budget<'_>) -> Option<Exact> {
    kept.knowing(position).or_else(|| {
        let most = Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max()?;
        let reach = Reach::new(most.min(Bot::PERFECT_PIECES))?;
        kept.reaching(position.rules(), reach, NonZero::<usize>::MIN, &mut |_| {}, budget.stop)
    })
}

fn look_ahead<J: Judge>(
    position: &Position,
    ahead: &Ahead<'_, J>,
    limits: Limits<'_>,
    heard: &mut dyn FnMut(&Thought<Move>),
) -> Option<Thought<Move>> {
    let search = |limits: Limits<'_>| star_over(ahead, Ahead::<J>::roots(position), limits);
    let hear = |report: &Report<Move, f64>| {
        if let Some(thought) = Thought::from_report(report) {
            heard(&thought);
        }
    };
    // Stopped before the first ply was finished: one ply is over before anybody can blink.
    let report = deepen(limits, search, hear).or_else(|| search(Limits::depth(1)))?;
    Thought::from_report(&report)
}
