//! Size budgets: how many bytes a browser may have to load.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::bundle::{Bundle, Use};

/// A use of the program, and the most bytes it may load, after compression.
struct Budget {
    what: &'static str,
    use_: Use,
    /// The lazily loaded part that it needs too.
    part: Option<&'static str>,
    most: u64,
}

const BUDGETS: [Budget; 3] = [
    Budget { what: "for a first game of mancala", use_: Use::First, part: Some("stones"), most: 300_000 },
    Budget { what: "for a first game of senet", use_: Use::First, part: Some("pieces"), most: 300_000 },
    Budget { what: "for a computer player", use_: Use::Worker, part: None, most: 150_000 },
];

/// A file and its size, before and after compression.
struct Size<'a> {
    name: &'a str,
    use_: Use,
    plain: u64,
    compressed: u64,
}

/// Prints the size of every file, and fails if a budget is exceeded.
pub(super) fn check(bundle: &Bundle, folder: &Path) -> Result<()> {
    let mut sizes = Vec::new();
    for file in bundle.files() {
        let plain = size(&folder.join(&file.name))?;
        let compressed = size(&folder.join(format!("{}.br", file.name)))?;
        sizes.push(Size { name: &file.name, use_: file.use_, plain, compressed });
    }
    let part = |name| bundle.part(name).with_context(|| format!("the program has no part {name}"));
    let mut table = format!("{:<34}{:>12}{:>12}\n", "file", "bytes", "brotli");
    for Size { name, plain, compressed, .. } in &sizes {
        let _ = writeln!(table, "{name:<34}{plain:>12}{compressed:>12}");
    }
    let mut over = Vec::new();
    for budget in BUDGETS {
        let needed = weigh(&sizes, &budget, budget.part.map(part).transpose()?.unwrap_or_default());
        let Budget { what, most, .. } = budget;
        let _ = writeln!(table, "{what:<46}{needed:>12} of {most}");
        if needed > most {
            over.push(format!("{what} a browser loads {needed} bytes, and may load {most}"));
        }
    }
    println!("{table}");
    if over.is_empty() { Ok(()) } else { bail!(over.join("; ")) }
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("cannot find {}", file.display()))?.len())
}

/// The bytes that a use loads, with these files of its part.
fn weigh(sizes: &[Size<'_>], budget: &Budget, part: &[String]) -> u64 {
    let needed = |file: &&Size<'_>| file.use_ == budget.use_ || part.iter().any(|name| name == file.name);
    sizes.iter().filter(needed).map(|file| file.compressed).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_budget_is_for_counts_against_it() {
        let file = |name, use_, compressed| Size { name, use_, plain: 900_000, compressed };
        let sizes = [
            file("main.wasm", Use::First, 100),
            file("main.js", Use::First, 20),
            file("stones.wasm", Use::Later, 7),
            file("pieces.wasm", Use::Later, 900_000),
            file("engine.wasm", Use::Worker, 3),
        ];
        let [mancala, _, worker] = BUDGETS;
        assert_eq!(weigh(&sizes, &mancala, &["stones.wasm".to_owned()]), 127);
        assert_eq!(weigh(&sizes, &worker, &[]), 3);
    }
}
