//! How the holes of a board lie before the players (law 1.1).

use super::{Board, Direction, Hole, MoveRules, Pit, Rows};
use crate::Player;

/// The pits of a board row by row, from the far side of the table to the side of Player 1, each row from left to right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The rows; all are equally long.
    pub rows: Vec<Vec<Hole>>,
    /// Whose store lies on the left.
    pub left: Player,
}

impl Layout {
    /// How the board of a game with these rules lies. Games that are sown clockwise are mirrored.
    pub fn of(board: &Board, law: &MoveRules) -> Self {
        let row = usize::from(law.pits);
        let pits = |player, numbers: std::ops::RangeInclusive<usize>| -> Vec<Hole> {
            numbers.filter_map(|number| Some(board.hole_of(player, Pit::new(number as u8)?))).collect()
        };
        let own = |numbers| pits(Player::One, numbers);
        // The far player sits opposite: what runs to the right there runs to the left here.
        let far = |numbers| reversed(pits(Player::Two, numbers));
        let mut rows = match law.rows {
            Rows::Two => vec![far(1..=row), own(1..=row)],
            Rows::Three => {
                let half = row + 1..=row + row / 2;
                let middle = [reversed(far(half.clone())), reversed(own(half))].concat();
                vec![far(1..=row), middle, own(1..=row)]
            }
            Rows::Four => {
                let front = row + 1..=2 * row;
                let (far_front, own_front) = (reversed(far(front.clone())), reversed(own(front)));
                vec![far(1..=row), far_front, own_front, own(1..=row)]
            }
        };
        let is_mirrored = law.direction == Direction::Cw;
        if is_mirrored {
            for row in &mut rows {
                row.reverse();
            }
        }
        Self { rows, left: if is_mirrored { Player::One } else { Player::Two } }
    }

    /// The column of a pit, from 0; none for a store.
    pub fn column(&self, hole: Hole) -> Option<usize> {
        self.rows.iter().find_map(|row| row.iter().position(|&other| other == hole))
    }
}

fn reversed(mut row: Vec<Hole>) -> Vec<Hole> {
    row.reverse();
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sowing::{Position, Rules};

    /// The pits as their owners count them, Player 2's with a dash before the number.
    #[track_caller]
    fn check(change: fn(&mut Rules), expected: &[&str]) {
        let mut rules = Rules::default();
        change(&mut rules);
        let position = Position::start(&rules);
        let board = position.board();
        let layout = Layout::of(board, position.law());
        let shown: Vec<String> = layout
            .rows
            .iter()
            .map(|row| {
                let pits = row.iter().map(|&hole| match board.pit_at(hole) {
                    Some((Player::One, pit)) => format!("{pit}"),
                    Some((Player::Two, pit)) => format!("-{pit}"),
                    None => "store".to_owned(),
                });
                pits.collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn pits_lie_as_the_law_says() {
        check(|rules| rules.law.pits = 3, &["-3 -2 -1", "1 2 3"]);
        check(|rules| (rules.law.pits, rules.law.direction) = (3, Direction::Cw), &["-1 -2 -3", "3 2 1"]);
        check(
            |rules| (rules.law.pits, rules.law.rows) = (4, Rows::Three),
            &["-4 -3 -2 -1", "-5 -6 6 5", "1 2 3 4"],
        );
        check(
            |rules| (rules.law.pits, rules.law.rows) = (3, Rows::Four),
            &["-3 -2 -1", "-4 -5 -6", "6 5 4", "1 2 3"],
        );
    }
}
