use serde_json::{Value, json};

use gebeta_bots::{Performance, Review, ReviewedMove, Turning, Worth};
use gebeta_rules::{Player, Record, Word};

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
        "start": worth(review.start()),
        "last": worth(review.last),
        "luck": review.luck(),
        "without_luck": review.without_luck(),
        "unexplained": review.unexplained(),
        "worst": review.worst().iter().map(|ply| ply + 1).collect::<Vec<_>>(),
        "moves": review.moves.iter().enumerate().map(one_move).collect::<Vec<_>>(),
    })
}

const fn report_unit(review: &Review) -> &'static str {
    match review.game {
        gebeta_rules::GameKind::Mancala => "stones",
        gebeta_rules::GameKind::Senet => "probability",
    }
}

fn worth(worth: Worth) -> Value {
    json!({ "value": worth.value, "exact": worth.exact })
}

fn one_move((place, judged): (usize, &ReviewedMove)) -> Value {
    json!({
        "ply": place + 1,
        "player": judged.player.to_string(),
        "played": judged.played.to_string(),
        "before": worth(judged.before),
        "best": judged.best.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "best_value": judged.best_value,
        "value": judged.value,
        "loss": judged.loss,
        "exact": judged.exact,
        "grade": judged.grade.word(),
        "luck": judged.luck,
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
