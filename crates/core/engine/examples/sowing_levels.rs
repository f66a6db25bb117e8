//! How strong the players of the sowing family are:
//! `cargo run --release -p gebeta-engine --example sowing_levels GAMES RULES PLAYER PLAYER [PLAYER ..]`.
//!
//! Neighbors in the list of players play pairs of games with exchanged seats from the same two random plies, with the history of
//! each game. Printed is the share of the points of the second, with its standard error.
#![allow(clippy::print_stdout, reason = "this is all it does")]

use std::time::Instant;

use gebeta_engine::{Bot, Duel, Tally};
use gebeta_rules::sowing::{Playthrough, Position};
use gebeta_rules::{AnyRules, GameKind, Preset};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, name, players @ ..] = args.as_slice() else {
        return Err("GAMES RULES PLAYER PLAYER ..".into());
    };
    let preset = Preset::named(name).ok_or("no such rules")?;
    let AnyRules::Sowing(rules) = preset.rules else { return Err("rules of the sowing family".into()) };
    let bots: Vec<Bot> =
        players.iter().map(|name| Bot::named(GameKind::Mancala, name)).collect::<Result<_, _>>()?;
    let pairs = games.parse::<u64>()? / 2;
    for two in bots.windows(2) {
        let began = Instant::now();
        let start = Playthrough::new(Position::start(&rules));
        let state = <_>::default();
        let duel = Duel { start, a: two[1], b: two[0], opening: 2, tablebases: None, state: &state };
        let mut tally = Tally::default();
        for seed in 0..pairs {
            tally.add(duel.pair(seed));
        }
        println!(
            "{name:16} {:8} against {:8}: {:5.1} % ± {:.1}  (+{} ={} -{}), {:.0} plies, {:.1} s",
            two[1].to_string(),
            two[0].to_string(),
            100.0 * tally.score(),
            100.0 * tally.error(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.length(),
            began.elapsed().as_secs_f64()
        );
    }
    Ok(())
}
