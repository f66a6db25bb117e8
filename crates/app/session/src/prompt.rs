use gebeta_rules::{Outcome, Player};

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prompt {
    /// The coin is to be tossed; Player 1 calls a side.
    Toss,
    /// A person at this device is to throw the sticks.
    Throw(Player),
    /// A person at this device is to choose a move.
    Choose(Player),
    /// A person at this device is to commit or retract the move that is shown.
    Confirm(Player),
    /// A computer player of this device is to throw or to move.
    Bot(Player),
    /// A player at another device is to decide.
    Opponent(Player),
    /// A decision made here is on its way to the server.
    Sending,
    /// The online game is not known here yet.
    Connecting,
    /// The other seat of the online game is free.
    WaitingForOpponent,
    /// The players' random seeds are being sealed or opened.
    Sealing,
    /// The game is over; without an outcome it does not count.
    Over(Option<Outcome>),
}

impl Prompt {
    /// Whether the game is over.
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Over(_))
    }

    /// The person at this device who is to choose a move, also in place of one that is shown.
    pub const fn chooser(self) -> Option<Player> {
        match self {
            Self::Choose(player) | Self::Confirm(player) => Some(player),
            _ => None,
        }
    }
}
