//! The law of the sowing family: one board model, one move function, and keys that switch its steps on.
//!
//! [`Rules`] holds every key, [`sow`](self) plays a move, [`Position`] knows which moves are legal and when a game ends,
//! [`Playthrough`] adds what needs the history of a game: repetition. The rule sets of [`crate::mancala`] are those whose
//! new keys have their defaults; property tests compare both.
//!
//! ```
//! use gebeta_rules::{Game, sowing};
//!
//! let mut rules = sowing::Rules::default();
//! rules.law.first_stone = sowing::FirstStone::Origin; // as in Turkish mangala
//! let start = sowing::Position::start(&rules);
//! assert_eq!(start.play("1".parse()?)?.to_string(), "1,5,5,5,4,4,0,4,4,4,4,4,4,0 2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod captures;
mod choices;
mod conflicts;
mod fingerprint;
mod from_mancala;
mod layout;
mod legal;
mod moves;
mod notation;
mod options;
mod playthrough;
mod position;
mod rules;
mod sow;
mod sower;
mod successors;

pub use board::{Board, Hole, HoleSet};
pub use choices::{
    AfterCapture, CaptureDepth, CaptureFrom, CaptureOn, Direction, End, Feed, FirstStone, Fresh, Gap,
    Leftovers, Lone, MarkKeeps, Reach, Receiver, RepeatRest, Rows, Run, Side, SkipOrigin, Slam, Sowing,
    Stores, Stuck, TakeBy, Wins,
};
pub use conflicts::ConflictError;
pub use fingerprint::Fingerprint;
pub use from_mancala::Table;
pub use layout::Layout;
pub use moves::{Heading, Move, Pit};
pub use notation::{NotationError, SetupError};
pub use options::OPTIONS;
pub use playthrough::Playthrough;
pub use position::{Ending, IllegalMove, Position};
pub use rules::{Counts, MoveRules, PitSet, Rules, StartCounts};
pub use sow::Step;
