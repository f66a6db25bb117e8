//! Players of the mancala family.

mod adviser;
mod engine_state;
mod eval;
mod level;
mod novice;
mod perfect;
mod pits;
mod playout;
mod train;
mod weights;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

use self::level::LevelParams;
use crate::{Bot, EngineGame, GameRng, Level, SearchRequest, SearchResult};

pub use adviser::Adviser;
pub use engine_state::{EngineState, Judgment, Strength};
pub use eval::{Lead, Steady};
pub use novice::favorites;
pub use pits::{Ground, Node, Pits};
pub use playout::{Played, Playouts};
pub use train::Training;
pub use weights::{Weights, WeightsError};

impl EngineGame for Position {
    type EngineState = EngineState;

    fn search_with(
        &self,
        state: &mut EngineState,
        request: SearchRequest<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let SearchRequest { bot, budget, ply, .. } = request;
        let luck = &request.rng();
        let legal: Vec<Move> = self.legal_moves().collect();
        match bot {
            Bot::Random => luck.choose(ply, &legal).map(SearchResult::at_once),
            Bot::Novice => luck.choose(ply, &favorites(self)).map(SearchResult::at_once),
            Bot::Level(level) => {
                let LevelParams { depth, noise } = LevelParams::of(level, self.law().sowing);
                let thought = state.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                if noise > 0.0 {
                    let best = luck.noisy_best(ply, &thought.moves, noise)?;
                    return Some(SearchResult { best, ..thought });
                }
                any_of_the_best(thought, luck, ply)
            }
            Bot::Steady { depth } | Bot::Classic { depth } => {
                let thought = state.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                any_of_the_best(thought, luck, ply)
            }
            Bot::Perfect { nodes } => {
                // A search first, in case the caller stops before the proof is done.
                let LevelParams { depth, .. } = LevelParams::of(Level::TOP, self.law().sowing);
                let estimate = state.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                let Some(proved) = perfect::prove(self, state, budget, nodes, &estimate) else {
                    return any_of_the_best(estimate, luck, ply);
                };
                heard(&proved);
                Some(proved)
            }
        }
    }

    fn with_chance(&self, _: &GameRng, _: usize) -> Self {
        *self
    }
}

/// Chooses among equally good moves at random, so that games differ.
fn any_of_the_best(
    mut thought: SearchResult<Move>,
    luck: &GameRng,
    ply: usize,
) -> Option<SearchResult<Move>> {
    let score = thought.score()?;
    let best: Vec<Move> =
        thought.moves.iter().filter(|(_, value)| *value >= score).map(|&(mv, _)| mv).collect();
    thought.best = luck.choose(ply, &best)?;
    Some(thought)
}
