use std::fmt::Debug;

use gebeta_rules::Game;
use gebeta_search::{Nodes, Report};
use serde::{Deserialize, Serialize};

use crate::notation::Notation;
use crate::{GameRng, SearchRequest};

/// What a bot decided and why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "M: Notation")]
pub struct SearchResult<M> {
    /// The move it plays.
    #[serde(with = "crate::notation")]
    pub best: M,
    /// Every legal move with its score in the bot's own unit; empty for bots that do not score moves.
    #[serde(with = "crate::notation")]
    pub moves: Vec<(M, f64)>,
    /// The principal variation, beginning with the best move found; empty for bots that do not search.
    #[serde(with = "crate::notation")]
    pub pv: Vec<M>,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// How many positions it looked at.
    #[serde(with = "crate::notation")]
    pub nodes: Nodes,
    /// Whether the score is proved.
    pub exact: bool,
}

impl<M: Copy> SearchResult<M> {
    /// A decision without thinking.
    pub(crate) fn at_once(best: M) -> Self {
        Self { best, moves: Vec::new(), pv: Vec::new(), depth: 0, nodes: Nodes::default(), exact: false }
    }

    /// The score of the move it plays, in its own unit.
    pub fn score(&self) -> Option<f64> {
        self.moves.iter().map(|&(_, value)| value).reduce(f64::max)
    }

    /// The same with the moves in another form.
    pub fn map<N>(&self, form: impl Fn(M) -> N) -> SearchResult<N> {
        SearchResult {
            best: form(self.best),
            moves: self.moves.iter().map(|&(mv, value)| (form(mv), value)).collect(),
            pv: self.pv.iter().map(|&mv| form(mv)).collect(),
            depth: self.depth,
            nodes: self.nodes,
            exact: self.exact,
        }
    }

    pub(crate) fn from_report(report: &Report<M, f64>) -> Option<Self> {
        let (best, _) = report.best()?;
        Some(Self {
            best,
            moves: report.moves.clone(),
            pv: report.pv.clone(),
            depth: report.depth,
            nodes: report.nodes,
            exact: report.exact,
        })
    }
}

/// A game with bots.
pub trait EngineGame: Game {
    /// What a computer player keeps from one move of a game to the next: what it has worked out. It belongs to one player
    /// of one game.
    type EngineState: Default + Debug;

    /// What the bot plays here; none if there is no legal move. `on_depth` is called with every finished depth.
    fn search_with(
        &self,
        state: &mut Self::EngineState,
        request: SearchRequest<'_>,
        on_depth: &mut dyn FnMut(&SearchResult<Self::Move>),
    ) -> Option<SearchResult<Self::Move>>;

    /// The same with nothing kept from earlier moves.
    fn search(
        &self,
        request: SearchRequest<'_>,
        on_depth: &mut dyn FnMut(&SearchResult<Self::Move>),
    ) -> Option<SearchResult<Self::Move>> {
        self.search_with(&mut Self::EngineState::default(), request, on_depth)
    }

    /// The state of another player or another game, with what does not depend on the player.
    fn share(state: &Self::EngineState) -> Self::EngineState {
        let _ = state;
        Self::EngineState::default()
    }

    /// The position with what chance adds before the decision at `ply`: a throw, where the game throws.
    fn with_chance(&self, luck: &GameRng, ply: usize) -> Self;
}
