use gebeta_engine::{Review, ScoreUnit, SearchResult};
use gebeta_rules::AnyPly;
use serde::{Deserialize, Serialize};

use crate::{Advice, WorkerError};

/// What the worker answers to a request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Response {
    /// The number of the request; none if that could not be read.
    pub id: Option<u32>,
    /// The answer.
    pub reply: Reply,
}

/// The kinds of responses.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Reply {
    /// To [`Task::Search`](crate::Task::Search).
    Search {
        /// What the player decided and why.
        result: SearchResult<AnyPly>,
        /// What its numbers count.
        unit: ScoreUnit,
        /// How long it took, in milliseconds.
        ms: f64,
    },
    /// To [`Task::Hint`](crate::Task::Hint) and [`Task::Solve`](crate::Task::Solve).
    Advice(Advice),
    /// A review is under way; more responses follow.
    Progress {
        /// How many plies are reviewed.
        done: u32,
        /// Of how many.
        total: u32,
    },
    /// To [`Task::Review`](crate::Task::Review).
    Review(Box<Review>),
    /// To [`Task::Bench`](crate::Task::Bench).
    Bench {
        /// How many positions the fixed searches took, by rule set.
        nodes: Vec<(String, u64)>,
        /// How long, in milliseconds.
        ms: f64,
    },
    /// There is no result.
    Error(WorkerError),
}

impl Response {
    /// The response as it is sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        postcard::to_allocvec(self).expect("a response has a form in bytes")
    }

    /// Reads what [`Response::to_bytes`] wrote; none if it is something else.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        postcard::from_bytes(bytes).ok()
    }
}
