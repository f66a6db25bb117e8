use std::sync::Arc;

use gebeta_endgame::mancala::{Prover, Table};
use gebeta_rules::Game;
use gebeta_rules::mancala::{Law, Move, Position, Sowing};
use gebeta_search::{
    AlphaBeta, Candidates, Limits, Memory, Recall, Report, Style, Tree, Unit, Whole, deepen,
};

use super::{Ground, Node, Pits, Steady, Weights};
use crate::{Budget, Thought};

/// What a player of mancala keeps from move to move of one game: the positions it has searched, and the end of the game,
/// which it knows by heart.
#[derive(Debug, Default)]
pub struct Mind {
    packed: Option<Study<Ground, Node>>,
    readable: Option<Memory<Position>>,
    /// The larger table of a player who proves what it plays.
    proved: Option<Arc<Table>>,
    /// What such a player has proved.
    prover: Option<Prover>,
}

#[derive(Debug)]
struct Study<G, N> {
    ground: G,
    judgment: Judgment,
    memory: Memory<N>,
    /// The stones a table was asked for, and the table if the law has one.
    table: (u32, Option<Table>),
}

/// How hard to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies to look ahead; in relay games, from four on, turns: one less than half as many.
    pub depth: u32,
    /// Up to how many stones the end of the game is known by heart.
    pub table: u32,
    /// How many positions are kept in mind.
    pub memory: usize,
    /// The most positions one decision of a relay game may take: nobody can tell how long a turn is.
    pub relay_nodes: u64,
    /// What judges the positions at the end of its sight.
    pub judgment: Judgment,
    /// Whether it uses at one move what it found out at another; who does not plays the same from the same position,
    /// however the game came there.
    pub remembers: bool,
    /// Whether every move gets its value, or only the best one, which is found sooner.
    pub candidates: Candidates,
}

/// What judges a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgment {
    /// [`Steady`].
    Steady,
    /// [`Weights`], where there are some for the rules, else [`Steady`].
    Fitted,
}

impl Strength {
    /// What goes with so many plies.
    pub const fn of_depth(depth: u32) -> Self {
        let (table, memory) = match depth {
            0..=3 => (0, 1 << 8),
            4..=6 => (6, 1 << 14),
            7..=9 => (8, 1 << 17),
            _ => (Table::SMALL, 1 << 20),
        };
        let relay_nodes = 2_000 << (if depth < 12 { depth } else { 12 });
        Self {
            depth,
            table,
            memory,
            relay_nodes,
            judgment: Judgment::Fitted,
            remembers: false,
            candidates: Candidates::All,
        }
    }
}

impl Mind {
    /// The largest table computed on the way: a fraction of a second.
    const MOST_PROVED: u32 = 14;

    /// A prover with that much memory or more for `position`. It is kept: what was proved at one move of a game holds at
    /// the next.
    pub(super) fn prover(&mut self, position: &Position, megabytes: usize) -> &Prover {
        let kept = self.prover.take().filter(|prover| prover.serves(position, megabytes));
        let prover = kept.unwrap_or_else(|| Prover::new(self.proved(position), megabytes, position));
        self.prover.insert(prover)
    }

    /// A table that makes proofs below `position` short; none where there is no packed law. It is kept.
    fn proved(&mut self, position: &Position) -> Option<Arc<Table>> {
        let (pits, law) = (position.board().pits(), position.law());
        let stones = Table::worthwhile(pits, position.board().in_pits()).min(Self::MOST_PROVED);
        let serves = |table: &Arc<Table>| {
            let sower = table.sower();
            (sower.pits(), sower.law()) == (u32::from(pits.get()), law) && table.stones() >= stones
        };
        if !self.proved.as_ref().is_some_and(serves) {
            self.proved = Table::build(pits, law, stones, 1, &|_| true).map(Arc::new);
        }
        self.proved.clone()
    }

    /// Looks ahead and tells what it finds, and each depth on the way to `heard`. None without a legal move.
    pub fn look_ahead(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: Budget<'_>,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let plan = Plan::new(position.law(), strength, budget);
        match self.study(position, strength) {
            Some(study) => {
                let tree = Pits::new(&study.ground, study.table.1.as_ref());
                let root = study.ground.node(position)?;
                let ahead = Steady::STONE * position.lead(position.to_move()?);
                plan.carry_out(&tree, &mut study.memory, &root, ahead, heard)
            }
            None => {
                let memory = self.readable.get_or_insert_with(|| Memory::new(strength.memory));
                if !strength.remembers {
                    memory.clear();
                }
                plan.carry_out(&Whole::new(&Steady), memory, position, 0, heard)
            }
        }
    }

    /// What is known of the game that `position` belongs to, where there is a packed law for it.
    fn study(&mut self, position: &Position, strength: Strength) -> Option<&mut Study<Ground, Node>> {
        let suits =
            |study: &Study<Ground, Node>| study.ground.holds(position) && study.judgment == strength.judgment;
        if !self.packed.as_ref().is_some_and(suits) {
            self.packed = None;
            let mut ground = Ground::of(position)?;
            let weights = Weights::shipped(position.law()).filter(|_| strength.judgment == Judgment::Fitted);
            if let Some(weights) = weights {
                ground = ground.judged_by(weights);
            }
            let judgment = strength.judgment;
            self.packed =
                Some(Study { ground, judgment, memory: Memory::new(strength.memory), table: (0, None) });
        }
        let study = self.packed.as_mut()?;
        if !strength.remembers {
            study.memory.clear();
        }
        // A table that no line will reach is not worth its time.
        let reached = position.board().in_pits() <= strength.table + 4 * strength.depth;
        if study.table.0 < strength.table && reached {
            let table = Table::build(study.ground.size(), study.ground.law(), strength.table, 1, &|_| true);
            study.table = (strength.table, table);
        }
        Some(study)
    }
}

/// One decision.
struct Plan<'l> {
    limits: Limits<'l>,
    style: Style,
}

impl<'l> Plan<'l> {
    /// In relay games one turn may have twenty moves and decide everything: a player who looks a few plies ahead sees
    /// nothing of it, one who looks a turn ahead all. Weak players should not.
    const TURNS_FROM_DEPTH: u32 = 4;

    fn new(law: Law, strength: Strength, budget: Budget<'l>) -> Self {
        let mut limits = budget.limits(strength.depth);
        let by_turns = law.sowing == Sowing::Relay && limits.depth >= Self::TURNS_FROM_DEPTH;
        let unit = if by_turns { Unit::Turns } else { Unit::Plies };
        if by_turns && budget.depth.is_none() {
            limits.depth = strength.depth / 2 - 1;
            limits.nodes = limits.nodes.min(strength.relay_nodes);
        }
        let style = Style { unit, recall: Recall::Deeper, candidates: strength.candidates };
        Self { limits, style }
    }

    fn carry_out<T: Tree<Move = Move>>(
        &self,
        tree: &T,
        memory: &mut Memory<T::Node>,
        root: &T::Node,
        ahead: i32,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let mut search = |style: Style, limits: Limits<'_>| {
            let report = AlphaBeta { tree, memory: &mut *memory, style }.search(root, limits);
            report.map(|report| in_stones(&report, ahead))
        };
        let hear = |report: &Report<Move, f64>| {
            if let Some(thought) = Thought::from_report(report) {
                heard(&thought);
            }
        };
        let report = deepen(self.limits, |limits| search(self.style, limits), hear);
        // Stopped before the first depth was finished: two plies are over before anybody can blink.
        let in_a_hurry = Style { unit: Unit::Plies, ..self.style };
        let report = report.or_else(|| search(in_a_hurry, Limits::depth(2)))?;
        Thought::from_report(&report)
    }
}

/// The same report in stones, of a player who is `ahead` already.
fn in_stones(report: &Report<Move, i32>, ahead: i32) -> Report<Move, f64> {
    let stones = |value: i32| f64::from(value + ahead) / f64::from(Steady::STONE);
    Report {
        moves: report.moves.iter().map(|&(mv, value)| (mv, stones(value))).collect(),
        line: report.line.clone(),
        depth: report.depth,
        nodes: report.nodes,
        exact: report.exact,
    }
}
