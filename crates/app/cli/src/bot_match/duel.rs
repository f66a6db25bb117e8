use std::fmt;

use serde::Serialize;

use gebeta_engine::{Bot, Tally};
use gebeta_rules::{AnyPosition, GameKind};

use super::{pairs, whole};
use crate::args::MatchArgs;
use crate::{CliError, Console};

/// How much stronger the first bot must be for a sequential test to say so.
const SPRT_ELO: f64 = 20.0;
/// Where a sequential test ends: one error in twenty either way, ln 19.
const SPRT_BOUND: f64 = 2.944;

/// The result of a match between two bots, from the view of the first.
#[derive(Debug, Serialize)]
struct DuelReport<'a> {
    #[serde(skip)]
    game: GameKind,
    a: String,
    b: String,
    rules: &'a str,
    seed: u64,
    games: u32,
    wins: u32,
    draws: u32,
    losses: u32,
    /// The average number of moves of a game.
    length: f64,
    score: f64,
    error: f64,
    elo: f64,
    elo_low: f64,
    elo_high: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<SequentialTest>,
}

/// A sequential probability ratio test of "stronger by [`SPRT_ELO`]" against "not stronger".
#[derive(Debug, Serialize)]
struct SequentialTest {
    elo: f64,
    /// The log-likelihood ratio.
    llr: f64,
    verdict: &'static str,
}

impl SequentialTest {
    fn of(tally: &Tally) -> Self {
        let llr = tally.likelihood(SPRT_ELO);
        let verdict = match llr {
            l if l >= SPRT_BOUND => "stronger",
            l if l <= -SPRT_BOUND => "not stronger",
            _ => "open",
        };
        Self { elo: SPRT_ELO, llr, verdict }
    }
}

impl fmt::Display for DuelReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, a, b, rules, seed, games, wins, draws, losses, .. } = self;
        writeln!(f, "{a} against {b}, {game} ({rules}), seed {seed}")?;
        writeln!(f, "{games} games: {wins} won, {draws} drawn, {losses} lost")?;
        writeln!(f, "{:.0} moves a game on average", self.length)?;
        writeln!(f, "score {:.1} % (standard error {:.1})", 100.0 * self.score, 100.0 * self.error)?;
        let [low, elo, high] = [self.elo_low, self.elo, self.elo_high].map(whole);
        writeln!(f, "Elo {elo:+}, with 95 % between {low:+} and {high:+}")?;
        if let Some(SequentialTest { elo, llr, verdict }) = &self.sprt {
            writeln!(f, "sequential test, {elo} Elo: {verdict} ({llr:.2} of {SPRT_BOUND})")?;
        }
        Ok(())
    }
}

/// One player against another.
pub(super) fn run(
    start: &AnyPosition,
    a: Bot,
    b: Bot,
    rules: &str,
    args: &MatchArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let is_decided = |tally: &Tally| args.sprt && tally.likelihood(SPRT_ELO).abs() >= SPRT_BOUND;
    let tally = pairs::play(start, (a, b), args, is_decided);
    let [elo_low, elo, elo_high] = tally.elo();
    let report = DuelReport {
        game: args.game,
        a: a.to_string(),
        b: b.to_string(),
        rules,
        seed: args.seed,
        games: tally.games(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        length: tally.length(),
        score: tally.score(),
        error: tally.error(),
        elo,
        elo_low,
        elo_high,
        sprt: args.sprt.then(|| SequentialTest::of(&tally)),
    };
    if args.json {
        return console.json(&report);
    }
    write!(console.out, "{report}")?;
    Ok(())
}
