//! What the page and its search worker say to each other: questions and answers as plain types, JSON on the wire.
//!
//! Positions, moves, rules and records cross in their written notation, and the answers are the types of
//! `gebeta-bots`: who reads them never sees JSON.

mod advice;
mod answer;
mod fault;
mod fields;
mod json;
mod question;
mod review;
mod rules;

pub use advice::Advice;
pub use answer::{Answer, Said, Unit};
pub use fault::Fault;
pub use json::Json;
pub use question::{Ask, Effort, Misread, Place, Question};
