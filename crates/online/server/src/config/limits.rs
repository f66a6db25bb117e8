//! Every limit of the server, with those of its protocol and its store. `docs/hosting/online.md` says what happens at each.

use std::time::Duration;

pub use gebeta_protocol::limits::*;
pub use gebeta_store::limits::*;

/// The most bytes of the head of a request: its first line and its headers.
pub const HEAD_BYTES: usize = 16 * 1024;
/// The most bytes that wait for one socket inside the WebSocket code.
pub const WRITE_BUFFER_BYTES: usize = 64 * 1024;
/// What one socket reads ahead.
pub const READ_BUFFER_BYTES: usize = 4096;

/// How many messages may wait for a reader before it is cut off.
pub const OUTBOX: usize = 64;
/// How many messages may wait for one game.
pub const INBOX: usize = 128;

/// How many computers think at once.
pub const SEARCHES: usize = 2;
/// How many more wait for their turn to think.
pub const SEARCHES_WAITING: usize = 64;
/// How long a computer thinks about a move at most.
pub const THINK: Duration = Duration::from_secs(2);
/// The most megabytes a computer's proof takes.
pub const THINK_MEGABYTES: usize = 64;

/// How many positions and records are looked at at once for whoever asks.
pub const ANALYSES: usize = 1;
/// How many more wait for that.
pub const ANALYSES_WAITING: usize = 64;
/// How many positions are looked at for one question.
pub const ANALYSE_NODES: u64 = 2_000_000;
/// The same where only a proof is wanted.
pub const PROVE_NODES: u64 = 400_000;
/// How long that takes at most.
pub const ANALYSE: Duration = Duration::from_secs(5);
/// The most stones of a position or record that is looked at: those of the largest board that a rule file describes, 12 pits
/// a side with 12 stones each.
pub const ANALYSE_STONES: u32 = 288;
/// How long a search may go on beyond its time before the server says that it is not ready. Every search ends within 50 ms, so
/// this is a bug or a machine that does not keep up.
pub const STUCK: Duration = Duration::from_secs(10);

/// Sockets in all, from one address, and at one game.
pub const SOCKETS: u32 = 12_000;
/// From one address.
pub const SOCKETS_PER_ADDRESS: u32 = 100;
/// Of one account.
pub const SOCKETS_PER_ACCOUNT: u32 = 20;
/// New games and joins of one account at once, refilled over [`REQUEST_WINDOW`].
pub const NEW_GAMES_PER_ACCOUNT: u32 = 25;
/// How many sockets a seat has; more tabs than that are a mistake.
pub const SOCKETS_PER_SEAT: usize = 8;
/// How many games are kept in memory.
pub const LIVE_GAMES: usize = 100_000;
/// How many open games of one address the lobby shows.
pub const OPEN_GAMES_PER_ADDRESS: u32 = 3;
/// Of one account.
pub const OPEN_GAMES_PER_ACCOUNT: u32 = 3;
/// How many games between the same two accounts are rated in 24 hours.
pub const RATED_PER_PAIR: u32 = 5;
/// The same where both seats were taken from one network.
pub const RATED_PER_PAIR_OF_ONE_NETWORK: u32 = 0;
/// Of how many games something is logged once each: that they are damaged, or that a client has seen more than is kept.
pub const LOGGED_GAMES: usize = 10_000;
/// How many open games the lobby shows.
pub const LOBBY: usize = 50;
/// For how long what the lobby shows is not asked for again.
pub const LOBBY_MS: u64 = 1000;
/// How many addresses the rate limits remember.
pub const ADDRESSES: usize = 100_000;

/// Messages of a player's socket: this many at once, and as many again in [`WINDOW`].
pub const PLAYER_MESSAGES: u32 = 100;
/// Messages of a watcher's socket.
pub const WATCHER_MESSAGES: u32 = 50;
/// Pings have their own count.
pub const PINGS: u32 = 40;
/// Over which the counts of messages refill.
pub const WINDOW: Duration = Duration::from_secs(20);
/// What a player says to the other: this many at once, and as many again in [`WINDOW`]; the rest is dropped.
pub const PHRASES: u32 = 8;
/// Unreadable messages of a socket before it is closed.
pub const BAD_MESSAGES: u32 = 3;
/// New games and joins from one address at once, refilled over [`REQUEST_WINDOW`].
pub const NEW_GAMES: u32 = 30;
/// Over which requests refill.
pub const REQUEST_WINDOW: Duration = Duration::from_mins(1);
/// Other questions from one address at once, refilled over [`REQUEST_WINDOW`].
pub const QUESTIONS: u32 = 600;
/// Wrong secrets for one game from one address at once, refilled over [`REQUEST_WINDOW`].
pub const WRONG_SECRETS: u32 = 10;
/// Moves and other decisions from one address at once, refilled over [`WINDOW`]; later ones wait for their turn. A fifth of what
/// a server stores.
pub const DECISIONS: u32 = 4000;
/// Pictures of boards from one address at once, refilled over [`REQUEST_WINDOW`].
pub const PICTURES: u32 = 60;
/// How many pictures of boards are drawn at once; each takes a core for a while.
pub const DRAWING: usize = 1;
/// How many more may wait for that.
pub const DRAWINGS_WAITING: usize = 16;
/// How many pictures of boards are kept, about 20 KB each.
pub const DRAWINGS_KEPT: usize = 256;
/// For how long the rule files of the server are not read again.
pub const RULE_FILES: Duration = Duration::from_secs(2);

/// Attempts to sign in with one name from one network, or from one device that has signed in before, over
/// [`LOGIN_NAME_WINDOW`].
pub const LOGINS_PER_NAME: u32 = 20;
/// Over which they refill.
pub const LOGIN_NAME_WINDOW: Duration = Duration::from_mins(15);
/// Attempts of a signed-in owner to give the password once more, over [`LOGIN_NAME_WINDOW`].
pub const CONFIRMATIONS_PER_SESSION: u32 = 10;
/// Recovery codes tried for one name from one network, over [`LOGIN_NAME_WINDOW`].
pub const RECOVERIES_PER_NAME: u32 = 10;
/// How many recovery codes an account has.
pub const RECOVERY_CODES: usize = 8;
/// How long a device that has signed in is known.
pub const DEVICE: Duration = Duration::from_hours(365 * 24);
/// Attempts to sign in from one address, over [`LOGIN_WINDOW`].
pub const LOGINS_PER_ADDRESS: u32 = 300;
/// New accounts from one address, over [`LOGIN_WINDOW`].
pub const SIGN_UPS: u32 = 10;
/// Over which sign-ins and sign-ups from one address refill.
pub const LOGIN_WINDOW: Duration = Duration::from_mins(10);
/// How many passwords are hashed at a time; each takes 19 MiB and a core.
pub const HASHING: usize = 2;
/// How many more may wait for that.
pub const HASHES_WAITING: usize = 32;
/// How long somebody stays signed in.
pub const SESSION: Duration = Duration::from_hours(30 * 24);
/// In how many places; the oldest is forgotten.
pub const SESSIONS_PER_ACCOUNT: usize = 20;
/// How many sessions with open sockets are looked up at once, every [`LOOK`].
pub const SESSIONS_PER_LOOK: usize = 200;
/// How many tokens for programs.
pub const TOKENS_PER_ACCOUNT: usize = 10;
/// Questions about accounts from one address, over [`REQUEST_WINDOW`].
pub const ACCOUNT_READS: u32 = 240;

/// A socket says who it is within this time.
pub const HELLO: Duration = Duration::from_secs(10);
/// How often it measures how long the messages of a client that talks take, and tells the others at most.
pub const LAG: Duration = Duration::from_secs(5);
/// When a silent client is taken to be gone: the transport's timer.
pub const GONE: Duration = Duration::from_secs(30);
/// How long a player may be without a connection before the others hear of it: the presence's timer. Who reloads a page has
/// not left.
pub const PRESENCE_MS: u64 = 5_000;
/// How long a write to a socket may take.
pub const SEND: Duration = Duration::from_secs(5);
/// How long after a write without an answer it may still take effect.
pub const LATE_MS: u64 = 10_000;
/// The longest pause before what could not be done is tried again.
pub const AGAIN_AT_MOST: Duration = Duration::from_secs(5);
/// When what could not be done is tried again.
pub const AGAIN: Duration = Duration::from_millis(500);
/// How long a game without a socket stays in memory.
pub const IDLE: Duration = Duration::from_mins(1);
/// How often a node looks whether others have written to the games it runs.
pub const LOOK: Duration = Duration::from_secs(1);
/// How many games one look is for.
pub const GAMES_PER_LOOK: usize = 1000;
/// How often a node says which players are there, to the others.
pub const HERE: Duration = Duration::from_secs(15);
/// For how long they believe it.
pub const HERE_MS: u64 = 40_000;
/// How long an open game waits for somebody to join before it is forgotten.
pub const UNJOINED_MS: u64 = 30 * 24 * 60 * 60 * 1000;
/// How often such games are looked for, and how many go at a time.
pub const EXPIRE: Duration = Duration::from_hours(1);
/// At a time.
pub const EXPIRED: usize = 1000;
/// How often an open game of the lobby says that its maker is there.
pub const SHOWN: Duration = Duration::from_secs(20);
/// When an open game is no longer shown whose server has not said so: it is down.
pub const SHOWN_MS: u64 = 60_000;
/// How long a new open game is shown before its maker has connected.
pub const UNCONNECTED_MS: u64 = 10_000;
/// How long a shutdown waits for what is under way.
pub const SHUTDOWN: Duration = Duration::from_secs(5);
