use gebeta_bots::{Hint, Hints, Worth};
use gebeta_rules::{AnyPly, GameKind};

use crate::fields::{Fields, told};
use crate::{Fault, Json};

/// What is to be said of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice {
    /// Which game.
    pub game: GameKind,
    /// What it is worth to Player 1: what an evaluation bar shows.
    pub worth: Worth,
    /// What the moves are worth: once where a move is to be chosen, once for every throw before one, never at the end.
    pub hints: Vec<Hints<AnyPly>>,
}

impl Advice {
    /// The advice to somebody who has to choose now; none before a throw or at the end.
    pub fn now(&self) -> Option<&Hints<AnyPly>> {
        if let [hints] = self.hints.as_slice() { Some(hints) } else { None }
    }

    pub(crate) fn to_json(&self) -> Json {
        Json::object([
            ("game", Json::text(self.game)),
            ("worth", write_worth(self.worth)),
            ("hints", Json::list(&self.hints, write_hints)),
        ])
    }

    pub(crate) fn read(fields: Fields<'_>) -> Result<Self, Fault> {
        let game = fields.game()?;
        let hints = fields.list("hints", |hints| read_hints(game, hints))?;
        Ok(Self { game, worth: read_worth(fields, "worth")?, hints })
    }
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
