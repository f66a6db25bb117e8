//! Provably fair sticks and coins, protocol SF1 (`docs/playing/fair.md`): three sealed envelopes.
//!
//! The server and both players each draw a [`Seed`] and show its [`commitment`] before anybody knows another's. Mixed together
//! the seeds make a [`Key`], from which every throw of the game follows; nobody can have chosen it. At the end all
//! envelopes are open, and [`verify`] checks a whole game from its text alone.
//!
//! ```
//! use gebeta_fairness::{Digest, Role, Seed, commitment};
//!
//! let seed = Seed::new([0xaa; 32]);
//! let sealed = commitment(Role::A, "G0000001", &seed);
//! assert!(sealed.to_string().starts_with("983b0628c6004909"));
//! ```

mod chain;
mod commitment;
mod digest;
mod error;
mod key;
mod role;
mod seed;
mod transcript;
mod verify;

pub use chain::{Chain, Link, LinkError};
pub use commitment::{commitment, rules_digest};
pub use digest::{Digest, DigestError};
pub use error::FairnessError;
pub use key::Key;
pub use role::{ByRole, Role};
pub use seed::Seed;
pub use transcript::Transcript;
pub use verify::{Verdict, verify};
