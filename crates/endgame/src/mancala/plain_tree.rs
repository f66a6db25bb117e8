use std::hash::{DefaultHasher, Hash, Hasher};

use gebeta_rules::mancala::{Position, Turn};
use gebeta_rules::{Game, Player};

use super::tree::{Child, Tree};

/// The tree of readable positions, for the laws and boards that have no packed twin: more than eight pits, an end by
/// majority, the pie rule.
pub(super) struct PlainTree;

impl Tree for PlainTree {
    type Node = Position;

    fn children(&self, node: Position, children: &mut Vec<Child<Position>>) {
        children.clear();
        let Some(mover) = node.to_move() else { return };
        for mv in node.legal_moves() {
            let mut next = node;
            next.play_unchecked(mv, &mut ());
            let turn = match next.to_move() {
                None => Turn::Over,
                Some(player) if player == mover => Turn::Again,
                Some(_) => Turn::Passes,
            };
            children.push(Child { mv, next, gain: next.lead(mover) - node.lead(mover), turn, promise: 0 });
        }
    }

    fn known(&self, _: Position) -> Option<i32> {
        None
    }

    fn stones(&self, node: Position) -> i32 {
        // With the pie rule the stores can change hands as well.
        node.board().total().cast_signed()
            * if node.pie() == gebeta_rules::mancala::Pie::Gone { 1 } else { 2 }
    }

    fn distance(&self, node: Position) -> i32 {
        self.stones(node)
    }

    fn guess(&self, node: Position) -> i32 {
        let Some(mover) = node.to_move() else { return 0 };
        let side = |player: Player| node.board().side(player).iter().map(|&n| i32::from(n)).sum::<i32>();
        side(mover) - side(!mover)
    }

    fn hash(&self, node: Position) -> u64 {
        let mut hasher = DefaultHasher::new();
        node.hash(&mut hasher);
        hasher.finish()
    }

    fn step(&self) -> i32 {
        1
    }
}
