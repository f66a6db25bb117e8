//! Where the squares lie on the screen, and which one lies beside another.

use gebeta_rules::senet::Square;

/// Squares in a row.
pub(super) const COLUMNS: u8 = 10;

/// A place of the board lying down, counted from its upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// 0 to 9.
    pub(super) column: u8,
    /// 0 to 2.
    pub(super) row: u8,
}

/// How the board is held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hold {
    /// Standing, three columns of ten: on a phone.
    pub(super) upright: bool,
}

/// An arrow key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// To the left.
    Left,
    /// To the right.
    Right,
    /// Upwards.
    Up,
    /// Downwards.
    Down,
}

/// Every square along the path.
pub(super) fn squares() -> impl Iterator<Item = Square> {
    (1..=Square::LAST).filter_map(Square::new)
}

/// Where `square` lies: the path runs right, back left, and right again (rules 2.1). It is the same for both players: a way that
/// both go has no near and no far side.
pub(super) const fn place(square: Square) -> Place {
    let along = square.number() - 1;
    let (row, step) = (along / COLUMNS, along % COLUMNS);
    let column = if row == 1 { COLUMNS - 1 - step } else { step };
    Place { column, row }
}

/// The square at `place`.
fn at(place: Place) -> Option<Square> {
    squares().find(|&square| self::place(square) == place)
}

/// The square that `arrow` leads to from `square`. At the end of a row it follows the path round the bend.
pub(super) fn beside(square: Square, arrow: Arrow, hold: Hold) -> Option<Square> {
    let Place { column, row } = place(square);
    let arrow = if hold.upright { arrow.laid_down() } else { arrow };
    let next = match arrow {
        Arrow::Left => column.checked_sub(1).map(|column| Place { column, row }),
        Arrow::Right => Some(Place { column: column + 1, row }).filter(|place| place.column < COLUMNS),
        Arrow::Up => return at(Place { column, row: row.checked_sub(1)? }),
        Arrow::Down => return at(Place { column, row: row + 1 }),
    };
    match next {
        Some(place) => at(place),
        None => round_the_bend(square),
    }
}

impl Arrow {
    /// The same arrow on the board lying down: standing it is mirrored along its diagonal.
    const fn laid_down(self) -> Self {
        match self {
            Self::Left => Self::Up,
            Self::Right => Self::Down,
            Self::Up => Self::Left,
            Self::Down => Self::Right,
        }
    }
}

/// The square of the other row at the end of a row.
fn round_the_bend(square: Square) -> Option<Square> {
    match square.number() {
        10 => Square::new(11),
        11 => Square::new(10),
        20 => Square::new(21),
        21 => Square::new(20),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(number: u8) -> Square {
        Square::new(number).unwrap()
    }

    #[test]
    fn the_path_has_the_shape_of_an_s() {
        let mut rows = vec![vec![0; 10]; 3];
        for square in squares() {
            let Place { column, row } = place(square);
            rows[usize::from(row)][usize::from(column)] = square.number();
        }
        assert_eq!(rows[0], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(rows[1], [20, 19, 18, 17, 16, 15, 14, 13, 12, 11]);
        assert_eq!(rows[2], [21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
    }

    #[test]
    fn neighbors_along_the_path_lie_side_by_side() {
        for pair in squares().collect::<Vec<_>>().windows(2) {
            let (a, b) = (place(pair[0]), place(pair[1]));
            assert_eq!(a.column.abs_diff(b.column) + a.row.abs_diff(b.row), 1, "{pair:?}");
        }
    }

    #[test]
    fn arrows_go_where_they_point() {
        let lying = Hold::default();
        let standing = Hold { upright: true };
        for (from, arrow, hold, to) in [
            (1, Arrow::Right, lying, Some(2)),
            (1, Arrow::Left, lying, None),
            (1, Arrow::Up, lying, None),
            (1, Arrow::Down, lying, Some(20)),
            (15, Arrow::Right, lying, Some(14)),
            (10, Arrow::Right, lying, Some(11)),
            (11, Arrow::Right, lying, Some(10)),
            (20, Arrow::Left, lying, Some(21)),
            (30, Arrow::Right, lying, None),
            (30, Arrow::Down, lying, None),
            (1, Arrow::Down, standing, Some(2)),
            (1, Arrow::Right, standing, Some(20)),
            (10, Arrow::Down, standing, Some(11)),
            (15, Arrow::Up, standing, Some(16)),
        ] {
            assert_eq!(beside(square(from), arrow, hold), to.map(square), "{from} {arrow:?} {hold:?}");
        }
    }
}
