//! What the page and its search worker say to each other: questions and answers as plain types, JSON on the wire.
//!
//! Positions, moves, rules and records cross in their written notation, and the answers are the types of
//! `gebeta-engine`: who reads them never sees JSON.

mod advice;
mod answer;
mod fault;
mod fields;
mod json;
mod question;
mod review;
mod rules;

pub use answer::{Answer, Said};
pub use fault::Fault;
pub use gebeta_engine::{Advice, ScoreUnit};
pub use json::Json;
pub use question::{Ask, Effort, MalformedRequestError, Place, Question};
