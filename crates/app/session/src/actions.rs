/// What the people at this device may do now. It is decided here and nowhere else; front ends offer what is true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is one button, and any combination can occur")]
pub struct Actions {
    /// Toss the coin.
    pub toss: bool,
    /// Call a side of the coin before it is tossed.
    pub call_coin: bool,
    /// Throw the sticks.
    pub throw: bool,
    /// Choose a move, also in place of one that is shown.
    pub choose: bool,
    /// Commit the move that is shown.
    pub commit: bool,
    /// Take back the shown move or the last decision of a person.
    pub undo: bool,
    /// Play again what was taken back.
    pub redo: bool,
    /// Let the computer players wait.
    pub pause: bool,
    /// Ask the opponent to take a move back.
    pub ask_takeback: bool,
    /// Accept or decline to take a move back.
    pub answer_takeback: bool,
    /// Offer a draw.
    pub offer_draw: bool,
    /// Accept or decline a draw.
    pub answer_draw: bool,
    /// Claim the game of an opponent who has left.
    pub claim: bool,
    /// Abort the game before it has really begun.
    pub abort: bool,
    /// Resign.
    pub resign: bool,
    /// Offer or accept another game.
    pub rematch: bool,
    /// Send a phrase to the other player.
    pub say: bool,
}
