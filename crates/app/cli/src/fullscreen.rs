//! The full screen: what the flags mean for it, and what it is given to play with.

use std::env;
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::EngineBudget;
use gebeta_rules::GameKind;
use gebeta_tui::look::Surroundings;
use gebeta_tui::{Model, Ports, Start};

use crate::args::{MancalaArgs, PlayArgs, ReplayArgs, SenetArgs, SettingArgs, Switch};
use crate::config::Config;
use crate::game_archive::{self, GameArchive};
use crate::local_engine::local_engine;
use crate::online::SocketNetwork;
use crate::play::{self, Naming, NewGame};
use crate::rulebook::Rulebook;
use crate::{Console, Failure, replay as record_file};

/// Whether the full screen is to be filled: not in a pipe, not where lines are asked for, and not on a terminal that can
/// do nothing but write them.
pub(crate) fn wanted(plain: bool, console: &Console<'_>) -> bool {
    console.interactive && !plain && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// `gebeta` alone.
pub(crate) fn menu(settings: &SettingArgs) -> Result<(), Failure> {
    run(settings, |_| Ok(Start::Home))
}

/// `gebeta mancala`.
pub(crate) fn mancala(args: &MancalaArgs, settings: &SettingArgs) -> Result<(), Failure> {
    let plain = MancalaArgs { play: PlayArgs { confirm: None, ..args.play.clone() }, ..args.clone() };
    let untold = plain == MancalaArgs::default();
    run(settings, |model| {
        confirm(model, &args.play);
        if untold {
            return Ok(Start::Setup(GameKind::Mancala));
        }
        start(model, &args.play, &NewGame::mancala(args))
    })
}

/// `gebeta senet`.
pub(crate) fn senet(args: &SenetArgs, settings: &SettingArgs) -> Result<(), Failure> {
    let plain = SenetArgs {
        verbose: false,
        time_cap: 0,
        play: PlayArgs { confirm: None, ..args.play.clone() },
        ..args.clone()
    };
    let untold = plain == SenetArgs::default();
    run_with(settings, Duration::from_secs(args.time_cap), |model| {
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
pub(crate) fn replay(args: &ReplayArgs, settings: &SettingArgs) -> Result<(), Failure> {
    let record = record_file::load(&args.file)?;
    run(settings, |_| Ok(Start::Replay(Box::new(record))))
}

/// `gebeta online`.
pub(crate) fn online(settings: &SettingArgs, begin: Start) -> Result<(), Failure> {
    run(settings, |_| Ok(begin))
}

/// The game the flags describe, new or stored.
fn start(model: &Model, args: &PlayArgs, new: &NewGame) -> Result<Start, Failure> {
    let naming = Naming { language: model.language, person: &model.settings.name };
    let (record, file) = play::record(new, args, naming)?;
    Ok(Start::Resume(Box::new(record), file))
}

fn run(
    settings: &SettingArgs,
    start: impl FnOnce(&mut Model) -> Result<Start, Failure>,
) -> Result<(), Failure> {
    run_with(settings, EngineBudget::TIME_CAP, start)
}

fn run_with(
    settings: &SettingArgs,
    cap: Duration,
    start: impl FnOnce(&mut Model) -> Result<Start, Failure>,
) -> Result<(), Failure> {
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
        .map_err(|error| Failure::failed("terminal-failed", error.to_string()))
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

/// The newest game that waits, for `--resume` without a file.
pub(crate) fn latest(game: GameKind) -> Result<std::path::PathBuf, Failure> {
    let waiting = game_archive::waiting().into_iter().find(|waiting| waiting.record.rules.game() == game);
    waiting.map(|waiting| waiting.path).ok_or_else(|| {
        Failure::failed(
            "nothing-to-resume",
            format!("no game of {game} waits; start one with: gebeta {game}"),
        )
    })
}
