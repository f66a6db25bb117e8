use gebeta_rules::{Chance, Player};

use crate::eval::Bounded;
use crate::limits::Watchdog;
use crate::table::{Bounds, Table};
use crate::{Limits, Nodes, Report};

/// What [`expect`](crate::expect) answers, by Star2 with a transposition table: the same values, far fewer nodes.
///
/// Before a throw the worth is an average, so a window is handed on throw by throw: a throw needs to be known
/// exactly only as long as the others, at their best or worst, leave the average inside the window (Star1).
/// Star2 first looks at one reply to each throw, which often proves the bound at once (Ballard 1983; Hauk, Buro
/// and Schaeffer 2004). Every root move is searched with an open window.
pub fn star<G, E>(position: &G, eval: &E, limits: Limits<'_>) -> Option<Report<G::Move, f64>>
where
    G: Chance,
    E: Bounded<G, Value = f64>,
{
    let root = position.to_move()?;
    let mut search = Search {
        eval,
        root,
        nodes: Nodes::default(),
        watchdog: Watchdog::new(limits),
        table: Table::for_depth(limits.depth),
        exact: true,
    };
    search.nodes.max += 1;
    let mut moves = Vec::new();
    for mv in position.legal_moves() {
        let mut next = position.clone();
        next.play_unchecked(mv, &mut ());
        let window = Window { alpha: f64::NEG_INFINITY, beta: f64::INFINITY };
        moves.push((mv, search.before_throw(&next, limits.depth.max(1) - 1, window)?));
    }
    Some(Report { moves, line: Vec::new(), depth: limits.depth, nodes: search.nodes, exact: search.exact })
}

/// Values at or below `alpha` and at or above `beta` need not be exact: the first may be too high, the second
/// too low, but never across their end of the window.
#[derive(Clone, Copy)]
struct Window {
    alpha: f64,
    beta: f64,
}

struct Search<'a, 'l, G, E> {
    eval: &'a E,
    root: Player,
    nodes: Nodes,
    watchdog: Watchdog<'l>,
    table: Table<G>,
    exact: bool,
}

/// The most throws a game may have.
const MOST_THROWS: usize = 8;

impl<G, E> Search<'_, '_, G, E>
where
    G: Chance,
    E: Bounded<G, Value = f64>,
{
    /// The worth before the next throw.
    fn before_throw(&mut self, position: &G, depth: u32, window: Window) -> Option<f64> {
        self.nodes.chance += 1;
        let over = position.outcome().is_some();
        if over || depth == 0 {
            self.exact &= over;
            return Some(self.eval.eval(position, self.root));
        }
        if self.watchdog.barks(&self.nodes) {
            return None;
        }
        let known = self.table.get(position, depth);
        if known.low >= window.beta || known.low >= known.high {
            return Some(known.low);
        }
        if known.high <= window.alpha {
            return Some(known.high);
        }
        let found = self.average(position, depth, window)?;
        self.table.put(position, depth, found);
        Some(if found.low >= window.beta { found.low } else { found.high })
    }

    /// The average over all throws, or as much of it as the window needs.
    fn average(&mut self, position: &G, depth: u32, window: Window) -> Option<Bounds> {
        let throws = position.throws();
        let (low, high) = self.eval.bounds(position, self.root, depth);
        let mut parts = [Bounds { low, high }; MOST_THROWS];
        let parts = parts.get_mut(..throws.len()).expect("no game has more throws");
        let sum = Sum { throws, total: f64::from(G::WEIGHTS) };
        if depth > 1 && self.probe(position, depth, window, parts, &sum)? {
            return Some(sum.bounds(parts));
        }
        for place in 0..throws.len() {
            let cast = position.cast(throws[place].0);
            let part = sum.window_of(place, parts, window);
            let value = self.decision(&cast, depth, part)?;
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
        position: &G,
        depth: u32,
        window: Window,
        parts: &mut [Bounds],
        sum: &Sum<G>,
    ) -> Option<bool> {
        let own = position.to_move() == Some(self.root);
        // Only the end of the window that the mover pushes towards can be proved by a single reply.
        let open = if own { window.beta == f64::INFINITY } else { window.alpha == f64::NEG_INFINITY };
        if open {
            return Some(false);
        }
        for place in 0..sum.throws.len() {
            let cast = position.cast(sum.throws[place].0);
            let part = sum.window_of(place, parts, window);
            let Some(reply) = self.most_promising(&cast, own) else { continue };
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

    /// The best reply to a throw that lies on the table.
    fn decision(&mut self, cast: &G, depth: u32, mut window: Window) -> Option<f64> {
        let own = cast.to_move() == Some(self.root);
        if own {
            self.nodes.max += 1;
        } else {
            self.nodes.min += 1;
        }
        let mut best = if own { f64::NEG_INFINITY } else { f64::INFINITY };
        let mut visit = |search: &mut Self, next: &G| -> Option<bool> {
            let value = search.before_throw(next, depth - 1, window)?;
            if own {
                best = best.max(value);
                window.alpha = window.alpha.max(best);
            } else {
                best = best.min(value);
                window.beta = window.beta.min(best);
            }
            Some(window.alpha >= window.beta)
        };
        if depth == 1 {
            for mv in cast.legal_moves() {
                let mut next = cast.clone();
                next.play_unchecked(mv, &mut ());
                if visit(self, &next)? {
                    break;
                }
            }
        } else {
            for next in self.ordered(cast, own) {
                if visit(self, &next)? {
                    break;
                }
            }
        }
        Some(best)
    }

    /// The positions after each move, the most promising for the mover first.
    fn ordered(&self, cast: &G, own: bool) -> Vec<G> {
        let mut replies: Vec<(f64, G)> = self.replies(cast).collect();
        replies.sort_by(|a, b| if own { b.0.total_cmp(&a.0) } else { a.0.total_cmp(&b.0) });
        replies.into_iter().map(|(_, next)| next).collect()
    }

    fn most_promising(&self, cast: &G, own: bool) -> Option<G> {
        let better = |a: &f64, b: &f64| if own { a.total_cmp(b) } else { b.total_cmp(a) };
        self.replies(cast).max_by(|a, b| better(&a.0, &b.0)).map(|(_, next)| next)
    }

    fn replies<'c>(&'c self, cast: &'c G) -> impl Iterator<Item = (f64, G)> + 'c {
        cast.legal_moves().map(|mv| {
            let mut next = cast.clone();
            next.play_unchecked(mv, &mut ());
            (self.eval.eval(&next, self.root), next)
        })
    }
}

/// The weighted sum over the throws of a position.
struct Sum<G: Chance> {
    throws: &'static [(G::Throw, u32)],
    total: f64,
}

impl<G: Chance> Sum<G> {
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
