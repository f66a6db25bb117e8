//! How a net is taught: by exact values where there are few pieces, by its own play where there are more.

use gebeta_rules::senet::{Bitboard, Masks, Pieces, Position, Roll, Rules, Square, SquareSet, Sticks};
use gebeta_rules::{Chance, Player};
use gebeta_solver::senet::Exact;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Net, Units, inputs, squash};

/// How much a net is taught.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrainingSet {
    /// Batches of exact values before the first game.
    pub exact: u32,
    /// Batches for each number of pieces from four to seven, half of them positions of self-play.
    pub games: u32,
    /// Batches at the end, with seven pieces, while the steps become small.
    pub polish: u32,
}

/// Teaches one net the game under one set of rules. Everything follows from the seed.
pub struct Trainer<'a> {
    net: Net,
    exact: &'a Exact,
    rules: Rules,
    masks: Masks,
    rng: ChaCha8Rng,
    game: Bitboard,
    /// Adam's memory (Kingma and Ba 2015): the gradient of a batch, its average and that of its square.
    gradient: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    /// The powers of Adam's two factors.
    decay: (f32, f32),
}

impl<'a> Trainer<'a> {
    const BATCH: u32 = 64;
    /// How often a game is played by chance instead of by the net.
    const CURIOSITY: f64 = 0.1;
    const FASTEST: f32 = 2e-3;
    const SLOWEST: f32 = 2e-5;

    /// A teacher who knows `exact`, with a net that knows nothing.
    pub fn new(exact: &'a Exact, seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut spread = |most: f32| most * (2.0 * rng.random::<f32>() - 1.0);
        let mut weights: Vec<f32> = (0..Net::INPUTS * Net::HIDDEN).map(|_| spread(0.4)).collect();
        weights.extend((0..Net::HIDDEN).map(|_| spread(0.1)));
        weights.extend((0..Net::HIDDEN).map(|_| spread(0.15)));
        weights.push(0.0);
        let rules = *exact.rules();
        let zeros = || vec![0.0; Net::LEN];
        Self {
            net: Net { weights },
            exact,
            rules,
            masks: Masks::new(&rules),
            rng,
            game: Bitboard::new(&Position::start(&rules)),
            gradient: zeros(),
            mean: zeros(),
            square: zeros(),
            decay: (1.0, 1.0),
        }
    }

    /// Trains it on all of `lessons`; `told` receives the root mean square error of every thousand batches.
    pub fn teach(&mut self, lessons: TrainingSet, told: &mut dyn FnMut(u8, f64)) {
        let least = self.least();
        let mut pace = Pace { left: lessons.exact, total: lessons.exact, from: Self::FASTEST, to: 1e-3 };
        self.batches(least, &mut pace, told);
        for pieces in least + 1..=7 {
            let mut pace = Pace { left: lessons.games, total: lessons.games, from: 1e-3, to: 5e-4 };
            self.batches(pieces, &mut pace, told);
        }
        let mut pace = Pace { left: lessons.polish, total: lessons.polish, from: 5e-4, to: Self::SLOWEST };
        self.batches(7, &mut pace, told);
    }

    /// Up to how many pieces a side it knows everything for certain.
    fn least(&self) -> u8 {
        self.exact.reach().expect("a teacher knows the game with one piece each").get()
    }

    /// The net as it is now.
    pub fn net(&self) -> &Net {
        &self.net
    }

    /// How far the net is from exact values, as the root of the mean square over so many positions.
    pub fn error(&mut self, positions: u32) -> f64 {
        let mut sum = 0.0;
        for _ in 0..positions {
            let least = self.least();
            let (own, theirs) = self.scattered(least);
            let error = f64::from(self.net.win(own, theirs)) - f64::from(self.value(own, theirs));
            sum += error * error;
        }
        (sum / f64::from(positions)).sqrt()
    }

    fn batches(&mut self, pieces: u8, pace: &mut Pace, told: &mut dyn FnMut(u8, f64)) {
        const REPORT: u32 = 1000;
        let (mut sum, mut count) = (0.0, 0);
        let least = self.least();
        self.begin(pieces);
        while pace.left > 0 {
            for lesson in 0..Self::BATCH {
                let (own, theirs, target) = match lesson % 4 {
                    // What is known for certain must not be forgotten.
                    _ if pieces <= least => self.known(least),
                    0 => self.known(least),
                    1 => {
                        let (own, theirs) = self.scattered(pieces);
                        (own, theirs, self.target(own, theirs))
                    }
                    _ => self.played(pieces),
                };
                sum += f64::from(self.learn(own, theirs, target));
                count += 1;
            }
            self.step(pace.rate());
            pace.left -= 1;
            if pace.left.is_multiple_of(REPORT) {
                told(pieces, (sum / f64::from(count)).sqrt());
                (sum, count) = (0.0, 0);
            }
        }
    }

    fn known(&mut self, most: u8) -> (SquareSet, SquareSet, f32) {
        let (own, theirs) = self.scattered(most);
        (own, theirs, self.value(own, theirs))
    }

    /// Pieces anywhere, up to `most` a side, more often many than few.
    fn scattered(&mut self, most: u8) -> (SquareSet, SquareSet) {
        let mut count = || self.rng.random_range(1..=most).max(self.rng.random_range(1..=most));
        let counts = [count(), count()];
        let mut sides = [SquareSet::EMPTY; 2];
        for side in 0..2 {
            while sides[side].len() < counts[side] {
                let square = Square::new(self.rng.random_range(1..=Square::LAST));
                let taken = sides[0].union(sides[1]);
                if let Some(square) = square.filter(|&s| s != Square::WATER && !taken.contains(s)) {
                    sides[side].insert(square);
                }
            }
        }
        (sides[0], sides[1])
    }

    /// The next position of the net's own game, with what its replies make of it.
    fn played(&mut self, pieces: u8) -> (SquareSet, SquareSet, f32) {
        let throw = Sticks::from_bits(self.rng.random_range(0..16)).roll(self.rules.no_dark);
        let mover = self.game.mover();
        let curious = self.rng.random_bool(Self::CURIOSITY);
        let replies: Vec<Bitboard> = self.masks.after(&self.game, throw).collect();
        let next = if curious {
            replies[self.rng.random_range(0..replies.len())]
        } else {
            self.best(&replies, mover).0
        };
        self.game = next;
        let least = self.least();
        if next.winner().is_some() || Player::BOTH.iter().all(|&p| next.pieces(p).len() <= least) {
            self.begin(pieces);
        }
        let mover = self.game.mover();
        let (own, theirs) = (self.game.pieces(mover), self.game.pieces(!mover));
        (own, theirs, self.target(own, theirs))
    }

    fn begin(&mut self, pieces: u8) {
        let pieces = Pieces::new(pieces).unwrap_or(self.rules.pieces);
        self.game = Bitboard::new(&Position::start(&Rules { pieces, ..self.rules }));
    }

    /// The average over all rolls of the best reply.
    fn target(&self, own: SquareSet, theirs: SquareSet) -> f32 {
        if let Some(exact) = self.exact.of_board(own, theirs) {
            return exact as f32;
        }
        let packed = Bitboard::of_sides(own, theirs);
        let throws: &[(Roll, u32)] = self.rules.no_dark.throws();
        let mut sum = 0.0;
        for &(throw, weight) in throws {
            let replies: Vec<Bitboard> = self.masks.after(&packed, throw).collect();
            sum += weight as f32 * self.best(&replies, packed.mover()).1;
        }
        sum / Position::WEIGHTS as f32
    }

    /// The reply that is worth most to `mover`, and its worth; there is always one.
    fn best(&self, replies: &[Bitboard], mover: Player) -> (Bitboard, f32) {
        let value = |next: &Bitboard| {
            let thrower = next.mover();
            let win = self.value(next.pieces(thrower), next.pieces(!thrower));
            match next.winner() {
                Some(winner) => f32::from(u8::from(winner == mover)),
                None if thrower == mover => win,
                None => 1.0 - win,
            }
        };
        let mut best = (replies[0], value(&replies[0]));
        for next in &replies[1..] {
            let value = value(next);
            if value > best.1 {
                best = (*next, value);
            }
        }
        best
    }

    /// The exact value where it is known, else the net's.
    fn value(&self, own: SquareSet, theirs: SquareSet) -> f32 {
        self.exact.of_board(own, theirs).map_or_else(|| self.net.win(own, theirs), |win| win as f32)
    }

    /// Adds one position to the batch, and tells the square of its error.
    fn learn(&mut self, own: SquareSet, theirs: SquareSet, target: f32) -> f32 {
        let hidden = self.net.hidden(own, theirs);
        let x = self.net.output(&hidden);
        let error = squash(x) - target;
        let spread = 1.0 + x * x;
        let slope = error / (spread * spread.sqrt());
        let outputs = *self.net.column(Net::OUTPUTS);
        let mut back: Units = [0.0; Net::HIDDEN];
        let (columns, last) = self.gradient.as_chunks_mut::<{ Net::HIDDEN }>();
        for unit in 0..Net::HIDDEN {
            if hidden[unit] > 0.0 {
                columns[Net::OUTPUTS][unit] += slope * hidden[unit];
                back[unit] = slope * outputs[unit];
            }
        }
        for input in inputs(own, theirs).chain([Net::BIASES]) {
            for (sum, back) in columns[input].iter_mut().zip(&back) {
                *sum += back;
            }
        }
        last[0] += slope;
        error * error
    }

    /// One step of Adam.
    fn step(&mut self, rate: f32) {
        const MEAN: f32 = 0.9;
        const SQUARE: f32 = 0.999;
        self.decay = (self.decay.0 * MEAN, self.decay.1 * SQUARE);
        let rate = rate * (1.0 - self.decay.1).sqrt() / (1.0 - self.decay.0);
        let scale = 1.0 / Self::BATCH as f32;
        let memory = self.gradient.iter_mut().zip(&mut self.mean).zip(&mut self.square);
        for (weight, ((gradient, mean), square)) in self.net.weights.iter_mut().zip(memory) {
            let slope = *gradient * scale;
            *mean = MEAN * *mean + (1.0 - MEAN) * slope;
            *square = SQUARE * *square + (1.0 - SQUARE) * slope * slope;
            *weight -= rate * *mean / (square.sqrt() + 1e-8);
            *gradient = 0.0;
        }
    }
}

/// How large the steps are, from the first batch to the last.
struct Pace {
    left: u32,
    total: u32,
    from: f32,
    to: f32,
}

impl Pace {
    /// Falls quickly at first and slowly at last.
    fn rate(&self) -> f32 {
        let part = self.left as f32 / self.total as f32;
        self.to + (self.from - self.to) * part * part
    }
}

impl std::fmt::Debug for Trainer<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Teacher").field("rules", &self.rules).finish_non_exhaustive()
    }
}
