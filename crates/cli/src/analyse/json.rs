use serde_json::{Value, json};

use gebeta_bots::{Performance, Review, ReviewedMove, Turning, Worth};
use gebeta_rules::{GameKind, Player, Record, Word};

use crate::senet_answer::Precision;

/// The review as one JSON document (`docs/review.md`).
pub(super) fn document(record: &Record, review: &Review) -> Value {
    let player = |player: Player| {
        let mut summary = summary(&review.players[player]);
        summary["name"] = json!(record.players[player].name);
        summary
    };
    json!({
        "game": review.game.word(),
        "rules": record.rule_set,
        "unit": report_unit(review),
        "outcome": review.outcome.map(|outcome| outcome.to_string()),
        "players": Player::BOTH.map(player),
        "start": worth(review.game, review.start()),
        "last": worth(review.game, review.last),
        "luck": review.luck(),
        "without_luck": review.without_luck(),
        "unexplained": review.unexplained(),
        "worst": review.worst().iter().map(|ply| ply + 1).collect::<Vec<_>>(),
        "moves": review.moves.iter().enumerate().map(|(place, judged)| one_move(review.game, place, judged)).collect::<Vec<_>>(),
    })
}

const fn report_unit(review: &Review) -> &'static str {
    match review.game {
        GameKind::Mancala => "stones",
        GameKind::Senet => "probability",
    }
}

fn worth(game: GameKind, worth: Worth) -> Value {
    json!({ "value": digits(game, worth.value), "exact": worth.exact })
}

/// A chance with the digits that a table file holds, whoever knew it; stones as they are.
fn digits(game: GameKind, value: f64) -> f64 {
    match game {
        GameKind::Mancala => value,
        // No minus before a nought.
        GameKind::Senet => Precision::TWO_BYTES.digits(value) + 0.0,
    }
}

fn one_move(game: GameKind, place: usize, judged: &ReviewedMove) -> Value {
    json!({
        "ply": place + 1,
        "player": judged.player.to_string(),
        "played": judged.played.to_string(),
        "before": worth(game, judged.before),
        "best": judged.best.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "best_value": digits(game, judged.best_value),
        "value": digits(game, judged.value),
        "loss": digits(game, judged.loss),
        "exact": judged.exact,
        "grade": judged.grade.word(),
        "luck": judged.luck.map(|luck| digits(game, luck)),
        "turning": judged.turning.map(|turning| match turning {
            Turning::Move => "move",
            Turning::Throw => "throw",
        }),
    })
}

fn summary(performance: &Performance) -> Value {
    json!({
        "accuracy": performance.accuracy,
        "loss": performance.loss,
        "luck": performance.luck,
        "moves": performance.moves,
        "forced": performance.forced,
        "best": performance.best,
        "good": performance.good,
        "inaccuracies": performance.inaccuracies,
        "mistakes": performance.mistakes,
        "blunders": performance.blunders,
    })
}
