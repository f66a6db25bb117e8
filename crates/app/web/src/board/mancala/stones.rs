use gebeta_rules::mancala::{Board, Hole};

use super::stone::Stone;
use super::timeline::Act;

/// Where each single stone is while a move is shown: in a hole, in the hand, or on its way.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Stones {
    holes: Vec<Vec<Stone>>,
    hand: Vec<Stone>,
    air: Vec<(Stone, Hole)>,
}

impl Stones {
    /// The stones in `hole`, in the order they came.
    pub(super) fn of(&self, hole: Hole) -> &[Stone] {
        self.holes.get(hole.index()).map_or(&[], Vec::as_slice)
    }

    /// Puts the stones where `board` wants them. As many as possible stay where they are.
    pub(super) fn settle(&mut self, board: &Board) {
        let counts = board.counts();
        let mut loose: Vec<Stone> = self.hand.drain(..).collect();
        loose.extend(self.air.drain(..).map(|(stone, _)| stone));
        for surplus in self.holes.drain(counts.len().min(self.holes.len())..) {
            loose.extend(surplus);
        }
        self.holes.resize(counts.len(), Vec::new());
        for (stones, &count) in self.holes.iter_mut().zip(counts) {
            loose.extend(stones.drain(usize::from(count).min(stones.len())..));
        }
        let mut fresh = (loose.len() + self.holes.iter().map(Vec::len).sum::<usize>()) as u16;
        for (stones, &count) in self.holes.iter_mut().zip(counts) {
            while stones.len() < usize::from(count) {
                stones.push(loose.pop().unwrap_or_else(|| {
                    fresh += 1;
                    Stone(fresh - 1)
                }));
            }
        }
    }

    /// Carries out an act, and returns the stones it moved.
    pub(super) fn act(&mut self, act: &Act) -> Vec<Stone> {
        match *act {
            Act::Lift { hole } => {
                self.hand = self.take(hole);
                self.hand.clone()
            }
            Act::Throw { to, .. } if self.hand.is_empty() => {
                debug_assert!(false, "no stone in the hand for {to:?}");
                Vec::new()
            }
            Act::Throw { to, .. } => {
                let stone = self.hand.remove(0);
                self.air.push((stone, to));
                vec![stone]
            }
            Act::Carry { from, to, .. } => {
                let stones = self.take(from);
                self.air.extend(stones.iter().map(|&stone| (stone, to)));
                stones
            }
            Act::Land { hole } => {
                let first = self.air.iter().position(|&(_, to)| to == hole);
                first.map(|index| self.put(index)).into_iter().collect()
            }
            Act::Arrive { hole } => {
                let mut arrived = Vec::new();
                while let Some(index) = self.air.iter().position(|&(_, to)| to == hole) {
                    arrived.push(self.put(index));
                }
                arrived
            }
            Act::Glow { .. } | Act::Dim => Vec::new(),
        }
    }

    fn take(&mut self, hole: Hole) -> Vec<Stone> {
        self.holes.get_mut(hole.index()).map(std::mem::take).unwrap_or_default()
    }

    /// The stone that is `index`-th in the air comes down.
    fn put(&mut self, index: usize) -> Stone {
        let (stone, to) = self.air.remove(index);
        if let Some(stones) = self.holes.get_mut(to.index()) {
            stones.push(stone);
        }
        stone
    }

    /// How many stones lie in each hole.
    #[cfg(test)]
    pub(super) fn counts(&self) -> Vec<u16> {
        self.holes.iter().map(|stones| stones.len() as u16).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settled(counts: &[u16]) -> Stones {
        let mut stones = Stones::default();
        stones.settle(&Board::from_counts(counts).unwrap());
        stones
    }

    #[test]
    fn stones_stay_where_they_are_if_they_may() {
        let mut stones = settled(&[4, 4, 0, 4, 4, 0]);
        let before = stones.clone();
        stones.settle(&Board::from_counts(&[3, 4, 1, 4, 4, 0]).unwrap());
        assert_eq!(stones.counts(), [3, 4, 1, 4, 4, 0]);
        assert_eq!(stones.holes[2], [before.holes[0][3]]);
        assert_eq!(stones.holes[3..], before.holes[3..]);
    }

    #[test]
    fn a_larger_or_smaller_board_gets_its_own_stones() {
        let mut stones = settled(&[1, 0, 1, 0]);
        for counts in [&[4, 4, 0, 4, 4, 0][..], &[1, 0, 1, 0], &[0, 9, 0, 0]] {
            stones.settle(&Board::from_counts(counts).unwrap());
            assert_eq!(stones.counts(), counts);
            let mut numbers: Vec<u16> = stones.holes.iter().flatten().map(|stone| stone.0).collect();
            let all = numbers.len();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), all, "no stone lies twice");
        }
    }
}
