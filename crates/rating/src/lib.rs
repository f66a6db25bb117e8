//! How strong somebody plays, and how sure we are: Glicko-2, as M. Glickman published it (2013).
//!
//! Pure numbers: no clock, no store. Each game is a rating period of its own, so that a rating is told right after the
//! game; the time between games makes it less sure by [`Rating::aged`].
//!
//! ```
//! use gebeta_rating::{Rating, Score, rate};
//!
//! let (winner, loser) = (Rating::NEW, Rating::NEW);
//! let after = rate(winner, &[(loser, Score::Won)]);
//! assert!(after.value > 1500.0 && after.deviation < winner.deviation);
//! ```

mod glicko;
mod rating;

pub use glicko::rate;
pub use rating::{Rating, Score};
