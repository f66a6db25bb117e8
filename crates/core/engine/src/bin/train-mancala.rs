//! Fits the evaluation of a rule set and prints the weights: `train-mancala gebeta > crates/core/engine/weights/mancala-gebeta.txt`.
//!
//! A second and third argument are the samples of a round and the seed. The same arguments print the same weights.

use std::process::ExitCode;

use gebeta_engine::mancala::Training;
use gebeta_rules::mancala::{Rules, Sowing};

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "printing is all it does")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let rules = match args.first().map(String::as_str) {
        Some("gebeta") => Rules::GEBETA,
        Some("avalanche") => Rules::AVALANCHE,
        Some("tainted") => Rules::TAINTED,
        _ => {
            eprintln!("train-mancala gebeta|avalanche|tainted [SAMPLES] [SEED]");
            return ExitCode::FAILURE;
        }
    };
    let number = |place: usize| args.get(place).and_then(|word| word.parse::<u32>().ok());
    let relay = rules.law.sowing == Sowing::Relay;
    let training = Training {
        rules,
        seed: number(2).unwrap_or(1).into(),
        samples: number(1).unwrap_or(30_000) as usize,
        rounds: 3,
        depth: if relay { 1 } else { 5 },
    };
    println!("# {training:?}");
    print!("{}", training.run());
    ExitCode::SUCCESS
}
