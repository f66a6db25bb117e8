use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position, Turn};

use super::lookahead::{INFINITY, Lookahead};
use super::memory::{Bounds, Memory};
use super::packed_tree::PackedTree;
use super::plain_tree::PlainTree;
use super::table::Table;
use super::tree::{Child, Tree};

/// What is proved of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The final difference of the stores for the player to move, both playing perfectly.
    pub value: i32,
    /// Every move that reaches it.
    pub best: Vec<Move>,
    /// Every move with its own value, if that was asked for.
    pub moves: Vec<(Move, i32)>,
    /// Positions searched.
    pub nodes: u64,
}

/// How far a proof has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The result is at least this.
    pub low: i32,
    /// And at most this.
    pub high: i32,
    /// Positions searched so far.
    pub nodes: u64,
}

/// Proves the value of positions.
///
/// The worth of a position is bracketed by tests "is it at least `t`?", each an alpha-beta search with a window of one
/// point. Tests share a memory of bounds, which holds the pits alone, so what has been won before does not matter. Below,
/// the endgame table answers; above, moves are tried in the order of a shallow search.
#[derive(Clone, Copy, Debug)]
pub struct Prover<'a> {
    /// Exact knowledge below, for positions of its board and law.
    pub table: Option<&'a Table>,
    /// How much to remember.
    pub megabytes: usize,
}

impl Prover<'_> {
    /// Proves the value of an unfinished position; with `every_move` that of each move too. None if it is over, or if
    /// `progress`, which is asked from time to time, answers that it is enough.
    pub fn solve(
        &self,
        position: &Position,
        every_move: bool,
        progress: &mut dyn FnMut(Proof) -> bool,
    ) -> Option<Solved> {
        let lead = position.lead(position.to_move()?);
        let packed = self.table.and_then(|table| Some((table, table.sower().pack(position)?)));
        let mut solved = match packed {
            Some((table, node)) => {
                let tree = PackedTree::new(table, node.stones());
                Search::new(&tree, self.megabytes, lead, progress).solve(node, every_move)
            }
            None => Search::new(&PlainTree, self.megabytes, lead, progress).solve(*position, every_move),
        }?;
        solved.value += lead;
        for (_, value) in &mut solved.moves {
            *value += lead;
        }
        Some(solved)
    }
}

struct Search<'a, T: Tree> {
    tree: &'a T,
    memory: Memory<T::Node>,
    nodes: u64,
    next_look: u64,
    /// What has been won before, to report whole results.
    lead: i32,
    proof: Proof,
    progress: &'a mut dyn FnMut(Proof) -> bool,
    lookahead: Lookahead<T::Node>,
    /// Lists of children that are not in use, to spare the allocator.
    spare: Vec<Vec<Child<T::Node>>>,
}

impl<'a, T: Tree> Search<'a, T> {
    /// How many nodes pass between two reports.
    const REPORT: u64 = 1 << 16;
    /// How many stones above the table a look ahead begins to pay; below, the guess is as good.
    const AHEAD_FROM: i32 = 6;
    /// The farthest look ahead, in plies.
    const FARTHEST: i32 = 8;
    /// What it is worth for the order that a move takes a stone off the board, and that it brings another turn: among
    /// moves that will do, those with the smallest tree below should be tried first.
    const STONE_GONE: i32 = 32;
    const ANOTHER_TURN: i32 = 64;

    fn new(tree: &'a T, megabytes: usize, lead: i32, progress: &'a mut dyn FnMut(Proof) -> bool) -> Self {
        Self {
            tree,
            memory: Memory::new(megabytes),
            nodes: 0,
            next_look: Self::REPORT,
            lead,
            proof: Proof { low: 0, high: 0, nodes: 0 },
            progress,
            lookahead: Lookahead::new(),
            spare: Vec::new(),
        }
    }

    fn solve(&mut self, root: T::Node, every_move: bool) -> Option<Solved> {
        let value = self.value(root)?;
        let mut children = Vec::new();
        self.tree.children(root, &mut children);
        let mut moves = Vec::new();
        let mut best = Vec::new();
        for child in &children {
            if every_move {
                let future = if child.turn == Turn::Over { 0 } else { self.value(child.next)? };
                let worth = child.worth(future);
                moves.push((child.mv, worth));
                if worth == value {
                    best.push(child.mv);
                }
            } else if self.reaches(child, value, false)? >= value {
                best.push(child.mv);
            }
        }
        Some(Solved { value, best, moves, nodes: self.nodes })
    }

    /// The exact worth of a node.
    fn value(&mut self, node: T::Node) -> Option<i32> {
        let stones = self.tree.stones(node);
        let (mut low, mut high) = (-stones, stones);
        let step = self.tree.step();
        // Upward from the middle in small steps: a test that succeeds is cheap, the one that fails at the end is not.
        let mut test = low + stones / step * step;
        while low < high {
            let test_at = test.clamp(low + 1, high);
            self.proof = Proof { low: low + self.lead, high: high + self.lead, nodes: self.nodes };
            let found = self.at_least(node, test_at, true)?;
            if found >= test_at {
                low = found;
            } else {
                high = found;
            }
            test = if found >= test_at { low + step } else { high };
        }
        Some(low)
    }

    /// A bound on the worth of a node: at least `test` if it is, below if it is not. Where that is not `hoped`, every
    /// move will have to be searched anyway, so their order deserves less work.
    fn at_least(&mut self, node: T::Node, test: i32, hoped: bool) -> Option<i32> {
        if let Some(value) = self.tree.known(node) {
            return Some(value);
        }
        let stones = self.tree.stones(node);
        if stones < test {
            return Some(stones);
        }
        if -stones >= test {
            return Some(-stones);
        }
        let hash = self.tree.hash(node);
        let mut bounds =
            self.memory.get(node, hash).unwrap_or(Bounds { low: -stones as i16, high: stones as i16 });
        if i32::from(bounds.low) >= test {
            return Some(bounds.low.into());
        }
        if i32::from(bounds.high) < test {
            return Some(bounds.high.into());
        }
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.next_look = self.nodes + Self::REPORT;
            if !(self.progress)(Proof { nodes: self.nodes, ..self.proof }) {
                return None;
            }
        }
        let mut children = self.spare.pop().unwrap_or_default();
        self.tree.children(node, &mut children);
        let found = self.try_children(node, &mut children, test, hoped);
        self.spare.push(children);
        let found = found?;
        if found >= test {
            bounds.low = bounds.low.max(found as i16);
        } else {
            bounds.high = bounds.high.min(found as i16);
        }
        self.memory.put(node, hash, bounds, stones);
        Some(found)
    }

    fn try_children(
        &mut self,
        node: T::Node,
        children: &mut Vec<Child<T::Node>>,
        test: i32,
        hoped: bool,
    ) -> Option<i32> {
        // First what needs no search: the end, the table, the memory. What is left goes on.
        let mut best = i32::MIN;
        let mut proved = None;
        children.retain(|child| {
            let (low, high) = self.bounds_of(child);
            best = best.max(low);
            if low >= test {
                proved = Some(low);
            }
            if high < test {
                best = best.max(high);
            }
            high >= test && low < test
        });
        if let Some(low) = proved {
            return Some(low);
        }
        self.order(node, children, hoped);
        for (place, child) in children.iter().enumerate() {
            best = best.max(self.reaches(child, test, hoped && place == 0)?);
            if best >= test {
                break;
            }
        }
        Some(best)
    }

    /// Between which worths a move lies as far as can be seen without searching.
    fn bounds_of(&self, child: &Child<T::Node>) -> (i32, i32) {
        if child.turn == Turn::Over {
            return (child.gain, child.gain);
        }
        let (low, high) = match self.tree.known(child.next) {
            Some(value) => (value, value),
            None => {
                let stones = self.tree.stones(child.next);
                let bounds = self.memory.get(child.next, self.tree.hash(child.next));
                bounds.map_or((-stones, stones), |bounds| (bounds.low.into(), bounds.high.into()))
            }
        };
        let (a, b) = (child.worth(low), child.worth(high));
        (a.min(b), a.max(b))
    }

    /// A bound on the worth of a move: at least `test` if it is, below if it is not.
    fn reaches(&mut self, child: &Child<T::Node>, test: i32, hoped: bool) -> Option<i32> {
        match child.turn {
            Turn::Over => Some(child.gain),
            Turn::Again => Some(child.gain + self.at_least(child.next, test - child.gain, hoped)?),
            Turn::Passes => Some(child.gain - self.at_least(child.next, child.gain - test + 1, !hoped)?),
        }
    }

    /// Puts the most promising move first.
    fn order(&mut self, node: T::Node, children: &mut [Child<T::Node>], hoped: bool) {
        if children.len() < 2 {
            return;
        }
        let distance = self.tree.distance(node) - Self::AHEAD_FROM;
        let depth = if distance < 0 { 0 } else { (1 + distance / 3).min(Self::FARTHEST) };
        let depth = if hoped { depth } else { depth - 2 };
        let stones = self.tree.stones(node);
        let mut best = -INFINITY;
        for child in children.iter_mut() {
            let worth = self.lookahead.worth_of_move(self.tree, child, depth, best, INFINITY);
            let gone = stones - self.tree.stones(child.next);
            let again = if child.turn == Turn::Again { Self::ANOTHER_TURN } else { 0 };
            child.promise = worth + Self::STONE_GONE * gone + again;
            best = best.max(worth);
        }
        children.sort_by_key(|child| std::cmp::Reverse(child.promise));
    }
}
