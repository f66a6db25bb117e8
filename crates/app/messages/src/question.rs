use gebeta_engine::Bot;
use gebeta_rules::mancala::Size;
use gebeta_rules::senet::Pieces;
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, GameKind, Record, Seat};

use crate::fields::{Fields, count, small, text, told};
use crate::{Fault, Json, rules};

/// What the page wants to know.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What every answer to it repeats.
    pub id: u32,
    /// How much work it is worth.
    pub effort: Effort,
    /// The question itself.
    pub ask: Ask,
}

/// How much work an answer is worth. What is not said is up to the worker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at, in a review for each move.
    pub nodes: Option<u64>,
    /// Milliseconds; with them the answer depends on the machine.
    pub ms: Option<u32>,
    /// Gigabytes of memory the device has, as browsers tell.
    pub memory: Option<u32>,
}

/// The kinds of questions.
#[derive(Clone, Debug, PartialEq)]
pub enum Ask {
    /// What a computer player plays.
    Think {
        /// Where.
        place: Place,
        /// Who plays.
        bot: Bot,
        /// Which game: a player remembers what it worked out in the same game.
        game: String,
        /// The seed of the game.
        seed: u64,
        /// How many plies were played before.
        ply: usize,
    },
    /// What the moves are worth, as well as can be said.
    Hint(Place),
    /// The same, proved or not at all.
    Solve(Place),
    /// What every move of a game was worth. Who played it is not told.
    Review(Box<Record>),
    /// How fast the searches are here, and that they are the same everywhere.
    Bench,
}

/// A position and the rules it stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The rules.
    pub rules: AnyRules,
    /// The position.
    pub position: AnyPosition,
}

/// A question that cannot be understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MalformedRequestError {
    /// Its number, if that much could be read.
    pub id: Option<u32>,
    /// What is wrong with it.
    pub fault: Fault,
}

impl Question {
    /// No honest question is longer than the longest record.
    pub const MAX_BYTES: usize = 2 * Record::MAX_FILE_BYTES;

    /// The question as it is sent.
    pub fn to_text(&self) -> String {
        let mut entries = vec![("id", Json::from(self.id))];
        let Effort { depth, nodes, ms, memory } = self.effort;
        entries.extend(depth.map(|depth| ("depth", depth.into())));
        entries.extend(nodes.map(|nodes| ("nodes", nodes.into())));
        entries.extend(ms.map(|ms| ("ms", ms.into())));
        entries.extend(memory.map(|memory| ("memory", memory.into())));
        let kind = match &self.ask {
            Ask::Think { place, bot, game, seed, ply } => {
                entries.extend(place.entries());
                entries.push(("bot", Json::text(bot)));
                entries.push(("game", Json::text(game)));
                // A seed may be larger than the whole numbers a double holds.
                entries.push(("seed", Json::text(seed)));
                entries.push(("ply", (*ply as u64).into()));
                "think"
            }
            Ask::Hint(place) => {
                entries.extend(place.entries());
                "hint"
            }
            Ask::Solve(place) => {
                entries.extend(place.entries());
                "solve"
            }
            Ask::Review(record) => {
                entries.extend(Place { rules: record.rules, position: *record.start() }.entries());
                entries.push(("plies", Json::list(record.plies(), Json::text)));
                "review"
            }
            Ask::Bench => "bench",
        };
        entries.push(("ask", Json::text(kind)));
        Json::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()).to_string()
    }

    /// Reads what [`Question::to_text`] wrote, or what anybody else did.
    ///
    /// # Errors
    /// What is wrong, with the number of the question where there is one.
    pub fn parse(text: &str) -> Result<Self, MalformedRequestError> {
        let json = Some(text).filter(|text| text.len() <= Self::MAX_BYTES).and_then(Json::parse);
        let Some(json) = json else {
            return Err(MalformedRequestError {
                id: None,
                fault: Fault::new("bad-message", "this is not a JSON object"),
            });
        };
        let fields = Fields(&json);
        let id = fields.small("id").map_err(|fault| MalformedRequestError { id: None, fault })?;
        let read = || {
            let effort = Effort {
                depth: fields.maybe("depth", small)?,
                nodes: fields.maybe("nodes", count)?,
                ms: fields.maybe("ms", small)?,
                memory: fields.maybe("memory", small)?,
            };
            Ok(Self { id, effort, ask: Ask::read(fields)? })
        };
        read().map_err(|fault| MalformedRequestError { id: Some(id), fault })
    }
}

impl Ask {
    /// The game it is about; none if it is about both.
    pub fn game(&self) -> Option<GameKind> {
        match self {
            Self::Think { place, .. } | Self::Hint(place) | Self::Solve(place) => Some(place.rules.game()),
            Self::Review(record) => Some(record.rules.game()),
            Self::Bench => None,
        }
    }

    fn read(fields: Fields<'_>) -> Result<Self, Fault> {
        match fields.text("ask")? {
            "think" => {
                let place = Place::read(fields)?;
                let bot = Bot::named(place.rules.game(), fields.text("bot")?).map_err(told)?;
                let game = fields.maybe("game", text)?.unwrap_or_default().to_owned();
                let seed = fields.maybe("seed", |seed| text(seed)?.parse().ok())?.unwrap_or_default();
                let ply = fields.maybe("ply", small)?.unwrap_or_default() as usize;
                Ok(Self::Think { place, bot, game, seed, ply })
            }
            "hint" => Place::read(fields).map(Self::Hint),
            "solve" => Place::read(fields).map(Self::Solve),
            "review" => read_game(fields).map(|record| Self::Review(Box::new(record))),
            "bench" => Ok(Self::Bench),
            _ => Err(Fault::field("ask")),
        }
    }
}

impl Place {
    fn entries(&self) -> [(&'static str, Json); 2] {
        [("rules", rules::write(&self.rules)), ("position", Json::text(self.position))]
    }

    /// Rules by name or written out, another size if one is asked for, and a position or the start.
    fn read(fields: Fields<'_>) -> Result<Self, Fault> {
        let mut rules = rules::read(fields, "rules")?;
        let size = |key| fields.maybe(key, |value| Size::new(u8::try_from(small(value)?).ok()?));
        match &mut rules {
            AnyRules::Mancala(rules) => {
                rules.pits = size("pits")?.unwrap_or(rules.pits);
                rules.stones = size("stones")?.unwrap_or(rules.stones);
            }
            AnyRules::Senet(rules) => {
                let pieces =
                    fields.maybe("pieces", |value| Pieces::new(u8::try_from(small(value)?).ok()?))?;
                rules.pieces = pieces.unwrap_or(rules.pieces);
            }
        }
        let position = match fields.maybe("position", text)? {
            Some(position) => rules.position(position).map_err(told)?,
            None => rules.start(),
        };
        Ok(Self { rules, position })
    }
}

/// The game that a review is asked for: where it began, and what was played.
fn read_game(fields: Fields<'_>) -> Result<Record, Fault> {
    let Place { rules, position } = Place::read(fields)?;
    let nobody = || Seat { name: String::new(), kind: String::new() };
    let mut record = Record::new("", rules, position, ByPlayer { one: nobody(), two: nobody() });
    for ply in fields.list("plies", |ply| AnyPly::parse(rules.game(), ply.own_text()?).map_err(told))? {
        record.play(ply).map_err(told)?;
    }
    Ok(record)
}
