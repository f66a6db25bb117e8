//! `gebeta verify`: a game played by a link, checked without asking anybody.

use gebeta_fairness::{Chain, Transcript, Verdict};
use serde_json::json;

use crate::args::VerifyGameArgs;
use crate::{CliError, Console, atomic_file, record_file};

/// Says what was checked, or fails with the first thing that is wrong.
pub(crate) fn run(args: &VerifyGameArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let text = record_file::text(&args.file, console)?;
    let verdict = gebeta_fairness::verify(&text).map_err(|error| CliError::bad_file(&args.file, &error))?;
    let chained = match &args.chain {
        Some(file) => {
            let pages = atomic_file::read(file, Chain::MAX_FILE_BYTES)?;
            let chain = Chain::read(&pages).map_err(|error| CliError::bad_file(file, &error))?;
            let (_, transcript) =
                Transcript::read(&text).map_err(|error| CliError::bad_file(&args.file, &error))?;
            chain.check(&transcript).map_err(|error| CliError::bad_file(&args.file, &error))?;
            Some(chain.links().len())
        }
        None => None,
    };
    let Verdict { throws, coin, first, own_seeds: (a, b) } = verdict;
    if args.json {
        let told = json!({ "fair": true, "throws": throws, "coin": coin,
            "first": first.map(|first| first.to_string()), "own_seeds": { "a": a, "b": b },
            "chained": chained.is_some() });
        writeln!(console.out, "{told}")?;
        return Ok(());
    }
    writeln!(console.out, "The file is as the server wrote it, and every move is legal.")?;
    writeln!(console.out, "All three envelopes hold what was sealed before the game.")?;
    if let Some(links) = chained {
        writeln!(console.out, "The game is in the chain, and all {links} links of it hold.")?;
    }
    for (own, letter) in [(a, "A"), (b, "B")] {
        if !own {
            writeln!(console.out, "Player {letter} put no seed of their own into the envelope.")?;
        }
    }
    if coin {
        writeln!(console.out, "The coin gave the seats as they were.")?;
    }
    if let Some(first) = first {
        writeln!(console.out, "The coin let Player {first} begin.")?;
    }
    if throws == 0 && (coin || first.is_some()) {
        writeln!(console.out, "Fair: the coin matches the envelopes.")?;
    } else {
        writeln!(console.out, "Fair: all {throws} throws match the envelopes.")?;
    }
    Ok(())
}
