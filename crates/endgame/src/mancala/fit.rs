use gebeta_rules::mancala::Packed;

use super::table::Table;

/// A linear guess at the worth of a position, fitted to a table: good enough to put moves in order.
pub(super) struct Fit {
    /// What a stone in a pit of the mover is worth, by the pit, in sixteenths; the opponent's count against it.
    own: [i32; 8],
    theirs: [i32; 8],
    /// What it is worth to be the one to move.
    to_move: i32,
}

/// Unknowns of the fit: a weight per pit of both sides, and the constant.
const UNKNOWNS: usize = 17;

impl Fit {
    /// How many positions the weights are fitted to.
    const SAMPLES: u64 = 20_000;

    /// The weights that fit the largest positions of `table` best.
    pub(super) fn of(table: &Table) -> Self {
        let pits = table.sower().pits() as usize;
        let stones = table.stones();
        let mut equations = [[0.0; UNKNOWNS + 1]; UNKNOWNS];
        let mut state = 1_u64;
        let mut next = |below: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % below
        };
        for _ in 0..Self::SAMPLES {
            let mut position = Packed { own: 0, theirs: 0 };
            for _ in 0..stones {
                let place = next(2 * pits as u64);
                let (side, pit) = if place < pits as u64 {
                    (&mut position.own, place)
                } else {
                    (&mut position.theirs, place - pits as u64)
                };
                *side += 1 << (8 * pit);
            }
            if position.own == 0 || position.theirs == 0 {
                continue;
            }
            let Some(value) = table.value(position) else { continue };
            let features = features(position);
            for (row, &feature) in equations.iter_mut().zip(&features) {
                for (cell, &other) in row.iter_mut().zip(&features) {
                    *cell += feature * other;
                }
                row[UNKNOWNS] += feature * f64::from(value);
            }
        }
        // A little of the identity keeps pits that do not exist at zero.
        for (place, row) in equations.iter_mut().enumerate() {
            row[place] += 1.0;
        }
        let weights = solve(equations);
        let sixteenths = |weight: f64| (16.0 * weight).round() as i32;
        Self {
            own: std::array::from_fn(|pit| sixteenths(weights[pit])),
            theirs: std::array::from_fn(|pit| sixteenths(weights[8 + pit])),
            to_move: sixteenths(weights[16]),
        }
    }

    /// What a position is probably worth to the player to move, in sixteenths of a stone.
    #[inline]
    pub(super) fn guess(&self, position: Packed) -> i32 {
        let side = |side: u64, weights: &[i32; 8]| {
            side.to_le_bytes().iter().zip(weights).map(|(&n, &weight)| i32::from(n) * weight).sum::<i32>()
        };
        side(position.own, &self.own) + side(position.theirs, &self.theirs) + self.to_move
    }
}

fn features(position: Packed) -> [f64; UNKNOWNS] {
    let (own, theirs) = (position.own.to_le_bytes(), position.theirs.to_le_bytes());
    std::array::from_fn(|place| match place {
        0..8 => f64::from(own[place]),
        8..16 => f64::from(theirs[place - 8]),
        _ => 1.0,
    })
}

/// Gauss elimination with pivots.
fn solve(mut rows: [[f64; UNKNOWNS + 1]; UNKNOWNS]) -> [f64; UNKNOWNS] {
    for column in 0..UNKNOWNS {
        let pivot =
            (column..UNKNOWNS).max_by(|&a, &b| rows[a][column].abs().total_cmp(&rows[b][column].abs()));
        rows.swap(column, pivot.unwrap_or(column));
        let pivot_row = rows[column];
        for (place, row) in rows.iter_mut().enumerate() {
            if place != column {
                let factor = row[column] / pivot_row[column];
                for (cell, &pivot) in row.iter_mut().zip(&pivot_row) {
                    *cell -= factor * pivot;
                }
            }
        }
    }
    std::array::from_fn(|place| rows[place][UNKNOWNS] / rows[place][place])
}
