use gebeta_engine::{Bot, notation};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, GameKind, Record, Seat};
use serde::{Deserialize, Serialize};

use crate::rules_form::RulesForm;

/// What the page wants to know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// Every response repeats it.
    pub id: u32,
    /// How much work it is worth.
    pub effort: Effort,
    /// The work.
    pub task: Task,
}

/// How much work a response is worth. The worker decides what is not given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Effort {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Positions to look at, in a review for each move.
    pub nodes: Option<u64>,
    /// Milliseconds; with them the result depends on the machine.
    pub ms: Option<u32>,
    /// Gigabytes of memory the device has, as browsers report it.
    pub memory: Option<u32>,
}

/// The kinds of requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Task {
    /// What a computer player plays.
    Search {
        /// The position.
        place: Place,
        /// The computer player.
        #[serde(with = "bot_name")]
        bot: Bot,
        /// Which game: a player remembers what it computed in the same game.
        game: String,
        /// The seed of the game.
        seed: u64,
        /// How many plies were played before.
        ply: usize,
    },
    /// The values of all moves, as exact as the effort allows.
    Hint(Place),
    /// The same, proved or not at all.
    Solve(Place),
    /// The value of every move of a game. The names of the players are not sent.
    Review(#[serde(with = "game_form")] Box<Record>),
    /// How fast the searches are here, and that they are the same everywhere.
    Bench,
}

/// A position and the rules it stands under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "PlaceForm", try_from = "PlaceForm")]
pub struct Place {
    /// The rules.
    pub rules: AnyRules,
    /// The position.
    pub position: AnyPosition,
}

/// A request that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedRequestError {
    /// Its number, if that much could be read.
    pub id: Option<u32>,
}

impl Request {
    /// No honest request is longer than the longest record.
    pub const MAX_BYTES: usize = 2 * Record::MAX_FILE_BYTES;

    /// The request as it is sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("a request has a form in bytes")
    }

    /// Reads what [`Request::to_bytes`] wrote.
    ///
    /// # Errors
    /// With the number of the request where there is one.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, MalformedRequestError> {
        let honest = Some(bytes).filter(|bytes| bytes.len() <= Self::MAX_BYTES);
        let request = honest.and_then(|bytes| postcard::from_bytes(bytes).ok());
        // The number comes first.
        request.ok_or_else(|| MalformedRequestError { id: postcard::from_bytes(bytes).ok() })
    }
}

impl Task {
    /// The game it is about; none if it is about both.
    pub fn game(&self) -> Option<GameKind> {
        match self {
            Self::Search { place, .. } | Self::Hint(place) | Self::Solve(place) => Some(place.rules.game()),
            Self::Review(record) => Some(record.rules.game()),
            Self::Bench => None,
        }
    }
}

/// A place as it is sent.
#[derive(Serialize, Deserialize)]
struct PlaceForm {
    rules: RulesForm,
    position: String,
}

impl From<Place> for PlaceForm {
    fn from(place: Place) -> Self {
        Self { rules: RulesForm::of(&place.rules), position: place.position.to_string() }
    }
}

impl TryFrom<PlaceForm> for Place {
    type Error = &'static str;

    fn try_from(form: PlaceForm) -> Result<Self, &'static str> {
        let rules = form.rules.rules().ok_or("no rules")?;
        let position = rules.position(&form.position).map_err(|_| "no position under these rules")?;
        Ok(Self { rules, position })
    }
}

/// A computer player by its name, which always tells the depth of one that has a depth.
mod bot_name {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    use super::{Bot, Deserialize, GameKind};

    pub(super) fn serialize<S: Serializer>(bot: &Bot, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&bot.to_string())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Bot, D::Error> {
        let name = String::deserialize(deserializer)?;
        let bot = Bot::named(GameKind::Mancala, &name).or_else(|_| Bot::named(GameKind::Senet, &name));
        bot.map_err(|_| D::Error::custom("no computer player"))
    }
}

/// A game as it is sent: where it began, and what was played.
mod game_form {
    use serde::de::Error;
    use serde::{Deserializer, Serializer};

    use super::{AnyPly, ByPlayer, Deserialize, Place, Record, Seat, Serialize, notation};

    #[derive(Serialize, Deserialize)]
    struct GameForm {
        start: Place,
        #[serde(with = "notation")]
        plies: Vec<AnyPly>,
    }

    #[allow(clippy::borrowed_box, reason = "serde passes the field as it is")]
    pub(super) fn serialize<S: Serializer>(record: &Box<Record>, serializer: S) -> Result<S::Ok, S::Error> {
        let start = Place { rules: record.rules, position: *record.start() };
        GameForm { start, plies: record.plies().to_vec() }.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Box<Record>, D::Error> {
        let GameForm { start: Place { rules, position }, plies } = GameForm::deserialize(deserializer)?;
        let seat = || Seat { name: String::new(), kind: String::new() };
        let mut record = Record::new("", rules, position, ByPlayer { one: seat(), two: seat() });
        for ply in plies {
            record.play(ply).map_err(|_| D::Error::custom("an illegal move"))?;
        }
        Ok(Box::new(record))
    }
}
