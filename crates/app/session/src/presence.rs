/// Whether a player of an online game is connected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Presence {
    /// The server has not said.
    #[default]
    Unknown,
    /// Connected.
    Here,
    /// Not connected, since this time of the server's clock, in milliseconds since 1970.
    Away(u64),
}

impl Presence {
    /// Since when the player is away.
    pub const fn away_since(self) -> Option<u64> {
        match self {
            Self::Away(since) => Some(since),
            Self::Unknown | Self::Here => None,
        }
    }
}
