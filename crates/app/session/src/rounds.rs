use std::ops::Range;

use gebeta_rules::{ByPlayer, Player};

/// The plies of each player's turn in a round; empty where a player has had none in it.
pub type Round = ByPlayer<Range<usize>>;

/// The moves of a game in rounds of one turn each, Player 1's first. Moves in a row are one turn.
pub fn rounds(movers: impl IntoIterator<Item = Player>) -> Vec<Round> {
    let mut rounds: Vec<Round> = Vec::new();
    let mut before = None;
    for (ply, mover) in movers.into_iter().enumerate() {
        let begins = before != Some(mover) && (mover == Player::One || before.is_none());
        if begins {
            rounds.push(ByPlayer { one: ply..ply, two: ply..ply });
        }
        if let Some(round) = rounds.last_mut() {
            let turn = &mut round[mover];
            *turn = if turn.start == turn.end { ply..ply + 1 } else { turn.start..ply + 1 };
        }
        before = Some(mover);
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies of both, from 0, a round after the other.
    fn check(movers: &str, expected: &str) {
        let movers = movers.chars().map(|mover| if mover == '1' { Player::One } else { Player::Two });
        let turn = |plies: &Range<usize>| plies.clone().map(|ply| ply.to_string()).collect::<String>();
        let told: Vec<_> =
            rounds(movers).iter().map(|round| format!("{}-{}", turn(&round.one), turn(&round.two))).collect();
        assert_eq!(told.join(" "), expected);
    }

    #[test]
    fn moves_in_a_row_are_one_turn_of_a_round() {
        check("", "");
        check("1", "0-");
        check("12", "0-1");
        check("112221", "01-234 5-");
        check("2212", "-01 2-3");
    }
}
