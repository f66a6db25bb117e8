//! The full screen: what the flags mean for it, and what it is given to play with.

use std::env;
use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::EngineBudget;
use gebeta_i18n::{Language, without_isolates};
use gebeta_rules::GameKind;
use gebeta_session::usual_name;
use gebeta_tui::look::Surroundings;
use gebeta_tui::{Exit, LeftGame, Model, Ports, Start};

use crate::args::{Cli, Command, MancalaArgs, PlayArgs, ReplayArgs, SenetArgs, SettingArgs, Switch};
use crate::config::Config;
use crate::game_file::GameFile;
use crate::game_storage::GameArchive;
use crate::local_engine::local_engine;
use crate::online::SocketNetwork;
use crate::play::{self, Naming, NewGame};
use crate::rules::RuleCatalog;
use crate::{CliError, Console, game_archive, record_file};

/// Whether the full screen is to be filled: not in a pipe, not where lines are asked for, and not on a terminal that can
/// do nothing but write them.
pub(crate) fn wanted(plain: bool, console: &Console<'_>) -> bool {
    console.interactive && !plain && env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// Does what the command line asks on the full screen; none where the command has no full screen or lines are wanted.
pub(crate) fn run(cli: &Cli, settings: &SettingArgs, console: &Console<'_>) -> Option<Result<(), CliError>> {
    match &cli.command {
        None if wanted(false, console) => Some(menu(settings)),
        Some(Command::Mancala(args)) if wanted(args.play.plain, console) => Some(mancala(args, settings)),
        Some(Command::Senet(args)) if wanted(args.play.plain, console) => Some(senet(args, settings)),
        // What is typed or piped in cannot be read by the full screen too.
        Some(Command::Replay(args)) if wanted(args.plain || record_file::is_input(&args.file), console) => {
            Some(replay(args, settings))
        }
        _ => None,
    }
}

/// `gebeta` alone.
fn menu(settings: &SettingArgs) -> Result<(), CliError> {
    show(settings, |_| Ok((Start::Home, None)))
}

/// `gebeta mancala`.
fn mancala(args: &MancalaArgs, settings: &SettingArgs) -> Result<(), CliError> {
    let plain = MancalaArgs {
        verbose: false,
        play: PlayArgs { confirm: None, ..args.play.clone() },
        settings: SettingArgs::default(),
        ..args.clone()
    };
    let untold = plain == MancalaArgs::default();
    show(settings, |model| {
        confirm(model, &args.play);
        model.verbose = args.verbose;
        if untold {
            return Ok((Start::Setup(GameKind::Mancala), None));
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
        settings: SettingArgs::default(),
        ..args.clone()
    };
    let untold = plain == SenetArgs::default();
    show_with(settings, Duration::from_secs(args.time_cap), |model| {
        confirm(model, &args.play);
        model.verbose = args.verbose;
        if untold {
            return Ok((Start::Setup(GameKind::Senet), None));
        }
        let play = play::with_depth(&args.play, args.depth)?;
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
    show(settings, |_| Ok((Start::Replay(Box::new(record)), None)))
}

/// `gebeta online`.
pub(crate) fn online(settings: &SettingArgs, begin: Start) -> Result<(), CliError> {
    show(settings, |_| Ok((begin, None)))
}

/// What the program begins with, and the file of that game.
type Beginning = (Start, Option<GameFile>);

/// The game the flags describe, new or stored.
fn start(model: &Model, args: &PlayArgs, new: &NewGame) -> Result<Beginning, CliError> {
    let naming = Naming { language: model.language, person: &model.settings.name, usual: usual_name };
    let (record, file) = play::record(new, args, naming)?;
    let path = file.as_ref().map(|file| file.path().to_owned());
    Ok((Start::Resume(Box::new(record), path), file))
}

fn show(
    settings: &SettingArgs,
    start: impl FnOnce(&mut Model) -> Result<Beginning, CliError>,
) -> Result<(), CliError> {
    show_with(settings, EngineBudget::TIME_CAP, start)
}

fn show_with(
    settings: &SettingArgs,
    cap: Duration,
    start: impl FnOnce(&mut Model) -> Result<Beginning, CliError>,
) -> Result<(), CliError> {
    let Config { settings, complaints } = Config::load(settings)?;
    let files = RuleCatalog::open().user_files().into_iter().map(|file| file.rule_set);
    let (own, broken): (Vec<_>, Vec<_>) = files.partition(Result::is_ok);
    let own = own.into_iter().flatten().collect();
    let mut model = Model::new(settings, surroundings(), own, play::fresh_seed());
    let broken = broken.into_iter().filter_map(Result::err);
    model.complain(complaints.into_iter().chain(broken.map(|failure| failure.sentence().to_owned())));
    let (start, file) = start(&mut model)?;
    let language = model.language;
    let ports = Ports {
        library: Box::new(GameArchive::with(file)),
        network: Arc::new(SocketNetwork),
        engine: local_engine(&Arc::default()),
        cap,
    };
    let exit = gebeta_tui::run(model, start, ports)
        .map_err(|error| CliError::failed("terminal-failed", error.to_string()))?;
    leave(language, exit)
}

/// Says on the ordinary screen how to resume what was left, or why it could not be saved.
fn leave(l: Language, exit: Exit) -> Result<(), CliError> {
    if let Some(why) = exit.not_saved {
        return Err(CliError::failed("not-saved", without_isolates(&l.term_not_kept(why))));
    }
    let command = exit.left.map(|left| match left {
        LeftGame::Local(game, path) => {
            let named = path.filter(|path| !game_archive::is_waiting_place(path));
            play::resume_command(game, named.as_deref())
        }
        LeftGame::Online(link) => format!("gebeta online {link}"),
    });
    if let Some(command) = command {
        // A terminal that is gone hears nothing.
        let _ = writeln!(io::stdout(), "{}", without_isolates(&l.term_resume_hint(command)));
    }
    exit.signal.map_or(Ok(()), |signal| Err(CliError::stopped(signal)))
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
