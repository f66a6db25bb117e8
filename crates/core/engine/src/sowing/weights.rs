use std::fmt;
use std::str::FromStr;

use gebeta_rules::Keyword;
use gebeta_rules::sowing::{MoveRules, Wins};

use super::{Features, Kind};

/// What the numbers of [`Features`] are worth in games of one kind, beside the stores.
///
/// Each number has a weight for the player to move and one for the opponent, in a full and in an empty board; between them
/// the weights change with the stones left to play for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// In parts of a stone, for an empty and for a full board.
    phases: [[i32; Self::TERMS]; 2],
}

impl Weights {
    /// Terms of the sum: the numbers of both sides, and one for having the move.
    pub const TERMS: usize = 2 * Features::COUNT + 1;
    /// Parts of a stone in a weight.
    pub const PARTS: i32 = 256;
    /// Steps from an empty to a full board.
    pub const FULL: i32 = 16;

    /// Where a fit begins: a stone on the own side is worth a part of a stone.
    pub fn first(law: &MoveRules) -> Self {
        let stone = match law.wins {
            Wins::Most => 0,
            Wins::LastMover => Self::PARTS,
            Wins::Emptied => -Self::PARTS,
        };
        Self::new(|_, term| match term {
            0 => stone,
            Features::COUNT => -stone,
            _ => 0,
        })
    }

    /// The shipped weights for a law.
    pub fn shipped(law: &MoveRules) -> Self {
        let kind = Kind::of(law);
        let lines = include_str!("../../weights/sowing.txt").lines();
        let line = lines.filter_map(|line| line.split_once(' ')).find(|(word, _)| *word == kind.word());
        let weights = line.and_then(|(_, numbers)| numbers.parse().ok());
        weights.expect("a test reads every line that comes with the program")
    }

    /// Weights by phase and term.
    pub fn new(weight: impl Fn(usize, usize) -> i32) -> Self {
        let mut phases = [[0; Self::TERMS]; 2];
        for (phase, terms) in phases.iter_mut().enumerate() {
            for (term, cell) in terms.iter_mut().enumerate() {
                *cell = weight(phase, term);
            }
        }
        Self { phases }
    }

    /// The weight of a term.
    pub const fn get(&self, phase: usize, term: usize) -> i32 {
        self.phases[phase][term]
    }

    /// The terms that the weights are multiplied with: the player to move first.
    pub fn terms(sides: &[Features; 2]) -> [i32; Self::TERMS] {
        let mut terms = [1; Self::TERMS];
        let [own, theirs] = sides.each_ref().map(Features::numbers);
        terms[..Features::COUNT].copy_from_slice(own);
        terms[Features::COUNT..2 * Features::COUNT].copy_from_slice(theirs);
        terms
    }

    /// What the sides are worth to the player to move, in [`Self::PARTS`] of a stone; `fullness` is 0 to [`Self::FULL`].
    pub fn value(&self, sides: &[Features; 2], fullness: i32) -> i32 {
        let terms = Self::terms(sides);
        let sum = |weights: &[i32; Self::TERMS]| -> i32 {
            weights.iter().zip(&terms).map(|(weight, term)| weight * term).sum()
        };
        let [empty, full] = self.phases.each_ref().map(sum);
        ((Self::FULL - fullness) * empty + fullness * full) / Self::FULL
    }
}

/// The weights of an empty board, then those of a full one.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.phases.as_flattened().iter().map(ToString::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

/// Why a text holds no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights are {} whole numbers", 2 * Weights::TERMS)]
pub struct WeightsError;

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let numbers: Option<Vec<i32>> =
            text.split_whitespace().map(|word| word.parse::<i16>().ok().map(i32::from)).collect();
        let numbers = numbers.filter(|numbers| numbers.len() == 2 * Self::TERMS).ok_or(WeightsError)?;
        Ok(Self::new(|phase, term| numbers[phase * Self::TERMS + term]))
    }
}
