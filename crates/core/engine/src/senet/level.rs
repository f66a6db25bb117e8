use gebeta_rules::senet::{Move, Position};
use gebeta_search::{Nodes, Report};
use gebeta_solver::senet::{Exact, Tablebase};

use super::{Lookahead, Net, look_ahead};
use crate::{EngineBudget, GameRng, Level, SearchResult};

/// A player of any strength: exact where its tables reach, else the net some plies ahead with the tables at the leaves.
///
/// Clones share the table.
#[derive(Clone, Debug)]
pub struct Strength {
    /// Plies to look ahead.
    pub depth: u32,
    /// By how much it misjudges a move, give or take, in probability to win; 0 is no mistake.
    pub noise: f64,
    /// Exact values of small positions.
    pub exact: Option<Exact>,
    /// Whether it probes the tablebases of the budget.
    pub asks: bool,
}

impl Strength {
    /// Depth and noise of the levels, measured (`docs/playing/levels.md`).
    const LEVELS: [(u32, f64); 8] =
        [(1, 0.3), (1, 0.12), (1, 0.06), (1, 0.03), (1, 0.01), (1, 0.0), (2, 0.0), (4, 0.0)];

    /// The strength of a level, without a table yet.
    pub fn of_level(level: Level) -> Self {
        let (depth, noise) = level.of(&Self::LEVELS);
        Self { depth, noise, exact: None, asks: level >= Level::KNOWING }
    }

    /// What it plays; none if there is no legal move. `heard` is called with every finished depth.
    ///
    /// The scores it reports are those without noise.
    pub fn think(
        &self,
        position: &Position,
        budget: EngineBudget<'_>,
        luck: &GameRng,
        ply: usize,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let known = budget.tablebases.filter(|_| self.asks).map(|known| known as &dyn Tablebase);
        let mut thought = match self.recall(position, known) {
            Some(known) => {
                heard(&known);
                known
            }
            None => {
                let net = Net::of(position.rules());
                let ahead = Lookahead::new(net, gebeta_rules::Game::to_move(position)?, position.rules());
                let ahead = ahead.knowing(self.exact.as_ref()).asking(known);
                look_ahead(position, &ahead, budget.limits(self.depth), heard)?
            }
        };
        if self.noise > 0.0 {
            thought.best = luck.noisy_best(ply, &thought.moves, self.noise)?;
        }
        Some(thought)
    }

    fn recall(&self, position: &Position, known: Option<&dyn Tablebase>) -> Option<SearchResult<Move>> {
        let by_heart = self.exact.as_ref().and_then(|exact| exact.moves(position));
        let moves = by_heart.or_else(|| known?.moves(position))?;
        let report = Report { moves, pv: Vec::new(), depth: 0, nodes: Nodes::default(), exact: true };
        SearchResult::from_report(&report)
    }
}
