//! `gebeta online`: online games, on the full screen or in plain lines.

mod args;
mod arrival;
mod diagnosis;
mod plain_game;
mod seat_file;
mod worker;

use std::sync::mpsc::{Sender, channel};
use std::thread;

use gebeta_client::Address;
use gebeta_engine::Bot;
use gebeta_protocol::{MatchId, PlayerName};
use gebeta_tui::online_form::rules_text;
use gebeta_tui::{
    EventSink, Network, NetworkCommand, OnlineError, OnlineGoal, OnlineRequest, Start, game_of,
};

pub use args::OnlineArgs;
use seat_file::Seat;
use worker::OnlineWorker;

use crate::args::SettingArgs;
use crate::config::Config;
use crate::rules::RuleCatalog;
use crate::{CliError, Console, fullscreen};

/// The way to servers over TCP.
#[derive(Debug)]
pub(crate) struct SocketNetwork;

impl Network for SocketNetwork {
    fn connect(&self, request: OnlineRequest, tell: EventSink) -> Sender<NetworkCommand> {
        let (commands, given) = channel();
        let worker = move || OnlineWorker::new(tell, given).run(&request);
        // A system that has no thread left has none for the screen either.
        let _ = thread::Builder::new().name("network".to_owned()).spawn(worker);
        commands
    }

    fn forget(&self, game: MatchId) {
        Seat::forget(game);
    }

    fn latest(&self) -> Option<String> {
        Seat::latest().map(|seat| arrival::link(&seat.address, seat.game))
    }
}

/// Does what the flags say.
pub(crate) fn run(
    args: &OnlineArgs,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let known = Config::load(settings)?.settings.name;
    let name = args.name.clone().unwrap_or(known);
    let request = OnlineRequest { place: args.url.trim().to_owned(), goal: goal(args)?, name };
    let full_screen = fullscreen::wanted(args.plain, console);
    let seated = request.place.parse().is_ok_and(|address| {
        game_of(&request.place).is_some_and(|game| Seat::kept(&address, game).is_some())
    });
    // Check the address before asking for a name.
    let is_place = request.place.parse::<Address>().is_ok()
        && (request.goal != OnlineGoal::Play || game_of(&request.place).is_some());
    let needs_name = is_place
        && !seated
        && request.goal != OnlineGoal::Watch
        && request.name.parse::<PlayerName>().is_err();
    if needs_name && (!full_screen || args.name.is_some() || request.goal != OnlineGoal::Play) {
        let words = "--name NAME is needed: 1 to 20 letters and digits of one script";
        return Err(CliError::usage(diagnosis::code(&OnlineError::BadName), words));
    }
    if !full_screen {
        return plain_game::run(request, settings, console);
    }
    let is_server = request.goal == OnlineGoal::Play && game_of(&request.place).is_none();
    let start =
        if needs_name || is_server { Start::OnlineForm(request.place) } else { Start::Online(request) };
    fullscreen::online(settings, start)
}

/// What the flags ask of the server.
fn goal(args: &OnlineArgs) -> Result<OnlineGoal, CliError> {
    let rule_set = || RuleCatalog::open().find_any(&args.rules);
    let rules = || rule_set().map(|set| rules_text(&set));
    if let Some(opponent) = &args.opponent {
        Bot::named(rule_set()?.rules.game(), opponent).map_err(|error| CliError::bad_value(&error))?;
    }
    Ok(if args.new {
        OnlineGoal::New {
            rules: rules()?,
            clock: args.clock,
            seat: args.seat,
            opponent: args.opponent.clone(),
        }
    } else if args.pair {
        OnlineGoal::Pair { rules: rules()?, clock: args.clock }
    } else if args.watch {
        OnlineGoal::Watch
    } else {
        OnlineGoal::Play
    })
}
