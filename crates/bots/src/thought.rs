use std::fmt::Debug;

use gebeta_rules::Game;
use gebeta_search::{Nodes, Report};

use crate::{Bot, Budget, Luck};

/// What a bot decided and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought<M> {
    /// The move it plays.
    pub best: M,
    /// Every legal move with its worth in the bot's own number; empty for bots that weigh nothing.
    pub moves: Vec<(M, f64)>,
    /// The line it expects, beginning with the best move it found; empty for bots that look for none.
    pub line: Vec<M>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    pub nodes: Nodes,
    /// Whether the worth is proved.
    pub exact: bool,
}

impl<M: Copy> Thought<M> {
    /// A decision without thinking.
    pub(crate) fn at_once(best: M) -> Self {
        Self { best, moves: Vec::new(), line: Vec::new(), depth: 0, nodes: Nodes::default(), exact: false }
    }

    /// The worth of the move it plays, in its own number.
    pub fn worth(&self) -> Option<f64> {
        self.moves.iter().map(|&(_, worth)| worth).reduce(f64::max)
    }
}

impl<M: Copy> Thought<M> {
    pub(crate) fn from_report(report: &Report<M, f64>) -> Option<Self> {
        let (best, _) = report.best()?;
        Some(Self {
            best,
            moves: report.moves.clone(),
            line: report.line.clone(),
            depth: report.depth,
            nodes: report.nodes,
            exact: report.exact,
        })
    }
}

/// A game with bots.
pub trait Thinks: Game {
    /// What a computer player keeps from one move of a game to the next: what it has worked out. A mind belongs to one
    /// player of one game.
    type Mind: Default + Debug;

    /// What `bot` plays here at ply number `ply`; none if there is no legal move. `heard` is told of every depth
    /// it finishes on the way.
    fn think_with(
        &self,
        mind: &mut Self::Mind,
        bot: Bot,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Self::Move>),
    ) -> Option<Thought<Self::Move>>;

    /// The same for somebody who has never seen the game before.
    fn think(
        &self,
        bot: Bot,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Self::Move>),
    ) -> Option<Thought<Self::Move>> {
        self.think_with(&mut Self::Mind::default(), bot, budget, luck, ply, heard)
    }

    /// A mind for another player or another game, with what does not depend on who asks.
    fn share(mind: &Self::Mind) -> Self::Mind {
        let _ = mind;
        Self::Mind::default()
    }

    /// The position with what chance adds before the decision at `ply`: a throw, where the game throws.
    fn with_chance(&self, luck: &Luck, ply: usize) -> Self;
}
