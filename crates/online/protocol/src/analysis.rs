use serde::{Deserialize, Serialize};

/// What is to be looked at: `POST /api/analyse`. Either a position, or a record, every move of which is judged.
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
    /// How many positions to look at, for each move of a record; at most, and without it, what `limits.rs` says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// A position whose exact worth is asked: `POST /api/endgame`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EndgameRequest {
    /// The name of a shipped rule set, or a rule file.
    pub rules: String,
    /// A position in its notation, of at most 288 stones; in Senet with the throw.
    pub position: String,
}

/// A legal move and what it is worth to who plays it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AdvisedMove {
    /// The move.
    pub mv: String,
    /// In mancala the difference of the stores at the end, in Senet the probability to win.
    pub value: f64,
    /// How much less that is than the best.
    pub loss: f64,
    /// Whether it is proved.
    pub exact: bool,
}

/// A move of a record, judged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct JudgedPly {
    /// Which player, `1` or `2`.
    pub player: String,
    /// What was played, in Senet with the throw.
    pub played: String,
    /// What the position before was worth to Player 1.
    pub before: f64,
    /// The best moves.
    pub best: Vec<String>,
    /// What the played move is worth to who played it.
    pub value: f64,
    /// How much less that is than the best.
    pub loss: f64,
    /// Whether that is proved.
    pub exact: bool,
    /// How good it was: `docs/playing/review.md`.
    pub grade: String,
    /// What the throw before it brought, in Senet.
    pub luck: Option<f64>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Analysis {
    /// `mancala` or `senet`.
    pub game: String,
    /// What values count: `stones` or `probability`.
    pub unit: String,
    /// The position that is advised on: the one that was asked, or the last one of the record.
    pub position: String,
    /// Every legal move, the best first; none where nobody can move now.
    pub moves: Vec<AdvisedMove>,
    /// How the game is expected to go on.
    pub line: Vec<String>,
    /// How many plies were looked ahead; 0 where everything is proved.
    pub depth: u32,
    /// How many positions were looked at for it.
    pub nodes: u64,
    /// Every move of the record.
    pub plies: Vec<JudgedPly>,
}

/// What is known for certain of a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Endgame {
    /// Whether anything is: from a table, or by a short proof.
    pub known: bool,
    /// What the position is worth to who is to move.
    pub value: Option<f64>,
    /// Every legal move, the best first.
    pub moves: Vec<AdvisedMove>,
}
