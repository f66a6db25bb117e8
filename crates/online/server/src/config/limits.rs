//! All limits of the server, with those of its protocol and store. `docs/hosting/online.md` says what happens at each.

use std::time::Duration;

pub use gebeta_protocol::limits::*;
pub use gebeta_store::limits::*;

/// The most bytes of the head of a request: first line and headers.
pub const HEAD_BYTES: usize = 16 * 1024;
/// The most bytes queued for one socket inside the WebSocket library.
pub const WRITE_BUFFER_BYTES: usize = 64 * 1024;
/// The read buffer of one socket.
pub const READ_BUFFER_BYTES: usize = 4096;

/// How many messages may be queued for a socket before it is closed.
pub const OUTBOX: usize = 64;
/// How many messages may be queued for one game.
pub const INBOX: usize = 128;

/// How many computer players search at once.
pub const SEARCHES: usize = 2;
/// How many more may wait.
pub const SEARCHES_WAITING: usize = 64;
/// The longest search for a move.
pub const THINK: Duration = Duration::from_secs(2);
/// The most megabytes of a proof.
pub const THINK_MEGABYTES: usize = 64;

/// How many analyses run at once.
pub const ANALYSES: usize = 1;
/// How many more may wait.
pub const ANALYSES_WAITING: usize = 64;
/// The most positions searched for one analysis.
pub const ANALYSE_NODES: u64 = 2_000_000;
/// The same for the exact value of a position.
pub const PROVE_NODES: u64 = 400_000;
/// The longest analysis.
pub const ANALYSE: Duration = Duration::from_secs(5);
/// The most stones in an analyzed position or record: those of the largest board of a rule file, 12 pits a side with 12
/// stones each.
pub const ANALYSE_STONES: u32 = 288;
/// How far a search may exceed its time before the server reports that it is not ready. Every search ends within 50 ms, so
/// this is a bug or an overloaded machine.
pub const STUCK: Duration = Duration::from_secs(10);

/// Sockets in all.
pub const SOCKETS: u32 = 12_000;
/// Sockets from one address.
pub const SOCKETS_PER_ADDRESS: u32 = 100;
/// Sockets of one account.
pub const SOCKETS_PER_ACCOUNT: u32 = 20;
/// New games and joins of one account at once, refilled over [`REQUEST_WINDOW`].
pub const NEW_GAMES_PER_ACCOUNT: u32 = 25;
/// Sockets of one seat; more tabs than that are a mistake.
pub const SOCKETS_PER_SEAT: usize = 8;
/// Live games in memory.
pub const LIVE_GAMES: usize = 100_000;
/// How many open games of one address the lobby shows.
pub const OPEN_GAMES_PER_ADDRESS: u32 = 3;
/// How many open games of one account the lobby shows.
pub const OPEN_GAMES_PER_ACCOUNT: u32 = 3;
/// How many games between the same two accounts are rated in 24 hours.
pub const RATED_PER_PAIR: u32 = 5;
/// The same where both seats were taken from one network.
pub const RATED_PER_PAIR_OF_ONE_NETWORK: u32 = 0;
/// For how many games it is logged, once each, that they are damaged or that a client claims to have seen more than is
/// stored.
pub const LOGGED_GAMES: usize = 10_000;
/// How many open games the lobby shows.
pub const LOBBY: usize = 50;
/// How many running games are listed for watchers.
pub const PUBLIC_GAMES: usize = 20;
/// How long the lists of open and of running games are cached.
pub const LOBBY_MS: u64 = 1000;
/// How many addresses the rate limits remember.
pub const ADDRESSES: usize = 100_000;

/// Messages of a player's socket: this many at once, and as many again in [`WINDOW`].
pub const PLAYER_MESSAGES: u32 = 100;
/// Messages of a watcher's socket.
pub const WATCHER_MESSAGES: u32 = 50;
/// Pings of a socket, counted separately.
pub const PINGS: u32 = 40;
/// The window over which the counts of messages refill.
pub const WINDOW: Duration = Duration::from_secs(20);
/// Phrases of a player: this many at once, refilled over [`WINDOW`]; further ones are dropped.
pub const PHRASES: u32 = 8;
/// Unreadable messages of a socket before it is closed.
pub const BAD_MESSAGES: u32 = 3;
/// New games and joins from one address at once, refilled over [`REQUEST_WINDOW`].
pub const NEW_GAMES: u32 = 30;
/// The window over which the counts of requests refill.
pub const REQUEST_WINDOW: Duration = Duration::from_mins(1);
/// Other requests from one address at once, refilled over [`REQUEST_WINDOW`].
pub const QUESTIONS: u32 = 600;
/// Wrong secrets for one game from one address at once, refilled over [`REQUEST_WINDOW`].
pub const WRONG_SECRETS: u32 = 10;
/// Decisions from one address at once, refilled over [`WINDOW`]; later ones are delayed. A fifth of what a server can
/// store.
pub const DECISIONS: u32 = 4000;
/// Pictures of boards from one address at once, refilled over [`REQUEST_WINDOW`].
pub const PICTURES: u32 = 60;
/// How many pictures of boards are drawn at once; each takes a core for a while.
pub const DRAWING: usize = 1;
/// How many more may wait.
pub const DRAWINGS_WAITING: usize = 16;
/// How many pictures of boards are cached, about 20 KB each.
pub const DRAWINGS_KEPT: usize = 256;
/// How long the rule files of the server are cached.
pub const RULE_FILES: Duration = Duration::from_secs(2);

/// Attempts to sign in with one name from one network, or from one device that has signed in before, over
/// [`LOGIN_NAME_WINDOW`].
pub const LOGINS_PER_NAME: u32 = 20;
/// The window over which sign-in attempts with a name refill.
pub const LOGIN_NAME_WINDOW: Duration = Duration::from_mins(15);
/// Password confirmations in one session, over [`LOGIN_NAME_WINDOW`].
pub const CONFIRMATIONS_PER_SESSION: u32 = 10;
/// Attempts with a recovery code for one name from one network, over [`LOGIN_NAME_WINDOW`].
pub const RECOVERIES_PER_NAME: u32 = 10;
/// How many recovery codes an account has.
pub const RECOVERY_CODES: usize = 8;
/// How long a device that has signed in stays known.
pub const DEVICE: Duration = Duration::from_hours(365 * 24);
/// Attempts to sign in from one address, over [`LOGIN_WINDOW`].
pub const LOGINS_PER_ADDRESS: u32 = 300;
/// New accounts from one address, over [`LOGIN_WINDOW`].
pub const SIGN_UPS: u32 = 10;
/// The window over which sign-ins and sign-ups from one address refill.
pub const LOGIN_WINDOW: Duration = Duration::from_mins(10);
/// How many passwords are hashed at a time; each takes 19 MiB and a core.
pub const HASHING: usize = 2;
/// How many more may wait.
pub const HASHES_WAITING: usize = 32;
/// The lifetime of a session.
pub const SESSION: Duration = Duration::from_hours(30 * 24);
/// Sessions of one account; the oldest is closed.
pub const SESSIONS_PER_ACCOUNT: usize = 20;
/// How many sessions with open sockets one query checks, every [`LOOK`].
pub const SESSIONS_PER_LOOK: usize = 200;
/// Tokens of one account.
pub const TOKENS_PER_ACCOUNT: usize = 10;
/// Requests about accounts from one address, over [`REQUEST_WINDOW`].
pub const ACCOUNT_READS: u32 = 240;

/// A socket sends its first message within this time.
pub const HELLO: Duration = Duration::from_secs(10);
/// How often round-trip times are measured and, at most, published.
pub const LAG: Duration = Duration::from_secs(5);
/// When a socket without messages is closed: the transport's timer.
pub const GONE: Duration = Duration::from_secs(30);
/// How long a player may be disconnected before the others are told: the presence timer. A reload of the page is shorter.
pub const PRESENCE_MS: u64 = 5_000;
/// How long a write to a socket may take.
pub const SEND: Duration = Duration::from_secs(5);
/// How long a write without an answer may still take effect.
pub const LATE_MS: u64 = 10_000;
/// The longest pause before a retry.
pub const AGAIN_AT_MOST: Duration = Duration::from_secs(5);
/// The shortest pause before a retry.
pub const AGAIN: Duration = Duration::from_millis(500);
/// How long a game without a socket stays in memory.
pub const IDLE: Duration = Duration::from_mins(1);
/// How often a node polls the store for events of other nodes.
pub const LOOK: Duration = Duration::from_secs(1);
/// How many games one poll asks for.
pub const GAMES_PER_LOOK: usize = 1000;
/// How often a node renews the presence of its players.
pub const HERE: Duration = Duration::from_secs(15);
/// How long presence is valid.
pub const HERE_MS: u64 = 40_000;
/// How long an open game waits for an opponent before it is deleted.
pub const UNJOINED_MS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How often such games are deleted.
pub const EXPIRE: Duration = Duration::from_hours(1);
/// How many are deleted at a time.
pub const EXPIRED: usize = 1000;
/// How often the lobby entry of an open game is renewed.
pub const SHOWN: Duration = Duration::from_secs(20);
/// How long a lobby entry is valid without being renewed.
pub const SHOWN_MS: u64 = 60_000;
/// How long a new open game is listed before its maker has connected.
pub const UNCONNECTED_MS: u64 = 10_000;
/// How long a shutdown waits for work under way.
pub const SHUTDOWN: Duration = Duration::from_secs(5);
