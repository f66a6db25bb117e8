use gebeta_rules::{ByPlayer, Outcome, Player};
use gebeta_session::PlayerKind;

/// An occasion for a sound. Boards report it to the `Callback<Cue>` in their context, if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cue {
    /// A handful of stones is taken up.
    Lift,
    /// A stone falls on others; `fill` lie there now.
    Drop { fill: u16 },
    /// Stones are captured.
    Capture,
    /// The last stones of a game are swept into the stores.
    Sweep,
    /// The board is turned round.
    Turn,
    /// The same player moves again.
    ExtraTurn,
    /// A thrown stick comes to rest.
    Stick,
    /// A piece is set down.
    Step,
    /// Two pieces change places.
    Swap,
    /// A piece goes under.
    Water,
    /// A drowned piece comes up, or one is sent back.
    Rise,
    /// A piece leaves the board.
    Exit,
    /// A player here has won.
    Win,
    /// All players here have lost.
    Loss,
    /// A draw.
    Draw,
}

impl Cue {
    /// The sound of the end of a game between these players.
    pub(crate) fn of_end(outcome: Outcome, player_kinds: ByPlayer<PlayerKind>) -> Self {
        let is_person = |player: Player| player_kinds[player] == PlayerKind::Human;
        match outcome {
            Outcome::Draw => Self::Draw,
            Outcome::Win(winner) if is_person(winner) || !is_person(!winner) => Self::Win,
            Outcome::Win(_) => Self::Loss,
        }
    }

    /// One of each.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 15] = [
        Self::Lift,
        Self::Drop { fill: 4 },
        Self::Capture,
        Self::Sweep,
        Self::Turn,
        Self::ExtraTurn,
        Self::Stick,
        Self::Step,
        Self::Swap,
        Self::Water,
        Self::Rise,
        Self::Exit,
        Self::Win,
        Self::Loss,
        Self::Draw,
    ];
}

#[cfg(test)]
mod tests {
    use gebeta_engine::{Bot, Level};

    use super::*;

    #[test]
    fn a_draw_is_nobodys_loss() {
        let (person, computer) = (PlayerKind::Human, PlayerKind::Bot(Bot::Level(Level::USUAL)));
        for (one, two, outcome, cue) in [
            (person, computer, Outcome::Draw, Cue::Draw),
            (person, computer, Outcome::Win(Player::One), Cue::Win),
            (person, computer, Outcome::Win(Player::Two), Cue::Loss),
            (person, person, Outcome::Win(Player::Two), Cue::Win),
            (computer, computer, Outcome::Win(Player::Two), Cue::Win),
            (computer, computer, Outcome::Draw, Cue::Draw),
        ] {
            assert_eq!(Cue::of_end(outcome, ByPlayer { one, two }), cue, "{one:?} {two:?} {outcome:?}");
        }
    }
}
