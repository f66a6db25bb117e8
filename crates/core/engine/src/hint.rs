use std::fmt::Debug;

use gebeta_search::insertion_sort;
use serde::{Deserialize, Serialize};

use crate::notation::Notation;
use crate::{EngineBudget, EngineGame};

/// A legal move with its value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "M: Notation")]
pub struct Hint<M> {
    /// The move.
    #[serde(with = "crate::notation")]
    pub mv: M,
    /// Its value to the mover: in mancala the final difference of the stores, in Senet the probability to win.
    pub value: f64,
    /// How much less that is than the best; never negative.
    pub loss: f64,
    /// Whether the value is proved; otherwise it is the estimate of a search.
    pub exact: bool,
}

/// The hints for one position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(bound = "M: Notation")]
pub struct Hints<M> {
    /// Every legal move, the best first, equals in the order of the rules; never empty.
    pub moves: Vec<Hint<M>>,
    /// The principal variation, beginning with the best move, as far as it is known.
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

    /// The moves with their values in any order; none if there is no move.
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

    /// The hint for the best move.
    pub fn best(&self) -> &Hint<M> {
        self.moves.first().expect("there is a move where there are hints")
    }

    /// The value of the position to the mover.
    pub fn value(&self) -> f64 {
        self.best().value
    }

    /// Whether every value is proved.
    pub fn exact(&self) -> bool {
        self.moves.iter().all(|hint| hint.exact)
    }

    /// The hint for `mv`; none if it is not legal.
    pub fn of(&self, mv: M) -> Option<&Hint<M>> {
        self.moves.iter().find(|hint| hint.mv == mv)
    }

    /// The best moves.
    pub fn equals(&self) -> impl Iterator<Item = M> {
        self.moves.iter().take_while(|hint| hint.loss < Self::EQUAL).map(|hint| hint.mv)
    }
}

/// A game with hints.
pub trait AdvisedGame: EngineGame {
    /// What is kept from one question to the next: tables that take a while to compute.
    type Adviser: Default + Debug;

    /// The longest line [`hint`] tells.
    const LONGEST_PV: usize = 12;

    /// The value of every move, proved where the budget suffices. None if there is no move to choose.
    ///
    /// With a budget in nodes a new adviser always gives the same answer; a used one may have proved more.
    fn advise(&self, adviser: &mut Self::Adviser, budget: EngineBudget<'_>) -> Option<Hints<Self::Move>>;

    /// The expected line after the first move of `hints`, as far as it does not depend on throws.
    fn foresee(
        &self,
        adviser: &mut Self::Adviser,
        hints: &Hints<Self::Move>,
        budget: EngineBudget<'_>,
    ) -> Vec<Self::Move>;
}

/// Hints with the expected line; none if there is no move to choose.
pub fn hint<G: AdvisedGame>(
    position: &G,
    adviser: &mut G::Adviser,
    budget: EngineBudget<'_>,
) -> Option<Hints<G::Move>> {
    let mut hints = position.advise(adviser, budget)?;
    hints.pv = position.foresee(adviser, &hints, budget);
    Some(hints)
}
