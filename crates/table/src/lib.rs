//! A game on one device: who sits where, what was thrown and played, what may be taken back, how it ended.
//!
//! Everything here is a pure function of what it is given: no clock, no file, no thread. The terminal and the browser
//! hold a [`Table`], show what it says and tell it what people do; computer players are asked by the front end, because
//! only it knows where thinking may take place.

mod mind;
mod names;
mod narrate;
mod plan;
mod played;
mod result;
mod statistics;
mod table;

pub use mind::Mind;
pub use names::{LONGEST_NAME, NameFault, clean_name, name_faults, usual_name};
pub use narrate::{mancala_refusal, move_text, narrate, plan_fault, refusal, senet_refusal, verdict};
pub use plan::{Plan, PlanFault};
pub use played::{Played, Steps};
pub use result::GameResult;
pub use statistics::{Line, Statistics, Streak};
pub use table::{Refusal, Stage, Table};
