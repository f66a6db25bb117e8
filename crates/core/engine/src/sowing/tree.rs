use std::cell::RefCell;

use gebeta_rules::sowing::{Fingerprint, Move, Position, Sowing};
use gebeta_rules::{Game, Player};
use gebeta_search::{Branch, Eval, Then, Tree};

use super::Judge;

/// The tree of a sowing game, in which positions may come again.
#[derive(Debug)]
pub struct Positions<'a> {
    judge: &'a Judge,
    /// The positions of the game before the search that can still come again.
    history: Vec<Fingerprint>,
    /// How often a position may not stand; 0 for any number.
    repeat: u8,
    /// How many nodes may pass between two looks at the stop flag.
    stop_interval: u64,
    /// Lists that are used again, to spare the allocator.
    spare: RefCell<Vec<(Move, Position)>>,
}

impl<'a> Positions<'a> {
    /// The tree from `root` on. `history` are the positions of the game before it, the first one first.
    pub fn new(judge: &'a Judge, root: &Position, history: &[Position]) -> Self {
        let stored = |position: &Position| Player::BOTH.map(|player| position.board().score(player));
        // Stores never shrink: what had fewer stones in them cannot come again.
        let recent = history.iter().rev().take_while(|past| stored(past) == stored(root));
        let law = root.law();
        let stones = root.board().total();
        let stop_interval = match law.sowing {
            Sowing::Single => 32,
            Sowing::Relay | Sowing::RelayNext if law.side() <= 12 && stones <= 200 => 8,
            Sowing::Relay | Sowing::RelayNext => 1,
        };
        Self {
            judge,
            history: recent.map(Position::fingerprint).collect(),
            repeat: law.repeat,
            stop_interval,
            spare: RefCell::default(),
        }
    }
}

impl Tree for Positions<'_> {
    type Node = Position;
    type Key = Fingerprint;
    type Move = Move;

    const REPEATS: bool = true;

    fn branches(&self, node: &Position, branches: &mut Vec<Branch<Position, Move>>) {
        branches.clear();
        let Some(mover) = node.to_move() else { return };
        let mut successors = self.spare.take();
        node.successors(&mut successors);
        for &(mv, next) in &successors {
            let (gain, then) = match next.to_move() {
                None => (self.judge.eval(&next, mover), Then::Over),
                Some(player) if player == mover => (0, Then::Again(next)),
                Some(_) => (0, Then::Passes(next)),
            };
            branches.push(Branch { mv, gain, then });
        }
        self.spare.replace(successors);
    }

    fn eval(&self, node: &Position) -> i32 {
        self.judge.estimate(node)
    }

    fn bounds(&self, _: &Position) -> (i32, i32) {
        Judge::BOUNDS
    }

    fn probe(&self, _: &Position) -> Option<i32> {
        None
    }

    fn key(&self, node: &Position) -> Fingerprint {
        node.fingerprint()
    }

    /// What has come on the way from the root can come once more, so the second time counts as the last. In the game before the
    /// root the times are counted.
    fn repeated(&self, node: &Position, key: Fingerprint, path: &[Fingerprint]) -> Option<i32> {
        if self.repeat == 0 || node.bonus() > 0 {
            return None;
        }
        let came = || self.history.iter().filter(|&&past| past == key).count();
        let is_last = path.contains(&key) || came() + 1 >= self.repeat.into();
        is_last.then(|| self.judge.repeated(node))
    }

    fn stop_interval(&self) -> u64 {
        self.stop_interval
    }
}
