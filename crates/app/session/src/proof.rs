use gebeta_fairness::{FairnessError, verify};
use gebeta_i18n::Language;
use gebeta_match::Match;

/// What the opened envelopes of a finished online game prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Nothing was left to chance.
    NoChance,
    /// Everything fell as it was sealed.
    Matches {
        /// How many throws there were; none if only a coin fell.
        throws: usize,
    },
    /// Neither player sealed a seed.
    NotProvable,
    /// Something is not what was sealed.
    Broken(FairnessError),
}

impl Proof {
    /// Opens the envelopes of a game and compares.
    pub(crate) fn of(game: &Match) -> Self {
        match verify(&game.to_record()) {
            Ok(verdict) => Self::Matches { throws: verdict.throws },
            Err(FairnessError::NoEnvelopes | FairnessError::NoChance | FairnessError::CalledOff) => {
                Self::NoChance
            }
            Err(FairnessError::NotProvable) => Self::NotProvable,
            Err(broken) => Self::Broken(broken),
        }
    }

    /// Whether everything fell as it was sealed.
    pub const fn is_fair(&self) -> bool {
        matches!(self, Self::Matches { .. })
    }

    /// The proof in a sentence; none where nothing was left to chance.
    pub fn text(&self, l: Language) -> Option<String> {
        match self {
            Self::NoChance => None,
            Self::Matches { throws: 0 } => Some(l.fair_coin().to_owned()),
            Self::Matches { throws } => Some(l.fair_throws(*throws)),
            Self::NotProvable => Some(l.fair_not_provable().to_owned()),
            Self::Broken(why) => Some(l.fair_wrong(why)),
        }
    }
}
