use std::fmt;
use std::str::FromStr;

use gebeta_rules::mancala::{Bitboard, Capture, MoveRules, SideWord, Sowing};

/// A fitted evaluation of positions of six pits for the player to move, beside the stores.
///
/// Every pit has a weight for every count of stones, not one for every stone: what matters is whether the last stone
/// reaches the store. The weights change with the stones left to play for.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// In sixteenths of a stone, by band, pit (the mover's from the left, then the opponent's) and count.
    bands: Box<[[[i32; Self::COUNTS]; 2 * Self::PITS]; Self::BANDS]>,
}

impl Weights {
    /// Pits per side.
    pub const PITS: usize = 6;
    /// Counts that have a weight; fuller pits are worth no more.
    pub(super) const COUNTS: usize = 16;
    /// How many bands of stones there are.
    pub(super) const BANDS: usize = 6;
    /// Stones of one band; the last one has no end.
    const STONES: u32 = 12;

    /// The shipped weights that fit these rules best, where there are some.
    pub fn shipped(law: MoveRules) -> Option<Self> {
        let text = match law {
            MoveRules { sowing: Sowing::Relay, .. } => include_str!("../../weights/mancala-avalanche.txt"),
            MoveRules { capture: Capture::None, .. } | MoveRules { extra_turn: false, .. } => return None,
            MoveRules { skip_origin: true, .. } => include_str!("../../weights/mancala-tainted.txt"),
            MoveRules { .. } => include_str!("../../weights/mancala-gebeta.txt"),
        };
        Some(text.parse().expect("a test reads every file that comes with the program"))
    }

    pub(super) fn new(weight: impl Fn(usize, usize, usize) -> i32) -> Self {
        let mut bands = Box::new([[[0; Self::COUNTS]; 2 * Self::PITS]; Self::BANDS]);
        for (band, pits) in bands.iter_mut().enumerate() {
            for (pit, counts) in pits.iter_mut().enumerate() {
                for (count, cell) in counts.iter_mut().enumerate() {
                    *cell = weight(band, pit, count);
                }
            }
        }
        Self { bands }
    }

    /// What the pits are probably worth to the player to move; never more than all their stones.
    #[inline]
    pub fn eval<S: SideWord>(&self, pits: Bitboard<S>) -> i32 {
        let most = super::Steady::STONE * pits.stones().cast_signed();
        let weights = &self.bands[Self::band(pits)];
        let sum: i32 = weights.iter().zip(Self::counts(pits)).map(|(counts, count)| counts[count]).sum();
        sum.clamp(-most, most)
    }

    #[inline]
    pub(super) fn band<S: SideWord>(pits: Bitboard<S>) -> usize {
        ((pits.stones() / Self::STONES) as usize).min(Self::BANDS - 1)
    }

    /// The count of every pit, as far as it has a weight.
    #[inline]
    pub(super) fn counts<S: SideWord>(pits: Bitboard<S>) -> [usize; 2 * Self::PITS] {
        let mut counts = [0; 2 * Self::PITS];
        let (own, theirs) = counts.split_at_mut(Self::PITS);
        for (counts, side) in [(own, pits.own), (theirs, pits.theirs)] {
            for (count, pit) in counts.iter_mut().zip(0..) {
                *count = (side.stones_in(pit) as usize).min(Self::COUNTS - 1);
            }
        }
        counts
    }
}

/// A line of counts for every pit, band after band.
impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (band, pits) in self.bands.iter().enumerate() {
            writeln!(f, "# from {} stones on", band as u32 * Self::STONES)?;
            for counts in pits {
                let words: Vec<String> = counts.iter().map(ToString::to_string).collect();
                writeln!(f, "{}", words.join(" "))?;
            }
        }
        Ok(())
    }
}

/// Why a text holds no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("weights are {lines} lines of {columns} whole numbers", lines = 2 * Weights::PITS * Weights::BANDS,
    columns = Weights::COUNTS)]
pub struct WeightsError;

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Self, WeightsError> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let numbers =
            |line: &str| line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<Vec<i16>>>();
        let rows: Option<Vec<Vec<i16>>> = lines.map(numbers).collect();
        let rows = rows.ok_or(WeightsError)?;
        let fits =
            rows.len() == 2 * Self::PITS * Self::BANDS && rows.iter().all(|row| row.len() == Self::COUNTS);
        if !fits {
            return Err(WeightsError);
        }
        Ok(Self::new(|band, pit, count| rows[2 * Self::PITS * band + pit][count].into()))
    }
}
