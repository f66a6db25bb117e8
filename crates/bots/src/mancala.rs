//! Players of the mancala family.

mod adviser;
mod eval;
mod level;
mod mind;
mod novice;
mod perfect;
mod pits;
mod playout;
mod train;
mod weights;

use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

use self::level::Sight;
use crate::{Bot, Budget, Level, Luck, Thinks, Thought};

pub use adviser::Adviser;
pub use eval::{Lead, Steady};
pub use mind::{Judgment, Mind, Strength};
pub use novice::favorites;
pub use pits::{Ground, Node, Pits};
pub use playout::{Played, Playouts};
pub use train::Training;
pub use weights::{BadWeights, Weights};

impl Thinks for Position {
    type Mind = Mind;

    fn think_with(
        &self,
        mind: &mut Mind,
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
            Bot::Level(level) => {
                let Sight { depth, blur } = Sight::of(level, self.law().sowing);
                let thought = mind.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                if blur > 0.0 {
                    let best = luck.blurred_best(ply, &thought.moves, blur)?;
                    return Some(Thought { best, ..thought });
                }
                any_of_the_best(thought, luck, ply)
            }
            Bot::Steady { depth } | Bot::Classic { depth } => {
                let thought = mind.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                any_of_the_best(thought, luck, ply)
            }
            Bot::Perfect { nodes } => {
                // A good answer first, in case nobody waits for the true one.
                let Sight { depth, .. } = Sight::of(Level::TOP, self.law().sowing);
                let guess = mind.look_ahead(self, Strength::of_depth(depth), budget, heard)?;
                let Some(proved) = perfect::prove(self, mind, budget, nodes, &guess) else {
                    return any_of_the_best(guess, luck, ply);
                };
                heard(&proved);
                Some(proved)
            }
        }
    }

    fn with_chance(&self, _: &Luck, _: usize) -> Self {
        *self
    }
}

/// Equals are equal: a player who always takes the first is soon known by heart.
fn any_of_the_best(mut thought: Thought<Move>, luck: &Luck, ply: usize) -> Option<Thought<Move>> {
    let worth = thought.worth()?;
    let best: Vec<Move> = thought.moves.iter().filter(|(_, w)| *w >= worth).map(|&(mv, _)| mv).collect();
    thought.best = luck.choose(ply, &best)?;
    Some(thought)
}
