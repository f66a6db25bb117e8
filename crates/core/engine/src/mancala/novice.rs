use gebeta_rules::mancala::{Move, Position, Step};
use gebeta_rules::{Game, Player};

/// The moves the classic computer player chooses from (rules 1.9): those whose last stone reaches the store, else those
/// that capture, else all.
pub fn favorites(position: &Position) -> Vec<Move> {
    let legal: Vec<Move> = position.legal_moves().collect();
    let Some(mover) = position.to_move() else { return legal };
    let those = |wanted: fn(&Position, Player, &[Step]) -> bool| -> Vec<Move> {
        let is_wanted = |&mv: &Move| wanted(position, mover, &steps_of(position, mv));
        legal.iter().copied().filter(is_wanted).collect()
    };
    let coming_home = those(comes_home);
    if !coming_home.is_empty() {
        return coming_home;
    }
    let capturing = those(|_, _, steps| steps.iter().any(|step| matches!(step, Step::Capture { .. })));
    if capturing.is_empty() { legal } else { capturing }
}

fn comes_home(position: &Position, mover: Player, steps: &[Step]) -> bool {
    let last_drop = steps.iter().rev().find_map(|step| match step {
        Step::Drop { hole } => Some(*hole),
        _ => None,
    });
    last_drop == Some(position.board().store_of(mover))
}

fn steps_of(position: &Position, mv: Move) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut next = *position;
    next.play_unchecked(mv, &mut steps);
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::{Rules, Setup};

    /// `position | the moves the novice chooses from`.
    #[track_caller]
    fn check(rules: &Rules, line: &str) {
        let (position, expected) = line.split_once(" | ").unwrap();
        let position = position.parse::<Setup>().unwrap().position(rules).unwrap();
        let favorites: Vec<_> = favorites(&position).iter().map(ToString::to_string).collect();
        assert_eq!(favorites.join(" "), expected, "{line}");
    }

    #[test]
    fn another_turn_comes_before_a_capture_and_a_capture_before_the_rest() {
        check(&Rules::GEBETA, "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1 | 3");
        check(&Rules::GEBETA, "1,0,0,0,0,1,0,4,4,4,4,4,4,0 1 | 6");
        check(&Rules::GEBETA, "1,0,0,0,2,0,0,4,4,4,4,4,4,0 1 | 5");
        check(&Rules::GEBETA, "1,0,0,0,3,0,0,4,4,4,4,4,4,0 1 | 1");
        check(&Rules::GEBETA, "1,1,0,0,3,0,0,4,4,4,0,4,4,0 1 | 1 2 5");
        check(&Rules::AVALANCHE, "1,0,0,0,3,0,0,4,4,4,4,4,4,0 1 | 1 5");
    }

    #[test]
    fn a_relay_counts_where_it_ends() {
        // Pit 4 lands on pit 5, lifts its two stones and brings the second home.
        check(&Rules::AVALANCHE, "0,0,0,1,1,1,0,1,1,1,1,1,1,0 1 | 4 6");
    }
}
