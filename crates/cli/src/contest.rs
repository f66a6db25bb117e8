use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use gebeta_bots::{Bot, Duel, Tally, Thinks};
use gebeta_rules::AnyPosition;

use crate::args::MatchArgs;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::{Console, Failure};

/// How much stronger the first bot must be for a sequential test to say so.
const SPRT_ELO: f64 = 20.0;
/// Where a sequential test ends: one error in twenty either way, ln 19.
const SPRT_BOUND: f64 = 2.944;

/// `gebeta match`: two computer players against each other, in pairs with swapped seats.
pub(crate) fn run(args: &MatchArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &Rulebook::open())?;
    let start = overrides.position(&mut set, args.position.as_deref())?;
    let bot = |name: &str| Bot::named(args.game, name).map_err(|error| Failure::bad_value(&error));
    let (a, b) = (bot(&args.a)?, bot(&args.b)?);
    let tally = match start {
        AnyPosition::Mancala(start) => play(&Duel { start, a, b, opening: args.opening.unwrap_or(2) }, args),
        AnyPosition::Senet(start) => play(&Duel { start, a, b, opening: args.opening.unwrap_or(0) }, args),
    };
    let [low, elo, high] = tally.elo();
    let likelihood = tally.likelihood(SPRT_ELO);
    let verdict = match likelihood {
        l if l >= SPRT_BOUND => "stronger",
        l if l <= -SPRT_BOUND => "not stronger",
        _ => "open",
    };
    let Tally { wins, draws, losses, .. } = tally;
    if args.json {
        let mut answer = json!({
            "a": a.to_string(), "b": b.to_string(), "rules": set.name, "seed": args.seed,
            "games": tally.games(), "wins": wins, "draws": draws, "losses": losses,
            "score": tally.score(), "error": tally.error(), "elo": elo, "elo_low": low, "elo_high": high,
        });
        if args.sprt {
            answer["sprt"] = json!({ "elo": SPRT_ELO, "llr": likelihood, "verdict": verdict });
        }
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    writeln!(console.out, "{a} against {b}, {} ({}), seed {}", args.game, set.name, args.seed)?;
    writeln!(console.out, "{} games: {wins} won, {draws} drawn, {losses} lost", tally.games())?;
    writeln!(
        console.out,
        "score {:.1} % (standard error {:.1})",
        100.0 * tally.score(),
        100.0 * tally.error()
    )?;
    writeln!(console.out, "Elo {elo:+.0}, with 95 % between {low:+.0} and {high:+.0}")?;
    if args.sprt {
        writeln!(
            console.out,
            "sequential test, {SPRT_ELO} Elo: {verdict} ({likelihood:.2} of {SPRT_BOUND})"
        )?;
    }
    Ok(())
}

/// Plays pairs until there are enough games, or the sequential test has its answer.
fn play<G: Thinks>(duel: &Duel<G>, args: &MatchArgs) -> Tally {
    let pairs = args.games.div_ceil(2);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs  {per_sec}  {eta} left  {msg}");
    let bar = ProgressBar::new(pairs).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    let mut tally = Tally::default();
    for pair in 0..pairs {
        tally.add(duel.pair(args.seed.wrapping_add(pair)));
        bar.inc(1);
        bar.set_message(format!("{:.1} %", 100.0 * tally.score()));
        if args.sprt && tally.likelihood(SPRT_ELO).abs() >= SPRT_BOUND {
            break;
        }
    }
    bar.finish_and_clear();
    tally
}
