//! The engine of the page, in a web worker: the messages between the two, and the handler that answers them.
//!
//! A message is a value of serde, written with postcard. Positions and plies are in their notation; the results are the
//! types of `gebeta-engine`. Page and worker are always of the same build, so the format has no versions.
//!
//! A handler computes nothing before it is asked for, so a worker that was terminated is soon replaced.

mod error;
mod handler;
mod request;
mod response;
mod rules_form;

pub use error::WorkerError;
pub use gebeta_engine::{Advice, ScoreUnit};
pub use handler::RequestHandler;
pub use request::{Effort, MalformedRequestError, Place, Request, Task};
pub use response::{Reply, Response};
