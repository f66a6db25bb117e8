use gebeta_rules::sowing::{Move, Playthrough, Position, Rules, Wins};
use gebeta_rules::{Game, Player};
use gebeta_search::{AlphaBeta, Candidates, Limits, SearchOptions, TableUse, TranspositionTable, Unit};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::tree::Positions;
use super::{Features, Judge, Weights};

/// How weights are fitted; the same seed gives the same weights everywhere.
#[derive(Clone, Debug)]
pub struct Training {
    /// Rule sets of one kind, all played equally often.
    pub rules: Vec<Rules>,
    /// What all chance follows from.
    pub seed: u64,
    /// Positions of each round.
    pub samples: usize,
    /// How often the weights of one round judge the next.
    pub rounds: usize,
    /// How far each position is looked ahead from.
    pub depth: u32,
}

/// A position and what it was worth.
struct Sample {
    sides: [Features; 2],
    fullness: i32,
    /// In stones to the player to move, beside what is owned already.
    value: f64,
}

impl Training {
    /// The most positions one search may take.
    const NODES: u64 = 20_000;
    /// A game of this length is given up.
    const LONGEST: usize = 400;
    /// One move in so many is played at random.
    const RANDOM: u32 = 6;
    /// Moves at the beginning that are all random.
    const OPENING: usize = 3;
    /// How much of the target is the result of the game; the rest is what looking ahead says. Where only the last move counts, a result is
    /// all or nothing and says too little of one position.
    const RESULT: f64 = 0.25;

    /// Plays games with itself and fits the weights to what it sees there.
    pub fn run(&self) -> Option<Weights> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        let mut weights = Weights::first(&self.rules.first()?.law);
        for _ in 0..self.rounds {
            let mut samples = Vec::with_capacity(self.samples);
            for rules in self.rules.iter().cycle() {
                if samples.len() >= self.samples {
                    break;
                }
                self.play(rules, weights, &mut rng, &mut samples);
            }
            weights = fit(&samples);
        }
        Some(weights)
    }

    /// Plays one game and adds its positions.
    fn play(&self, rules: &Rules, weights: Weights, rng: &mut ChaCha8Rng, samples: &mut Vec<Sample>) {
        let mut game = Playthrough::new(Position::start(rules));
        let judge = Judge::with(game.position(), weights);
        let mut memory = TranspositionTable::new(1 << 14);
        let first = samples.len();
        let mut movers = Vec::new();
        for ply in 0..Self::LONGEST {
            let Some(mover) = game.to_move() else { break };
            let legal: Vec<Move> = game.legal_moves().collect();
            let mut mv = legal[rng.random_range(0..legal.len())];
            let at_random = ply < Self::OPENING || rng.random_range(0..Self::RANDOM) == 0;
            let position = *game.position();
            let tree = Positions::new(&judge, &position, game.history());
            let style =
                SearchOptions { unit: Unit::Plies, recall: TableUse::Deeper, candidates: Candidates::Best };
            let limits = Limits { nodes: Self::NODES, ..Limits::depth(self.depth) };
            memory.clear();
            let report = AlphaBeta { tree: &tree, memory: &mut memory, style }.search(&position, limits);
            if let Some((best, value)) = report.and_then(|report| report.best()) {
                // A game that is decided where only the last move counts is worth all stones, whatever the board looks like.
                if rules.law.wins == Wins::Most || !judge.is_decided(value) {
                    samples.push(Sample {
                        sides: Features::of_both(&position),
                        fullness: judge.fullness(&position),
                        value: judge.stones(value) - judge.ahead(&position),
                    });
                    movers.push((mover, judge.ahead(&position)));
                }
                if !at_random {
                    mv = best;
                }
            }
            game.play_unchecked(mv, &mut ());
        }
        let result = Judge::result(game.position(), Player::One);
        let part = if rules.law.wins == Wins::LastMover { 0.0 } else { Self::RESULT };
        for (sample, (mover, ahead)) in samples[first..].iter_mut().zip(movers) {
            let result = if mover == Player::One { result } else { -result };
            sample.value += part * (result - ahead - sample.value);
        }
    }
}

/// The weights whose guesses are nearest to the samples: least squares, small weights where the samples say little.
fn fit(samples: &[Sample]) -> Weights {
    const UNKNOWN: usize = 2 * Weights::TERMS;
    /// As if so many samples had said "nothing" of each weight.
    const DOUBT: f64 = 20.0;
    let mut matrix = vec![vec![0.0; UNKNOWN]; UNKNOWN];
    let mut right = vec![0.0; UNKNOWN];
    for sample in samples {
        let full = f64::from(sample.fullness) / f64::from(Weights::FULL);
        let terms = Weights::terms(&sample.sides);
        let row: Vec<f64> =
            [1.0 - full, full].iter().flat_map(|part| terms.map(|term| part * f64::from(term))).collect();
        for (place, &x) in row.iter().enumerate().filter(|&(_, &x)| x != 0.0) {
            right[place] += x * sample.value;
            for (cell, &y) in matrix[place].iter_mut().zip(&row) {
                *cell += x * y;
            }
        }
    }
    for (place, row) in matrix.iter_mut().enumerate() {
        row[place] += DOUBT;
    }
    let solved = solve(matrix, right);
    let most = f64::from(i16::MAX);
    Weights::new(|phase, term| {
        let weight = solved[phase * Weights::TERMS + term] * f64::from(Weights::PARTS);
        weight.clamp(-most, most).round() as i32
    })
}

/// The solution of `matrix * x = right` for a symmetric positive matrix, by elimination.
fn solve(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    for pivot in 0..right.len() {
        let (above, below) = matrix.split_at_mut(pivot + 1);
        let Some(pivot_row) = above.last() else { continue };
        for (offset, row) in below.iter_mut().enumerate() {
            let factor = row[pivot] / pivot_row[pivot];
            for (cell, from) in row.iter_mut().zip(pivot_row).skip(pivot) {
                *cell -= factor * from;
            }
            right[pivot + 1 + offset] -= factor * right[pivot];
        }
    }
    for pivot in (0..right.len()).rev() {
        let known: f64 = matrix[pivot].iter().zip(&right).skip(pivot + 1).map(|(cell, x)| cell * x).sum();
        right[pivot] = (right[pivot] - known) / matrix[pivot][pivot];
    }
    right
}
