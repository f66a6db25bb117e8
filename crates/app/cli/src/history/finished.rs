use gebeta_rules::{GameKind, Keyword, Outcome, Player, Record};
use gebeta_session::GameResult;

/// A game that is over, ready to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What lists and statistics ask for.
    pub result: GameResult,
    /// The whole game as text.
    pub record: String,
}

/// What is known of a stored game without replaying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in the database.
    pub id: i64,
    /// What came of it.
    pub result: GameResult,
}

/// The game goes on, so it cannot be kept as finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is not over")]
pub struct NotFinishedError;

impl FinishedGame {
    /// A finished game that ended at this time, in seconds since 1970.
    pub fn new(record: &Record, ended: u64) -> Result<Self, NotFinishedError> {
        let result = GameResult::of(record, ended).ok_or(NotFinishedError)?;
        Ok(Self { result, record: record.to_string() })
    }
}

/// Reads what a column says of the game.
pub(crate) fn game(text: &str) -> Option<GameKind> {
    GameKind::from_keyword(text).ok()
}

/// Reads what a column says of the outcome.
pub(crate) fn outcome(text: &str) -> Option<Outcome> {
    let all = Player::BOTH.map(Outcome::Win).into_iter().chain([Outcome::Draw]);
    all.into_iter().find(|outcome| outcome.to_string() == text)
}
