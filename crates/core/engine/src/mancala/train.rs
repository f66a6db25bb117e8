use gebeta_rules::Game;
use gebeta_rules::mancala::{Bitboard, Move, Position, Rules, Size, Sowing};
use gebeta_search::{AlphaBeta, Candidates, Limits, SearchOptions, TableUse, TranspositionTable, Unit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Ground, Pits, Steady, Weights};

/// How a fit is made; the same seed gives the same weights everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Training {
    /// The rules; boards have six pits, and three to six stones in each at the start.
    pub rules: Rules,
    /// What all chance follows from.
    pub seed: u64,
    /// Positions that are searched in each round.
    pub samples: usize,
    /// How often the fit of one round judges the leaves of the next.
    pub rounds: usize,
    /// How far each position is looked ahead from: plies, or turns of a relay game.
    pub depth: u32,
}

/// A position and what looking ahead says of it, in sixteenths of a stone.
type Sample = (Bitboard, i32);

impl Training {
    /// The most positions one sample may take; a longer turn is left out.
    const NODES: u64 = 200_000;
    /// How often the weights go through the samples.
    const PASSES: usize = 60;

    /// Plays games with itself and fits the weights to what it sees there.
    pub fn run(&self) -> Weights {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut weights = None;
        for _ in 0..self.rounds.max(1) {
            let samples = self.play(weights.as_ref(), &mut rng);
            weights = Some(fit(&samples, Self::PASSES));
        }
        weights.expect("there is at least one round")
    }

    fn play(&self, weights: Option<&Weights>, rng: &mut ChaCha8Rng) -> Vec<Sample> {
        let mut samples = Vec::with_capacity(self.samples);
        while samples.len() < self.samples {
            let stones = Size::new(rng.random_range(3..=6)).expect("three to six are sizes");
            let mut position = Position::start(&Rules { stones, ..self.rules });
            let Some(ground) = Ground::<u64>::of(&position) else { return samples };
            let ground = match weights {
                Some(weights) => ground.judged_by(weights.clone()),
                None => ground,
            };
            let mut memory = TranspositionTable::new(1 << 16);
            while position.outcome().is_none() && samples.len() < self.samples {
                let best = self.look(&position, &ground, &mut memory).map(|(mv, sample)| {
                    samples.push(sample);
                    mv
                });
                let legal: Vec<Move> = position.legal_moves().collect();
                let any = legal[rng.random_range(0..legal.len())];
                // Half of the moves at random: the leaves of a search are not well played either.
                let mv = if rng.random() { any } else { best.unwrap_or(any) };
                position.play_unchecked(mv, &mut ());
            }
        }
        samples
    }

    fn look(
        &self,
        position: &Position,
        ground: &Ground,
        memory: &mut TranspositionTable<super::Node>,
    ) -> Option<(Move, Sample)> {
        let unit = if self.rules.law.sowing == Sowing::Relay { Unit::Turns } else { Unit::Plies };
        let style = SearchOptions { unit, recall: TableUse::Deeper, candidates: Candidates::Best };
        let tree = Pits::new(ground, None);
        let root = ground.node(position)?;
        let limits = Limits { nodes: Self::NODES, ..Limits::depth(self.depth) };
        let report = AlphaBeta { tree: &tree, memory, style }.search(&root, limits)?;
        let (mv, value) = report.best()?;
        Some((mv, (Bitboard::of(position)?, value)))
    }
}

/// Weights whose guesses are near the samples: each sample draws the weights it uses a little toward itself, less and
/// less from pass to pass.
fn fit(samples: &[Sample], passes: usize) -> Weights {
    const PLACES: usize = 2 * Weights::PITS * Weights::COUNTS;
    let mut weights = vec![0.0_f64; Weights::BANDS * PLACES];
    let places = |pits: Bitboard| {
        let first = Weights::band(pits) * PLACES;
        let place = move |(pit, count): (usize, usize)| first + pit * Weights::COUNTS + count;
        Weights::counts(pits).into_iter().enumerate().map(place)
    };
    for pass in 0..passes {
        let rate = 0.01 / (1.0 + pass as f64 / 4.0);
        for &(pits, value) in samples {
            let guess: f64 = places(pits).map(|place| weights[place]).sum();
            let error = f64::from(value) - guess;
            for place in places(pits) {
                weights[place] += rate * error;
            }
        }
    }
    // No weight is worth more than a board of stones.
    let most = f64::from(Steady::STONE * 100);
    Weights::new(|band, pit, count| {
        weights[band * PLACES + pit * Weights::COUNTS + count].clamp(-most, most).round() as i32
    })
}
