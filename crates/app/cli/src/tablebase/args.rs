use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};

use gebeta_rules::GameKind;

use crate::cores;
use crate::number::{self, whole};
use crate::rule_args::{RuleFlag, word};

/// Flags of `gebeta tablebase`.
#[derive(Args, Debug)]
pub struct TablebaseArgs {
    /// What to do with tables.
    #[command(subcommand)]
    pub action: TablebaseAction,
}

/// What can be done with tables.
#[derive(Subcommand, Debug)]
pub enum TablebaseAction {
    /// Compute a table and store it in a file; an interrupted build resumes where it stopped
    Build(BuildArgs),
    /// Check every block of a table, and compare values with the rules
    Verify(VerifyArgs),
    /// Show what a table contains
    Info {
        /// The table
        file: PathBuf,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
    /// Look up a position in a table: the final difference of the stores for the player to move
    Probe {
        /// The table
        file: PathBuf,
        /// The position
        #[arg(long, value_name = "POSITION")]
        position: String,
        /// Print one JSON document
        #[arg(long)]
        json: bool,
    },
}

/// Flags of `gebeta tablebase build`.
#[derive(Args, Debug)]
#[command(
    after_help = "A table of 18 stones on six pits has 86 MB, of 20 stones 225 MB, of 24 stones 1.25 GB; \
building takes as much memory. `gebeta solve` and `perfect` use the tables of the default folder."
)]
pub struct BuildArgs {
    /// mancala or senet
    #[arg(value_parser = word::<GameKind>())]
    pub game: GameKind,
    /// Rule set: a name of `gebeta rules list`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Pits per side (mancala)
    #[arg(long, value_name = "N", value_parser = RuleFlag::parser("pits"))]
    pub pits: Option<RuleFlag>,
    /// Largest number of stones in the pits of both sides together (mancala)
    #[arg(long, alias = "stones-in-play", value_name = "K", required_if_eq("game", "mancala"), value_parser = whole(0_u32, 1000))]
    pub stones: Option<u32>,
    /// Largest number of pieces per side (senet) [default: 3]
    #[arg(long, value_name = "P", conflicts_with = "total", value_parser = whole(1_u8, 5))]
    pub pieces: Option<u8>,
    /// Largest number of pieces on the board (senet)
    #[arg(long, value_name = "T", value_parser = whole(2_u8, 10))]
    pub total: Option<u8>,
    /// Build only the layers with up to this number of pieces now, and estimate the others (senet)
    #[arg(long, value_name = "T", value_parser = whole(2_u8, 10))]
    pub until: Option<u8>,
    /// The same as --until 5: an estimate within seconds (senet)
    #[arg(long, conflicts_with = "until")]
    pub forecast: bool,
    /// Store the unfinished layer after this time, and again each time (senet) [default: 600]
    #[arg(long, value_name = "SECONDS", value_parser = number::any)]
    pub keep_sweeps: Option<u64>,
    /// The file [default: one in the user's folder for tables]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = cores::number())]
    pub threads: Option<NonZero<usize>>,
}

impl BuildArgs {
    /// Whether a flag says what only a table of Senet has.
    pub(super) const fn is_of_senet(&self) -> bool {
        self.pieces.is_some()
            || self.total.is_some()
            || self.until.is_some()
            || self.forecast
            || self.keep_sweeps.is_some()
    }

    /// After what time the sweeps of a layer at work are kept.
    pub(super) fn between_sweeps(&self) -> Duration {
        self.keep_sweeps.map_or(Duration::from_mins(10), Duration::from_secs)
    }
}

/// Flags of `gebeta tablebase verify`.
#[derive(Args, Debug)]
pub struct VerifyArgs {
    /// The table
    pub file: PathBuf,
    /// Number of entries to compute again from their moves
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = number::any)]
    pub samples: u64,
    /// Compute every entry again; needs as much memory as the table has bytes
    #[arg(long, conflicts_with = "samples")]
    pub full: bool,
}
