use gebeta_rules::Deterministic;

use crate::limits::StopCheck;
use crate::move_order::MoveOrder;
use crate::transposition_table::{Bound, Found, TranspositionTable};
use crate::tree::{Branch, EvalTree, INFINITY, Then, Tree};
use crate::{Eval, Limits, Nodes, Report};

/// The value of every legal move to the mover, `limits.depth` plies ahead; none if stopped before.
///
/// Each value is what plain [`minimax`](crate::minimax()) would say. The eval must be zero-sum: what a position is worth
/// to one player it costs the other. None without a legal move.
pub fn alphabeta<G, E>(position: &G, eval: &E, limits: Limits<'_>) -> Option<Report<G::Move, i32>>
where
    G: Deterministic + Copy,
    E: Eval<G, Value = i32>,
{
    let tree = EvalTree::new(eval);
    let mut memory = TranspositionTable::new(1 << 16);
    AlphaBeta { tree: &tree, memory: &mut memory, style: SearchOptions::PLAIN }.search(position, limits)
}

/// What a depth counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Moves.
    Plies,
    /// Turns: all moves of a player until the opponent's first. Where one turn may have twenty moves, nothing less shows
    /// what it brings.
    Turns,
}

/// Which of the things remembered are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableUse {
    /// What was found at the depth asked for, so that values are those of the plain search.
    SameDepth,
    /// What was found there or deeper, so that values are at least as good.
    Deeper,
}

/// Which moves of the root get a value of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Candidates {
    /// Every one.
    All,
    /// The best; of the others it is only known that they are no better.
    Best,
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchOptions {
    /// What a depth counts.
    pub unit: Unit,
    /// What is used of what is remembered.
    pub recall: TableUse,
    /// Which root moves get an exact value.
    pub candidates: Candidates,
}

impl SearchOptions {
    /// Every value is that of plain minimax.
    pub const PLAIN: Self =
        Self { unit: Unit::Plies, recall: TableUse::SameDepth, candidates: Candidates::All };
}

/// An alpha-beta search with a transposition table: principal variations with an open window, everything else with a test of one
/// point (Marsland's PVS).
#[derive(Debug)]
pub struct AlphaBeta<'t, T: Tree> {
    /// What is searched.
    pub tree: &'t T,
    /// What is remembered; the next search may use it.
    pub memory: &'t mut TranspositionTable<T::Key>,
    /// How.
    pub style: SearchOptions,
}

impl<T: Tree> AlphaBeta<'_, T> {
    /// The value of the moves of `root` to the mover, `limits.depth` plies or turns ahead; none if stopped before, or
    /// without a move.
    pub fn search(&mut self, root: &T::Node, limits: Limits<'_>) -> Option<Report<T::Move, i32>> {
        self.memory.begin();
        let mut branches = Vec::new();
        self.tree.branches(root, &mut branches);
        let key = self.tree.key(root);
        let first = self.memory.get(&key).map(|found| usize::from(found.best));
        let mut run = Run {
            tree: self.tree,
            memory: &mut *self.memory,
            style: self.style,
            nodes: Nodes { max: 1, ..Nodes::default() },
            watchdog: StopCheck::new(limits, self.tree.stop_interval()),
            spare: Vec::new(),
            path: vec![key],
        };
        let depth = limits.depth.clamp(1, u16::MAX.into()) as u16;
        let (moves, best, exact) = match self.style.candidates {
            Candidates::All => run.every_move(&branches, depth)?,
            Candidates::Best => run.best_move(&branches, first, depth)?,
        };
        let nodes = run.nodes;
        let value = moves.iter().map(|&(_, value)| value).max()?;
        let found = Found {
            value,
            depth,
            best: best as u8,
            bound: Bound::Exact,
            unit: self.style.unit,
            proved: exact,
        };
        if self.memory.put(&key, found) {
            // Without room the next search has to do with less.
            let _ = self.memory.grow(limits.stop);
        }
        let pv = self.pv(*root, branches.get(best)?);
        Some(Report { moves, pv, depth: limits.depth, nodes, exact })
    }

    /// The principal variation after `branch`, as far as the table has it.
    fn pv(&self, root: T::Node, branch: &Branch<T::Node, T::Move>) -> Vec<T::Move> {
        /// Longer lines are not shown.
        const LONGEST: usize = 64;
        let mut pv = vec![branch.mv];
        let mut branch = *branch;
        let mut branches = Vec::new();
        let mut node = root;
        while let Some(&next) = branch.then.node() {
            let found = self.memory.get(&self.tree.key(&next)).filter(|found| found.bound == Bound::Exact);
            let Some(found) = found.filter(|_| pv.len() < LONGEST && next != node) else { break };
            self.tree.branches(&next, &mut branches);
            let Some(&best) = branches.get(usize::from(found.best)) else { break };
            pv.push(best.mv);
            (node, branch) = (next, best);
        }
        pv
    }
}

/// A value, or a bound of it.
#[derive(Clone, Copy)]
struct Score {
    value: i32,
    /// Whether it holds however deep one looks: nothing was guessed on the way to it.
    proved: bool,
}

/// The values that matter: at or below `alpha`, and at or above `beta`, a bound is enough.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

impl Window {
    const OPEN: Self = Self { alpha: -INFINITY, beta: INFINITY };

    /// The test "more than alpha?".
    const fn test(self) -> Self {
        Self { alpha: self.alpha, beta: self.alpha + 1 }
    }

    /// The same window seen from behind `branch`.
    const fn behind<N, M>(self, branch: &Branch<N, M>) -> Self {
        let gain = branch.gain;
        match branch.then {
            Then::Passes(_) => Self { alpha: gain - self.beta, beta: gain - self.alpha },
            Then::Again(_) | Then::Over => Self { alpha: self.alpha - gain, beta: self.beta - gain },
        }
    }
}

/// The best move so far.
struct BestMove {
    score: Score,
    place: usize,
    /// Whether everything looked at is proved.
    all_proved: bool,
}

impl BestMove {
    const NONE: Self = Self { score: Score { value: -INFINITY, proved: true }, place: 0, all_proved: true };

    fn update(&mut self, place: usize, score: Score) {
        self.all_proved &= score.proved;
        if score.value > self.score.value {
            self.score = score;
            self.place = place;
        }
    }
}

struct Run<'t, 'l, T: Tree> {
    tree: &'t T,
    memory: &'t mut TranspositionTable<T::Key>,
    style: SearchOptions,
    nodes: Nodes,
    watchdog: StopCheck<'l>,
    /// Lists that are not in use, to spare the allocator.
    spare: Vec<(Branches<T>, MoveOrder)>,
    /// The nodes from the root to the one at hand, where they may come again.
    path: Vec<T::Key>,
}

/// A move with its value.
///
/// rustc 1.95 joins both into one word, and where a move has three bytes it adds what lies behind them in memory to the value. It
/// cannot where the value is written through a pointer of which it knows nothing.
fn valued<M>(mv: M, value: i32) -> (M, i32) {
    let mut valued = (mv, 0);
    *std::hint::black_box(&mut valued.1) = value;
    valued
}

type Branches<T> = Vec<Branch<<T as Tree>::Node, <T as Tree>::Move>>;
/// The moves with their values, the place of the best, and whether all is proved.
type Root<M> = (Vec<(M, i32)>, usize, bool);

impl<T: Tree> Run<'_, '_, T> {
    /// From this depth on the children are looked up before any is searched (enhanced transposition cut-off).
    const LOOK_UP_FROM: u16 = 3;
    /// From this depth on a node with no remembered move is searched less deeply first.
    const SHALLOW_FROM: u16 = 5;
    /// By how much less.
    const SHALLOW_BY: u16 = 3;

    fn every_move(&mut self, branches: &Branches<T>, depth: u16) -> Option<Root<T::Move>> {
        let mut moves = Vec::with_capacity(branches.len());
        let mut leader = BestMove::NONE;
        for (place, branch) in branches.iter().enumerate() {
            let score = self.branch(branch, depth, Window::OPEN, true)?;
            leader.update(place, score);
            moves.push(valued(branch.mv, score.value));
        }
        Some((moves, leader.place, leader.all_proved))
    }

    fn best_move(
        &mut self,
        branches: &Branches<T>,
        first: Option<usize>,
        depth: u16,
    ) -> Option<Root<T::Move>> {
        let mut order = MoveOrder::default();
        for (place, branch) in branches.iter().enumerate() {
            order.add(self.tree, place, branch, true);
        }
        order.sort(first);
        let mut leader = BestMove::NONE;
        self.try_in_order(branches, &order, &mut leader, depth, Window::OPEN, true)?;
        let best = branches.get(leader.place)?;
        Some((vec![valued(best.mv, leader.score.value)], leader.place, leader.all_proved))
    }

    /// The value of `node` to the player to move; `own` says whether that is the one at the root.
    ///
    /// Exact if it lies strictly within the window; at or below `alpha` an upper bound, at or above `beta` a lower one.
    fn node(&mut self, node: &T::Node, depth: u16, window: Window, own: bool) -> Option<Score> {
        if own {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
        if self.watchdog.should_stop(&self.nodes) {
            return None;
        }
        if T::REPEATS {
            let key = self.tree.key(node);
            if let Some(value) = self.tree.repeated(node, key, &self.path) {
                // On another way to this node it would be worth something else.
                return Some(Score { value, proved: false });
            }
            self.path.push(key);
        }
        let score = self.unrepeated(node, depth, window, own);
        if T::REPEATS {
            self.path.pop();
        }
        score
    }

    /// A node that is searched less deeply before it is searched.
    fn again(&mut self, node: &T::Node, depth: u16, window: Window, own: bool) -> Option<Score> {
        if T::REPEATS {
            self.path.pop();
        }
        let score = self.node(node, depth, window, own);
        if T::REPEATS {
            self.path.push(self.tree.key(node));
        }
        score
    }

    /// The same of a node that has not come before.
    fn unrepeated(&mut self, node: &T::Node, depth: u16, window: Window, own: bool) -> Option<Score> {
        if depth == 0 {
            return Some(Score { value: self.tree.eval(node), proved: false });
        }
        let (low, high) = self.tree.bounds(node);
        if low >= window.beta {
            return Some(Score { value: low, proved: true });
        }
        if high <= window.alpha {
            return Some(Score { value: high, proved: true });
        }
        let key = self.tree.key(node);
        let remembers = self.remembers(depth);
        let mut best = None;
        if remembers {
            if let Some(score) = self.recall(&key, depth, window) {
                return Some(score);
            }
            best = self.memory.get(&key).map(|found| usize::from(found.best));
            if best.is_none() && self.style.unit == Unit::Plies && depth >= Self::SHALLOW_FROM {
                self.again(node, depth - Self::SHALLOW_BY, window, own)?;
                best = self.memory.get(&key).map(|found| usize::from(found.best));
            }
        }
        let (mut branches, mut order) = self.spare.pop().unwrap_or_default();
        self.tree.branches(node, &mut branches);
        let leader = self.best_of(&branches, &mut order, best, depth, window, own);
        self.spare.push((branches, order));
        let leader = leader?;
        let Score { value, proved } = leader.score;
        let (bound, proved) = match value {
            // One good move is enough to prove that a node is good.
            value if value >= window.beta => (Bound::Lower, proved),
            value if value <= window.alpha => (Bound::Upper, leader.all_proved),
            _ => (Bound::Exact, leader.all_proved),
        };
        if remembers {
            let found =
                Found { value, depth, best: leader.place as u8, bound, unit: self.style.unit, proved };
            if self.memory.put(&key, found) {
                self.memory.grow(|| self.watchdog.is_stopped())?;
            }
        }
        Some(Score { value, proved })
    }

    /// The best of `branches`, or the first that reaches `beta`.
    fn best_of(
        &mut self,
        branches: &Branches<T>,
        order: &mut MoveOrder,
        first: Option<usize>,
        depth: u16,
        window: Window,
        own: bool,
    ) -> Option<BestMove> {
        let mut leader = BestMove::NONE;
        order.clear();
        let looks = depth > 1;
        for (place, branch) in branches.iter().enumerate() {
            match self.settled(branch) {
                Some(value) => leader.update(place, Score { value, proved: true }),
                None => order.add(self.tree, place, branch, looks),
            }
        }
        if leader.score.value >= window.beta {
            return Some(leader);
        }
        if depth >= Self::LOOK_UP_FROM {
            for rank in 0..order.len() {
                let place = order.at(rank);
                if let Some(score) = self.enough(&branches[place], depth, window) {
                    leader.score = score;
                    leader.place = place;
                    return Some(leader);
                }
            }
        }
        if looks {
            order.sort(first);
        }
        self.try_in_order(branches, order, &mut leader, depth, window, own)?;
        Some(leader)
    }

    fn try_in_order(
        &mut self,
        branches: &Branches<T>,
        order: &MoveOrder,
        leader: &mut BestMove,
        depth: u16,
        mut window: Window,
        own: bool,
    ) -> Option<()> {
        for rank in 0..order.len() {
            let place = order.at(rank);
            let branch = &branches[place];
            window.alpha = window.alpha.max(leader.score.value);
            let mut score = if rank == 0 {
                self.branch(branch, depth, window, own)?
            } else {
                self.branch(branch, depth, window.test(), own)?
            };
            if rank > 0 && score.value > window.alpha && score.value < window.beta {
                score = self.branch(branch, depth, window, own)?;
            }
            leader.update(place, score);
            if score.value >= window.beta {
                leader.score = score;
                leader.place = place;
                break;
            }
        }
        Some(())
    }

    /// The value of a move to the mover.
    fn branch(
        &mut self,
        branch: &Branch<T::Node, T::Move>,
        depth: u16,
        window: Window,
        own: bool,
    ) -> Option<Score> {
        if let Some(value) = self.settled(branch) {
            return Some(Score { value, proved: true });
        }
        let next = branch.then.node()?;
        let own = if matches!(branch.then, Then::Again(_)) { own } else { !own };
        let score = self.node(next, self.depth_behind(branch, depth), window.behind(branch), own)?;
        Some(Score { value: branch.gain + branch.then.seen(score.value), proved: score.proved })
    }

    /// The value of a move that needs no search.
    #[inline]
    fn settled(&self, branch: &Branch<T::Node, T::Move>) -> Option<i32> {
        match branch.then.node() {
            None => Some(branch.gain),
            Some(next) => Some(branch.gain + branch.then.seen(self.tree.probe(next)?)),
        }
    }

    const fn depth_behind(&self, branch: &Branch<T::Node, T::Move>, depth: u16) -> u16 {
        match (self.style.unit, &branch.then) {
            (Unit::Turns, Then::Again(_)) => depth,
            _ => depth - 1,
        }
    }

    /// Looking up costs more than searching the last ply.
    const fn remembers(&self, depth: u16) -> bool {
        match self.style.unit {
            Unit::Plies => depth > 1,
            Unit::Turns => true,
        }
    }

    /// What is remembered of a node, if it answers the question.
    #[inline]
    fn recall(&self, key: &T::Key, depth: u16, window: Window) -> Option<Score> {
        let found = self.memory.get(key)?;
        let usable = match self.style.recall {
            TableUse::SameDepth => {
                found.unit == self.style.unit
                    && (found.depth == depth || (found.proved && found.depth < depth))
            }
            TableUse::Deeper => found.proved || (found.unit == self.style.unit && found.depth >= depth),
        };
        let answers = match found.bound {
            Bound::Exact => true,
            Bound::Lower => found.value >= window.beta,
            Bound::Upper => found.value <= window.alpha,
        };
        (usable && answers).then_some(Score { value: found.value, proved: found.proved })
    }

    /// The value of a move of which it is remembered that it reaches `beta`.
    fn enough(&self, branch: &Branch<T::Node, T::Move>, depth: u16, window: Window) -> Option<Score> {
        let next = branch.then.node()?;
        let depth = self.depth_behind(branch, depth);
        if !self.remembers(depth) {
            return None;
        }
        // The window of a test for beta: whatever it answers at or above is a bound on the right side.
        let test = Window { alpha: window.beta - 1, beta: window.beta };
        let score = self.recall(&self.tree.key(next), depth, test.behind(branch))?;
        let value = branch.gain + branch.then.seen(score.value);
        (value >= window.beta).then_some(Score { value, ..score })
    }
}
