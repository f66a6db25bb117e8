/// Something that can be heard. Boards tell it to the `Callback<Cue>` in their context, if there is one.
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
    /// Somebody who sits here has won.
    Win,
    /// Everybody who sits here has lost.
    Loss,
}

impl Cue {
    /// One of each.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 14] = [
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
    ];
}
