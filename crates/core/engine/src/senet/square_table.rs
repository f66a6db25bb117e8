use gebeta_rules::senet::SquareSet;

/// A worth for every square, summed over sets of squares ten at a time: a leaf of a search costs three look-ups.
#[derive(Debug)]
pub(super) struct SquareTable {
    /// For each row of ten squares the sum over every subset. Small floats keep two tables in the first cache.
    rows: [[f32; 1024]; 3],
}

impl SquareTable {
    /// The table for the values of squares 1 to 30.
    pub(super) const fn new(values: &[f32; 30]) -> Self {
        let mut rows = [[0.0; 1024]; 3];
        let mut row = 0;
        while row < 3 {
            let mut set: usize = 1;
            while set < 1024 {
                // The subset without its lowest square is already there.
                let lowest = set.trailing_zeros() as usize;
                rows[row][set] = rows[row][set & (set - 1)] + values[10 * row + lowest];
                set += 1;
            }
            row += 1;
        }
        Self { rows }
    }

    /// The sum over `squares`.
    #[inline]
    pub(super) fn sum(&self, squares: SquareSet) -> f64 {
        let bits = squares.bits() >> 1;
        let row = |number: usize| f64::from(self.rows[number][(bits >> (10 * number)) as usize & 1023]);
        row(0) + row(1) + row(2)
    }
}
