/// An event that cannot follow: the log is not of this game, has a gap, or was made by other rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoldError {
    /// Not the next number.
    #[error("event {found} comes where {expected} should")]
    Gap {
        /// The next number.
        expected: u64,
        /// The one that came.
        found: u64,
    },
    /// It cannot happen here.
    #[error("event {0} cannot follow what was before")]
    Impossible(u64),
    /// The position after it is another one.
    #[error("event {0} leads to another position here than where it was made")]
    OtherPosition(u64),
    /// The envelopes are not for the rules of this game.
    #[error("event {0} seals other rules")]
    OtherRules(u64),
    /// An envelope is shown twice, opened too early, or holds another seed than was sealed.
    #[error("event {0} does not fit the sealed envelopes")]
    Envelope(u64),
    /// The seats, or the coin that decided them, are not what was agreed on.
    #[error("the seats of event {0} are not what setup and envelopes say")]
    Seats(u64),
    /// Who begins is not what rules and envelopes say.
    #[error("event {0} lets another begin than rules and envelopes do")]
    First(u64),
    /// It says that the game ended otherwise than the board or its own reason does.
    #[error("event {0} ends the game as it cannot have ended")]
    Ending(u64),
    /// A throw is not what the envelopes say.
    #[error("throw {0} is not what the envelopes say")]
    Throw(u32),
}
