//! The full screen: what the flags mean for it, and what it is given to play with.

use std::env;
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::EngineBudget;
use gebeta_rules::GameKind;
use gebeta_session::usual_name;
use gebeta_tui::look::Surroundings;
use gebeta_tui::{Model, Ports, Start};

use crate::args::{Cli, Command, MancalaArgs, PlayArgs, ReplayArgs, SenetArgs, SettingArgs, Switch};
use crate::config::Config;
use crate::game_storage::GameArchive;
use crate::local_engine::local_engine;
use crate::online::SocketNetwork;
use crate::play::{self, Naming, NewGame};
use crate::rulebook::Rulebook;
use crate::{CliError, Console, replay as record_file};

/// Whether the full screen is to be filled: not in a pipe, not where lines are asked for, and not on a terminal that can
/// do nothing but write them.
pub(crate) fn wanted(plain: bool, console: &Console<'_>) -> bool {
    console.interactive && !plain && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Does what the command line asks on the full screen; none where the command has no full screen or lines are wanted.
pub(crate) fn run(cli: &Cli, console: &Console<'_>) -> Option<Result<(), CliError>> {
    let settings = &cli.settings;
    match &cli.command {
        None if wanted(false, console) => Some(menu(settings)),
        Some(Command::Mancala(args)) if wanted(args.play.plain, console) => Some(mancala(args, settings)),
        Some(Command::Senet(args)) if wanted(args.play.plain, console) => Some(senet(args, settings)),
        Some(Command::Replay(args)) if wanted(args.plain, console) => Some(replay(args, settings)),
        _ => None,
    }
}

/// `gebeta` alone.
fn menu(settings: &SettingArgs) -> Result<(), CliError> {
    show(settings, |_| Ok(Start::Home))
}

/// `gebeta mancala`.
fn mancala(args: &MancalaArgs, settings: &SettingArgs) -> Result<(), CliError> {
    let plain = MancalaArgs { play: PlayArgs { confirm: None, ..args.play.clone() }, ..args.clone() };
    let untold = plain == MancalaArgs::default();
    show(settings, |model| {
        confirm(model, &args.play);
        if untold {
            return Ok(Start::Setup(GameKind::Mancala));
        }
        start(model, &args.play, &NewGame::mancala(args))
    })
}

/// `gebeta senet`.
fn senet(args: &SenetArgs, settings: &SettingArgs) -> Result<(), CliError> {
    let plain = SenetArgs {
        verbose: false,
        time_cap: 0,
        play: PlayArgs { confirm: None, ..args.play.clone() },
        ..args.clone()
    };
    let untold = plain == SenetArgs::default();
    show_with(settings, Duration::from_secs(args.time_cap), |model| {
        confirm(model, &args.play);
        model.verbose = args.verbose;
        if untold {
            return Ok(Start::Setup(GameKind::Senet));
        }
        let play = play::with_depth(&args.play, args.depth);
        start(model, &play, &NewGame::senet(args))
    })
}

/// Obeys `--confirm`, where it was given.
fn confirm(model: &mut Model, args: &PlayArgs) {
    if let Some(switch) = args.confirm {
        model.settings.confirm = switch == Switch::On;
    }
}

/// `gebeta replay FILE`.
fn replay(args: &ReplayArgs, settings: &SettingArgs) -> Result<(), CliError> {
    let record = record_file::load(&args.file)?;
    show(settings, |_| Ok(Start::Replay(Box::new(record))))
}

/// `gebeta online`.
pub(crate) fn online(settings: &SettingArgs, begin: Start) -> Result<(), CliError> {
    show(settings, |_| Ok(begin))
}

/// The game the flags describe, new or stored.
fn start(model: &Model, args: &PlayArgs, new: &NewGame) -> Result<Start, CliError> {
    let naming = Naming { language: model.language, person: &model.settings.name, usual: usual_name };
    let (record, file) = play::record(new, args, naming)?;
    Ok(Start::Resume(Box::new(record), file))
}

fn show(
    settings: &SettingArgs,
    start: impl FnOnce(&mut Model) -> Result<Start, CliError>,
) -> Result<(), CliError> {
    show_with(settings, EngineBudget::TIME_CAP, start)
}

fn show_with(
    settings: &SettingArgs,
    cap: Duration,
    start: impl FnOnce(&mut Model) -> Result<Start, CliError>,
) -> Result<(), CliError> {
    let Config { settings, complaints } = Config::load(settings)?;
    let files = Rulebook::open().user_files().into_iter().map(|file| file.rule_set);
    let (own, broken): (Vec<_>, Vec<_>) = files.partition(Result::is_ok);
    let own = own.into_iter().flatten().collect();
    let mut model = Model::new(settings, surroundings(), own, play::fresh_seed());
    let broken = broken.into_iter().filter_map(Result::err);
    model.complain(complaints.into_iter().chain(broken.map(|failure| failure.sentence().to_owned())));
    let start = start(&mut model)?;
    let ports = Ports {
        library: Box::new(GameArchive::default()),
        network: Arc::new(SocketNetwork),
        engine: local_engine(&Arc::default()),
        cap,
    };
    gebeta_tui::run(model, start, ports)
        .map_err(|error| CliError::failed("terminal-failed", error.to_string()))
}

/// What the environment says of the terminal.
pub(crate) fn surroundings() -> Surroundings {
    let variable =
        |name| env::var_os(name).map(|value| value.to_string_lossy().into_owned()).unwrap_or_default();
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable).find(|value| !value.is_empty());
    Surroundings {
        no_color: !variable("NO_COLOR").is_empty(),
        term: variable("TERM"),
        colorterm: variable("COLORTERM"),
        locale: locale.unwrap_or_default(),
    }
}
