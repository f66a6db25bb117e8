use crate::insertion_sort;
use crate::tree::{Branch, Then, Tree};

/// In which order the moves of a node are tried: places in the order of the rules, the most promising first.
#[derive(Debug, Default)]
pub(crate) struct MoveOrder {
    places: Vec<(Promise, usize)>,
}

/// What speaks for a move, the strongest reason first: it was the best before; it brings another turn, which costs
/// nothing; what it wins and leaves. Between equals the later pit: a move from the far end spoils the turns to come.
type Promise = (bool, bool, i32, usize);

impl MoveOrder {
    pub(crate) fn clear(&mut self) {
        self.places.clear();
    }

    /// Adds a move; `looks` says whether to judge where it leads.
    pub(crate) fn add<T: Tree>(
        &mut self,
        tree: &T,
        place: usize,
        branch: &Branch<T::Node, T::Move>,
        looks: bool,
    ) {
        let again = matches!(branch.then, Then::Again(_));
        let left = match branch.then.node() {
            Some(next) if looks => branch.then.seen(tree.eval(next)),
            _ => 0,
        };
        self.places.push(((false, again, branch.gain + left, place), place));
    }

    /// Sorts the moves, `first` before all others.
    pub(crate) fn sort(&mut self, first: Option<usize>) {
        for (promise, place) in &mut self.places {
            promise.0 = first == Some(*place);
        }
        insertion_sort(&mut self.places, |(one, _), (other, _)| one > other);
    }

    pub(crate) fn len(&self) -> usize {
        self.places.len()
    }

    /// The move at `rank`.
    pub(crate) fn at(&self, rank: usize) -> usize {
        self.places[rank].1
    }
}
