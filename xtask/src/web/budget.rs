//! How much a browser may have to load.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use super::bundle::{Bundle, Use};

/// What may be loaded at most, in bytes after compression. The aim is 300,000 and 150,000; until the program is split by
/// screens, this keeps it from growing.
const BUDGETS: [(Use, &str, u64); 2] =
    [(Use::First, "for the first game", 600_000), (Use::Worker, "for a computer player", 150_000)];

/// Prints what every file weighs, and fails if a budget is overdrawn.
pub(super) fn check(bundle: &Bundle, folder: &Path) -> Result<()> {
    let mut sizes = Vec::new();
    for file in bundle.files() {
        let compressed = size(&folder.join(format!("{}.br", file.name)))?;
        sizes.push((file.use_, file.name.as_str(), size(&folder.join(&file.name))?, compressed));
    }
    println!("{}", table(&sizes));
    over(&sizes).map_or(Ok(()), |words| bail!(words))
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("cannot find {}", file.display()))?.len())
}

type Size<'a> = (Use, &'a str, u64, u64);

fn table(sizes: &[Size<'_>]) -> String {
    let mut table = format!("{:<34}{:>12}{:>12}\n", "file", "bytes", "brotli");
    for (_, name, plain, compressed) in sizes {
        let _ = writeln!(table, "{name:<34}{plain:>12}{compressed:>12}");
    }
    for (use_, what, most) in BUDGETS {
        let plain: u64 = of(sizes, use_).map(|(_, _, plain, _)| plain).sum();
        let _ = writeln!(table, "{what:<34}{plain:>12}{:>12} of {most}", compressed(sizes, use_));
    }
    table
}

/// The budgets that are overdrawn, in words.
fn over(sizes: &[Size<'_>]) -> Option<String> {
    let over = BUDGETS.into_iter().filter(|&(use_, _, most)| compressed(sizes, use_) > most);
    let words = over.map(|(use_, what, most)| {
        format!("{what} a browser loads {} bytes, and may load {most}", compressed(sizes, use_))
    });
    words.reduce(|all, one| format!("{all}; {one}"))
}

fn compressed(sizes: &[Size<'_>], use_: Use) -> u64 {
    of(sizes, use_).map(|(_, _, _, compressed)| compressed).sum()
}

fn of<'a>(sizes: &'a [Size<'a>], use_: Use) -> impl Iterator<Item = &'a Size<'a>> {
    sizes.iter().filter(move |(of, ..)| *of == use_)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_budget_is_for_counts_against_it() {
        let fits =
            [(Use::First, "a", 900_000, 600_000), (Use::Worker, "b", 9, 9), (Use::Later, "c", 9, 900_000)];
        assert_eq!(over(&fits), None);
        let heavy = [(Use::First, "a", 900_000, 600_000), (Use::First, "b", 9, 1)];
        let words = over(&heavy).unwrap();
        assert_eq!(words, "for the first game a browser loads 600001 bytes, and may load 600000");
        assert!(table(&heavy).contains("600001 of 600000"));
    }
}
