use gebeta_rules::{AnyPly, AnyPosition, AnyRules, Record};

/// Lines that were tried: every position once, with what was played from it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tree {
    pub(super) rules: AnyRules,
    nodes: Vec<Node>,
    /// Where one stands.
    here: usize,
}

#[derive(Clone, Debug, PartialEq)]
struct Node {
    position: AnyPosition,
    ply: Option<AnyPly>,
    parent: usize,
    children: Vec<usize>,
}

impl Tree {
    /// The number of the start.
    pub(super) const ROOT: usize = 0;

    /// Nothing has been tried yet.
    pub(super) fn new(rules: AnyRules, position: AnyPosition) -> Self {
        let root = Node { position, ply: None, parent: Self::ROOT, children: Vec::new() };
        Self { rules, nodes: vec![root], here: Self::ROOT }
    }

    /// A game as the first line; one stands at its end.
    pub(super) fn of(record: &Record) -> Self {
        let mut tree = Self::new(record.rules, *record.start());
        for &ply in record.plies() {
            tree.play(ply);
        }
        tree
    }

    pub(super) fn here(&self) -> usize {
        self.here
    }

    pub(super) fn position(&self) -> AnyPosition {
        self.nodes[self.here].position
    }

    /// The move that led here.
    pub(super) fn last(&self) -> Option<AnyPly> {
        self.nodes[self.here].ply
    }

    /// The position before that move.
    pub(super) fn before(&self) -> AnyPosition {
        self.nodes[self.nodes[self.here].parent].position
    }

    /// Plays `ply` here, along a line that is there already or a new one. False if it is not legal.
    pub(super) fn play(&mut self, ply: AnyPly) -> bool {
        let known = self.children(self.here).find(|&child| self.nodes[child].ply == Some(ply));
        if let Some(child) = known {
            self.here = child;
            return true;
        }
        let Ok(position) = self.position().play(ply) else { return false };
        let child = self.nodes.len();
        self.nodes.push(Node { position, ply: Some(ply), parent: self.here, children: Vec::new() });
        self.nodes[self.here].children.push(child);
        self.here = child;
        true
    }

    pub(super) fn go(&mut self, node: usize) {
        self.here = node.min(self.nodes.len() - 1);
    }

    pub(super) fn back(&mut self) {
        self.here = self.nodes[self.here].parent;
    }

    /// One move along the first line.
    pub(super) fn on(&mut self) {
        if let Some(&child) = self.nodes[self.here].children.first() {
            self.here = child;
        }
    }

    pub(super) fn has_more(&self) -> bool {
        !self.nodes[self.here].children.is_empty()
    }

    /// Takes away the move that led here and everything behind it.
    pub(super) fn cut(&mut self) {
        if self.here == Self::ROOT {
            return;
        }
        let gone = self.here;
        self.back();
        // What hangs on it stays in the list, unreachable, until the next start: numbers of the others must not change.
        self.nodes[self.here].children.retain(|&child| child != gone);
    }

    pub(super) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        self.nodes[node].children.iter().copied()
    }

    pub(super) fn ply(&self, node: usize) -> Option<AnyPly> {
        self.nodes[node].ply
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::{GameKind, mancala};

    fn ply(text: &str) -> AnyPly {
        AnyRules::default_of(GameKind::Mancala).ply(text).unwrap()
    }

    #[test]
    fn lines_branch_and_are_found_again() {
        let rules = AnyRules::Mancala(mancala::Rules::GEBETA);
        let mut tree = Tree::new(rules, rules.start());
        assert!(tree.play(ply("3")));
        assert!(!tree.play(ply("3")), "pit 3 is empty now");
        assert!(tree.play(ply("6")));
        tree.back();
        assert!(tree.play(ply("1")));
        let first = tree.children(1).collect::<Vec<_>>();
        assert_eq!(first.len(), 2);
        tree.back();
        assert!(tree.play(ply("6")));
        assert_eq!(tree.here(), first[0], "the line was there already");
        tree.cut();
        assert_eq!(tree.children(1).collect::<Vec<_>>(), [first[1]]);
        tree.go(Tree::ROOT);
        tree.cut();
        tree.on();
        assert_eq!(tree.last(), Some(ply("3")));
        assert_eq!(tree.before(), rules.start());
    }
}
