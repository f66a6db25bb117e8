use std::num::NonZero;

use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game, Player};
use gebeta_solver::senet::{Reach, TableCache};

use crate::{AdvisedGame, Bot, EngineBudget, EngineGame, Hints, SearchRequest};

/// Knows exact values for few pieces on the board.
#[derive(Debug, Default)]
pub struct Adviser {
    kept: TableCache,
}

/// What a position is worth before the throw, and what is to be said after each throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Outlook {
    /// The probability that the player to throw wins.
    pub value: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// For each throw, in the order of the rules, what its moves are worth.
    pub throws: Vec<(gebeta_rules::senet::Roll, Hints<Move>)>,
}

impl Adviser {
    /// An adviser that shares the tables others have.
    pub const fn sharing(kept: TableCache) -> Self {
        Self { kept }
    }

    /// The farthest a search looks ahead, however large the budget.
    const FARTHEST: u32 = 10;

    /// What the position is worth before the throw; none if a roll lies on the table or the game is over.
    ///
    /// All throws are looked at equally far, so that the luck of a throw is no artefact of the search: over all throws
    /// it adds up to nothing.
    pub fn before_throw(&mut self, position: &Position, budget: EngineBudget<'_>) -> Option<Outlook> {
        if position.thrown().is_some() || position.outcome().is_some() {
            return None;
        }
        let known = position.throws().iter().map(|&(roll, _)| {
            let hints = self.look_up(&position.cast(roll), budget)?;
            Some((roll, hints))
        });
        if let Some(throws) = known.collect::<Option<Vec<_>>>() {
            return Some(Outlook::new(position, throws));
        }
        let mut spent = 0;
        let mut last = None;
        for depth in 1..=budget.depth.unwrap_or(Self::FARTHEST) {
            let mut throws = Vec::new();
            for &(roll, _) in position.throws() {
                // The first ply is always finished: there must be an answer.
                let nodes = if depth == 1 { u64::MAX } else { budget.nodes.saturating_sub(spent) };
                let hints = search(&position.cast(roll), depth, EngineBudget { nodes, ..budget })?;
                spent += hints.nodes;
                if hints.depth < depth && !hints.exact() {
                    return last;
                }
                throws.push((roll, hints));
            }
            let all_known = throws.iter().all(|(_, hints)| hints.exact());
            last = Some(Outlook::new(position, throws));
            if all_known || spent >= budget.nodes || (budget.stop)() {
                break;
            }
        }
        last
    }

    /// The exact values of the moves: from a cached table, from a new one if few pieces are on the board, or from the
    /// tablebases.
    fn look_up(&self, position: &Position, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        let exact = self.kept.knowing(position).or_else(|| {
            let most = Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max()?;
            let reach = Reach::new(most).filter(|_| most <= Bot::PERFECT_PIECES)?;
            self.kept.reaching(position.rules(), reach, NonZero::<usize>::MIN, &mut |_| {}, budget.stop)
        });
        let moves = exact.and_then(|exact| exact.moves(position));
        Hints::rank(&moves.or_else(|| budget.tablebases?.moves(position))?, true, 0, 0)
    }
}

impl Outlook {
    fn new(position: &Position, throws: Vec<(gebeta_rules::senet::Roll, Hints<Move>)>) -> Self {
        let weighed = throws.iter().zip(position.throws());
        let sum: f64 = weighed.map(|((_, hints), &(_, weight))| f64::from(weight) * hints.value()).sum();
        let exact = throws.iter().all(|(_, hints)| hints.exact());
        Self { value: sum / f64::from(Position::WEIGHTS), exact, throws }
    }
}

impl AdvisedGame for Position {
    type Adviser = Adviser;

    fn advise(&self, adviser: &mut Adviser, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
        self.thrown()?;
        if let Some(hints) = adviser.look_up(self, budget) {
            return Some(hints);
        }
        search(self, budget.depth.unwrap_or(Bot::SENET_DEPTH), budget)
    }

    fn foresee(&self, _: &mut Adviser, hints: &Hints<Move>, _: EngineBudget<'_>) -> Vec<Move> {
        // Behind the first move lies a throw.
        vec![hints.best().mv]
    }
}

fn search(position: &Position, depth: u32, budget: EngineBudget<'_>) -> Option<Hints<Move>> {
    let budget = EngineBudget { depth: Some(depth), ..budget };
    let request = SearchRequest { budget, ..SearchRequest::new(Bot::Steady { depth }) };
    let thought = position.search(request, &mut |_| {})?;
    Hints::rank(&thought.moves, thought.exact, thought.depth, thought.nodes.total())
}
