//! `gebeta match`: computer players against each other, in pairs of games with swapped seats.

mod duel;
mod field;
mod pairs;

use gebeta_bots::Bot;

use crate::args::MatchArgs;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::{Console, Failure};

/// Plays what the flags ask for and tells how it went.
pub(crate) fn run(args: &MatchArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &Rulebook::open())?;
    let start = overrides.position(&mut set, args.position.as_deref())?;
    let bot = |name: &str| Bot::named(args.game, name).map_err(|error| Failure::bad_value(&error));
    if let (Some(a), Some(b)) = (&args.a, &args.b) {
        return duel::run(&start, bot(a)?, bot(b)?, &set.name, args, console);
    }
    let field = args.round_robin.iter().map(|name| bot(name)).collect::<Result<Vec<_>, _>>()?;
    if field.len() < 2 {
        return Err(Failure::usage(
            "usage",
            "--round-robin takes two or more players with commas between them",
        ));
    }
    field::run(&start, &field, &set.name, args, console)
}
