use gebeta_engine::{Advice, Hint, Hints, Worth};
use gebeta_rules::{AnyPly, GameKind};

use crate::fields::{Fields, told};
use crate::{Fault, Json};

pub(crate) fn write_advice(advice: &Advice) -> Json {
    Json::object([
        ("game", Json::text(advice.game)),
        ("worth", write_worth(advice.worth)),
        ("hints", Json::list(&advice.hints, write_hints)),
    ])
}

pub(crate) fn read_advice(fields: Fields<'_>) -> Result<Advice, Fault> {
    let game = fields.game()?;
    let hints = fields.list("hints", |hints| read_hints(game, hints))?;
    Ok(Advice { game, worth: read_worth(fields, "worth")?, hints })
}

pub(crate) fn write_worth(worth: Worth) -> Json {
    Json::object([("value", worth.value.into()), ("exact", worth.exact.into())])
}

pub(crate) fn read_worth(fields: Fields<'_>, key: &str) -> Result<Worth, Fault> {
    let worth = fields.must(key, |worth| Some(Fields(worth)))?;
    Ok(Worth { value: worth.real("value")?, exact: worth.flag("exact")? })
}

fn write_hints(hints: &Hints<AnyPly>) -> Json {
    let hint = |hint: &Hint<AnyPly>| {
        Json::object([
            ("move", Json::text(hint.mv)),
            ("value", hint.value.into()),
            ("loss", hint.loss.into()),
            ("exact", hint.exact.into()),
        ])
    };
    Json::object([
        ("moves", Json::list(&hints.moves, hint)),
        ("line", Json::list(&hints.line, Json::text)),
        ("depth", hints.depth.into()),
        ("nodes", hints.nodes.into()),
    ])
}

fn read_hints(game: GameKind, fields: Fields<'_>) -> Result<Hints<AnyPly>, Fault> {
    let ply = |text: &str| AnyPly::parse(game, text).map_err(told);
    let hint = |fields: Fields<'_>| {
        Ok(Hint {
            mv: ply(fields.text("move")?)?,
            value: fields.real("value")?,
            loss: fields.real("loss")?,
            exact: fields.flag("exact")?,
        })
    };
    let moves = fields.list("moves", hint)?;
    if moves.is_empty() {
        return Err(Fault::field("moves"));
    }
    let line = fields.list("line", |mv| ply(mv.own_text()?))?;
    Ok(Hints { moves, line, depth: fields.small("depth")?, nodes: fields.count("nodes")? })
}
