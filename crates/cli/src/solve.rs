use std::num::NonZero;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use serde_json::{Map, Value, json};

use gebeta_endgame::mancala::{Prover, Table};
use gebeta_endgame::senet::{Exact, Reach, Stage};
use gebeta_rules::{AnyPosition, Chance, Game, Outcome, Player, mancala, senet};

use crate::args::SolveArgs;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::{Console, Failure};

/// `gebeta solve`: what a position is truly worth.
pub(crate) fn run(args: &SolveArgs, console: &mut Console<'_>) -> Result<(), Failure> {
    let overrides = Overrides::from(&args.rules);
    let mut set = overrides.rule_set(args.game, &Rulebook::open())?;
    let position = overrides.position(&mut set, args.position.as_deref())?;
    let threads =
        args.threads.or_else(|| std::thread::available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN);
    let started = Instant::now();
    let bar = ProgressBar::new_spinner();
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut answer = match &position {
        AnyPosition::Mancala(position) => solve_mancala(position, args, threads, &bar),
        AnyPosition::Senet(position) => solve_senet(position, threads, &bar)?,
    };
    bar.finish_and_clear();
    answer["seconds"] = json!(started.elapsed().as_secs_f64());
    if args.json {
        writeln!(console.out, "{answer}")?;
    } else {
        tell(&answer, console)?;
    }
    Ok(())
}

fn solve_mancala(
    position: &mancala::Position,
    args: &SolveArgs,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Value {
    if position.outcome().is_some() {
        return json!({ "value": position.lead(Player::One), "best": [], "moves": {}, "nodes": 0 });
    }
    let (board, law) = (position.board(), position.law());
    let in_pits: u32 =
        Player::BOTH.iter().flat_map(|&player| board.side(player)).map(|&n| u32::from(n)).sum();
    let table = Table::build(
        board.pits(),
        law,
        Table::worthwhile(board.pits(), in_pits),
        threads.get(),
        &|progress| {
            bar.set_message(format!(
                "endgame table, {} stones: {:.0} %",
                progress.stones,
                100.0 * progress.done as f64 / progress.total as f64
            ));
            true
        },
    );
    let prover = Prover { table: table.as_ref(), megabytes: args.memory.unwrap_or(enough_memory(in_pits)) };
    let solved = prover.solve(position, args.moves, &mut |proof| {
        bar.set_message(format!("between {} and {}, {} positions", proof.low, proof.high, proof.nodes));
        true
    });
    let solved = solved.expect("an unfinished game that nobody stops is solved");
    let by_move = |(mv, value): &(mancala::Move, i32)| (mv.to_string(), json!(value));
    let best: Vec<_> = solved.best.iter().map(ToString::to_string).collect();
    let mut answer = json!({ "value": solved.value, "best": best });
    if args.moves {
        answer["moves"] = Value::Object(solved.moves.iter().map(by_move).collect());
    }
    answer["nodes"] = json!(solved.nodes);
    answer
}

fn solve_senet(
    position: &senet::Position,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<Value, Failure> {
    if let Some(outcome) = position.outcome() {
        let value = f64::from(outcome == Outcome::Win(Player::One));
        return Ok(json!({ "value": value, "best": [], "moves": {}, "nodes": 0 }));
    }
    let most =
        Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max().unwrap_or(1);
    let reach = Reach::new(most).ok_or_else(|| {
        let limit = Reach::MOST;
        Failure::failed(
            "too-large",
            format!("{most} pieces per side are too many to solve here; {limit} are possible"),
        )
    })?;
    let mut progress = |progress: gebeta_endgame::senet::Progress| {
        let stage = match progress.stage {
            Stage::Moves => "finding moves".to_owned(),
            Stage::Sweep { number, change } => format!("sweep {number}, last change {change:.1e}"),
            Stage::Check => "checking".to_owned(),
        };
        bar.set_message(format!("{:?}: {stage}, {:.0} %", progress.layer, 100.0 * progress.part));
    };
    let exact = Exact::build(position.rules(), reach, threads, &mut progress, &|| false);
    let exact = exact.expect("a table that nobody stops is finished");
    let outside = || Failure::failed("too-large", "the table does not reach this position");
    let value = digits(exact.win(position).ok_or_else(outside)?);
    let with_roll = |cast: &senet::Position| {
        let moves = exact.moves(cast).unwrap_or_default();
        let top = moves.iter().map(|(_, win)| *win).fold(f64::NEG_INFINITY, f64::max);
        // Moves whose worth differs by less than the table's error are equally good.
        let best: Vec<_> =
            moves.iter().filter(|(_, win)| top - win < 1e-9).map(|(mv, _)| mv.to_string()).collect();
        let by_move: Map<_, _> =
            moves.iter().map(|(mv, win)| (mv.to_string(), json!(digits(*win)))).collect();
        (json!(best), Value::Object(by_move))
    };
    if position.thrown().is_some() {
        let (best, moves) = with_roll(position);
        return Ok(json!({ "value": value, "best": best, "moves": moves, "nodes": 0 }));
    }
    let rolls: Map<_, _> = position
        .throws()
        .iter()
        .map(|&(roll, _)| {
            let (best, moves) = with_roll(&position.cast(roll));
            (roll.to_string(), json!({ "best": best, "moves": moves }))
        })
        .collect();
    Ok(json!({ "value": value, "rolls": rolls, "nodes": 0 }))
}

/// Megabytes for a proof that begins with so many stones: what is not needed takes time to clear.
const fn enough_memory(in_pits: u32) -> usize {
    match in_pits {
        0..=30 => 32,
        31..=40 => 512,
        41..=50 => 2048,
        _ => 6144,
    }
}

/// A probability with the twelve digits that mean something.
fn digits(win: f64) -> f64 {
    (win * 1e12).round() / 1e12
}

fn tell(answer: &Value, console: &mut Console<'_>) -> Result<(), Failure> {
    writeln!(console.out, "value {}", answer["value"])?;
    let words = |best: &Value| {
        let words: Vec<_> = best.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        words.join(" ")
    };
    if let Some(rolls) = answer["rolls"].as_object() {
        for (roll, replies) in rolls {
            writeln!(console.out, "roll {roll}: best {}", words(&replies["best"]))?;
        }
    } else {
        writeln!(console.out, "best {}", words(&answer["best"]))?;
    }
    for (mv, value) in answer["moves"].as_object().into_iter().flatten() {
        writeln!(console.out, "move {mv}: {value}")?;
    }
    writeln!(console.out, "{:.2} s", answer["seconds"].as_f64().unwrap_or_default())?;
    Ok(())
}
