use std::fmt;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use gebeta_engine::{Bot, Duel, EngineGame, Tally};
use gebeta_rules::AnyPosition;

use crate::args::MatchArgs;
use crate::cores;
use crate::tablebase::Tables;

/// Random moves before the players take over, so that games differ: the throws of Senet see to that by themselves.
const MANCALA_OPENING: usize = 2;

/// Plays pairs until there are enough games, or until `clear` says that the answer is.
pub(super) fn play(
    start: &AnyPosition,
    (a, b): (Bot, Bot),
    args: &MatchArgs,
    clear: impl Fn(&Tally) -> bool,
) -> Tally {
    match *start {
        AnyPosition::Mancala(start) => play_from(start, (a, b), MANCALA_OPENING, args, clear),
        AnyPosition::Sowing(start) => play_from(*start, (a, b), MANCALA_OPENING, args, clear),
        AnyPosition::Senet(start) => play_from(start, (a, b), 0, args, clear),
    }
}

/// A rate without decimals that nobody can read.
fn tenths_per_second(state: &ProgressState, out: &mut dyn fmt::Write) {
    // A bar is no reason to fail.
    let _ = write!(out, "{:.1}/s", state.per_sec());
}

fn play_from<G: EngineGame<EngineState: Sync> + Sync>(
    start: G,
    (a, b): (Bot, Bot),
    opening: usize,
    args: &MatchArgs,
    clear: impl Fn(&Tally) -> bool,
) -> Tally {
    let tables = Tables::default();
    let opening = args.opening.unwrap_or(opening);
    let duel = &Duel { start, a, b, opening, tablebases: Some(&tables), state: &G::EngineState::default() };
    let threads = cores::or_all(args.threads).get() as u64;
    let pairs = args.games.div_ceil(2);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} pairs  {per_sec}  {eta} left  {msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(pairs).with_style(style.with_key("per_sec", tenths_per_second));
    bar.enable_steady_tick(Duration::from_millis(250));
    let mut tally = Tally::default();
    let mut first = 0;
    'enough: while first < pairs {
        // Counted in their order, so that the result does not depend on the number of threads.
        let results = std::thread::scope(|scope| {
            let play = |pair: u64| scope.spawn(move || duel.pair(args.seed.wrapping_add(pair)));
            let running: Vec<_> = (first..pairs.min(first + threads)).map(play).collect();
            running
                .into_iter()
                .map(|thread| thread.join().expect("a game comes to its end"))
                .collect::<Vec<_>>()
        });
        for pair in results {
            tally.add(pair);
            bar.inc(1);
            bar.set_message(format!("{} - {}: {:.1} %", duel.a, duel.b, 100.0 * tally.score()));
            if clear(&tally) {
                break 'enough;
            }
        }
        first += threads;
    }
    bar.finish_and_clear();
    tally
}
