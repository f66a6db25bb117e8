use gebeta_endgame::senet::Exact;
use gebeta_rules::senet::{Move, Position};
use gebeta_search::{Nodes, Report};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Ahead, Net, look_ahead};
use crate::{Budget, Luck, Thought};

/// A player of any strength: exact where its table reaches, else the net some plies ahead with the table at the leaves.
///
/// It is an engine that may be kept: clones share the table.
#[derive(Clone, Debug)]
pub struct Strength {
    /// Plies to look ahead.
    pub depth: u32,
    /// By how much it misjudges a move at most, in probability to win; 0 is no mistake.
    pub noise: f64,
    /// What it knows by heart.
    pub exact: Option<Exact>,
}

impl Strength {
    /// The strength of a level from 1, who errs a lot, to 8, who looks six plies ahead and does not err.
    pub const fn of_level(level: u8) -> Self {
        let (depth, noise) = match level {
            0 | 1 => (1, 0.1),
            2 => (1, 0.05),
            3 => (1, 0.025),
            4 => (1, 0.01),
            5 => (1, 0.0),
            6 => (2, 0.0),
            7 => (4, 0.0),
            _ => (6, 0.0),
        };
        Self { depth, noise, exact: None }
    }

    /// What it plays; none if there is no legal move. `heard` is told of every depth it finishes on the way.
    ///
    /// The worths it tells are what it believes without the noise.
    pub fn think(
        &self,
        position: &Position,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let mut thought = match self.recall(position) {
            Some(known) => {
                heard(&known);
                known
            }
            None => {
                let net = Net::of(position.rules());
                let ahead = Ahead::new(net, gebeta_rules::Game::to_move(position)?, position.rules());
                look_ahead(position, &ahead.knowing(self.exact.as_ref()), budget.limits(self.depth), heard)?
            }
        };
        if self.noise > 0.0 {
            thought.best = self.misjudged(&thought.moves, luck, ply).unwrap_or(thought.best);
        }
        Some(thought)
    }

    fn recall(&self, position: &Position) -> Option<Thought<Move>> {
        let moves = self.exact.as_ref()?.moves(position)?;
        let report = Report { moves, line: Vec::new(), depth: 0, nodes: Nodes::default(), exact: true };
        Thought::from_report(&report)
    }

    /// The move that looks best to somebody who errs.
    fn misjudged(&self, moves: &[(Move, f64)], luck: &Luck, ply: usize) -> Option<Move> {
        let mut rng = ChaCha8Rng::seed_from_u64(luck.seed());
        // Far from the streams of the sticks.
        rng.set_stream(u64::MAX - ply as u64);
        let mut seen = |worth: f64| worth + self.noise * (2.0 * rng.random::<f64>() - 1.0);
        let guesses: Vec<(Move, f64)> = moves.iter().map(|&(mv, worth)| (mv, seen(worth))).collect();
        guesses.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best }).map(|(mv, _)| mv)
    }
}
