use std::fmt::Debug;

use gebeta_search::insertion_sort;
use serde::{Deserialize, Serialize};

use crate::notation::Notation;
use crate::{EngineBudget, EngineGame};

/// A legal move with its worth.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "M: Notation")]
pub struct Hint<M> {
    /// The move.
    #[serde(with = "crate::notation")]
    pub mv: M,
    /// What it is worth to the mover: in mancala the final difference of the stores, in Senet the probability to win.
    pub value: f64,
    /// How much less that is than the best; never negative.
    pub loss: f64,
    /// Whether the value is proved; otherwise it is what a search believes.
    pub exact: bool,
}

/// What somebody is told who asks for advice.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "M: Notation")]
pub struct Hints<M> {
    /// Every legal move, the best first, equals in the order of the rules; never empty.
    pub moves: Vec<Hint<M>>,
    /// How the game is expected to go on, beginning with the best move, as far as that is known.
    #[serde(with = "crate::notation")]
    pub pv: Vec<M>,
    /// How many plies a search looked ahead; 0 where everything is proved.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
}

impl<M: Copy + PartialEq> Hints<M> {
    /// Losses below this are rounding, in stones as in probabilities.
    pub const EQUAL: f64 = 1e-9;

    /// The moves with their worth in any order; none if there is no move.
    pub(crate) fn rank(values: &[(M, f64)], exact: bool, depth: u32, nodes: u64) -> Option<Self> {
        let best = values.iter().map(|&(_, value)| value).reduce(f64::max)?;
        let hint = |&(mv, value)| Hint { mv, value, loss: best - value, exact };
        let mut moves: Vec<_> = values.iter().map(hint).collect();
        insertion_sort(&mut moves, |a: &Hint<M>, b| a.loss < b.loss);
        let pv = vec![moves.first()?.mv];
        Some(Self { moves, pv, depth, nodes })
    }

    /// The same with the moves in another form.
    pub fn map<N>(&self, form: impl Fn(M) -> N) -> Hints<N> {
        let hint = |hint: &Hint<M>| Hint {
            mv: form(hint.mv),
            value: hint.value,
            loss: hint.loss,
            exact: hint.exact,
        };
        Hints {
            moves: self.moves.iter().map(hint).collect(),
            pv: self.pv.iter().map(|&mv| form(mv)).collect(),
            depth: self.depth,
            nodes: self.nodes,
        }
    }

    /// What is said of the best move.
    pub fn best(&self) -> &Hint<M> {
        self.moves.first().expect("there is a move where there are hints")
    }

    /// What the position is worth to the mover.
    pub fn value(&self) -> f64 {
        self.best().value
    }

    /// Whether every value is proved.
    pub fn exact(&self) -> bool {
        self.moves.iter().all(|hint| hint.exact)
    }

    /// What is said of `mv`; none if it is not legal.
    pub fn of(&self, mv: M) -> Option<&Hint<M>> {
        self.moves.iter().find(|hint| hint.mv == mv)
    }

    /// The moves nobody can improve on.
    pub fn equals(&self) -> impl Iterator<Item = M> {
        self.moves.iter().take_while(|hint| hint.loss < Self::EQUAL).map(|hint| hint.mv)
    }
}

/// A game in which one can ask for advice.
pub trait AdvisedGame: EngineGame {
    /// What is kept from one question to the next: tables that take a while to compute.
    type Adviser: Default + Debug;

    /// The longest line [`hint`] tells.
    const LONGEST_PV: usize = 12;

    /// What every move is worth, proved where the budget reaches so far. None if nobody can move now.
    ///
    /// With a budget in nodes a new adviser always gives the same answer; one that has been asked before may have proved
    /// more.
    fn advise(&self, adviser: &mut Self::Adviser, budget: EngineBudget<'_>) -> Option<Hints<Self::Move>>;

    /// How the game goes on after the first move of `hints`, if that can be said without guessing at throws.
    fn foresee(
        &self,
        adviser: &mut Self::Adviser,
        hints: &Hints<Self::Move>,
        budget: EngineBudget<'_>,
    ) -> Vec<Self::Move>;
}

/// Advice with the line that is expected; none if nobody can move now.
pub fn hint<G: AdvisedGame>(
    position: &G,
    adviser: &mut G::Adviser,
    budget: EngineBudget<'_>,
) -> Option<Hints<G::Move>> {
    let mut hints = position.advise(adviser, budget)?;
    hints.pv = position.foresee(adviser, &hints, budget);
    Some(hints)
}
