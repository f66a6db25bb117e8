//! The limits that both ends of a wire, or both the server and its pages, must agree on. Those that only protect a server
//! are in `crates/online/server/src/config/limits.rs`. `docs/hosting/online.md` says what happens at each.

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
/// The most events of a game; then it only accepts its end.
pub const EVENTS: u64 = 50_000;
/// The most offers of both players between two moves.
pub const OFFERS_PER_PLY: u8 = 8;

/// How many games a profile shows.
pub const HISTORY: usize = 50;
/// How many players a page of a leaderboard has.
pub const LEADERS: usize = 20;

/// How often the server pings a silent client.
pub const PING: Duration = Duration::from_secs(15);
/// For how long at most a player is not charged whose node has died while others ran: as long as the opponent must wait to
/// claim the game.
pub const CUT_OFF_MS: u64 = CLAIM_MS;
/// How long a started game waits for its players before it is aborted: three times the longest time for a move.
pub const ABANDONED_MS: u64 = 90 * 24 * 60 * 60 * 1000;

/// How long a present player may take to commit or reveal: then an empty seed is used.
pub const SEAL_MS: u64 = 10_000;
/// How long a player must be absent before the opponent may claim the game: the adjudication timer.
pub const CLAIM_MS: u64 = 60_000;
/// Time that is not charged: for watching one stone being dropped.
pub const STEP_MS: u64 = 120;
/// The longest animation that is not charged.
pub const ANIMATION_MS: u64 = 6_000;
/// Time that is not charged for a throw.
pub const THROW_MS: u64 = 1_200;
