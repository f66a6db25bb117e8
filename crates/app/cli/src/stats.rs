//! `gebeta stats`: how the people at this machine have played.

use serde_json::{Value, json};

use gebeta_rules::{Coded, GameKind, Keyword};
use gebeta_session::{Line, Statistics};

use crate::args::StatsArgs;
use crate::history::{History, HistoryError, StoredGame};
use crate::{CliError, Console, game_archive};

pub(crate) fn run(args: &StatsArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    // Looking makes no database.
    let there = game_archive::database().is_some_and(|path| path.exists());
    let mut store = if there { Some(game_archive::open()?) } else { None };
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
        return reset(store.as_mut(), games.len(), args.force, console);
    }
    let results: Vec<_> = games.iter().rev().map(|game| &game.result).collect();
    let (all, each) = (Statistics::of(results.iter().copied()), Statistics::of_each(&results));
    if args.json {
        writeln!(console.out, "{}", as_json(&all, &each, games.len()))?;
        return Ok(());
    }
    show(&all, &each, console)
}

/// So many games.
fn counted(games: u64) -> String {
    format!("{games} {}", if games == 1 { "game" } else { "games" })
}

#[allow(clippy::needless_pass_by_value, reason = "it stands where errors are mapped")]
fn failed(error: HistoryError) -> CliError {
    CliError::failed(error.code(), error.to_string())
}

fn reset(
    store: Option<&mut History>,
    games: usize,
    is_forced: bool,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    if !is_forced && !console.interactive {
        let words = "--reset deletes every stored game; without a terminal to ask on it needs --force";
        return Err(CliError::usage("needs-force", words));
    }
    if !is_forced && games > 0 {
        let question = format!("Delete {}? This cannot be undone. [yes/no]", counted(games as u64));
        let sure = console.ask(&question, |text| match text {
            "yes" | "y" => Ok(true),
            "no" | "n" | "" => Ok(false),
            _ => Err("Type yes or no.".to_owned()),
        })?;
        if !sure {
            return Ok(());
        }
    }
    let deleted = store.map_or(Ok(0), |store| store.clear().map_err(failed))?;
    writeln!(console.out, "Deleted {}.", counted(deleted))?;
    Ok(())
}

fn exported(game: &StoredGame, record: Option<&str>) -> Value {
    json!({ "id": game.id, "ended": game.result.ended, "game": game.result.game.word(), "record": record })
}

/// Every line with its game: neither scores nor opponents of the one are those of the other.
fn as_json(all: &Statistics, each: &[(GameKind, Statistics)], kept: usize) -> Value {
    let mut lists: [Vec<Value>; 4] = Default::default();
    let [by_game, by_opponent, by_rules, by_seat] = &mut lists;
    for (game, statistics) in each {
        let line = |label: &str, name: &str, line: &Line| {
            let mut value = line_json(line);
            value["game"] = game.word().into();
            value[label] = name.into();
            value
        };
        by_game.push(line("game", game.word(), &statistics.all));
        by_opponent.extend(statistics.by_opponent.iter().map(|(name, of)| line("opponent", name, of)));
        by_rules.extend(statistics.by_rules.iter().map(|(_, name, of)| line("rules", name, of)));
        by_seat.extend(statistics.by_seat.iter().map(|(seat, of)| line("seat", &format!("p{seat}"), of)));
    }
    let [by_game, by_opponent, by_rules, by_seat] = lists;
    json!({
        "kept": kept,
        "all": line_json(&all.all),
        "shared": all.shared,
        "streak": { "current": all.streak.current, "best": all.streak.best },
        "by_game": by_game,
        "by_opponent": by_opponent,
        "by_rules": by_rules,
        "by_seat": by_seat,
    })
}

/// Over both games there is no average score, but `null`.
fn line_json(line: &Line) -> Value {
    json!({
        "games": line.games,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "win_rate": line.rate(),
        "average_score": line.averages().map(|(own, _)| own),
        "average_against": line.averages().map(|(_, others)| others),
    })
}

fn show(
    all: &Statistics,
    each: &[(GameKind, Statistics)],
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let shared =
        format!("{} of two people here, which count as neither won nor lost", counted(all.shared.into()));
    if all.all.games == 0 {
        writeln!(console.out, "No games of yours yet. Play one.")?;
        if all.shared > 0 {
            writeln!(console.out, "{shared}")?;
        }
        return Ok(());
    }
    let mut row = |name: &str, line: &Line| {
        let full = (line.rate() * 20.0).round() as usize;
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(20 - full));
        let scores = line.averages().map(|(own, others)| format!("  {own:.1} : {others:.1}"));
        writeln!(
            console.out,
            "{name:<16} {bar} {:>5.1} %  {:>4} {}  {} won, {} drawn, {} lost{}",
            100.0 * line.rate(),
            line.games,
            if line.games == 1 { "game " } else { "games" },
            line.won,
            line.drawn,
            line.lost,
            scores.unwrap_or_default()
        )
    };
    row("all", &all.all)?;
    for (game, statistics) in each {
        row(game.word(), &statistics.all)?;
        for (name, line) in &statistics.by_opponent {
            row(&format!("  vs {name}"), line)?;
        }
        for (_, name, line) in &statistics.by_rules {
            row(&format!("  {name}"), line)?;
        }
        for (seat, line) in &statistics.by_seat {
            row(&format!("  player {seat}"), line)?;
        }
    }
    writeln!(console.out, "won in a row: {} now, {} at best", all.streak.current, all.streak.best)?;
    if all.shared > 0 {
        writeln!(console.out, "{shared}")?;
    }
    Ok(())
}
