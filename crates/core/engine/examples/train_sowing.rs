//! Fits the weights of the sowing family, kind by kind, and prints the file of weights:
//! `cargo run --release -p gebeta-engine --example train_sowing [SAMPLES [SEED [KIND]]] > crates/core/engine/weights/sowing.txt`.
//!
//! The same arguments print the same weights. All kinds take about ten minutes with 6000 samples; with the name of a kind only
//! its line is printed.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "printing is all it does")]

use std::time::Instant;

use gebeta_engine::sowing::{EngineState, Kind, Training, Weights};
use gebeta_engine::{Bot, EngineGame, SearchRequest};
use gebeta_rules::sowing::{Playthrough, Position, Rules};
use gebeta_rules::{AnyRules, ByPlayer, Game, Keyword, Outcome, Player, Preset};

/// Boards with more pits take too long for what they teach.
const MOST_PITS: u8 = 32;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |place: usize| args.get(place).and_then(|word| word.parse::<u32>().ok());
    let (samples, seed) = (number(0).unwrap_or(6000) as usize, number(1).unwrap_or(1).into());
    println!(
        "# train_sowing {samples} {seed}: by kind the weights of an empty and of a full board, in 256ths of a stone"
    );
    for kind in Kind::all().filter(|kind| args.get(2).is_none_or(|word| word == kind.word())) {
        let began = Instant::now();
        let of_kind = |rules: &Rules| Kind::of(&rules.law) == kind && rules.law.side() <= MOST_PITS;
        let family = Preset::all().filter_map(|preset| match preset.rules {
            AnyRules::Sowing(rules) => Some(*rules),
            AnyRules::Mancala(_) | AnyRules::Senet(_) => None,
        });
        let rules: Vec<Rules> = family.filter(of_kind).collect();
        let sets = rules.len();
        let training = Training { rules, seed, samples, rounds: 4, depth: 3 };
        let Some(weights) = training.run() else { continue };
        println!("{} {weights}", kind.word());
        let (points, games) = training.rules.iter().map(|rules| compare(rules, weights)).fold((0.0, 0), add);
        eprintln!(
            "{:12} {sets:2} rule sets, {:4.0} s; against the shipped weights {:.1} % of {games} games",
            kind.word(),
            began.elapsed().as_secs_f64(),
            100.0 * points / f64::from(games)
        );
    }
}

fn add((points, games): (f64, u32), (more_points, more_games): (f64, u32)) -> (f64, u32) {
    (points + more_points, games + more_games)
}

/// The points that a player with these weights wins against one with the shipped ones, and the games.
fn compare(rules: &Rules, weights: Weights) -> (f64, u32) {
    const PAIRS: u64 = 15;
    const OPENING: usize = 3;
    const LONGEST: usize = 500;
    let mut points = 0.0;
    let mut games = 0;
    for seed in 0..PAIRS {
        for seat in Player::BOTH {
            let mut game = Playthrough::new(Position::start(rules));
            let mut states = ByPlayer::from_fn(|player| {
                let of_seat = if player == seat { weights } else { Weights::shipped(&rules.law) };
                EngineState::judging_by(&rules.law, of_seat)
            });
            for ply in 0..LONGEST {
                let Some(mover) = game.to_move() else { break };
                let bot = if ply < OPENING { Bot::Random } else { Bot::Steady { depth: 3 } };
                let request = SearchRequest { seed, ply, ..SearchRequest::new(bot) };
                let Some(found) = game.search_with(&mut states[mover], request, &mut |_| {}) else { break };
                game.play_unchecked(found.best, &mut ());
            }
            points += match game.outcome().and_then(Outcome::winner) {
                Some(winner) if winner == seat => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            games += 1;
        }
    }
    (points, games)
}
