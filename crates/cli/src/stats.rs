//! `gebeta stats`: how the people at this machine have played.

use serde_json::{Value, json};

use gebeta_rules::{Coded, Word};
use gebeta_store::StoredGame;
use gebeta_table::{Line, Statistics};

use crate::args::StatsArgs;
use crate::{Console, Failure, books};

pub(crate) fn run(args: &StatsArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    // Looking makes no database.
    let there = books::database().is_some_and(|path| path.exists());
    let mut store = if there { Some(books::open()?) } else { None };
    let games = match &mut store {
        Some(store) => store.games().map_err(failed)?,
        None => Vec::new(),
    };
    if args.export {
        for game in games.iter().rev() {
            let record =
                store.as_mut().map(|store| store.record(game.id)).transpose().map_err(failed)?.flatten();
            writeln!(console.out, "{}", exported(game, record.as_deref()))?;
        }
        return Ok(());
    }
    if args.reset {
        return reset(store.as_mut(), games.len(), console);
    }
    let statistics = Statistics::of(games.iter().rev().map(|game| &game.result));
    if args.json {
        writeln!(console.out, "{}", as_json(&statistics, games.len()))?;
        return Ok(());
    }
    show(&statistics, games.len(), console)
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn failed(error: gebeta_store::StoreError) -> Failure {
    Failure::failed(error.code(), error.to_string())
}

fn reset(
    store: Option<&mut gebeta_store::Store>,
    games: usize,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    if console.interactive && games > 0 {
        let sure = console.ask(&format!("Forget {games} games? [yes/no]"), |text| match text {
            "yes" | "y" => Ok(true),
            "no" | "n" | "" => Ok(false),
            _ => Err("Type yes or no.".to_owned()),
        })?;
        if !sure {
            return Ok(());
        }
    }
    let forgotten = store.map_or(Ok(0), |store| store.clear().map_err(failed))?;
    writeln!(console.out, "Forgotten: {forgotten} games.")?;
    Ok(())
}

fn exported(game: &StoredGame, record: Option<&str>) -> Value {
    json!({ "id": game.id, "ended": game.result.ended, "game": game.result.game.word(), "record": record })
}

fn as_json(statistics: &Statistics, kept: usize) -> Value {
    let by_opponent: Vec<Value> =
        statistics.by_opponent.iter().map(|(name, line)| labelled("opponent", name, line)).collect();
    let by_rules: Vec<Value> = statistics
        .by_rules
        .iter()
        .map(|(game, name, line)| {
            let mut value = labelled("rules", name, line);
            value["game"] = game.word().into();
            value
        })
        .collect();
    let by_game: Vec<Value> =
        statistics.by_game.iter().map(|(game, line)| labelled("game", game.word(), line)).collect();
    let by_seat: Vec<Value> =
        statistics.by_seat.iter().map(|(seat, line)| labelled("seat", &format!("p{seat}"), line)).collect();
    json!({
        "kept": kept,
        "all": line_json(&statistics.all),
        "streak": { "current": statistics.streak.current, "best": statistics.streak.best },
        "by_game": by_game,
        "by_opponent": by_opponent,
        "by_rules": by_rules,
        "by_seat": by_seat,
    })
}

fn labelled(label: &str, name: &str, line: &Line) -> Value {
    let mut value = line_json(line);
    value[label] = name.into();
    value
}

fn line_json(line: &Line) -> Value {
    json!({
        "games": line.games,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "win_rate": line.rate(),
        "average_score": line.average_for(),
        "average_against": line.average_against(),
    })
}

fn show(statistics: &Statistics, kept: usize, console: &mut Console<'_>) -> Result<(), Failure> {
    if statistics.all.games == 0 {
        let rest =
            if kept > 0 { format!(" {kept} games between computers are kept.") } else { String::new() };
        writeln!(console.out, "No games yet. Play one.{rest}")?;
        return Ok(());
    }
    let mut row = |name: &str, line: &Line| {
        let full = (line.rate() * 20.0).round() as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(20 - full));
        writeln!(
            console.out,
            "{name:<16} {bar} {:>5.1} %  {:>4} {}  {} won, {} drawn, {} lost  {:.1} : {:.1}",
            100.0 * line.rate(),
            line.games,
            if line.games == 1 { "game " } else { "games" },
            line.won,
            line.drawn,
            line.lost,
            line.average_for(),
            line.average_against()
        )
    };
    row("all", &statistics.all)?;
    for (game, line) in &statistics.by_game {
        row(game.word(), line)?;
    }
    for (name, line) in &statistics.by_opponent {
        row(&format!("  vs {name}"), line)?;
    }
    for (_, name, line) in &statistics.by_rules {
        row(&format!("  {name}"), line)?;
    }
    for (seat, line) in &statistics.by_seat {
        row(&format!("  player {seat}"), line)?;
    }
    let streak = statistics.streak;
    writeln!(console.out, "won in a row: {} now, {} at best", streak.current, streak.best)?;
    Ok(())
}
