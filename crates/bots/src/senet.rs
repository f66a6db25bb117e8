//! Players of Senet.

mod classic;
mod odds;
mod square_table;

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game};
use gebeta_search::{Bounded, Limits, Report, deepen, star};

use crate::{Bot, Budget, Luck, Thinks, Thought};

pub use classic::Classic;
pub use odds::Odds;

impl Thinks for Position {
    fn think(
        &self,
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
            Bot::Classic { depth } => look_ahead(self, &Classic, budget.limits(depth), heard),
            Bot::Steady { depth } => look_ahead(self, &Odds, budget.limits(depth), heard),
        }
    }

    fn with_chance(&self, luck: &Luck, ply: usize) -> Self {
        if self.thrown().is_some() || self.outcome().is_some() {
            return *self;
        }
        self.cast(luck.sticks(ply).roll(self.rules().no_dark))
    }
}

fn look_ahead<E: Bounded<Position, Value = f64>>(
    position: &Position,
    eval: &E,
    limits: Limits<'_>,
    heard: &mut dyn FnMut(&Thought<Move>),
) -> Option<Thought<Move>> {
    let search = |limits: Limits<'_>| star(position, eval, limits);
    let hear = |report: &Report<Move, f64>| {
        if let Some(thought) = Thought::from_report(report) {
            heard(&thought);
        }
    };
    // Stopped before the first ply was finished: one ply is over before anybody can blink.
    let report = deepen(limits, search, hear).or_else(|| search(Limits::depth(1)))?;
    Thought::from_report(&report)
}
