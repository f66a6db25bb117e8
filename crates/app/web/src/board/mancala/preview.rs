use gebeta_rules::mancala::{Hole, Move, Position, Step};
use gebeta_rules::{Game, Player};

/// What a move would do, found by playing it on a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Preview {
    pub(super) mover: Player,
    pub(super) mv: Move,
    /// Where the last stone lands.
    pub(super) landing: Option<Hole>,
    /// The pits that would be emptied by a capture.
    pub(super) taken: Vec<Hole>,
    /// How many stones they hold.
    pub(super) captured: u16,
    /// What the mover's store would gain.
    pub(super) gain: u16,
    /// Whether the same player would move again.
    pub(super) again: bool,
}

impl Preview {
    /// None if the move is not legal.
    pub(super) fn of(position: &Position, mv: Move) -> Option<Self> {
        position.check(mv).ok()?;
        let mover = position.to_move()?;
        let (mut after, mut steps) = (*position, Vec::new());
        after.play_unchecked(mv, &mut steps);
        let captures = || {
            steps.iter().filter_map(|&step| match step {
                Step::Capture { hole, stones, .. } => Some((hole, stones)),
                Step::Lift { .. } | Step::Drop { .. } | Step::Sweep { .. } | Step::Turn => None,
            })
        };
        let landing = steps.iter().rev().find_map(|&step| match step {
            Step::Drop { hole } => Some(hole),
            _ => None,
        });
        Some(Self {
            mover,
            mv,
            landing,
            taken: captures().map(|(hole, _)| hole).collect(),
            captured: captures().map(|(_, stones)| stones).sum(),
            gain: after.board().score(mover).saturating_sub(position.board().score(mover)),
            again: matches!(mv, Move::Sow(_)) && after.to_move() == Some(mover),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::{Rules, Setup};

    /// What is seen of a move: landing, taken, captured, gain, again.
    #[track_caller]
    fn check(position: &str, mv: &str, expected: Option<(usize, &[usize], u16, u16, bool)>) {
        let position = position.parse::<Setup>().unwrap().position(&Rules::GEBETA).unwrap();
        let seen = Preview::of(&position, mv.parse().unwrap());
        let taken: Vec<usize> = seen.iter().flat_map(|seen| &seen.taken).map(|hole| hole.index()).collect();
        let seen = seen.map(|seen| {
            (seen.landing.unwrap().index(), taken.as_slice(), seen.captured, seen.gain, seen.again)
        });
        assert_eq!(seen, expected);
    }

    #[test]
    fn a_preview_tells_what_the_rules_would_do() {
        let start = "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1";
        check(start, "3", Some((6, &[], 0, 1, true)));
        check(start, "1", Some((4, &[], 0, 0, false)));
        check("1,0,4,4,4,4,0,4,4,4,4,5,4,0 1", "1", Some((1, &[1, 11], 6, 6, false)));
        check("0,0,4,4,4,4,0,4,4,4,4,5,4,0 1", "1", None);
        check(start, "swap", None);
    }
}
