//! Players of Senet.

mod adviser;
mod classic;
mod eval_change;
mod evaluator;
mod level;
mod lookahead;
mod net;
mod odds;
mod square_table;

use std::num::NonZero;

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game, Player};
use gebeta_search::{Limits, Report, deepen, star_over};
use gebeta_solver::senet::{Exact, Reach, TableCache};

use crate::{Bot, EngineBudget, EngineGame, GameRng, SearchRequest, SearchResult};

pub use adviser::{Adviser, Outlook};
pub use classic::Classic;
pub use evaluator::{Evaluator, Sides};
pub use level::Strength;
pub use lookahead::Lookahead;
pub use net::{Net, NetError, Trainer, TrainingSet};
pub use odds::Odds;

impl EngineGame for Position {
    type EngineState = TableCache;

    fn search_with(
        &self,
        kept: &mut TableCache,
        request: SearchRequest<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { bot, budget, ply, .. } = request;
        let luck = &request.rng();
        match bot {
            Bot::Random | Bot::Novice => {
                let legal: Vec<Move> = self.legal_moves().collect();
                luck.choose(ply, &legal).map(SearchResult::at_once)
            }
            Bot::Classic { depth } => {
                let ahead = Lookahead::new(&Classic, self.to_move()?, self.rules());
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
                Strength { depth, noise: 0.0, exact: None, asks: false }.think(self, budget, luck, ply, heard)
            }
            Bot::Perfect { .. } => {
                let exact = table(self, kept, budget);
                let strength = Strength { depth: Bot::SENET_DEPTH, noise: 0.0, exact, asks: true };
                strength.think(self, budget, luck, ply, heard)
            }
        }
    }

    /// Exact values do not depend on the player.
    fn share(kept: &TableCache) -> TableCache {
        kept.clone()
    }

    fn with_chance(&self, luck: &GameRng, ply: usize) -> Self {
        if self.thrown().is_some() || self.outcome().is_some() {
            return *self;
        }
        self.cast(luck.sticks(ply).roll(self.rules().no_dark))
    }
}

/// The exact values for this position: a cached table that covers it, else one that is quick to compute.
fn table(position: &Position, kept: &TableCache, budget: EngineBudget<'_>) -> Option<Exact> {
    kept.knowing(position).or_else(|| {
        let most = Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max()?;
        let reach = Reach::new(most.min(Bot::PERFECT_PIECES))?;
        kept.reaching(position.rules(), reach, NonZero::<usize>::MIN, &mut |_| {}, budget.stop)
    })
}

fn look_ahead<J: Evaluator>(
    position: &Position,
    ahead: &Lookahead<'_, J>,
    limits: Limits<'_>,
    heard: &mut dyn FnMut(&SearchResult<Move>),
) -> Option<SearchResult<Move>> {
    let search = |limits: Limits<'_>| star_over(ahead, Lookahead::<J>::roots(position), limits);
    let hear = |report: &Report<Move, f64>| {
        if let Some(thought) = SearchResult::from_report(report) {
            heard(&thought);
        }
    };
    // Stopped before the first ply was finished: one ply takes no noticeable time.
    let report = deepen(limits, search, hear).or_else(|| search(Limits::depth(1)))?;
    SearchResult::from_report(&report)
}
