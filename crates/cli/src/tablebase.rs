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
use serde_json::{Value, json};

use gebeta_endgame::file::{Header, Kind, Reader, TableError};
use gebeta_rules::senet::Setup;
use gebeta_rules::{AnyPosition, AnyRules, Coded};

use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::{Console, Failure, atomic_file};

pub use args::{BuildArgs, TablebaseAction, TablebaseArgs, VerifyArgs};
pub(crate) use disk::DiskFile;
pub(crate) use folder::{Tables, warn};
pub(crate) use memory::{enough_for as enough_memory, free as free_memory};

/// Does what is asked of tables.
pub(crate) fn run(args: &TablebaseArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    match &args.action {
        TablebaseAction::Build(args) => build(args, console),
        TablebaseAction::Verify(args) => verify(args, console),
        TablebaseAction::Info { file, json } => info(file, *json, console),
        TablebaseAction::Probe { file, position, json } => probe(file, position, *json, console),
    }
}

fn build(args: &BuildArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let BuildArgs { rules, pits, .. } = args;
    let overrides = Overrides { rules: rules.clone(), pits: *pits, ..Overrides::default() };
    let set = overrides.rule_set(args.game, &Rulebook::open())?;
    let foreign = |words: &str| Err(Failure::usage("other-game", words));
    match set.rules {
        AnyRules::Mancala(_) if args.is_of_senet() => {
            foreign("--pieces, --total, --until, --forecast and --keep-sweeps are for senet")
        }
        AnyRules::Senet(_) if args.stones.is_some() => foreign("--stones is for mancala"),
        AnyRules::Mancala(rules) => mancala::build(&rules, args, console),
        AnyRules::Senet(rules) => senet::build(&rules, args, console),
    }
}

fn verify(args: &VerifyArgs, console: &mut Console<'_>) -> Result<(), Failure> {
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

fn info(file: &Path, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let reader = open(file)?;
    let about = about(reader.header());
    if as_json {
        writeln!(console.out, "{about}")?;
        return Ok(());
    }
    for (key, value) in about.as_object().into_iter().flatten() {
        if let Some(lines) = value.as_array() {
            writeln!(console.out, "{key}")?;
            for line in lines.iter().filter_map(Value::as_str) {
                writeln!(console.out, "  {line}")?;
            }
        } else {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            writeln!(console.out, "{key} {text}")?;
        }
    }
    Ok(())
}

fn about(header: &Header) -> Value {
    let size = match header.kind() {
        Kind::Mancala => "stones",
        Kind::Senet => "pieces",
    };
    json!({
        "game": header.kind().game().to_string(),
        "rules": header.rules().lines(),
        size: header.size(),
        "positions": header.entries(),
        "bytes": header.file_len(),
        "blocks": header.blocks(),
        "id": format!("{:016x}", header.id()),
    })
}

fn probe(file: &Path, position: &str, as_json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let reader = open(file)?;
    let rules = match *reader.header().rules() {
        // What has left the board does not matter: a position may have begun with more pieces than the table has.
        AnyRules::Senet(rules) => {
            let fitting = position.parse::<Setup>().ok().and_then(|setup| setup.fit(&rules));
            AnyRules::Senet(fitting.unwrap_or(rules))
        }
        rules @ AnyRules::Mancala(_) => rules,
    };
    let position = rules.position(position).map_err(|error| Failure::bad_value(&error))?;
    let answer = match position {
        AnyPosition::Mancala(position) => mancala::probe(reader, &position)?,
        AnyPosition::Senet(position) => senet::probe(reader, &position)?,
    };
    if as_json {
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    tell(&answer, console)
}

/// What is known of a position, for people.
pub(crate) fn tell(answer: &Value, console: &mut Console<'_>) -> Result<(), Failure> {
    writeln!(console.out, "value {}", answer["value"])?;
    let words = |best: &Value| {
        let words: Vec<_> = best.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        words.join(" ")
    };
    if let Some(rolls) = answer["rolls"].as_object() {
        for (roll, replies) in rolls {
            writeln!(console.out, "roll {roll}: best {}", words(&replies["best"]))?;
        }
    } else if let Some(low) = answer.get("low") {
        writeln!(
            console.out,
            "between {low} and {}, by the moves of {} positions",
            answer["high"], answer["positions"]
        )?;
    } else {
        writeln!(console.out, "best {}", words(&answer["best"]))?;
    }
    for (mv, value) in answer["moves"].as_object().into_iter().flatten() {
        writeln!(console.out, "move {mv}: {value}")?;
    }
    if let Some(table) = answer["table"].as_str() {
        writeln!(console.out, "{table} values, told with the digits they hold")?;
    }
    Ok(())
}

/// Opens a table file.
fn open(file: &Path) -> Result<Reader<DiskFile>, Failure> {
    let disk = DiskFile::open(file)?;
    Reader::open(disk).map_err(|error| refused(&error))
}

/// A table that cannot be used, with its name.
fn refused(error: &TableError) -> Failure {
    Failure::failed(error.code(), error.to_string())
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
fn target(args: &BuildArgs, header: &Header) -> Result<PathBuf, Failure> {
    if let Some(out) = &args.out {
        return Ok(out.clone());
    }
    let folder = folder::folder()
        .ok_or_else(|| Failure::usage("no-folder", "this system has no folder for data; say --out FILE"))?;
    std::fs::create_dir_all(&folder).map_err(|error| atomic_file::not_saved(&folder, &error))?;
    Ok(folder.join(file_name(header)))
}

/// The name a table gets in the user's folder.
fn file_name(header: &Header) -> String {
    format!("{}-{}-{:016x}.{}", header.kind().game(), header.size(), header.id(), folder::EXTENSION)
}
