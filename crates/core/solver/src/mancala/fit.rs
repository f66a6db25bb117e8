use gebeta_rules::mancala::{Bitboard, SideWord};

/// An estimate of the value of positions: the sum of the values of each pit with its stones.
///
/// There is a weight for every count of a pit, not one for every stone: whether the last stone reaches the store is what
/// matters ((5,4) above 14 stones: 7.1 million nodes with weights per stone, 0.5 million with these).
pub(super) struct Fit {
    /// The value of a pit in sixteenths, by side, pit and stones.
    weights: [Vec<[i32; COUNTS]>; 2],
}

/// Counts of a pit that have a weight; fuller pits are worth no more.
const COUNTS: usize = 32;
/// Unknowns of the fit per pit: the counts, and a stone.
const PER_PIT: usize = COUNTS + 1;
/// How many samples justify a weight that differs from the number of stones.
const DOUBT: f64 = 20.0;

impl Fit {
    /// The weights that fit these positions and their values best; none if `stop`, which is called often, returns true.
    pub(super) fn to<S: SideWord>(
        samples: impl Iterator<Item = (Bitboard<S>, f64)>,
        pits: usize,
        stop: &dyn Fn() -> bool,
    ) -> Option<Self> {
        /// Samples between two questions.
        const INTERVAL: usize = 64;
        let mut equations = Equations::new(2 * pits * PER_PIT);
        for (number, (position, score)) in samples.enumerate() {
            if number % INTERVAL == 0 && stop() {
                return None;
            }
            equations.add(&features(position, pits), score);
        }
        let solution = equations.solve(stop)?;
        let mut weights = [0, 1].map(|_| vec![[0; COUNTS]; pits]);
        for (place, unknowns) in solution.chunks_exact(PER_PIT).enumerate() {
            let (stone, counts) = unknowns.split_last().expect("a pit has unknowns");
            for (n, count) in counts.iter().enumerate() {
                weights[place / pits][place % pits][n] = (16.0 * (count + stone * n as f64)).round() as i32;
            }
        }
        Some(Self { weights })
    }

    /// The estimated value of a position to the player to move, in sixteenths of a stone.
    #[inline]
    pub(super) fn eval<S: SideWord>(&self, position: Bitboard<S>) -> i32 {
        let side = |side: S, weights: &[[i32; COUNTS]]| {
            let pits = (0..).zip(weights);
            pits.map(|(pit, weights)| weights[(side.stones_in(pit) as usize).min(COUNTS - 1)]).sum::<i32>()
        };
        side(position.own, &self.weights[0]) + side(position.theirs, &self.weights[1])
    }
}

/// The unknowns that play a part in a position, and how large a part: for each pit its count and its stones.
fn features<S: SideWord>(position: Bitboard<S>, pits: usize) -> Vec<(usize, f64)> {
    let stones = |side: S| (0..pits as u32).map(move |pit| side.stones_in(pit));
    let counts = stones(position.own).chain(stones(position.theirs));
    let of_pit = |(place, n): (usize, u32)| {
        let count = (n as usize).min(COUNTS - 1);
        [(place * PER_PIT + count, 1.0), (place * PER_PIT + COUNTS, f64::from(n))]
    };
    counts.enumerate().flat_map(of_pit).collect()
}

/// Linear least squares, drawn a little toward zero: what no sample tells stays zero.
struct Equations {
    /// The right side comes last in a row.
    rows: Vec<Vec<f64>>,
}

impl Equations {
    fn new(unknowns: usize) -> Self {
        let mut rows = vec![vec![0.0; unknowns + 1]; unknowns];
        for (place, row) in rows.iter_mut().enumerate() {
            row[place] = if place % PER_PIT == COUNTS { 1.0 } else { DOUBT };
        }
        Self { rows }
    }

    fn add(&mut self, features: &[(usize, f64)], score: f64) {
        for &(row, part) in features {
            let row = &mut self.rows[row];
            for &(column, other) in features {
                row[column] += part * other;
            }
            if let Some(right) = row.last_mut() {
                *right += part * score;
            }
        }
    }

    /// Gauss elimination; the matrix is positive definite, so it needs no pivots. None if `stop` says so.
    fn solve(mut self, stop: &dyn Fn() -> bool) -> Option<Vec<f64>> {
        /// Rows between two questions.
        const INTERVAL: usize = 2;
        let unknowns = self.rows.len();
        for place in 0..unknowns {
            if place % INTERVAL == 0 && stop() {
                return None;
            }
            let (above, below) = self.rows.split_at_mut(place + 1);
            let pivot = &above[place];
            for row in below {
                let factor = row[place] / pivot[place];
                if factor != 0.0 {
                    for (cell, &other) in row[place..].iter_mut().zip(&pivot[place..]) {
                        *cell -= factor * other;
                    }
                }
            }
        }
        let mut solution = vec![0.0; unknowns];
        for place in (0..unknowns).rev() {
            let row = &self.rows[place];
            let known: f64 = (place + 1..unknowns).map(|other| row[other] * solution[other]).sum();
            solution[place] = (row[unknowns] - known) / row[place];
        }
        Some(solution)
    }
}
