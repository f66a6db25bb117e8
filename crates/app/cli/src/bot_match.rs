//! `gebeta match`: computer players against each other, in pairs of games with swapped seats.

mod duel;
mod field;
mod pairs;

use gebeta_engine::Bot;

use crate::args::MatchArgs;
use crate::rule_args::Overrides;
use crate::rules::RuleCatalog;
use crate::{CliError, Console};

/// Plays what the flags ask for and tells how it went.
pub(crate) fn run(args: &MatchArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let overrides = Overrides::from(&args.rules);
    let base = overrides.base(args.game, &RuleCatalog::open())?;
    let mut set = overrides.changed(base.clone())?;
    let start = overrides.position(&mut set, args.position.as_deref())?;
    let set = set.changed_from(&base);
    if start.outcome().is_some() {
        return Err(CliError::usage("game-over", "the game is over in this position"));
    }
    let bot = |name: &str| Bot::named(args.game, name).map_err(|error| CliError::bad_value(&error));
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        return duel::run(&start, bot(a)?, bot(b)?, &set.name, args, console);
    }
    let field = args.round_robin.iter().map(|name| bot(name)).collect::<Result<Vec<_>, _>>()?;
    if field.len() < 2 {
        return Err(CliError::usage(
            "usage",
            "--round-robin takes two or more players with commas between them",
        ));
    }
    field::run(&start, &field, &set.name, args, console)
}

/// Rounded, and no minus before a nought.
fn whole(elo: f64) -> f64 {
    elo.round() + 0.0
}
