//! The positions of a block that swaps lead from and to, improved among themselves.

use super::cell::Real;
use super::coloring::COLORINGS;
use super::ways::{Law, ROLLS};

/// A number for each side and coloring of a block.
pub(super) type Sides<R> = [[R; COLORINGS]; 2];

/// A swap with a roll: what coloring becomes what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Swap {
    pub(super) before: u8,
    pub(super) after: u8,
    pub(super) roll: u8,
}

/// Everything that happens inside a block.
#[derive(Debug)]
pub(super) struct Inside<R> {
    /// The positions with a swap.
    turns: Vec<Turn>,
    /// Their swaps, those of a position together and by roll.
    choices: Vec<Choice<R>>,
    /// Where those of each coloring begin.
    begins: [u16; COLORINGS],
}

/// A position with a swap.
#[derive(Clone, Copy, Debug)]
struct Turn {
    side: u8,
    coloring: u8,
    /// Where its swaps end; they begin where those of the last end.
    end: u16,
}

/// A swap.
#[derive(Clone, Copy, Debug)]
struct Choice<R> {
    /// How likely its roll is; nothing if another swap with the same roll follows, to be weighed together with this.
    weight: R,
    /// The best move with this roll that leaves the block; nothing if there was another swap with the same roll.
    outside: R,
    /// Who throws after it, and in which coloring.
    side: u8,
    coloring: u8,
    /// Whether that is the other player.
    turned: bool,
}

impl<R: Real> Inside<R> {
    pub(super) fn new() -> Self {
        Self { turns: Vec::new(), choices: Vec::new(), begins: [0; COLORINGS] }
    }

    pub(super) fn clear(&mut self) {
        self.turns.clear();
        self.choices.clear();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty()
    }

    /// Adds the swaps of a side, which come in the order of their rolls. `len` is how many colorings there are, `other`
    /// the side that throws next unless a roll brings another throw.
    pub(super) fn add(
        &mut self,
        [side, other]: [usize; 2],
        len: usize,
        swaps: &[Swap],
        outside: &[[R; COLORINGS]; ROLLS],
        law: &Law,
    ) {
        if swaps.is_empty() {
            return;
        }
        let begins = &mut self.begins;
        begins[..len].fill(0);
        for swap in swaps {
            begins[usize::from(swap.before)] += 1;
        }
        let mut end = self.choices.len() as u16;
        for (coloring, begin) in begins[..len].iter_mut().enumerate() {
            let count = std::mem::replace(begin, end);
            if count > 0 {
                end += count;
                self.turns.push(Turn { side: side as u8, coloring: coloring as u8, end });
            }
        }
        let blank = Choice { weight: R::ZERO, outside: R::ZERO, side: 0, coloring: 0, turned: false };
        self.choices.resize(end.into(), blank);
        // The roll of the last swap of a coloring; rolls come in order.
        let mut rolls = [ROLLS as u8; COLORINGS];
        for &Swap { before, after, roll } in swaps {
            let place = &mut begins[usize::from(before)];
            let at = usize::from(*place);
            *place += 1;
            let (mut best, turned) =
                (outside[usize::from(roll)][usize::from(before)], !law.again[usize::from(roll)]);
            if std::mem::replace(&mut rolls[usize::from(before)], roll) == roll {
                best = R::ZERO;
                self.choices[at - 1].weight = R::ZERO;
            }
            self.choices[at] = Choice {
                weight: R::of(law.weights[usize::from(roll)]),
                outside: best,
                side: if turned { other } else { side } as u8,
                coloring: if turned { (len - 1) as u8 - after } else { after },
                turned,
            };
        }
    }

    /// Visits every position with a swap, in order, and what its swaps add to what moving brings. `improve` may change
    /// the values that the next are weighed by.
    #[inline]
    pub(super) fn weigh(
        &self,
        values: &mut Sides<R>,
        mut improve: impl FnMut(&mut Sides<R>, usize, usize, R),
    ) {
        let mut begin = 0;
        for turn in &self.turns {
            let (mut sum, mut best) = (R::ZERO, R::ZERO);
            for choice in &self.choices[begin..usize::from(turn.end)] {
                let value = values[usize::from(choice.side & 1)][usize::from(choice.coloring)];
                let value = if choice.turned { R::ONE - value } else { value };
                best = best.or_more(choice.outside).or_more(value);
                sum = sum + choice.weight * best;
                if choice.weight > R::ZERO {
                    best = R::ZERO;
                }
            }
            begin = turn.end.into();
            improve(values, usize::from(turn.side & 1), turn.coloring.into(), sum);
        }
    }
}
