//! `gebeta tablebase`: tables of exact values, kept in files.

mod args;
mod disk;
mod folder;
mod forecast;
mod mancala;
mod memory;
mod part;
pub(crate) mod senet;
mod sweeps_file;

use std::fmt;
use std::path::{Path, PathBuf};

use indicatif::{HumanCount, ProgressBar, ProgressState, ProgressStyle};
use serde::Serialize;

use gebeta_rules::senet::Setup;
use gebeta_rules::{AnyPosition, AnyRules, Coded};
use gebeta_solver::file::{Header, Kind, Reader, TableError};

use crate::rule_args::Overrides;
use crate::rules::RuleCatalog;
use crate::{CliError, Console, atomic_file};

pub use args::{BuildArgs, TablebaseAction, TablebaseArgs, VerifyArgs};
pub(crate) use disk::DiskFile;
pub(crate) use folder::{Tables, warn};
pub(crate) use memory::{enough_for as enough_memory, free as free_memory};

/// Does what is asked of tables.
pub(crate) fn run(args: &TablebaseArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    match &args.action {
        TablebaseAction::Build(args) => build(args, console),
        TablebaseAction::Verify(args) => verify(args, console),
        TablebaseAction::Info { file, json } => info(file, *json, console),
        TablebaseAction::Probe { file, position, json } => probe(file, position, *json, console),
    }
}

fn build(args: &BuildArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let overrides = Overrides { rules: args.rules.clone(), flags: args.pits.into_iter().collect() };
    let set = overrides.rule_set(args.game, &RuleCatalog::open())?;
    let foreign = |words: &str| Err(CliError::usage("other-game", words));
    match set.rules {
        AnyRules::Mancala(_) if args.is_of_senet() => {
            foreign("--pieces, --total, --until, --forecast and --keep-sweeps are for senet")
        }
        AnyRules::Sowing(_) => foreign("only games like Kalah and Senet have tables so far"),
        AnyRules::Senet(_) if args.stones.is_some() => foreign("--stones is for mancala"),
        AnyRules::Mancala(rules) => mancala::build(&rules, args, console),
        AnyRules::Senet(rules) => senet::build(&rules, args, console),
    }
}

fn verify(args: &VerifyArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let reader = open(&args.file)?;
    let header = reader.header();
    let bar = progress_bar(header.file_len(), "bytes");
    let checked = reader.verify(&mut |_, bytes| {
        bar.set_position(bytes);
        true
    });
    bar.finish_and_clear();
    checked.map_err(|error| refused(&error))?;
    writeln!(console.out, "{} blocks are whole", header.blocks())?;
    match header.kind() {
        Kind::Mancala => mancala::verify(reader, args, console),
        Kind::Senet => senet::verify(reader, args, console),
    }
}

fn info(file: &Path, as_json: bool, console: &mut Console<'_>) -> Result<(), CliError> {
    let reader = open(file)?;
    let info = TableInfo::of(reader.header());
    if as_json {
        return console.json(&info);
    }
    write!(console.out, "{info}")?;
    Ok(())
}

/// What a table file says of itself.
#[derive(Debug, Serialize)]
struct TableInfo {
    game: String,
    rules: Vec<String>,
    #[serde(flatten)]
    size: Size,
    positions: u64,
    bytes: u64,
    blocks: u64,
    id: String,
}

/// The most stones or pieces of a position in the table.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Size {
    Stones(u32),
    Pieces(u32),
}

impl TableInfo {
    fn of(header: &Header) -> Self {
        Self {
            game: header.kind().game().to_string(),
            rules: header.rules().lines(),
            size: match header.kind() {
                Kind::Mancala => Size::Stones(header.size()),
                Kind::Senet => Size::Pieces(header.size()),
            },
            positions: header.entries(),
            bytes: header.file_len(),
            blocks: header.blocks(),
            id: format!("{:016x}", header.id()),
        }
    }
}

impl fmt::Display for TableInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, rules, size, positions, bytes, blocks, id } = self;
        writeln!(f, "game {game}\nrules")?;
        rules.iter().try_for_each(|line| writeln!(f, "  {line}"))?;
        match size {
            Size::Stones(stones) => writeln!(f, "stones {stones}")?,
            Size::Pieces(pieces) => writeln!(f, "pieces {pieces}")?,
        }
        writeln!(f, "positions {positions}\nbytes {bytes}\nblocks {blocks}\nid {id}")
    }
}

fn probe(file: &Path, position: &str, as_json: bool, console: &mut Console<'_>) -> Result<(), CliError> {
    let reader = open(file)?;
    let rules = match *reader.header().rules() {
        // What has left the board does not matter: a position may have begun with more pieces than the table has.
        AnyRules::Senet(rules) => {
            let fitting = position.parse::<Setup>().ok().and_then(|setup| setup.fit(&rules));
            AnyRules::Senet(fitting.unwrap_or(rules))
        }
        rules @ (AnyRules::Mancala(_) | AnyRules::Sowing(_)) => rules,
    };
    let position = rules.position(position).map_err(|error| CliError::bad_value(&error))?;
    let answer = match position {
        AnyPosition::Mancala(position) => mancala::probe(reader, &position)?,
        AnyPosition::Sowing(_) => return Err(CliError::usage("other-game", "this table holds another game")),
        AnyPosition::Senet(position) => senet::probe(reader, &position)?,
    };
    if as_json {
        return console.json(&answer);
    }
    write!(console.out, "{answer}")?;
    Ok(())
}

/// Opens a table file.
fn open(file: &Path) -> Result<Reader<DiskFile>, CliError> {
    let disk = DiskFile::open(file)?;
    Reader::open(disk).map_err(|error| refused(&error))
}

/// A table that cannot be used, with its name.
fn refused(error: &TableError) -> CliError {
    CliError::failed(error.code(), error.to_string())
}

/// A bar with rate and time left.
fn progress_bar(len: u64, unit: &str) -> ProgressBar {
    let template = format!(
        "{{spinner}} {{msg}} {{wide_bar}} {{human_pos}}/{{human_len}} {unit}  {{per_sec}}  {{eta}} left"
    );
    let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(len).with_style(style.with_key("per_sec", whole_per_second));
    bar.enable_steady_tick(std::time::Duration::from_millis(250));
    bar
}

/// A rate without the decimals that nobody can read.
fn whole_per_second(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A bar is no reason to fail.
    let _ = write!(out, "{}/s", HumanCount(state.per_sec().round() as u64));
}

/// The file to build: the one that was asked for, or one in the user's folder, which is made.
fn target(args: &BuildArgs, header: &Header) -> Result<PathBuf, CliError> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let folder = folder::folder()
        .ok_or_else(|| CliError::usage("no-folder", "this system has no folder for data; say --out FILE"))?;
    std::fs::create_dir_all(&folder).map_err(|error| atomic_file::not_saved(&folder, &error))?;
    Ok(folder.join(file_name(header)))
}

/// The name a table gets in the user's folder.
fn file_name(header: &Header) -> String {
    format!("{}-{}-{:016x}.{}", header.kind().game(), header.size(), header.id(), folder::EXTENSION)
}
