use gebeta_engine::{Review, ScoreUnit, SearchResult};
use gebeta_rules::{AnyPly, GameKind, Keyword};
use gebeta_search::Nodes;

use crate::advice::{read_advice, write_advice};
use crate::fields::{Fields, small, told};
use crate::{Advice, Fault, Json, review};

/// What the worker says to a question.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The number of the question; none if that could not be read.
    pub id: Option<u32>,
    /// What there is to say.
    pub said: Said,
}

/// The kinds of answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Said {
    /// To [`Ask::Think`](crate::Ask::Think).
    SearchResult {
        /// What the player decided and why.
        thought: SearchResult<AnyPly>,
        /// What its numbers count.
        unit: ScoreUnit,
        /// How long it took, in milliseconds.
        ms: f64,
    },
    /// To [`Ask::Hint`](crate::Ask::Hint) and [`Ask::Solve`](crate::Ask::Solve).
    Advice(Advice),
    /// A review is under way. There will be more answers.
    Progress {
        /// How many plies have been looked at.
        done: u32,
        /// Of how many.
        total: u32,
    },
    /// To [`Ask::Review`](crate::Ask::Review).
    Review(Box<Review>),
    /// To [`Ask::Bench`](crate::Ask::Bench).
    Bench {
        /// How many positions the fixed searches took, by rule set.
        nodes: Vec<(String, u64)>,
        /// How long, in milliseconds.
        ms: f64,
    },
    /// There is no answer.
    Fault(Fault),
}

impl Answer {
    /// The answer as it is sent.
    pub fn to_text(&self) -> String {
        let (kind, entries) = match &self.said {
            Said::SearchResult { thought, unit, ms } => ("thought", write_thought(thought, *unit, *ms)),
            Said::Advice(advice) => ("advice", write_advice(advice)),
            Said::Progress { done, total } => {
                ("progress", Json::object([("done", (*done).into()), ("total", (*total).into())]))
            }
            Said::Review(review) => ("review", review::write(review)),
            Said::Bench { nodes, ms } => {
                let nodes = Json::list(nodes, |(name, nodes)| {
                    Json::object([("rules", Json::text(name)), ("nodes", (*nodes).into())])
                });
                ("bench", Json::object([("searches", nodes), ("ms", (*ms).into())]))
            }
            Said::Fault(fault) => ("error", fault.to_json()),
        };
        Json::object([("id", Json::maybe(self.id, Json::from)), (kind, entries)]).to_string()
    }

    /// Reads what [`Answer::to_text`] wrote.
    ///
    /// # Errors
    /// If it is something else.
    pub fn parse(text: &str) -> Result<Self, Fault> {
        let json = Json::parse(text).ok_or_else(|| Fault::new("bad-message", "this is not a JSON object"))?;
        let fields = Fields(&json);
        let id = fields.maybe("id", small)?;
        let of = |kind| json.get(kind).map(Fields);
        let said = if let Some(thought) = of("thought") {
            read_thought(thought)?
        } else if let Some(advice) = of("advice") {
            Said::Advice(read_advice(advice)?)
        } else if let Some(progress) = of("progress") {
            Said::Progress { done: progress.small("done")?, total: progress.small("total")? }
        } else if let Some(judged) = of("review") {
            Said::Review(Box::new(review::read(judged)?))
        } else if let Some(bench) = of("bench") {
            let search = |fields: Fields<'_>| Ok((fields.text("rules")?.to_owned(), fields.count("nodes")?));
            Said::Bench { nodes: bench.list("searches", search)?, ms: bench.real("ms")? }
        } else {
            Said::Fault(Fault::read(of("error").ok_or_else(|| Fault::field("error"))?)?)
        };
        Ok(Self { id, said })
    }
}

fn write_thought(thought: &SearchResult<AnyPly>, unit: ScoreUnit, ms: f64) -> Json {
    let SearchResult { best, moves, line, depth, nodes, exact } = thought;
    let valued =
        |(mv, value): &(AnyPly, f64)| Json::object([("move", Json::text(mv)), ("value", (*value).into())]);
    let Nodes { max, min, chance } = *nodes;
    Json::object([
        ("game", Json::text(game_of(*best))),
        ("best", Json::text(best)),
        ("moves", Json::list(moves, valued)),
        ("line", Json::list(line, Json::text)),
        ("depth", (*depth).into()),
        ("nodes", Json::object([("max", max.into()), ("min", min.into()), ("chance", chance.into())])),
        ("ms", ms.into()),
        ("exact", (*exact).into()),
        ("unit", Json::text(unit.word())),
    ])
}

fn read_thought(fields: Fields<'_>) -> Result<Said, Fault> {
    let game = fields.game()?;
    let ply = |text: &str| AnyPly::parse(game, text).map_err(told);
    let nodes = fields.must("nodes", |nodes| Some(Fields(nodes)))?;
    let thought = SearchResult {
        best: ply(fields.text("best")?)?,
        moves: fields.list("moves", |mv| Ok((ply(mv.text("move")?)?, mv.real("value")?)))?,
        line: fields.list("line", |mv| ply(mv.own_text()?))?,
        depth: fields.small("depth")?,
        nodes: Nodes { max: nodes.count("max")?, min: nodes.count("min")?, chance: nodes.count("chance")? },
        exact: fields.flag("exact")?,
    };
    Ok(Said::SearchResult { thought, unit: fields.word("unit")?, ms: fields.real("ms")? })
}

/// Which game a ply is of.
const fn game_of(ply: AnyPly) -> GameKind {
    match ply {
        AnyPly::Mancala(_) => GameKind::Mancala,
        AnyPly::Senet(..) => GameKind::Senet,
    }
}
