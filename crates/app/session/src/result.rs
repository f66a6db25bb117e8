use gebeta_rules::{ByPlayer, GameKind, Outcome, Record, Seat};

/// What statistics need to know of a finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// Which game.
    pub game: GameKind,
    /// The name of the rule set.
    pub rule_set: String,
    /// Who played.
    pub players: ByPlayer<Seat>,
    /// How it ended.
    pub outcome: Outcome,
    /// Stones in the store, or pieces off the board.
    pub scores: ByPlayer<u16>,
    /// How many plies it took.
    pub plies: usize,
    /// When it ended, in seconds since 1970.
    pub ended: u64,
}

impl GameResult {
    /// The result of a finished record; none while it goes on.
    pub fn of(record: &Record, ended: u64) -> Option<Self> {
        let outcome = record.outcome()?;
        let scores = ByPlayer::from_fn(|player| record.position().score(player));
        Some(Self {
            game: record.rules.game(),
            rule_set: record.rule_set.clone(),
            players: record.players.clone(),
            outcome,
            scores,
            plies: record.plies().len(),
            ended,
        })
    }
}
