use gebeta_endgame::mancala::{Proof, Solved};
use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

use crate::{Advises, Bot, Budget, Hints, Luck, Thinks};

/// Has the mind of a computer player, with the endgame table of the rules it was last asked about and what it has proved
/// of that game.
#[derive(Debug, Default)]
pub struct Adviser {
    mind: <Position as Thinks>::Mind,
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

    /// A move that is proved to be best, and what it is worth to the mover; none if the proof takes more than the budget.
    pub fn best(&mut self, position: &Position, budget: Budget<'_>) -> Option<(Move, i32)> {
        let known = budget.known.and_then(|known| known.solved(position));
        let solved = known.or_else(|| self.prove(position, false, budget))?;
        Some((*solved.best.first()?, solved.value))
    }

    /// The proved worth of the position, with `every_move` that of each move; none if it takes more than the budget.
    fn prove(&mut self, position: &Position, every_move: bool, budget: Budget<'_>) -> Option<Solved> {
        let Budget { nodes, stop, .. } = budget;
        if stop() {
            return None;
        }
        let megabytes = (nodes / Self::NODES_PER_MEGABYTE).clamp(4, Self::MOST_MEGABYTES) as usize;
        let prover = self.mind.prover(position, megabytes, budget)?;
        let mut go_on = |proof: Proof| proof.nodes < nodes && !stop();
        prover.solve(position, every_move, &mut go_on)
    }
}

impl Advises for Position {
    type Adviser = Adviser;

    fn advise(&self, adviser: &mut Adviser, budget: Budget<'_>) -> Option<Hints<Move>> {
        self.to_move()?;
        let for_proof = budget.nodes / Adviser::PROOF_PART;
        let known = budget.known.and_then(|known| known.solved(self));
        if let Some(solved) =
            known.or_else(|| adviser.prove(self, true, Budget { nodes: for_proof, ..budget }))
        {
            let values: Vec<_> = solved.moves.iter().map(|&(mv, value)| (mv, f64::from(value))).collect();
            return Hints::rank(&values, true, 0, solved.nodes);
        }
        let depth = budget.depth.unwrap_or(Adviser::FARTHEST);
        let left = Budget { depth: Some(depth), nodes: budget.nodes - for_proof, ..budget };
        // Which of equals it would play does not matter here.
        let (bot, luck) = (Bot::Steady { depth: Bot::DEEPEST }, Luck::new(0));
        let thought = self.think_with(&mut adviser.mind, bot, left, &luck, 0, &mut |_| {})?;
        let mut hints = Hints::rank(&thought.moves, thought.exact, thought.depth, thought.nodes.total())?;
        if thought.line.first() == hints.line.first() {
            hints.line = thought.line;
        }
        Some(hints)
    }

    fn foresee(&self, adviser: &mut Adviser, hints: &Hints<Move>, budget: Budget<'_>) -> Vec<Move> {
        if !hints.exact() {
            return hints.line.clone();
        }
        let mut line = vec![hints.best().mv];
        let mut left = budget.nodes;
        let mut position = *self;
        position.play_unchecked(hints.best().mv, &mut ());
        while line.len() < Self::LONGEST_LINE && position.to_move().is_some() {
            let within = Budget { nodes: left, ..budget };
            let Some(solved) = adviser.prove(&position, false, within) else { break };
            let Some(&mv) = solved.best.first() else { break };
            left = left.saturating_sub(solved.nodes);
            position.play_unchecked(mv, &mut ());
            line.push(mv);
        }
        line
    }
}
