use serde::{Deserialize, Serialize};

/// An analysis: `POST /api/analyse`. Either of a position, or of every move of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AnalyseRequest {
    /// For a position: the name of a shipped rule set, or a rule file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// A position in its notation (`docs/playing/notation.md`), of at most 288 stones; in Senet with the throw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// A stored game, of at most 288 stones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// How many positions to search, for each move of a record; by default and at most what `limits.rs` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// Asks for the exact value of a position: `POST /api/endgame`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndgameRequest {
    /// The name of a shipped rule set, or a rule file.
    pub rules: String,
    /// A position in its notation, of at most 288 stones; in Senet with the throw.
    pub position: String,
}

/// A legal move and its value for the player to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AdvisedMove {
    /// The move.
    pub mv: String,
    /// In mancala the difference of the stores at the end, in Senet the probability to win.
    pub value: f64,
    /// The difference to the best move.
    pub loss: f64,
    /// Whether it is exact.
    pub exact: bool,
}

/// The review of one move of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgedPly {
    /// Which player, `1` or `2`.
    pub player: String,
    /// What was played, in Senet with the throw.
    pub played: String,
    /// The value of the position before it, for Player 1.
    pub before: f64,
    /// The best moves.
    pub best: Vec<String>,
    /// The value of the played move, for its player.
    pub value: f64,
    /// The difference to the best move.
    pub loss: f64,
    /// Whether it is exact.
    pub exact: bool,
    /// Its grade: `docs/playing/review.md`.
    pub grade: String,
    /// The luck of the throw before it, in Senet.
    pub luck: Option<f64>,
}

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// `mancala` or `senet`.
    pub game: String,
    /// The unit of values: `stones` or `probability`.
    pub unit: String,
    /// The analyzed position: the requested one, or the last one of the record.
    pub position: String,
    /// Every legal move, the best first; none if no player can move now.
    pub moves: Vec<AdvisedMove>,
    /// The expected continuation.
    pub line: Vec<String>,
    /// The depth of the search in plies; 0 if everything is proved.
    pub depth: u32,
    /// How many positions were searched.
    pub nodes: u64,
    /// Every move of the record.
    pub plies: Vec<JudgedPly>,
}

/// The exact value of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Endgame {
    /// Whether it is known, from a table or by a short proof.
    pub known: bool,
    /// The value for the player to move.
    pub value: Option<f64>,
    /// Every legal move, the best first.
    pub moves: Vec<AdvisedMove>,
}
