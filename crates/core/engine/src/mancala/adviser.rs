use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};
use gebeta_solver::mancala::{Proof, Solved};

use super::perfect::pv;
use crate::{AdvisedGame, Bot, EngineBudget, EngineGame, Hints, SearchRequest};

/// Keeps the state of a computer player: the endgame table of the last rules, and the proofs of that game.
#[derive(Debug, Default)]
pub struct Adviser {
    state: <Position as EngineGame>::EngineState,
}

impl Adviser {
    /// Of a budget, the part that a proof may take before a search gets the rest: a half.
    const PROOF_PART: u64 = 2;
    /// No budget is so large that a search would look further.
    const FARTHEST: u32 = 60;
    /// What the memory of a proof holds of each megabyte.
    const NODES_PER_MEGABYTE: u64 = 1 << 15;
    /// No more than this: an adviser is kept for as long as a game lasts.
    const MOST_MEGABYTES: u64 = 32;

    /// Where the clock is the only limit, half of the budget is unknown: search and proof alternate, with so many positions
    /// each the first time and twice as many each next time.
    const FIRST_SHARE: u64 = 1 << 15;

    /// A move that is proved to be best, and its value to the mover; none if the proof takes more than the budget.
    pub fn best(&mut self, position: &Position, budget: EngineBudget<'_>) -> Option<(Move, i32)> {
        let known = budget.tablebases.and_then(|known| known.solved(position));
        let solved = known.or_else(|| self.prove(position, false, budget))?;
        Some((*solved.best.first()?, solved.value))
    }

    /// The proved value of the position, with `every_move` that of each move; none if it takes more than the budget.
    fn prove(&mut self, position: &Position, every_move: bool, budget: EngineBudget<'_>) -> Option<Solved> {
        let megabytes = (budget.nodes / Self::NODES_PER_MEGABYTE).clamp(4, Self::MOST_MEGABYTES) as usize;
        self.prove_with(megabytes, position, every_move, budget)
    }

    fn prove_with(
        &mut self,
        megabytes: usize,
        position: &Position,
        every_move: bool,
        budget: EngineBudget<'_>,
    ) -> Option<Solved> {
        let EngineBudget { nodes, stop, .. } = budget;
        if stop() {
            return None;
        }
        let prover = self.state.prover(position, megabytes, budget)?;
        let mut go_on = |proof: Proof| proof.nodes < nodes && !stop();
        prover.solve(position, every_move, &mut go_on)
    }

    /// The estimate of a search for every move.
    fn look_ahead(&mut self, position: &Position, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        let within = EngineBudget { depth: Some(budget.depth.unwrap_or(Self::FARTHEST)), ..budget };
        // Which of equals it would play does not matter here.
        let request =
            SearchRequest { budget: within, ..SearchRequest::new(Bot::Steady { depth: Bot::DEEPEST }) };
        let thought = position.search_with(&mut self.state, request, &mut |_| {})?;
        let mut hints = Hints::rank(&thought.moves, thought.exact, thought.depth, thought.nodes.total())?;
        if thought.pv.first() == hints.pv.first() {
            hints.pv = thought.pv;
        }
        Some(hints)
    }

    /// What can be said before the clock says stop.
    fn by_turns(&mut self, position: &Position, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        let mut share = Self::FIRST_SHARE;
        let mut believed: Option<Hints<Move>> = None;
        loop {
            let within = EngineBudget { nodes: share, ..budget };
            let hints = self.look_ahead(position, within)?;
            // The last look may have been cut short.
            let deepest = believed.filter(|before| before.depth > hints.depth).unwrap_or(hints);
            if deepest.exact() {
                return Some(deepest);
            }
            let megabytes = Self::MOST_MEGABYTES as usize;
            if let Some(solved) = self.prove_with(megabytes, position, true, within) {
                return proved(&solved);
            }
            if (budget.stop)() {
                return Some(deepest);
            }
            believed = Some(deepest);
            share = share.saturating_mul(2);
        }
    }
}

impl AdvisedGame for Position {
    type Adviser = Adviser;

    fn advise(&self, adviser: &mut Adviser, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        self.to_move()?;
        if let Some(solved) = budget.tablebases.and_then(|known| known.solved(self)) {
            return proved(&solved);
        }
        if budget.nodes == u64::MAX {
            return adviser.by_turns(self, budget);
        }
        let for_proof = budget.nodes / Adviser::PROOF_PART;
        match adviser.prove(self, true, EngineBudget { nodes: for_proof, ..budget }) {
            Some(solved) => proved(&solved),
            None => adviser.look_ahead(self, EngineBudget { nodes: budget.nodes - for_proof, ..budget }),
        }
    }

    fn foresee(&self, adviser: &mut Adviser, hints: &Hints<Move>, budget: EngineBudget<'_>) -> Vec<Move> {
        if !hints.exact() {
            return hints.pv.clone();
        }
        let mut left = budget.nodes;
        pv(self, hints.best().mv, |next| {
            let solved = adviser.prove(next, false, EngineBudget { nodes: left, ..budget })?;
            left = left.saturating_sub(solved.nodes);
            solved.best.first().copied()
        })
    }
}

/// The worth of every move, proved.
fn proved(solved: &Solved) -> Option<Hints<Move>> {
    let values: Vec<_> = solved.moves.iter().map(|&(mv, value)| (mv, f64::from(value))).collect();
    Hints::rank(&values, true, 0, solved.nodes)
}
