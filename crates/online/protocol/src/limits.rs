//! The limits that both ends of a wire, or both the server and its pages, must agree on. Those that only protect a server stand in
//! `crates/online/server/src/config/limits.rs`. `docs/hosting/online.md` says what happens at each.

use std::time::Duration;

/// The most bytes of a message from a client.
pub const MESSAGE_BYTES: usize = 4096;
/// The most bytes of the body of a request.
pub const BODY_BYTES: usize = 64 * 1024;
/// The most bytes of a rule text that comes with a request; it is stored with the game.
pub const RULES_BYTES: usize = 4096;
/// The most bytes of a move.
pub const MOVE_BYTES: usize = 16;
/// The most letters of a name.
pub const NAME_LETTERS: usize = 20;
/// The most letters of a computer player's name; all of them are also a player's name.
pub const BOT_LETTERS: usize = 16;

/// How many events go into one message.
pub const EVENTS_PER_MESSAGE: usize = 100;
/// How many links of the public chain one page has.
pub const LINKS: usize = 1000;

/// The most plies of a game; then it ends without a winner.
pub const PLIES: usize = 10_000;
/// The most events of a game; then it takes no more but its end.
pub const EVENTS: u64 = 50_000;
/// The most offers and questions of both players between two moves.
pub const OFFERS_PER_PLY: u8 = 8;

/// How many games a profile shows.
pub const HISTORY: usize = 50;

/// How often the server asks whether a silent client is there.
pub const PING: Duration = Duration::from_secs(15);
/// For how long at most a player is not charged whose server has died while others lived: as long as anybody waits for them.
pub const CUT_OFF_MS: u64 = CLAIM_MS;
/// How long a game that has begun waits for its players before it is called off: three times what anybody has for a move.
pub const ABANDONED_MS: u64 = 90 * 24 * 60 * 60 * 1000;

/// How long a present player may take to seal or open: then an empty seed stands in.
pub const SEAL_MS: u64 = 10_000;
/// How long a player must be away before the other may claim the game: the adjudication's timer.
pub const CLAIM_MS: u64 = 60_000;
/// What is never charged: the time to watch one stone being dropped, and at most how many of them.
pub const STEP_MS: u64 = 120;
/// The longest animation that is not charged.
pub const ANIMATION_MS: u64 = 6_000;
/// What is never charged for a throw.
pub const THROW_MS: u64 = 1_200;
