use std::fmt::Write;

/// Bars up and down from a middle line, a column for each value, in plain text.
///
/// ```text
///  +8 |     ▄██
///     | ▄███████▄
///   0 |----------------
///     |           ▀████
///  -8 |              ▀█
/// ```
pub(super) struct Graph<'a> {
    /// How far each column goes: from -1 to 1.
    pub(super) values: &'a [f64],
    /// What stands beside the highest row, the middle and the lowest row.
    pub(super) labels: [String; 3],
}

impl Graph<'_> {
    /// The most columns.
    pub(super) const WIDTH: usize = 64;
    /// Rows above the middle, and as many below.
    const ROWS: i32 = 4;

    /// The lines of the graph.
    pub(super) fn lines(&self) -> Vec<String> {
        let columns = self.columns();
        let width = self.labels.iter().map(|label| label.chars().count()).max().unwrap_or_default();
        let mut lines = Vec::new();
        for row in (-Self::ROWS..=Self::ROWS).rev() {
            let label = match row {
                Self::ROWS => &self.labels[0],
                0 => &self.labels[1],
                row if row == -Self::ROWS => &self.labels[2],
                _ => "",
            };
            let mut line = format!("{label:>width$} |");
            for &value in &columns {
                let _ = write!(line, "{}", cell(value, row));
            }
            lines.push(line.trim_end().to_owned());
        }
        lines
    }

    /// The values, or where they are too many, the farthest of each few.
    fn columns(&self) -> Vec<f64> {
        let per_column = self.values.len().div_ceil(Self::WIDTH).max(1);
        let farthest =
            |few: &[f64]| few.iter().copied().fold(0.0, |a: f64, b| if b.abs() > a.abs() { b } else { a });
        self.values.chunks(per_column).map(farthest).collect()
    }
}

/// What a column of this height has in a row: nothing, a half or a whole.
fn cell(value: f64, row: i32) -> char {
    if row == 0 {
        return '-';
    }
    let halves = (value.abs() * f64::from(2 * Graph::ROWS)).round() as i32;
    let same_side = (value > 0.0) == (row > 0);
    match halves - 2 * (row.abs() - 1) {
        _ if !same_side => ' ',
        2.. => '█',
        1 if row > 0 => '▄',
        1 => '▀',
        _ => ' ',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_stand_above_and_hang_below() {
        let graph = Graph {
            values: &[0.0, 0.125, 0.5, 1.0, -0.125, -1.0],
            labels: ["+8".to_owned(), "0".to_owned(), "-8".to_owned()],
        };
        let expected = "\
+8 |   █
   |   █
   |  ██
   | ▄██
 0 |------
   |    ▀█
   |     █
   |     █
-8 |     █";
        assert_eq!(graph.lines().join("\n"), expected);
    }

    #[test]
    fn a_long_game_fits_the_screen_and_keeps_its_peaks() {
        let mut values = vec![0.0; 1000];
        values[500] = -1.0;
        let lines = Graph { values: &values, labels: std::array::from_fn(|_| String::new()) }.lines();
        assert!(lines.iter().all(|line| line.chars().count() <= Graph::WIDTH + 2));
        assert_eq!(lines.last().map(|line| line.contains('█')), Some(true));
    }
}
