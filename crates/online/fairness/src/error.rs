use gebeta_rules::{Coded, Player, RecordError};

/// Why a game is not proved fair.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FairnessError {
    /// Not a stored game, or one with an illegal move.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The game has no commitments.
    #[error("the game was not played by a link, so no envelopes were sealed")]
    NoEnvelopes,
    /// An online game without throws and coins.
    #[error("nothing in the game was left to chance, so no envelopes were sealed")]
    NoChance,
    /// Aborted before any throw.
    #[error("the game was called off before chance had decided anything, so there is nothing to prove")]
    CalledOff,
    /// The seeds are not revealed yet.
    #[error("the game is not over; if it has envelopes, they are opened at its end")]
    NotOver,
    /// A later version of the protocol.
    #[error("the envelopes are of protocol {0}, this program knows SF1")]
    Version(String),
    /// A tag is missing.
    #[error("the tag {0} is missing")]
    MissingTag(String),
    /// A tag is malformed.
    #[error("the tag {0} is not written as it should be")]
    Tag(String),
    /// The text was changed.
    #[error("the file was changed after the server wrote it")]
    Changed,
    /// The rules of the record are not those of the commitments.
    #[error("the game was agreed on with other rules")]
    Rules,
    /// A seed does not match its commitment.
    #[error("the envelope of {0} holds another seed than the one that was sealed")]
    Envelope(&'static str),
    /// Only the server has contributed a seed.
    #[error("neither player put a seed into an envelope, so nothing can be proved")]
    NotProvable,
    /// The chain was changed.
    #[error("line {0} of the chain does not follow from the one before")]
    Link(usize),
    /// The chain does not have the game.
    #[error("the game does not stand in this chain where its file says")]
    NotInChain,
    /// The coin for the seats gives another result.
    #[error("the coin gives Player 1 to {0}, the game was played the other way round")]
    Coin(&'static str),
    /// The coin for the first move gives another result, is missing, or is not part of these rules.
    #[error("{}", first_of(*.0))]
    First(Option<Player>),
    /// A throw differs.
    #[error("throw {throw} of the game was {written}, the envelopes say {drawn}")]
    Throw {
        /// Its number, from 1.
        throw: usize,
        /// In the record.
        written: u8,
        /// From the seeds.
        drawn: u8,
    },
}

impl Coded for FairnessError {
    fn code(&self) -> &'static str {
        match self {
            Self::Record(error) => error.code(),
            Self::NoEnvelopes | Self::NoChance | Self::CalledOff | Self::NotOver => "no-envelopes",
            Self::Version(_) => "newer-envelopes",
            Self::MissingTag(_) | Self::Tag(_) => "bad-envelopes",
            Self::Changed => "changed-file",
            Self::Rules => "other-rules",
            Self::Envelope(_) => "wrong-seed",
            Self::NotProvable => "not-provable",
            Self::Link(_) => "broken-chain",
            Self::NotInChain => "not-in-chain",
            Self::Coin(_) | Self::First(_) => "wrong-coin",
            Self::Throw { .. } => "wrong-throw",
        }
    }
}

fn first_of(player: Option<Player>) -> String {
    match player {
        Some(player) => format!("the coin lets Player {player} begin, and the game tells of no such toss"),
        None => "the game tells of a coin for the first move, and its rules know none".to_owned(),
    }
}
