//! Both games behind one type, for the edges that read and write text: commands, records, the engine protocol.

use std::fmt;
use std::str::FromStr;

use crate::{Chance, Coded, ErrorList, Game, Keyword, Outcome, Player, mancala, senet};

/// Which of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// The mancala family.
    Mancala,
    /// Senet.
    Senet,
}

impl Keyword for GameKind {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("mancala", Self::Mancala), ("senet", Self::Senet)];
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The rules of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyRules {
    /// Of a mancala game.
    Mancala(mancala::Rules),
    /// Of Senet.
    Senet(senet::Rules),
}

impl AnyRules {
    /// The default rules of a game.
    pub const fn default_of(game: GameKind) -> Self {
        match game {
            GameKind::Mancala => Self::Mancala(mancala::Rules::GEBETA),
            GameKind::Senet => Self::Senet(senet::Rules::CLASSIC),
        }
    }

    /// Whose rules they are.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Mancala(_) => GameKind::Mancala,
            Self::Senet(_) => GameKind::Senet,
        }
    }

    /// The start of a game.
    pub fn start(&self) -> AnyPosition {
        match self {
            Self::Mancala(rules) => AnyPosition::Mancala(mancala::Position::start(rules)),
            Self::Senet(rules) => AnyPosition::Senet(senet::Position::start(rules)),
        }
    }

    /// Whether a coin decides who begins (rules 1.6).
    pub fn wants_coin(&self) -> bool {
        matches!(self, Self::Mancala(rules) if rules.first == mancala::First::Coin)
    }

    /// Reads a position of a game with these rules.
    pub fn position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        Ok(match self {
            Self::Mancala(rules) => AnyPosition::Mancala(text.parse::<mancala::Setup>()?.position(rules)?),
            Self::Senet(rules) => AnyPosition::Senet(text.parse::<senet::Setup>()?.position(rules)?),
        })
    }

    /// These rules with the board size or number of pieces that `text`, a position, has.
    /// As they are where the text is no position; reading it will tell.
    #[must_use]
    pub fn fit(&self, text: &str) -> Self {
        match self {
            Self::Mancala(rules) => text
                .parse::<mancala::Setup>()
                .map_or(*self, |setup| Self::Mancala(mancala::Rules { pits: setup.board.pits(), ..*rules })),
            Self::Senet(rules) => {
                let setup = text.parse::<senet::Setup>().ok();
                setup.and_then(|setup| setup.fit(rules)).map_or(*self, Self::Senet)
            }
        }
    }
}

/// A position of either game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPosition {
    /// Of a mancala game.
    Mancala(mancala::Position),
    /// Of Senet.
    Senet(senet::Position),
}

impl AnyPosition {
    /// Which game it is from.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Mancala(_) => GameKind::Mancala,
            Self::Senet(_) => GameKind::Senet,
        }
    }

    /// Who decides next.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            Self::Mancala(position) => position.to_move(),
            Self::Senet(position) => position.to_move(),
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Mancala(position) => position.outcome(),
            Self::Senet(position) => position.outcome(),
        }
    }

    /// The position after `ply`.
    pub fn play(&self, ply: AnyPly) -> Result<Self, PlyError> {
        match (self, ply) {
            (Self::Mancala(position), AnyPly::Mancala(mv)) => Ok(Self::Mancala(position.play(mv)?)),
            (Self::Senet(position), AnyPly::Senet(roll, mv)) => {
                Ok(Self::Senet(cast_checked(position, roll)?.play(mv)?))
            }
            (Self::Mancala(_), AnyPly::Senet(..)) => Err(mancala::NotationError::Move.into()),
            (Self::Senet(_), AnyPly::Mancala(_)) => Err(PlyError::NoRollWritten),
        }
    }

    /// The position with a roll on the table, for Senet.
    pub fn cast(&self, roll: senet::Roll) -> Result<Self, PlyError> {
        match self {
            Self::Mancala(_) => Err(mancala::NotationError::Move.into()),
            Self::Senet(position) => Ok(Self::Senet(cast_checked(position, roll)?)),
        }
    }
}

/// Puts `roll` on the table unless the game is over, another lies there, or the sticks cannot show it.
pub(crate) fn cast_checked(
    position: &senet::Position,
    roll: senet::Roll,
) -> Result<senet::Position, PlyError> {
    if position.outcome().is_some() {
        return Err(senet::IllegalMove::GameOver.into());
    }
    if let Some(thrown) = position.thrown().filter(|&thrown| thrown != roll) {
        return Err(PlyError::OtherRoll { thrown, roll });
    }
    if !position.throws().iter().any(|&(shown, _)| shown == roll) {
        return Err(PlyError::NeverShown(roll));
    }
    Ok(position.cast(roll))
}

impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(position) => position.fmt(f),
            Self::Senet(position) => position.fmt(f),
        }
    }
}

/// What a record keeps of one decision: the move, in Senet with the roll before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPly {
    /// `3`.
    Mancala(mancala::Move),
    /// `2:13-15`.
    Senet(senet::Roll, senet::Move),
}

impl AnyPly {
    /// Reads a ply of `game`.
    pub fn parse(game: GameKind, text: &str) -> Result<Self, PlyError> {
        match game {
            GameKind::Mancala => Ok(Self::Mancala(text.parse()?)),
            GameKind::Senet => {
                let (roll, mv) = text.split_once(':').ok_or(PlyError::NoRollWritten)?;
                Ok(Self::Senet(senet::Roll::from_str(roll)?, mv.parse()?))
            }
        }
    }

    /// The move alone.
    pub const fn mv(self) -> AnyMove {
        match self {
            Self::Mancala(mv) => AnyMove::Mancala(mv),
            Self::Senet(_, mv) => AnyMove::Senet(mv),
        }
    }
}

impl fmt::Display for AnyPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(mv) => mv.fmt(f),
            Self::Senet(roll, mv) => write!(f, "{roll}:{mv}"),
        }
    }
}

/// A move of either game as people write it, without the roll before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// `3`.
    Mancala(mancala::Move),
    /// `13-15`.
    Senet(senet::Move),
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(mv) => mv.fmt(f),
            Self::Senet(mv) => mv.fmt(f),
        }
    }
}

/// Why a text is not a position of a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Not written like one.
    #[error(transparent)]
    MancalaText(#[from] mancala::NotationError),
    /// Not one of these rules.
    #[error(transparent)]
    MancalaSetup(#[from] ErrorList<mancala::SetupError>),
    /// Not written like one.
    #[error(transparent)]
    SenetText(#[from] senet::NotationError),
    /// Not one of these rules.
    #[error(transparent)]
    SenetSetup(#[from] ErrorList<senet::SetupError>),
}

impl Coded for PositionError {
    fn code(&self) -> &'static str {
        "bad-position"
    }
}

/// Why a written ply cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlyError {
    /// Not written like a move.
    #[error(transparent)]
    MancalaText(#[from] mancala::NotationError),
    /// Not legal now.
    #[error(transparent)]
    MancalaMove(#[from] mancala::IllegalMove),
    /// Not written like a move.
    #[error(transparent)]
    SenetText(#[from] senet::NotationError),
    /// Not legal now.
    #[error(transparent)]
    SenetMove(#[from] senet::IllegalMove),
    /// The roll is missing.
    #[error("a turn of senet is written roll:move, like 2:13-15")]
    NoRollWritten,
    /// Another roll lies on the table.
    #[error("the roll is {roll} but a {thrown} lies on the table")]
    OtherRoll {
        /// On the table.
        thrown: senet::Roll,
        /// As written.
        roll: senet::Roll,
    },
    /// The rules have no such roll.
    #[error("the sticks cannot show a {0} under these rules")]
    NeverShown(senet::Roll),
}

impl Coded for PlyError {
    fn code(&self) -> &'static str {
        match self {
            Self::MancalaText(error) => error.code(),
            Self::MancalaMove(error) => error.code(),
            Self::SenetText(error) => error.code(),
            Self::SenetMove(error) => error.code(),
            Self::NoRollWritten => "bad-move",
            Self::OtherRoll { .. } | Self::NeverShown(_) => "bad-roll",
        }
    }
}
