use serde_json::{Value, json};

use gebeta_bots::{Bot, Ladder, Tally};
use gebeta_rules::AnyPosition;

use super::{pairs, whole};
use crate::args::MatchArgs;
use crate::{Console, Failure};

/// Everybody against everybody, or with `--neighbors` only against the next in the list.
pub(super) fn run(
    start: &AnyPosition,
    field: &[Bot],
    rules: &str,
    args: &MatchArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let mut ladder = Ladder::new(field.len());
    let mut meetings: Vec<(usize, usize, Tally)> = Vec::new();
    for a in 1..field.len() {
        let first = if args.neighbors { a - 1 } else { 0 };
        for b in first..a {
            let tally = pairs::play(start, (field[a], field[b]), args, |_| false);
            ladder.add(a, b, tally.clone());
            meetings.push((a, b, tally));
        }
    }
    let ratings = ladder.ratings();
    if args.json {
        let rating = |(bot, rating): (&Bot, &gebeta_bots::Rating)| json!({ "bot": bot.to_string(), "elo": rating.elo, "error": rating.error });
        let meeting = |(a, b, tally): &(usize, usize, Tally)| {
            json!({
                "a": field[*a].to_string(), "b": field[*b].to_string(),
                "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
                "score": tally.score(), "error": tally.error(),
            })
        };
        let answer = json!({
            "rules": rules, "seed": args.seed,
            "ratings": field.iter().zip(&ratings).map(rating).collect::<Value>(),
            "meetings": meetings.iter().map(meeting).collect::<Value>(),
        });
        writeln!(console.out, "{answer}")?;
        return Ok(());
    }
    let games = meetings.first().map_or(0, |(_, _, tally)| tally.games());
    writeln!(console.out, "{} ({rules}), {games} games each, seed {}", args.game, args.seed)?;
    writeln!(console.out, "{:<12} {:>6} {:>7}   score against", "", "Elo", "+- 95 %")?;
    for (place, (bot, rating)) in field.iter().zip(&ratings).enumerate() {
        let against: Vec<String> = (0..field.len())
            .filter_map(|other| {
                let score = meetings.iter().find_map(|(a, b, tally)| match (*a == place, *b == place) {
                    (true, _) if *b == other => Some(tally.score()),
                    (_, true) if *a == other => Some(1.0 - tally.score()),
                    _ => None,
                })?;
                Some(format!("{} {:.0} %", field[other], 100.0 * score))
            })
            .collect();
        writeln!(
            console.out,
            "{:<12} {:>+6} {:>7.0}   {}",
            bot.to_string(),
            whole(rating.elo),
            1.96 * rating.error,
            against.join(", ")
        )?;
    }
    Ok(())
}
