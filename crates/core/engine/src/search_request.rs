use crate::{Bot, EngineBudget, GameRng};

/// A computer player is to choose a move.
#[derive(Clone, Copy, Debug)]
pub struct SearchRequest<'a> {
    /// Who chooses.
    pub bot: Bot,
    /// How much work it may take.
    pub budget: EngineBudget<'a>,
    /// The chance of the game: of equal moves, and of moves a weak bot takes for equal, it decides.
    pub seed: u64,
    /// The number of the ply, from 0.
    pub ply: usize,
}

impl SearchRequest<'static> {
    /// The first ply of a game, with as much work as the bot likes.
    pub const fn new(bot: Bot) -> Self {
        Self { bot, budget: EngineBudget::FREE, seed: 0, ply: 0 }
    }
}

impl SearchRequest<'_> {
    /// What decides between moves.
    pub(crate) const fn rng(&self) -> GameRng {
        GameRng::new(self.seed)
    }
}
