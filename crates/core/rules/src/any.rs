//! Both games behind one type, for the edges that read and write text: commands, records, the engine protocol.

use std::fmt;
use std::str::FromStr;

use crate::{Chance, Coded, ErrorList, Family, Game, Keyword, Outcome, Player, mancala, senet, sowing};

/// Which of the two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// The sowing games, with all their rule sets.
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
    /// Of a sowing game like Kalah, which the small and fast law of [`mancala`] plays.
    Mancala(mancala::Rules),
    /// Of any other sowing game.
    Sowing(Family<sowing::Rules>),
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
            Self::Mancala(_) | Self::Sowing(_) => GameKind::Mancala,
            Self::Senet(_) => GameKind::Senet,
        }
    }

    /// These rules of a sowing game, as those of [`mancala`] if they are among them; none if the program is built without the rest
    /// of the family.
    pub fn of_sowing(rules: &sowing::Rules) -> Option<Self> {
        match mancala::Rules::like(rules) {
            Some(rules) => Some(Self::Mancala(rules)),
            None => Family::new(*rules).map(Self::Sowing),
        }
    }

    /// Who may begin the game, of a sowing game: Senet has no choice.
    pub fn first(&self) -> Option<mancala::First> {
        match self {
            Self::Mancala(rules) => Some(rules.first),
            Self::Sowing(rules) => Some(rules.first),
            Self::Senet(_) => None,
        }
    }

    /// The start of a game in which `first` begins.
    pub fn start_with(&self, first: Player) -> AnyPosition {
        match self {
            Self::Mancala(rules) => AnyPosition::Mancala(mancala::Position::start_with(rules, first)),
            Self::Sowing(rules) => {
                AnyPosition::Sowing(rules.map(|rules| sowing::Position::start_with(rules, first)))
            }
            Self::Senet(rules) => AnyPosition::Senet(senet::Position::start(rules)),
        }
    }

    /// The start of a game.
    pub fn start(&self) -> AnyPosition {
        match self {
            Self::Mancala(rules) => AnyPosition::Mancala(mancala::Position::start(rules)),
            Self::Sowing(rules) => AnyPosition::Sowing(rules.map(sowing::Position::start)),
            Self::Senet(rules) => AnyPosition::Senet(senet::Position::start(rules)),
        }
    }

    /// Whether a coin decides who begins (rules 1.6).
    pub fn wants_coin(&self) -> bool {
        self.first() == Some(mancala::First::Coin)
    }

    /// Reads a position of a game with these rules.
    pub fn position(&self, text: &str) -> Result<AnyPosition, PositionError> {
        Ok(match self {
            Self::Mancala(rules) => AnyPosition::Mancala(text.parse::<mancala::Setup>()?.position(rules)?),
            Self::Sowing(rules) => {
                let position = sowing::Position::parse(text, rules)?;
                AnyPosition::Sowing(rules.map(|_| position))
            }
            Self::Senet(rules) => AnyPosition::Senet(text.parse::<senet::Setup>()?.position(rules)?),
        })
    }

    /// Reads a ply of a game with these rules.
    pub fn ply(&self, text: &str) -> Result<AnyPly, PlyError> {
        match self {
            Self::Mancala(_) => Ok(AnyPly::Mancala(text.parse()?)),
            Self::Sowing(rules) => {
                let mv = text.parse::<sowing::Move>()?;
                Ok(AnyPly::Sowing(rules.map(|_| mv)))
            }
            Self::Senet(_) => {
                let (roll, mv) = text.split_once(':').ok_or(PlyError::NoRollWritten)?;
                Ok(AnyPly::Senet(senet::Roll::from_str(roll)?, mv.parse()?))
            }
        }
    }

    /// These rules with the board size or number of pieces that `text`, a position, has.
    /// As they are where the text is no position; reading it will tell.
    #[must_use]
    pub fn fit(&self, text: &str) -> Self {
        match self {
            Self::Mancala(rules) => text
                .parse::<mancala::Setup>()
                .map_or(*self, |setup| Self::Mancala(mancala::Rules { pits: setup.board.pits(), ..*rules })),
            // The board of another size is another game: positions of marks, starts and openings would not fit.
            Self::Sowing(_) => *self,
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
    /// Of a sowing game like Kalah.
    Mancala(mancala::Position),
    /// Of any other sowing game.
    Sowing(Family<sowing::Position>),
    /// Of Senet.
    Senet(senet::Position),
}

impl AnyPosition {
    /// Which game it is from.
    pub const fn game(&self) -> GameKind {
        match self {
            Self::Mancala(_) | Self::Sowing(_) => GameKind::Mancala,
            Self::Senet(_) => GameKind::Senet,
        }
    }

    /// Who decides next.
    pub fn to_move(&self) -> Option<Player> {
        match self {
            Self::Mancala(position) => position.to_move(),
            Self::Sowing(position) => position.to_move(),
            Self::Senet(position) => position.to_move(),
        }
    }

    /// The stones in the store of `player`, or the pieces that are off the board.
    pub fn score(&self, player: Player) -> u16 {
        match self {
            Self::Mancala(position) => position.board().score(player),
            Self::Sowing(position) => position.board().score(player),
            Self::Senet(position) => position.exited(player).into(),
        }
    }

    /// Every legal ply; in Senet none before the throw.
    pub fn legal_plies(&self) -> Vec<AnyPly> {
        match self {
            Self::Mancala(position) => position.legal_moves().map(AnyPly::Mancala).collect(),
            Self::Sowing(position) => {
                position.legal_moves().map(|mv| AnyPly::Sowing(position.map(|_| mv))).collect()
            }
            Self::Senet(position) => match position.thrown() {
                Some(roll) => position.legal_moves().map(|mv| AnyPly::Senet(roll, mv)).collect(),
                None => Vec::new(),
            },
        }
    }

    /// How the game ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        match self {
            Self::Mancala(position) => position.outcome(),
            Self::Sowing(position) => position.outcome(),
            Self::Senet(position) => position.outcome(),
        }
    }

    /// The position after `ply`.
    pub fn play(&self, ply: AnyPly) -> Result<Self, PlyError> {
        match (self, ply) {
            (Self::Mancala(position), AnyPly::Mancala(mv)) => Ok(Self::Mancala(position.play(mv)?)),
            (Self::Sowing(position), AnyPly::Sowing(mv)) => {
                let next = position.play(*mv)?;
                Ok(Self::Sowing(position.map(|_| next)))
            }
            (Self::Senet(position), AnyPly::Senet(roll, mv)) => {
                Ok(Self::Senet(cast_checked(position, roll)?.play(mv)?))
            }
            _ => Err(self.not_of_this_game()),
        }
    }

    /// Why a ply of another game is refused.
    pub(crate) fn not_of_this_game(&self) -> PlyError {
        match self {
            Self::Senet(_) => PlyError::NoRollWritten,
            Self::Mancala(_) => mancala::NotationError::Move.into(),
            Self::Sowing(_) => sowing::NotationError::Move.into(),
        }
    }

    /// The position with a roll on the table, for Senet.
    pub fn cast(&self, roll: senet::Roll) -> Result<Self, PlyError> {
        match self {
            Self::Mancala(_) | Self::Sowing(_) => Err(self.not_of_this_game()),
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
            Self::Sowing(position) => position.fmt(f),
            Self::Senet(position) => position.fmt(f),
        }
    }
}

/// What a record keeps of one decision: the move, in Senet with the roll before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyPly {
    /// `3`.
    Mancala(mancala::Move),
    /// `3`, `3l` or `x5`.
    Sowing(Family<sowing::Move>),
    /// `2:13-15`.
    Senet(senet::Roll, senet::Move),
}

impl AnyPly {
    /// The move alone.
    pub const fn mv(self) -> AnyMove {
        match self {
            Self::Mancala(mv) => AnyMove::Mancala(mv),
            Self::Sowing(mv) => AnyMove::Sowing(mv),
            Self::Senet(_, mv) => AnyMove::Senet(mv),
        }
    }
}

impl fmt::Display for AnyPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(mv) => mv.fmt(f),
            Self::Sowing(mv) => mv.fmt(f),
            Self::Senet(roll, mv) => write!(f, "{roll}:{mv}"),
        }
    }
}

/// A move of either game as people write it, without the roll before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnyMove {
    /// `3`.
    Mancala(mancala::Move),
    /// `3`, `3l` or `x5`.
    Sowing(Family<sowing::Move>),
    /// `13-15`.
    Senet(senet::Move),
}

impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mancala(mv) => mv.fmt(f),
            Self::Sowing(mv) => mv.fmt(f),
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
    /// Not one of these rules, or not written like one.
    #[error(transparent)]
    SowingSetup(#[from] sowing::SetupError),
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
    SowingText(#[from] sowing::NotationError),
    /// Not legal now.
    #[error(transparent)]
    SowingMove(#[from] sowing::IllegalMove),
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
            Self::SowingText(error) => error.code(),
            Self::SowingMove(error) => error.code(),
            Self::SenetText(error) => error.code(),
            Self::SenetMove(error) => error.code(),
            Self::NoRollWritten => "bad-move",
            Self::OtherRoll { .. } | Self::NeverShown(_) => "bad-roll",
        }
    }
}
