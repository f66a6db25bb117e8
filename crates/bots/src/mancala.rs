//! Players of the mancala family.

mod eval;
mod novice;
mod perfect;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};
use gebeta_search::{Limits, Report, alphabeta, deepen};

use crate::{Bot, Budget, Luck, Thinks, Thought};

pub use eval::{Lead, Steady};
pub use novice::favorites;

impl Thinks for Position {
    type Mind = ();

    fn think_with(
        &self,
        (): &mut (),
        bot: Bot,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let legal: Vec<Move> = self.legal_moves().collect();
        match bot {
            Bot::Random => luck.choose(ply, &legal).map(Thought::at_once),
            Bot::Novice => luck.choose(ply, &favorites(self)).map(Thought::at_once),
            Bot::Steady { depth } | Bot::Classic { depth } => {
                look_ahead(self, budget.limits(depth), luck, ply, heard)
            }
            Bot::Perfect { nodes } => {
                // A good answer first, in case nobody waits for the true one.
                let ahead = Limits { depth: Bot::DEEPEST, ..budget.limits(Bot::DEEPEST) };
                let guess = look_ahead(self, ahead, luck, ply, heard)?;
                let Some(proved) = perfect::prove(self, budget, nodes) else { return Some(guess) };
                heard(&proved);
                Some(proved)
            }
        }
    }

    fn with_chance(&self, _: &Luck, _: usize) -> Self {
        *self
    }
}

fn look_ahead(
    position: &Position,
    limits: Limits<'_>,
    luck: &Luck,
    ply: usize,
    heard: &mut dyn FnMut(&Thought<Move>),
) -> Option<Thought<Move>> {
    let search = |limits: Limits<'_>| alphabeta(position, &Steady, limits).map(|report| in_stones(&report));
    let hear = |report: &Report<Move, f64>| {
        if let Some(thought) = Thought::from_report(report) {
            heard(&thought);
        }
    };
    // Stopped before the first ply was finished: one ply is over before anybody can blink.
    let report = deepen(limits, search, hear).or_else(|| search(Limits::depth(1)))?;
    let mut thought = Thought::from_report(&report)?;
    // Equals are equal: a player who always takes the first is soon known by heart.
    let worth = thought.worth()?;
    let best: Vec<Move> = thought.moves.iter().filter(|(_, w)| *w >= worth).map(|&(mv, _)| mv).collect();
    thought.best = luck.choose(ply, &best)?;
    Some(thought)
}

/// The same report with its values in stones.
fn in_stones(report: &Report<Move, i32>) -> Report<Move, f64> {
    Report {
        moves: report
            .moves
            .iter()
            .map(|&(mv, value)| (mv, f64::from(value) / f64::from(Steady::STONE)))
            .collect(),
        line: report.line.clone(),
        depth: report.depth,
        nodes: report.nodes,
        exact: report.exact,
    }
}
