//! Teaches the net of one rule set: `train_senet PRESET SEED FILE [PART]`, the part of the full course in percent.
#![expect(clippy::print_stderr, reason = "a course takes minutes, and somebody watches")]

use std::error::Error;
use std::num::NonZero;

use gebeta_engine::senet::{Trainer, TrainingSet};
use gebeta_rules::senet::Rules;
use gebeta_solver::senet::{Exact, Reach};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, seed, file, rest @ ..] = args.as_slice() else {
        return Err("usage: train_senet classic|kendall SEED FILE [PERCENT]".into());
    };
    let rules = match preset.as_str() {
        "classic" => Rules::CLASSIC,
        "kendall" => Rules::FIVE_PIECE,
        _ => return Err("there are lessons for classic and kendall".into()),
    };
    let percent: u32 = rest.first().map_or(Ok(100), |text| text.parse())?;
    let reach = Reach::new(3).ok_or("a table reaches three pieces")?;
    let exact = Exact::build(&rules, reach, NonZero::<usize>::MIN, &mut |_| {}, &|| false)
        .ok_or("nobody stops it")?;
    let lessons = TrainingSet { exact: 400 * percent, games: 60 * percent, polish: 250 * percent };
    let mut teacher = Trainer::new(&exact, seed.parse()?);
    teacher.teach(lessons, &mut |pieces, error| eprintln!("{pieces} pieces, error {error:.5}"));
    eprintln!("error against exact values {:.5}", teacher.error(100_000));
    std::fs::write(file, teacher.net().to_bytes())?;
    Ok(())
}
