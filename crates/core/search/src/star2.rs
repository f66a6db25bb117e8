use gebeta_rules::Chance;

use crate::chance_table::ChanceTable;
use crate::chance_tree::roots;
use crate::insertion_sort;
use crate::limits::StopCheck;
use crate::{Bounded, BoundedChanceTree, Bounds, ByRules, ChanceTree, Limits, Nodes, Report};

/// What [`expect`](crate::expect()) answers, by Star2 with a transposition table: the same values, far fewer nodes.
///
/// Before a throw the value is an average, so a window is handed on throw by throw: a throw needs to be known
/// exactly only as long as the others, at their best or worst, leave the average inside the window (Star1).
/// Star2 first looks at one reply to each throw, which often proves the bound at once (Ballard 1983; Hauk, Buro
/// and Schaeffer 2004). Every root move is searched with an open window.
pub fn star<G, E>(position: &G, eval: &E, limits: Limits<'_>) -> Option<Report<G::Move, f64>>
where
    G: Chance,
    E: Bounded<G, Value = f64>,
{
    star_over(&ByRules::new(eval, position.to_move()?), roots(position), limits)
}

/// [`star`] on any tree, for moves that lead to these nodes.
pub fn star_over<T: BoundedChanceTree, M>(
    tree: &T,
    roots: Vec<(M, T::Node)>,
    limits: Limits<'_>,
) -> Option<Report<M, f64>> {
    let mut search = Search {
        tree,
        nodes: Nodes::default(),
        watchdog: StopCheck::new(limits, tree.stop_interval()),
        table: ChanceTable::for_depth(limits.depth),
        replies: Vec::new(),
        exact: true,
    };
    search.nodes.max += 1;
    let mut moves = Vec::new();
    for (mv, node) in roots {
        let window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        moves.push((mv, search.before_throw(&node, limits.depth.max(1) - 1, window)?));
    }
    Some(Report { moves, pv: Vec::new(), depth: limits.depth, nodes: search.nodes, exact: search.exact })
}

/// Values at or below `alpha` and at or above `beta` need not be exact: the first may be too high, the second
/// too low, but never across their end of the window.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

struct Search<'a, 'l, T: ChanceTree> {
    tree: &'a T,
    nodes: Nodes,
    watchdog: StopCheck<'l>,
    table: ChanceTable<T::Node>,
    /// The replies of all decisions on the way here, each with its evaluation; one buffer for all of them.
    replies: Vec<(f64, T::Node)>,
    exact: bool,
}

/// The most throws a game may have.
const MOST_THROWS: usize = 8;

impl<T: BoundedChanceTree> Search<'_, '_, T> {
    /// The value before the next throw.
    fn before_throw(&mut self, node: &T::Node, depth: u32, window: Window) -> Option<f64> {
        if depth == 0 {
            return Some(self.leaf(node));
        }
        self.nodes.chance += 1;
        if let Some(known) = self.tree.probe(node) {
            return Some(known);
        }
        if self.watchdog.should_stop(&self.nodes) {
            return None;
        }
        let known = self.table.get(node, depth);
        if known.low >= window.beta || known.low >= known.high {
            return Some(known.low);
        }
        if known.high <= window.alpha {
            return Some(known.high);
        }
        let found = self.average(node, depth, window)?;
        self.table.put(node, depth, found);
        Some(if found.low >= window.beta { found.low } else { found.high })
    }

    #[inline]
    fn leaf(&mut self, node: &T::Node) -> f64 {
        self.nodes.chance += 1;
        self.tree.probe(node).unwrap_or_else(|| {
            self.exact = false;
            self.tree.eval(node)
        })
    }

    /// The average over all throws, or as much of it as the window needs.
    fn average(&mut self, node: &T::Node, depth: u32, window: Window) -> Option<Bounds> {
        let throws = self.tree.throws(node);
        let mut parts = [Bounds { low: 0.0, high: 0.0 }; MOST_THROWS];
        let parts = parts.get_mut(..throws.len()).expect("no game has more throws");
        self.tree.bounds(node, depth, parts);
        let sum = Sum { throws, total: f64::from(T::WEIGHTS) };
        if depth > 1 && self.probe(node, depth, window, parts, &sum)? {
            return Some(sum.bounds(parts));
        }
        for place in 0..throws.len() {
            let part = sum.window_of(place, parts, window);
            let value = self.decision(node, throws[place].0, depth, part)?;
            if value >= part.beta {
                parts[place].low = parts[place].low.max(value);
                if sum.low(parts) >= window.beta {
                    return Some(sum.bounds(parts));
                }
            } else if value <= part.alpha {
                parts[place].high = parts[place].high.min(value);
                if sum.high(parts) <= window.alpha {
                    return Some(sum.bounds(parts));
                }
            } else {
                parts[place] = Bounds { low: value, high: value };
            }
        }
        Some(sum.bounds(parts))
    }

    /// Looks at the most promising reply to each throw, which is what the mover can have at least, and says
    /// whether that puts the average outside the window.
    fn probe(
        &mut self,
        node: &T::Node,
        depth: u32,
        window: Window,
        parts: &mut [Bounds],
        sum: &Sum<T>,
    ) -> Option<bool> {
        let own = self.tree.is_own(node);
        // Only the end of the window that the mover pushes toward can be proved by a single reply.
        let open = if own { window.beta == f64::INFINITY } else { window.alpha == f64::NEG_INFINITY };
        if open {
            return Some(false);
        }
        for place in 0..sum.throws.len() {
            let part = sum.window_of(place, parts, window);
            let Some(reply) = self.most_promising(node, sum.throws[place].0, own) else { continue };
            let value = self.before_throw(&reply, depth - 1, part)?;
            // A value beyond the window is a bound on its own side only.
            let proved = if own {
                if value > part.alpha {
                    parts[place].low = parts[place].low.max(value);
                }
                sum.low(parts) >= window.beta
            } else {
                if value < part.beta {
                    parts[place].high = parts[place].high.min(value);
                }
                sum.high(parts) <= window.alpha
            };
            if proved {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The best reply to a throw.
    fn decision(&mut self, node: &T::Node, throw: T::Throw, depth: u32, window: Window) -> Option<f64> {
        let own = self.tree.is_own(node);
        if own {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
        let mut best = Best::new(own, window);
        if depth == 1 {
            for next in self.tree.after(node, throw) {
                if best.is_enough(self.leaf(&next)) {
                    break;
                }
            }
            return Some(best.value);
        }
        let first = self.replies.len();
        self.replies.extend(self.tree.after(node, throw).map(|next| (weigh(self.tree, &next), next)));
        let end = self.replies.len();
        insertion_sort(&mut self.replies[first..], |a, b| if own { a.0 > b.0 } else { a.0 < b.0 });
        for place in first..end {
            let next = self.replies[place].1.clone();
            let value = self.before_throw(&next, depth - 1, best.window)?;
            if best.is_enough(value) {
                break;
            }
        }
        self.replies.truncate(first);
        Some(best.value)
    }

    fn most_promising(&self, node: &T::Node, throw: T::Throw, own: bool) -> Option<T::Node> {
        let better = |a: &f64, b: &f64| if own { a.total_cmp(b) } else { b.total_cmp(a) };
        let replies = self.tree.after(node, throw).map(|next| (weigh(self.tree, &next), next));
        replies.max_by(|a, b| better(&a.0, &b.0)).map(|(_, next)| next)
    }
}

/// The value of a node without looking further.
#[inline]
fn weigh<T: ChanceTree>(tree: &T, node: &T::Node) -> f64 {
    tree.probe(node).unwrap_or_else(|| tree.eval(node))
}

/// The best reply so far.
struct Best {
    own: bool,
    value: f64,
    window: Window,
}

impl Best {
    #[inline]
    const fn new(own: bool, window: Window) -> Self {
        Self { own, value: if own { f64::NEG_INFINITY } else { f64::INFINITY }, window }
    }

    /// Takes in the value of another reply, and says whether the rest does not matter.
    #[inline]
    fn is_enough(&mut self, value: f64) -> bool {
        if self.own {
            self.value = self.value.max(value);
            self.window.alpha = self.window.alpha.max(self.value);
        } else {
            self.value = self.value.min(value);
            self.window.beta = self.window.beta.min(self.value);
        }
        self.window.alpha >= self.window.beta
    }
}

/// The weighted sum over the throws of a position.
struct Sum<T: ChanceTree> {
    throws: &'static [(T::Throw, u32)],
    total: f64,
}

impl<T: ChanceTree> Sum<T> {
    fn low(&self, parts: &[Bounds]) -> f64 {
        self.of(parts, |part| part.low)
    }

    fn high(&self, parts: &[Bounds]) -> f64 {
        self.of(parts, |part| part.high)
    }

    fn bounds(&self, parts: &[Bounds]) -> Bounds {
        Bounds { low: self.low(parts), high: self.high(parts) }
    }

    /// In the order and with the operations of the plain search, so that equal parts give equal sums.
    fn of(&self, parts: &[Bounds], end: impl Fn(&Bounds) -> f64) -> f64 {
        let mut sum = 0.0;
        for (&(_, weight), part) in self.throws.iter().zip(parts) {
            sum += f64::from(weight) * end(part);
        }
        sum / self.total
    }

    /// Between which values the part at `place` decides whether the sum lies in `window`, the others being what
    /// is known of them. A hair wider than that, because a quotient is rounded; too wide is only slower.
    fn window_of(&self, place: usize, parts: &[Bounds], window: Window) -> Window {
        const HAIR: f64 = 1e-9;
        let weight = f64::from(self.throws[place].1);
        let mut others = Bounds { low: 0.0, high: 0.0 };
        for (other, (&(_, weight), part)) in self.throws.iter().zip(parts).enumerate() {
            if other != place {
                others.low += f64::from(weight) * part.low;
                others.high += f64::from(weight) * part.high;
            }
        }
        let alpha = (window.alpha * self.total - others.high) / weight;
        let beta = (window.beta * self.total - others.low) / weight;
        Window { alpha: alpha - HAIR * (1.0 + alpha.abs()), beta: beta + HAIR * (1.0 + beta.abs()) }
    }
}
