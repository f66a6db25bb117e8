//! Players of the whole sowing family: one search and one set of features for every rule set.

mod adviser;
mod engine_state;
mod features;
mod judge;
mod kind;
mod level;
mod novice;
mod train;
mod tree;
mod weights;

use gebeta_rules::Game;
use gebeta_rules::sowing::{Move, Playthrough, Position};

use self::engine_state::Found;
use self::level::LevelParams;
use crate::{Bot, EngineGame, GameRng, SearchRequest, SearchResult};

pub use adviser::Adviser;
pub use engine_state::{EngineState, Strength};
pub use features::Features;
pub use judge::Judge;
pub use kind::Kind;
pub use novice::favorites;
pub use train::Training;
pub use tree::Positions;
pub use weights::{Weights, WeightsError};

impl EngineState {
    /// What the bot plays; `history` are the positions of the game before this one, the first one first.
    fn think(
        &mut self,
        position: &Position,
        history: &[Position],
        request: SearchRequest<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { bot, budget, ply, .. } = request;
        let luck = &request.rng();
        let (strength, noise) = match bot {
            Bot::Random => {
                let legal: Vec<Move> = position.legal_moves().collect();
                return luck.choose(ply, &legal).map(SearchResult::at_once);
            }
            Bot::Novice => return luck.choose(ply, &favorites(position)).map(SearchResult::at_once),
            Bot::Level(level) => {
                let params = LevelParams::of(level, position);
                (Strength::of_depth(params.depth, position), params.noise(position))
            }
            Bot::Steady { depth } | Bot::Classic { depth } => (Strength::of_depth(depth, position), 0.0),
            Bot::Perfect { nodes } => (Strength::of_nodes(nodes), 0.0),
        };
        let found = self.look_ahead(position, history, strength, budget, heard)?;
        if noise > 0.0 {
            let best = luck.noisy_best(ply, &found.result.moves, noise)?;
            return Some(SearchResult { best, ..found.result });
        }
        any_of_the_best(found, luck, ply)
    }
}

impl EngineGame for Position {
    type EngineState = EngineState;

    fn search_with(
        &self,
        state: &mut EngineState,
        request: SearchRequest<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        state.think(self, &[], request, heard)
    }

    fn with_chance(&self, _: &GameRng, _: usize) -> Self {
        *self
    }
}

/// With the history of its game a player knows which positions must not come again.
impl EngineGame for Playthrough {
    type EngineState = EngineState;

    fn search_with(
        &self,
        state: &mut EngineState,
        request: SearchRequest<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        state.think(self.position(), self.history(), request, heard)
    }

    fn with_chance(&self, _: &GameRng, _: usize) -> Self {
        self.clone()
    }
}

/// Chooses among equally good moves at random, so that games differ.
fn any_of_the_best(found: Found, luck: &GameRng, ply: usize) -> Option<SearchResult<Move>> {
    let value = found.values.iter().map(|&(_, value)| value).max()?;
    let best: Vec<Move> =
        found.values.iter().filter(|&&(_, other)| other == value).map(|&(mv, _)| mv).collect();
    Some(SearchResult { best: luck.choose(ply, &best)?, ..found.result })
}
