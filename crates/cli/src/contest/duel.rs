use serde_json::json;

use gebeta_bots::{Bot, Tally};
use gebeta_rules::AnyPosition;

use super::{pairs, whole};
use crate::args::MatchArgs;
use crate::{Console, Failure};

/// How much stronger the first bot must be for a sequential test to say so.
const SPRT_ELO: f64 = 20.0;
/// Where a sequential test ends: one error in twenty either way, ln 19.
const SPRT_BOUND: f64 = 2.944;

/// One player against another.
pub(super) fn run(
    start: &AnyPosition,
    a: Bot,
    b: Bot,
    rules: &str,
    args: &MatchArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let clear = |tally: &Tally| args.sprt && tally.likelihood(SPRT_ELO).abs() >= SPRT_BOUND;
    let tally = pairs::play(start, (a, b), args, clear);
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
            "a": a.to_string(), "b": b.to_string(), "rules": rules, "seed": args.seed,
            "games": tally.games(), "wins": wins, "draws": draws, "losses": losses,
            "score": tally.score(), "error": tally.error(), "elo": elo, "elo_low": low, "elo_high": high,
        });
        if args.sprt {
            answer["sprt"] = json!({ "elo": SPRT_ELO, "llr": likelihood, "verdict": verdict });
        }
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    writeln!(console.out, "{a} against {b}, {} ({rules}), seed {}", args.game, args.seed)?;
    writeln!(console.out, "{} games: {wins} won, {draws} drawn, {losses} lost", tally.games())?;
    writeln!(
        console.out,
        "score {:.1} % (standard error {:.1})",
        100.0 * tally.score(),
        100.0 * tally.error()
    )?;
    let [low, elo, high] = [low, elo, high].map(whole);
    writeln!(console.out, "Elo {elo:+}, with 95 % between {low:+} and {high:+}")?;
    if args.sprt {
        writeln!(
            console.out,
            "sequential test, {SPRT_ELO} Elo: {verdict} ({likelihood:.2} of {SPRT_BOUND})"
        )?;
    }
    Ok(())
}
