use std::fmt;

use serde::Serialize;

use gebeta_engine::{Bot, Ladder, Tally};
use gebeta_rules::{AnyPosition, GameKind};

use super::{pairs, whole};
use crate::args::MatchArgs;
use crate::{CliError, Console};

/// The results of a round-robin.
#[derive(Debug, Serialize)]
struct FieldReport<'a> {
    #[serde(skip)]
    game: GameKind,
    /// How many games each pair has played.
    #[serde(skip)]
    games: u32,
    rules: &'a str,
    seed: u64,
    ratings: Vec<RatedBot>,
    meetings: Vec<Meeting>,
}

#[derive(Debug, Serialize)]
struct RatedBot {
    bot: String,
    elo: f64,
    error: f64,
}

/// All games of one bot against another.
#[derive(Debug, Serialize)]
struct Meeting {
    a: String,
    b: String,
    wins: u32,
    draws: u32,
    losses: u32,
    score: f64,
    error: f64,
    #[serde(skip)]
    places: (usize, usize),
}

impl FieldReport<'_> {
    /// The score of the bot at a place against another, if they have met.
    fn score(&self, place: usize, other: usize) -> Option<f64> {
        self.meetings.iter().find_map(|meeting| match meeting.places {
            places if places == (place, other) => Some(meeting.score),
            places if places == (other, place) => Some(1.0 - meeting.score),
            _ => None,
        })
    }
}

impl fmt::Display for FieldReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, games, rules, seed, ratings, .. } = self;
        writeln!(f, "{game} ({rules}), {games} games each, seed {seed}")?;
        writeln!(f, "{:<12} {:>6} {:>7}   score against", "", "Elo", "+- 95 %")?;
        for (place, RatedBot { bot, elo, error }) in ratings.iter().enumerate() {
            let against = |(other, rated): (usize, &RatedBot)| {
                Some(format!("{} {:.0} %", rated.bot, 100.0 * self.score(place, other)?))
            };
            let against: Vec<_> = ratings.iter().enumerate().filter_map(against).collect();
            writeln!(f, "{bot:<12} {:>+6} {:>7.0}   {}", whole(*elo), 1.96 * error, against.join(", "))?;
        }
        Ok(())
    }
}

/// Every bot against every other, or with `--neighbors` only against the next in the list.
pub(super) fn run(
    start: &AnyPosition,
    field: &[Bot],
    rules: &str,
    args: &MatchArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let mut ladder = Ladder::new(field.len());
    let mut meetings = Vec::new();
    for a in 1..field.len() {
        let first = if args.neighbors { a - 1 } else { 0 };
        for b in first..a {
            let tally = pairs::play(start, (field[a], field[b]), args, |_| false);
            meetings.push(meeting(field, (a, b), &tally));
            ladder.add(a, b, tally);
        }
    }
    let ratings = ladder.ratings();
    let rated = field.iter().zip(&ratings);
    let report = FieldReport {
        game: args.game,
        games: meetings.first().map_or(0, |meeting| meeting.wins + meeting.draws + meeting.losses),
        rules,
        seed: args.seed,
        ratings: rated
            .map(|(bot, rating)| RatedBot { bot: bot.to_string(), elo: rating.elo, error: rating.error })
            .collect(),
        meetings,
    };
    if args.json {
        return console.json(&report);
    }
    write!(console.out, "{report}")?;
    Ok(())
}

fn meeting(field: &[Bot], (a, b): (usize, usize), tally: &Tally) -> Meeting {
    Meeting {
        a: field[a].to_string(),
        b: field[b].to_string(),
        wins: tally.wins,
        draws: tally.draws,
        losses: tally.losses,
        score: tally.score(),
        error: tally.error(),
        places: (a, b),
    }
}
