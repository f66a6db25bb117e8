use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position, SideWord, Sowing};
use gebeta_search::{
    AlphaBeta, Candidates, EvalTree, Limits, Report, SearchOptions, TableUse, TranspositionTable, Tree, Unit,
    deepen,
};
use gebeta_solver::mancala::{Prover, Shape, SolverBudget, Table, Values};

use super::{Ground, Node, Pits, Steady, Weights};
use crate::{EngineBudget, SearchResult};

/// What a player of mancala keeps from move to move of one game: the positions it has searched, and an endgame
/// table.
#[derive(Debug, Default)]
pub struct EngineState {
    /// Of boards whose sides fit into one word.
    narrow: Option<Study<u64>>,
    wide: Option<Study<u128>>,
    /// Of games with more stones than a packed board holds.
    readable: Option<TranspositionTable<Position>>,
    /// The larger table of a player who proves what it plays.
    proved: Option<Table>,
    /// What such a player has proved.
    prover: Option<Prover>,
}

/// How a player searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength {
    /// Plies to look ahead; in relay games, from four on, turns: one less than half as many.
    pub depth: u32,
    /// Up to how many stones in the pits it has an endgame table, if that table is small.
    pub table: u32,
    /// How many positions the transposition table holds.
    pub memory: usize,
    /// The most positions one decision may take where the tree size is unpredictable: in relay games, and on boards of
    /// more than six pits. A number of positions and not a time, so that games are repeatable.
    pub nodes: u64,
    /// What evaluates the leaves.
    pub judgment: Judgment,
    /// Whether it keeps the table from move to move; without it, the move depends on the position alone and not on the
    /// game before it.
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
            _ => (12, 1 << 20),
        };
        let nodes = 2_000 << (if depth < 12 { depth } else { 12 });
        Self {
            depth,
            table,
            memory,
            nodes,
            judgment: Judgment::Fitted,
            remembers: false,
            candidates: Candidates::All,
        }
    }
}

/// Frees a prover. Giving back hundreds of megabytes takes tens of milliseconds, in which no stop flag is looked at, so that is
/// done on another thread where there are threads.
fn free(prover: Prover) {
    if cfg!(target_family = "wasm") {
        return drop(prover);
    }
    // Without a thread the closure is dropped here, and the prover with it.
    let _ = std::thread::Builder::new().spawn(move || drop(prover));
}

impl EngineState {
    /// A prover for `position` with that much memory or more, above a table that takes a fraction of a second to compute.
    /// None if the budget's time is over before it is there.
    pub(super) fn prover(
        &mut self,
        position: &Position,
        megabytes: usize,
        budget: EngineBudget<'_>,
    ) -> Option<&Prover> {
        let pits = position.board().pits();
        // No more than a proof may take for its memory.
        let fitting = Shape::most_stones(pits, Shape::MEDIUM.min(budget.bytes()));
        let in_pits = position.board().in_pits();
        // Where the board is too full to be packed a table is of no use.
        let table = (in_pits <= u128::MOST_STONES).then(|| Shape::worthwhile(pits, in_pits).min(fitting));
        let megabytes = megabytes.min(budget.megabytes);
        self.prover_with(position, SolverBudget { table, megabytes, nodes: u64::MAX }, budget)
    }

    /// A prover for `position` with these means or more. It is kept: what was proved at one move of a game holds at the
    /// next. None if the budget's time is over before it is ready.
    pub(super) fn prover_with(
        &mut self,
        position: &Position,
        means: SolverBudget,
        budget: EngineBudget<'_>,
    ) -> Option<&Prover> {
        let kept = match self.prover.take() {
            Some(prover) if !prover.serves(position, means) => {
                free(prover);
                None
            }
            kept => kept,
        };
        let prover = match (kept, means.table) {
            (Some(prover), _) => prover,
            (None, None) => Prover::prepare(None, means.megabytes, position, budget.stop)?,
            (None, Some(stones)) => {
                let table = self.proved(position, stones, budget)?;
                Prover::prepare(Some(table), means.megabytes, position, budget.stop)?
            }
        };
        Some(self.prover.insert(prover))
    }

    /// The prover of the last proof, if it can go on with this position.
    pub(super) fn proved_before(&self, position: &Position) -> Option<&Prover> {
        self.prover.as_ref().filter(|prover| prover.holds(position))
    }

    /// The table of the game up to so many stones. It is kept.
    fn proved(&mut self, position: &Position, stones: u32, budget: EngineBudget<'_>) -> Option<Table> {
        let (pits, law) = (position.board().pits(), Prover::table_law(position.law()));
        if !self.proved.as_ref().is_some_and(|table| table.is_of(pits, law) && table.stones() >= stones) {
            self.proved = Table::build(pits, law, stones, budget.threads, &|_| !(budget.stop)());
        }
        self.proved.clone()
    }

    /// Looks ahead and tells what it finds, and each depth on the way to `heard`. None without a legal move.
    pub fn look_ahead(
        &mut self,
        position: &Position,
        strength: Strength,
        budget: EngineBudget<'_>,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let plan = Plan::new(position, strength, budget);
        if let Some(study) = Study::of(&mut self.narrow, position, strength, budget) {
            return study.carry_out(&plan, position, heard);
        }
        if let Some(study) = Study::of(&mut self.wide, position, strength, budget) {
            return study.carry_out(&plan, position, heard);
        }
        let memory = self.readable.get_or_insert_with(|| TranspositionTable::new(strength.memory));
        if !strength.remembers {
            memory.clear();
        }
        plan.carry_out(&EvalTree::new(&Steady), memory, position, 0, heard)
    }
}

/// What is known of one game.
#[derive(Debug)]
struct Study<S> {
    ground: Ground<S>,
    judgment: Judgment,
    memory: TranspositionTable<Node<S>>,
    /// The stones a table was asked for, and the table if the law has one.
    table: (u32, Option<Values<S>>),
}

impl<S: SideWord> Study<S> {
    /// What is known of the game that `position` belongs to, kept in `place`; none if the word is too narrow for it.
    fn of<'a>(
        place: &'a mut Option<Self>,
        position: &Position,
        strength: Strength,
        budget: EngineBudget<'_>,
    ) -> Option<&'a mut Self> {
        let suits = |study: &Self| study.ground.holds(position) && study.judgment == strength.judgment;
        if !place.as_ref().is_some_and(suits) {
            *place = None;
            let mut ground = Ground::of(position)?;
            let weights = Weights::shipped(position.law()).filter(|_| strength.judgment == Judgment::Fitted);
            if let Some(weights) = weights {
                ground = ground.judged_by(weights);
            }
            let judgment = strength.judgment;
            *place = Some(Self {
                ground,
                judgment,
                memory: TranspositionTable::new(strength.memory),
                table: (0, None),
            });
        }
        let study = place.as_mut()?;
        if !strength.remembers {
            study.memory.clear();
        }
        study.learn_the_end(position, strength, budget);
        Some(study)
    }

    /// Computes the endgame table of this strength, unless it is there, no line will reach it, or the search is stopped.
    fn learn_the_end(&mut self, position: &Position, strength: Strength, budget: EngineBudget<'_>) {
        let pits = self.ground.size();
        let stones = strength.table.min(Shape::most_stones(pits, Shape::SMALL));
        let reached = position.board().in_pits() <= stones + 4 * strength.depth;
        if self.table.0 < stones && reached {
            let table = Values::build(pits, self.ground.law(), stones, 1, &|_| !(budget.stop)());
            if table.is_some() || !(budget.stop)() {
                self.table = (stones, table);
            }
        }
    }

    fn carry_out(
        &mut self,
        plan: &Plan<'_>,
        position: &Position,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let tree = Pits::new(&self.ground, self.table.1.as_ref());
        let root = self.ground.node(position)?;
        let ahead = Steady::STONE * position.lead(position.to_move()?);
        plan.carry_out(&tree, &mut self.memory, &root, ahead, heard)
    }
}

/// One decision.
struct Plan<'l> {
    limits: Limits<'l>,
    style: SearchOptions,
}

impl<'l> Plan<'l> {
    /// In relay games one turn may have twenty moves and decide everything: a player who looks a few plies ahead sees
    /// nothing of it, one who looks a turn ahead all. Weak players should not.
    const TURNS_FROM_DEPTH: u32 = 4;
    /// Boards on which every level answers soon.
    const QUICK_PITS: u8 = 6;

    fn new(position: &Position, strength: Strength, budget: EngineBudget<'l>) -> Self {
        let mut limits = budget.limits(strength.depth);
        let by_turns = position.law().sowing == Sowing::Relay && limits.depth >= Self::TURNS_FROM_DEPTH;
        let unit = if by_turns { Unit::Turns } else { Unit::Plies };
        if by_turns && budget.depth.is_none() {
            limits.depth = strength.depth / 2 - 1;
        }
        let has_no_end = by_turns || position.board().pits().get() > Self::QUICK_PITS;
        if has_no_end && budget.depth.is_none() {
            limits.nodes = limits.nodes.min(strength.nodes);
        }
        let style = SearchOptions { unit, recall: TableUse::Deeper, candidates: strength.candidates };
        Self { limits, style }
    }

    fn carry_out<T: Tree<Move = Move>>(
        &self,
        tree: &T,
        memory: &mut TranspositionTable<T::Key>,
        root: &T::Node,
        ahead: i32,
        heard: &mut dyn FnMut(&SearchResult<Move>),
    ) -> Option<SearchResult<Move>> {
        let mut search = |style: SearchOptions, limits: Limits<'_>| {
            let report = AlphaBeta { tree, memory: &mut *memory, style }.search(root, limits);
            report.map(|report| in_stones(&report, ahead))
        };
        let hear = |report: &Report<Move, f64>| {
            if let Some(thought) = SearchResult::from_report(report) {
                heard(&thought);
            }
        };
        let report = deepen(self.limits, |limits| search(self.style, limits), hear);
        // Stopped before the first depth was finished: two plies take no noticeable time, one where each position
        // takes long.
        let in_a_hurry = SearchOptions { unit: Unit::Plies, ..self.style };
        let depth = if tree.stop_interval() < Limits::STOP_INTERVAL { 1 } else { 2 };
        let report = report.or_else(|| search(in_a_hurry, Limits::depth(depth)))?;
        SearchResult::from_report(&report)
    }
}

/// The same report in stones, of a player who is `ahead` already.
fn in_stones(report: &Report<Move, i32>, ahead: i32) -> Report<Move, f64> {
    let stones = |value: i32| f64::from(value + ahead) / f64::from(Steady::STONE);
    Report {
        moves: report.moves.iter().map(|&(mv, value)| (mv, stones(value))).collect(),
        pv: report.pv.clone(),
        depth: report.depth,
        nodes: report.nodes,
        exact: report.exact,
    }
}
