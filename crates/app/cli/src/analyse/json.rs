use serde::Serialize;

use gebeta_engine::{Evaluation, Performance, Review, ReviewedMove, Turning};
use gebeta_rules::{GameKind, Keyword, Player, Record};

use crate::position_report::Precision;

/// The review as one JSON document (`docs/playing/review.md`).
#[derive(Debug, Serialize)]
pub(super) struct Document<'a> {
    game: &'static str,
    rules: &'a str,
    unit: &'static str,
    outcome: Option<String>,
    players: [PlayerSummary<'a>; 2],
    start: Value,
    last: Value,
    luck: f64,
    without_luck: f64,
    unexplained: f64,
    /// The worst plies, counted from 1.
    worst: Vec<usize>,
    moves: Vec<Move>,
}

impl<'a> Document<'a> {
    pub(super) fn new(record: &'a Record, review: &Review) -> Self {
        let game = review.game;
        let player =
            |player: Player| PlayerSummary::new(&review.players[player], &record.players[player].name);
        Self {
            game: game.word(),
            rules: &record.rule_set,
            unit: match game {
                GameKind::Mancala => "stones",
                GameKind::Senet => "probability",
            },
            outcome: review.outcome.map(|outcome| outcome.to_string()),
            players: Player::BOTH.map(player),
            start: Value::new(game, review.start()),
            last: Value::new(game, review.last),
            luck: review.luck(),
            without_luck: review.without_luck(),
            unexplained: review.unexplained(),
            worst: review.worst().iter().map(|ply| ply + 1).collect(),
            moves: review
                .moves
                .iter()
                .enumerate()
                .map(|(place, judged)| Move::new(game, place, judged))
                .collect(),
        }
    }
}

/// The value of a position to Player 1.
#[derive(Clone, Copy, Debug, Serialize)]
struct Value {
    value: f64,
    exact: bool,
}

impl Value {
    fn new(game: GameKind, worth: Evaluation) -> Self {
        Self { value: digits(game, worth.value), exact: worth.exact }
    }
}

/// A chance with the digits that a table file holds, whatever its source; stones as they are.
fn digits(game: GameKind, value: f64) -> f64 {
    match game {
        GameKind::Mancala => value,
        // No minus before a nought.
        GameKind::Senet => Precision::TWO_BYTES.digits(value) + 0.0,
    }
}

#[derive(Debug, Serialize)]
struct Move {
    ply: usize,
    player: String,
    played: String,
    before: Value,
    best: Vec<String>,
    best_value: f64,
    value: f64,
    loss: f64,
    exact: bool,
    grade: &'static str,
    luck: Option<f64>,
    turning: Option<&'static str>,
}

impl Move {
    fn new(game: GameKind, place: usize, judged: &ReviewedMove) -> Self {
        Self {
            ply: place + 1,
            player: judged.player.to_string(),
            played: judged.played.to_string(),
            before: Value::new(game, judged.before),
            best: judged.best.iter().map(ToString::to_string).collect(),
            best_value: digits(game, judged.best_value),
            value: digits(game, judged.value),
            loss: digits(game, judged.loss),
            exact: judged.exact,
            grade: judged.grade.word(),
            luck: judged.luck.map(|luck| digits(game, luck)),
            turning: judged.turning.map(|turning| match turning {
                Turning::Move => "move",
                Turning::Throw => "throw",
            }),
        }
    }
}

#[derive(Debug, Serialize)]
struct PlayerSummary<'a> {
    accuracy: Option<f64>,
    loss: f64,
    luck: f64,
    moves: u32,
    forced: u32,
    best: u32,
    good: u32,
    inaccuracies: u32,
    mistakes: u32,
    blunders: u32,
    name: &'a str,
}

impl<'a> PlayerSummary<'a> {
    fn new(performance: &Performance, name: &'a str) -> Self {
        let &Performance {
            accuracy,
            loss,
            luck,
            moves,
            forced,
            best,
            good,
            inaccuracies,
            mistakes,
            blunders,
            ..
        } = performance;
        Self { accuracy, loss, luck, moves, forced, best, good, inaccuracies, mistakes, blunders, name }
    }
}
