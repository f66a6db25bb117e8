//! Hints as sentences.

use std::fmt::Display;

use gebeta_engine::{Hint, Hints};
use gebeta_rules::GameKind;

/// How many of the other moves are told.
const OTHERS: usize = 2;

/// The move alone, then what it is worth and what others lose.
pub(crate) fn lines<M: Copy + PartialEq + Display>(game: GameKind, hints: &Hints<M>) -> Vec<String> {
    let best = hints.best();
    let known = if best.exact { "proved".to_owned() } else { format!("{} plies ahead", hints.depth) };
    let line: Vec<_> = hints.pv.iter().skip(1).map(ToString::to_string).collect();
    let line = if line.is_empty() { String::new() } else { format!(", then {}", line.join(" ")) };
    let mut lines =
        vec![format!("Hint: {}", best.mv), format!("  {} ({known}){line}", worth(game, best.value))];
    let others: Vec<_> = hints.moves.iter().skip(1).take(OTHERS).map(|other| less(game, other)).collect();
    if !others.is_empty() {
        lines.push(format!("  {}", others.join("; ")));
    }
    lines
}

fn worth(game: GameKind, value: f64) -> String {
    match game {
        GameKind::Mancala if value.abs() < 0.05 => "an even end".to_owned(),
        GameKind::Mancala if value > 0.0 => format!("{} ahead at the end", stones(value)),
        GameKind::Mancala => format!("{} behind at the end", stones(-value)),
        GameKind::Senet => format!("wins {:.1} of 100 games", 100.0 * value),
    }
}

fn less<M: Display>(game: GameKind, other: &Hint<M>) -> String {
    let guess = if other.exact { "" } else { "about " };
    match game {
        _ if other.loss < 0.000_5 => format!("{} is as good", other.mv),
        GameKind::Mancala => format!("{} is {guess}{} worse", other.mv, stones(other.loss)),
        GameKind::Senet => format!("{} is {guess}{:.1} worse", other.mv, 100.0 * other.loss),
    }
}

/// A number of stones in words, rounded to a tenth.
pub(crate) fn stones(value: f64) -> String {
    let value = tenths(value);
    format!("{value} {}", if (value - 1.0).abs() < 0.05 { "stone" } else { "stones" })
}

/// Rounded to one digit, and no minus before a nought.
pub(crate) fn tenths(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}
