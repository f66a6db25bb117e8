use gebeta_rules::{AnyPosition, ByPlayer, GameKind, Outcome, Player, Record, Seat, Word};

/// A game that is over, ready to be kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    /// What lists and statistics ask for.
    pub summary: StoredGame,
    /// The whole game as text.
    pub record: String,
}

/// What is known of a stored game without replaying it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredGame {
    /// Its number in the database; 0 before it is in one.
    pub id: i64,
    /// When it ended, in seconds since 1970.
    pub finished_at: i64,
    /// Which game.
    pub game: GameKind,
    /// The name of the rule set.
    pub rule_set: String,
    /// Who played.
    pub players: ByPlayer<Seat>,
    /// Stones in the stores, or pieces off the board.
    pub scores: ByPlayer<u16>,
    /// How it ended.
    pub outcome: Outcome,
    /// How many moves it took.
    pub plies: u32,
}

/// The game goes on, so it cannot be kept as finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is not over")]
pub struct NotFinished;

impl FinishedGame {
    /// A finished game that ended at this time.
    pub fn new(record: &Record, finished_at: i64) -> Result<Self, NotFinished> {
        let outcome = record.outcome().ok_or(NotFinished)?;
        let score = |player| match record.position() {
            AnyPosition::Mancala(position) => position.board().score(player),
            AnyPosition::Senet(position) => position.exited(player).into(),
        };
        let summary = StoredGame {
            id: 0,
            finished_at,
            game: record.rules.game(),
            rule_set: record.rule_set.clone(),
            players: record.players.clone(),
            scores: ByPlayer::from_fn(score),
            outcome,
            plies: record.plies().len() as u32,
        };
        Ok(Self { summary, record: record.to_string() })
    }
}

/// Reads what a column says of the game.
pub(crate) fn game(text: &str) -> Option<GameKind> {
    GameKind::from_word(text).ok()
}

/// Reads what a column says of the outcome.
pub(crate) fn outcome(text: &str) -> Option<Outcome> {
    let all = Player::BOTH.map(Outcome::Win).into_iter().chain([Outcome::Draw]);
    all.into_iter().find(|outcome| outcome.to_string() == text)
}
