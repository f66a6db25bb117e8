//! A review as a message.

use gebeta_engine::{Performance, Review, ReviewedMove, Turning};
use gebeta_rules::{AnyPly, ByPlayer, GameKind, Keyword, Outcome, Player};

use crate::advice::{read_worth, write_worth};
use crate::fields::{Fields, real, text, told};
use crate::{Fault, Json};

/// Outcomes with their words.
const OUTCOMES: [(&str, Outcome); 3] =
    [("p1", Outcome::Win(Player::One)), ("p2", Outcome::Win(Player::Two)), ("draw", Outcome::Draw)];

pub(crate) fn write(review: &Review) -> Json {
    Json::object([
        ("game", Json::text(review.game)),
        ("moves", Json::list(&review.moves, write_move)),
        ("last", write_worth(review.last)),
        ("outcome", Json::maybe(review.outcome, Json::text)),
        ("players", Json::list(Player::BOTH, |player| write_performance(&review.players[player]))),
    ])
}

pub(crate) fn read(fields: Fields<'_>) -> Result<Review, Fault> {
    let game = fields.game()?;
    let outcome = fields.maybe("outcome", |word| {
        let word = text(word)?;
        OUTCOMES.iter().find(|(known, _)| *known == word).map(|&(_, outcome)| outcome)
    })?;
    let players = fields.list("players", read_performance)?;
    let [one, two] = players.try_into().map_err(|_| Fault::field("players"))?;
    Ok(Review {
        game,
        moves: fields.list("moves", |fields| read_move(game, fields))?,
        last: read_worth(fields, "last")?,
        outcome,
        players: ByPlayer { one, two },
    })
}

fn write_move(judged: &ReviewedMove) -> Json {
    Json::object([
        ("player", Json::text(judged.player)),
        ("played", Json::text(judged.played)),
        ("before", write_worth(judged.before)),
        ("best", Json::list(&judged.best, Json::text)),
        ("best_value", judged.best_value.into()),
        ("value", judged.value.into()),
        ("loss", judged.loss.into()),
        ("exact", judged.exact.into()),
        ("grade", Json::text(judged.grade.word())),
        ("luck", Json::maybe(judged.luck, Json::from)),
        ("turning", Json::maybe(judged.turning, |turning| Json::text(turning_word(turning)))),
    ])
}

fn read_move(game: GameKind, fields: Fields<'_>) -> Result<ReviewedMove, Fault> {
    let ply = |text: &str| AnyPly::parse(game, text).map_err(told);
    let player =
        |word: &Json| Player::BOTH.into_iter().find(|player| text(word) == Some(&player.to_string()));
    let turning = |word: &Json| {
        [Turning::Move, Turning::Throw].into_iter().find(|&turning| text(word) == Some(turning_word(turning)))
    };
    Ok(ReviewedMove {
        player: fields.must("player", player)?,
        played: ply(fields.text("played")?)?,
        before: read_worth(fields, "before")?,
        best: fields.list("best", |mv| ply(mv.own_text()?))?,
        best_value: fields.real("best_value")?,
        value: fields.real("value")?,
        loss: fields.real("loss")?,
        exact: fields.flag("exact")?,
        grade: fields.word("grade")?,
        luck: fields.maybe("luck", real)?,
        turning: fields.maybe("turning", turning)?,
    })
}

const fn turning_word(turning: Turning) -> &'static str {
    match turning {
        Turning::Move => "move",
        Turning::Throw => "throw",
    }
}

fn write_performance(played: &Performance) -> Json {
    Json::object([
        ("moves", played.moves.into()),
        ("forced", played.forced.into()),
        ("best", played.best.into()),
        ("good", played.good.into()),
        ("inaccuracies", played.inaccuracies.into()),
        ("mistakes", played.mistakes.into()),
        ("blunders", played.blunders.into()),
        ("loss", played.loss.into()),
        ("luck", played.luck.into()),
        ("accuracy", Json::maybe(played.accuracy, Json::from)),
    ])
}

fn read_performance(fields: Fields<'_>) -> Result<Performance, Fault> {
    Ok(Performance {
        moves: fields.small("moves")?,
        forced: fields.small("forced")?,
        best: fields.small("best")?,
        good: fields.small("good")?,
        inaccuracies: fields.small("inaccuracies")?,
        mistakes: fields.small("mistakes")?,
        blunders: fields.small("blunders")?,
        loss: fields.real("loss")?,
        luck: fields.real("luck")?,
        accuracy: fields.maybe("accuracy", real)?,
    })
}
