//! What was typed. What it means is decided by each command.
//!
//! Long: every command and flag of the program, in the order of its help.

#[cfg(feature = "server")]
use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use gebeta_engine::Bot;
use gebeta_rules::interchange::Format;
use gebeta_rules::{GameKind, Keyword};
#[cfg(feature = "server")]
use gebeta_server::config::{IpNetwork, Origin, Quotas};
#[cfg(feature = "server")]
use gebeta_server::telemetry::logging::LogFormat;

use crate::CliError;
use crate::cores;
#[cfg(not(all(feature = "server", feature = "tui")))]
use crate::left_out::LeftOutArgs;
use crate::left_out::examples;
use crate::number::{self, whole};
#[cfg(feature = "tui")]
pub use crate::online::OnlineArgs;
use crate::play::FirstMover;
use crate::rule_args::{AnyRuleArgs, MancalaRuleArgs, RuleFlag, SenetRuleArgs, word};
pub use crate::tablebase::{BuildArgs, TablebaseAction, TablebaseArgs, VerifyArgs};

/// Mancala and Senet, two of Africa's old board games.
#[derive(Parser, Debug)]
#[command(name = "gebeta", version, after_help = examples(), disable_help_subcommand = true)]
pub struct Cli {
    /// What to do; without it, a menu.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Settings that differ from the configuration file for this run (docs/playing/config.md).
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Settings")]
pub struct SettingArgs {
    /// Language: auto, en, am, ar
    #[arg(long, value_name = "LANGUAGE")]
    pub language: Option<String>,
    /// Colors: auto, never, 16, 256
    #[arg(long, value_name = "COLORS")]
    pub color: Option<String>,
    /// Characters: auto, unicode, ascii
    #[arg(long, value_name = "CHARACTERS")]
    pub charset: Option<String>,
    /// Animation: off, fast, normal, slow
    #[arg(long, value_name = "SPEED")]
    pub animation: Option<String>,
    /// Pause before the computer moves, 0 to 10000
    #[arg(long, value_name = "MILLISECONDS")]
    pub delay: Option<String>,
    /// Orientation of the mancala board: auto, wide, tall
    #[arg(long, value_name = "LAYOUT")]
    pub layout: Option<String>,
    /// Whether the mouse is used: on, off
    #[arg(long, value_name = "on|off")]
    pub mouse: Option<String>,
    /// Whether finished games are stored: on, off
    #[arg(long, value_name = "on|off")]
    pub statistics: Option<String>,
    /// Your name
    #[arg(long, value_name = "NAME")]
    pub player_name: Option<String>,
}

impl SettingArgs {
    /// These, and where they say nothing, those.
    pub(crate) fn or(&self, those: &Self) -> Self {
        let or = |this: &Option<String>, that: &Option<String>| this.clone().or_else(|| that.clone());
        Self {
            language: or(&self.language, &those.language),
            color: or(&self.color, &those.color),
            charset: or(&self.charset, &those.charset),
            animation: or(&self.animation, &those.animation),
            delay: or(&self.delay, &those.delay),
            layout: or(&self.layout, &those.layout),
            mouse: or(&self.mouse, &those.mouse),
            statistics: or(&self.statistics, &those.statistics),
            player_name: or(&self.player_name, &those.player_name),
        }
    }
}

impl Cli {
    /// The settings for this run: those behind the command, then those before it.
    ///
    /// # Errors
    /// The command has no use for settings.
    pub(crate) fn all_settings(&self) -> Result<SettingArgs, CliError> {
        let own = match &self.command {
            None => &self.settings,
            Some(Command::Mancala(args)) => &args.settings,
            Some(Command::Senet(args)) => &args.settings,
            Some(Command::Replay(args)) => &args.settings,
            #[cfg(feature = "tui")]
            Some(Command::Online(args)) => &args.settings,
            Some(_) if self.settings == SettingArgs::default() => &self.settings,
            Some(_) => {
                return Err(CliError::usage("usage", "settings are for games; this command takes none"));
            }
        };
        Ok(own.or(&self.settings))
    }
}

/// The commands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Play a game of the mancala family
    Mancala(Box<MancalaArgs>),
    /// Play Senet
    Senet(Box<SenetArgs>),
    /// Serve the game to browsers
    #[cfg(feature = "server")]
    Serve(ServeArgs),
    /// Copy the games and accounts of a running server into one file (docs/hosting/deploy.md)
    #[cfg(feature = "server")]
    Backup(BackupArgs),
    /// Manage the accounts of a running server (docs/hosting/accounts.md)
    #[cfg(feature = "server")]
    Admin(AdminArgs),
    /// Read every stored game of a server and report damaged ones (docs/hosting/deploy.md)
    #[cfg(feature = "server")]
    Check(CheckArgs),
    /// Play or watch an online game, or create one (docs/playing/terminal.md)
    #[cfg(feature = "tui")]
    Online(Box<OnlineArgs>),
    /// A command of the server, which this program was built without.
    #[cfg(not(feature = "server"))]
    #[command(name = "serve", aliases = ["backup", "admin", "check"], hide = true, disable_help_flag = true)]
    WithoutServer(LeftOutArgs),
    /// Online games, which this program was built without.
    #[cfg(not(feature = "tui"))]
    #[command(name = "online", hide = true, disable_help_flag = true)]
    WithoutFullScreen(LeftOutArgs),
    /// Speak the engine protocol on standard input and output (docs/developing/engine-protocol.md)
    Engine(EngineArgs),
    /// Count all sequences of moves of a given length, to check the rules and measure their speed
    Perft(PerftArgs),
    /// Prove the value of a position under perfect play
    Solve(SolveArgs),
    /// Build, check and query endgame tables
    Tablebase(TablebaseArgs),
    /// Play matches between computer players, with Elo differences and error bars
    Match(MatchArgs),
    /// List, show and check rule sets
    Rules(RulesArgs),
    /// Step through a stored game
    Replay(ReplayArgs),
    /// Review a stored game: the value of every move, and in Senet the luck (docs/playing/review.md)
    #[command(alias = "analyze")]
    Analyse(AnalyseArgs),
    /// Convert a stored game to or from the format of another program (docs/developing/interchange.md)
    Convert(ConvertArgs),
    /// Check that the throws of an online game match its sealed envelopes (docs/playing/fair.md)
    Verify(VerifyGameArgs),
    /// Show your win rates, scores and streaks (docs/playing/config.md)
    Stats(StatsArgs),
    /// Measure the speed of this program on this machine
    Bench(BenchArgs),
    /// Print completions for a shell: bash, zsh, fish, elvish, powershell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
}

/// What both games have in common.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayArgs {
    /// Player 1: human, or a computer player such as level3
    #[arg(long, value_name = "human|BOT")]
    pub p1: Option<String>,
    /// Player 2
    #[arg(long, value_name = "human|BOT")]
    pub p2: Option<String>,
    /// The players' names
    #[arg(long, value_name = "A,B")]
    pub names: Option<String>,
    /// Start from this position
    #[arg(long, value_name = "POSITION", conflicts_with = "resume")]
    pub position: Option<String>,
    /// Seed of the throws, the coin and the computer's choices, to repeat a game
    #[arg(long, value_name = "N", conflicts_with = "resume", value_parser = number::any)]
    pub seed: Option<u64>,
    /// Resume a saved game; without FILE the latest one
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = Self::LATEST)]
    pub resume: Option<PathBuf>,
    /// Save the game to this file after every move
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
    /// Show each move first, then commit or undo it
    #[arg(long, value_name = "on|off", num_args = 0..=1, require_equals = true, default_missing_value = "on", value_parser = word::<Switch>())]
    pub confirm: Option<Switch>,
    /// Use plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
}

/// On or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is wanted.
    On,
    /// It is not.
    Off,
}

impl Keyword for Switch {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("on", Self::On), ("off", Self::Off)];
}

impl PlayArgs {
    /// What `--resume` without a file means.
    pub const LATEST: &str = "-";
}

/// Flags of `gebeta mancala`.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(after_help = "In plain lines, type the number of a pit, or undo, hint, save FILE, help, quit.")]
pub struct MancalaArgs {
    /// The rules.
    #[command(flatten)]
    pub rules: MancalaRuleArgs,
    /// Stones per pit by name: easy 3, normal 4, hard 5, expert 6
    #[arg(long, value_parser = RuleFlag::parser("difficulty"), conflicts_with = "stones")]
    pub difficulty: Option<RuleFlag>,
    /// Who moves first
    #[arg(long, value_parser = word::<FirstMover>(), conflicts_with_all = ["position", "resume"])]
    pub first: Option<FirstMover>,
    /// Let the second player swap sides after the first turn
    #[arg(long, conflicts_with = "resume")]
    pub pie: bool,
    /// Show what the computer thinks: positions, depth, time, the value of every move
    #[arg(short, long)]
    pub verbose: bool,
    /// The rest.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Flags of `gebeta senet`.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
#[command(after_help = "In plain lines, type the number of a move, or undo, hint, save FILE, help, quit.")]
pub struct SenetArgs {
    /// How many throws the computer looks ahead: for the default player, and for classic and steady without a depth [default: 6]
    #[arg(short, long, value_name = "N", conflicts_with = "resume", value_parser = whole(1_u32, 10))]
    pub depth: Option<u32>,
    /// Show what the computer thinks: nodes by kind, depth, time, the value of every move
    #[arg(short, long)]
    pub verbose: bool,
    /// The computer plays White and moves first
    #[arg(short, long, conflicts_with_all = ["p1", "p2", "resume"])]
    pub ai_first: bool,
    /// Time limit of the computer for a move, from depth 7 on
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = whole(1_u64, 3600))]
    pub time_cap: u64,
    /// The rules.
    #[command(flatten)]
    pub rules: SenetRuleArgs,
    /// The rest.
    #[command(flatten)]
    pub play: PlayArgs,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

impl SenetArgs {
    /// The depth, where none was given.
    pub const DEFAULT_DEPTH: u32 = Bot::SENET_DEPTH;
}

/// Flags of `gebeta serve`.
#[cfg(feature = "server")]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Args, Clone, Debug, Default)]
pub struct ServeArgs {
    /// Address to listen at; port 0 takes any free one [default: 127.0.0.1:8040]
    #[arg(long, value_name = "IP:PORT", value_parser = address)]
    pub listen: Option<SocketAddr>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Serve the bundle in this folder instead of the built-in one
    #[arg(long, value_name = "DIR")]
    pub web: Option<PathBuf>,
    /// Write a log to standard error; `GEBETA_LOG=debug` makes it detailed
    #[arg(long, value_name = "FORMAT")]
    pub log: Option<LogArg>,
    /// Serve metrics for Prometheus at this address, under /metrics
    #[arg(long, value_name = "IP:PORT", value_parser = address)]
    pub metrics: Option<SocketAddr>,
    /// Where online games are stored: sqlite:FOLDER or postgres://.. [default: the user's data folder]
    #[arg(long, value_name = "PLACE")]
    pub db: Option<String>,
    /// How long to wait at the start for PostgreSQL [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = whole(0_u32, 86_400))]
    pub db_wait: Option<u32>,
    /// Another origin of the page, served by a proxy in front of this server, such as `https://play.example`
    #[arg(long, value_name = "URL")]
    pub origin: Vec<Origin>,
    /// A proxy in front of this server, or a network of them (10.0.0.0/8), whose forwarded addresses are trusted
    #[arg(long, value_name = "IP[/BITS]")]
    pub trusted_proxy: Vec<IpNetwork>,
    /// A NATS server for notifications between several servers on one PostgreSQL: `nats://HOST:4222` or `tls://HOST:4222`
    #[arg(long, value_name = "URL")]
    pub nats: Option<String>,
    /// Check settings, database and NATS, and exit: 0 if a server could start, else 2
    #[arg(long)]
    pub check: bool,
    /// With --check: print one JSON document
    #[arg(long, requires = "check")]
    pub json: bool,
    /// Set the time of the games back to the clock, after a server has run with a clock that was ahead (docs/hosting/deploy.md)
    #[arg(long)]
    pub reset_clock: bool,
    /// How much anybody may ask for; only the configuration file says so.
    #[arg(skip)]
    pub limits: Quotas,
}

/// Reads an address to listen at.
#[cfg(feature = "server")]
fn address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "must be IP:PORT, such as 127.0.0.1:8040".to_owned())
}

/// How `gebeta serve` tells what happens.
#[cfg(feature = "server")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum LogArg {
    /// Lines for people
    Text,
    /// Lines of JSON
    Json,
}

#[cfg(feature = "server")]
impl From<LogArg> for LogFormat {
    fn from(log: LogArg) -> Self {
        match log {
            LogArg::Text => Self::Text,
            LogArg::Json => Self::Json,
        }
    }
}

/// Flags of `gebeta backup`.
#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub struct BackupArgs {
    /// Where the games are stored: sqlite:FOLDER [default: the user's data folder]
    #[arg(long, value_name = "PLACE")]
    pub db: Option<String>,
    /// Replace an existing file
    #[arg(long)]
    pub force: bool,
    /// The file to write
    pub file: PathBuf,
}

/// Flags of `gebeta admin`.
#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub struct AdminArgs {
    /// What to do.
    #[command(subcommand)]
    pub action: AdminAction,
}

/// What can be done for accounts.
#[cfg(feature = "server")]
#[derive(Subcommand, Debug)]
pub enum AdminAction {
    /// Create a recovery code, with which the owner of an account signs in once and sets a new password
    Password {
        /// Where the accounts are stored: sqlite:FOLDER or postgres://.. [default: as for serve]
        #[arg(long, value_name = "PLACE")]
        db: Option<String>,
        /// The name of the account
        name: String,
    },
}

/// Flags of `gebeta check`.
#[cfg(feature = "server")]
#[derive(Args, Debug)]
pub struct CheckArgs {
    /// Where the games are stored: sqlite:FOLDER or postgres://.. [default: the user's data folder]
    #[arg(long, value_name = "PLACE")]
    pub db: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Flags of `gebeta engine`.
#[derive(Args, Debug)]
pub struct EngineArgs {
    /// Speak the Kalah Game Protocol instead: to this server, or on standard input and output
    #[arg(long, value_name = "HOST:PORT", num_args = 0..=1, default_missing_value = Self::STANDARD_STREAMS)]
    pub kgp: Option<String>,
    /// Name of this client
    #[arg(long, value_name = "NAME", default_value = "gebeta", requires = "kgp")]
    pub name: String,
    /// Secret by which the server recognizes this client
    #[arg(long, value_name = "TOKEN", requires = "kgp")]
    pub token: Option<String>,
    /// Time limit for one position
    #[arg(long, value_name = "SECONDS", default_value_t = 5, requires = "kgp", value_parser = whole(1_u64, 3600))]
    pub seconds: u64,
}

impl EngineArgs {
    /// The address that stands for standard input and output.
    pub const STANDARD_STREAMS: &str = "-";
}

/// Flags of `gebeta perft`.
#[derive(Args, Debug)]
pub struct PerftArgs {
    /// mancala or senet
    #[arg(value_parser = word::<GameKind>())]
    pub game: GameKind,
    /// Length of the sequences
    #[arg(long, value_name = "N", value_parser = whole(0_u32, 999))]
    pub depth: u32,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Count for each first move separately
    #[arg(long)]
    pub divide: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// The rules.
    #[command(flatten)]
    pub rules: AnyRuleArgs,
}

/// Flags of `gebeta solve`.
#[derive(Args, Debug)]
#[command(after_help = "Mancala: the final difference of the stores for the player to move. \
Senet: the probability that this player wins, for positions with up to 4 pieces a side.")]
#[expect(clippy::struct_excessive_bools, reason = "flags are what one may or may not type")]
pub struct SolveArgs {
    /// mancala or senet
    #[arg(value_parser = word::<GameKind>())]
    pub game: GameKind,
    /// Solve this position instead of the initial one
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Print the value of every move, not only of the best (mancala)
    #[arg(long)]
    pub moves: bool,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = cores::number())]
    pub threads: Option<NonZero<usize>>,
    /// Memory of the transposition table in megabytes (mancala) [default: by the number of stones]
    #[arg(long, value_name = "MB", value_parser = whole(1_usize, 1_000_000))]
    pub memory: Option<usize>,
    /// Store the proof in this file, and resume it from there (mancala)
    #[arg(long, value_name = "FILE")]
    pub checkpoint: Option<PathBuf>,
    /// Compute bounds of the value that are checked position by position, at 16 bytes each (senet)
    #[arg(long)]
    pub certify: bool,
    /// Compare every value with those of its moves and print the largest difference; always done up to 2 pieces
    /// (senet)
    #[arg(long, conflicts_with = "certify")]
    pub residual: bool,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// The rules.
    #[command(flatten)]
    pub rules: AnyRuleArgs,
}

/// Flags of `gebeta match`.
#[derive(Args, Debug)]
#[command(after_help = "Games come in pairs: the same seed and opening with the seats swapped. \
A match with the same flags gives the same result.")]
pub struct MatchArgs {
    /// mancala or senet
    #[arg(value_parser = word::<GameKind>())]
    pub game: GameKind,
    /// The computer player whose score is reported
    #[arg(long, value_name = "BOT", required_unless_present = "round_robin", requires = "b")]
    pub a: Option<String>,
    /// Its opponent
    #[arg(long, value_name = "BOT", requires = "a")]
    pub b: Option<String>,
    /// Play a round robin of these players
    #[arg(long, value_name = "BOT,BOT,..", value_delimiter = ',', conflicts_with_all = ["a", "b", "sprt"])]
    pub round_robin: Vec<String>,
    /// With --round-robin: only neighbors of the list play each other
    #[arg(long, alias = "neighbours", requires = "round_robin", conflicts_with_all = ["a", "b"])]
    pub neighbors: bool,
    /// Number of games; an odd number is rounded up
    #[arg(long, value_name = "N", value_parser = whole(1_u64, 1_000_000))]
    pub games: u64,
    /// Seed of the first pair; each further pair has the next seed
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::any)]
    pub seed: u64,
    /// Random moves before the players take over [default: 2 in mancala, none in senet]
    #[arg(long, value_name = "N", value_parser = whole(0_usize, 100))]
    pub opening: Option<usize>,
    /// Games played at the same time; the results do not depend on it [default: all cores]
    #[arg(long, value_name = "N", value_parser = cores::number())]
    pub threads: Option<NonZero<usize>>,
    /// Stop as soon as it is clear whether the first player is 20 Elo stronger (error rate 5 %)
    #[arg(long)]
    pub sprt: bool,
    /// Start from this position
    #[arg(long, value_name = "POSITION")]
    pub position: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
    /// The rules.
    #[command(flatten)]
    pub rules: AnyRuleArgs,
}

/// Flags of `gebeta rules`.
#[derive(Args, Debug)]
pub struct RulesArgs {
    /// What to do with them.
    #[command(subcommand)]
    pub action: RulesAction,
}

/// What can be done with rule sets.
#[derive(Subcommand, Debug)]
pub enum RulesAction {
    /// List every rule set, the sowing games of the world by region and family
    List {
        /// Only those with this name, place or kind of game
        #[arg(value_name = "NAME|PLACE")]
        find: Option<String>,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Explain a rule set in words and print it as a rule file
    Show {
        /// Its name, what people call it, or a file
        #[arg(value_name = "NAME|FILE")]
        name: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Check a rule file and report every error in it
    Check {
        /// The file
        file: PathBuf,
    },
}

/// Flags of `gebeta replay`.
#[derive(Args, Debug)]
pub struct ReplayArgs {
    /// The stored game; - for standard input
    pub file: PathBuf,
    /// Use plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Flags of `gebeta verify`.
#[derive(Args, Debug)]
pub struct VerifyGameArgs {
    /// The stored game; - for standard input
    pub file: PathBuf,
    /// Also check that the game is in the server's public chain: pages from SERVER/api/chain
    #[arg(long, value_name = "FILE")]
    pub chain: Option<PathBuf>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Flags of `gebeta analyse`.
#[derive(Args, Debug)]
#[command(after_help = "Without --seconds the same game always gets the same review.")]
pub struct AnalyseArgs {
    /// The stored game; - for standard input
    pub file: PathBuf,
    /// Positions searched for each move [default: 400000 in mancala, 100000 in senet]
    #[arg(long, value_name = "N", value_parser = whole(1_u64, 1_000_000_000_000))]
    pub nodes: Option<u64>,
    /// Time limit of the whole review
    #[arg(long, value_name = "SECONDS", value_parser = whole(1_u64, 86_400))]
    pub seconds: Option<u64>,
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}

/// Flags of `gebeta convert`.
#[derive(Args, Debug)]
#[command(after_help = "Replay and analyse read the same formats.")]
pub struct ConvertArgs {
    /// The game, in any format that can be read; - for standard input
    pub file: PathBuf,
    /// Output format; kgp contains the last position, openspiel and ogn the whole game
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    pub to: Format,
    /// Input format [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = word::<Format>())]
    pub from: Option<Format>,
    /// Write to this new file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// Flags of `gebeta stats`.
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[derive(Args, Debug)]
pub struct StatsArgs {
    /// Print one JSON document
    #[arg(long, conflicts_with_all = ["export", "reset"])]
    pub json: bool,
    /// Print every stored game with its record, one JSON document per line
    #[arg(long, conflicts_with = "reset")]
    pub export: bool,
    /// Delete every stored game
    #[arg(long)]
    pub reset: bool,
    /// With --reset: do not ask
    #[arg(long, requires = "reset")]
    pub force: bool,
}

/// Flags of `gebeta completions`.
#[derive(Args, Debug)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Flags of `gebeta bench`.
#[derive(Args, Debug)]
pub struct BenchArgs {
    /// Print one JSON document
    #[arg(long)]
    pub json: bool,
}
