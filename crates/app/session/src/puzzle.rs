//! A puzzle a day: a position of a real game with one best move, proved by the solver.
//!
//! `puzzles.txt` is made by `cargo run -p gebeta-session --example puzzles`, a line for each puzzle: its kind, the position
//! and the moves to be found. A test solves every one again.

use gebeta_engine::{Engine, EngineBudget, Hints};
use gebeta_rules::mancala::Step;
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, GameKind, Keyword, Player, Steps};

const COLLECTION: &str = include_str!("../puzzles.txt");

/// What is to be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PuzzleKind {
    /// The only winning move.
    Win,
    /// The only move that does not lose.
    Draw,
    /// The capture that is worth most.
    Capture,
    /// Three moves or more in one turn, each the only best one.
    Chain,
    /// The best move of Senet for a throw.
    Throw,
}

impl Keyword for PuzzleKind {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("win", Self::Win),
        ("draw", Self::Draw),
        ("capture", Self::Capture),
        ("chain", Self::Chain),
        ("throw", Self::Throw),
    ];
}

impl PuzzleKind {
    /// Whose puzzles they are.
    pub const fn game(self) -> GameKind {
        match self {
            Self::Throw => GameKind::Senet,
            _ => GameKind::Mancala,
        }
    }

    /// Stones that a capture takes at least.
    const CAPTURED: u16 = 4;
    /// Moves in a chain, at least.
    const CHAINED: usize = 3;

    /// Whether the best of `hints` is the only move that solves such a puzzle; all values are proved.
    fn is_only(self, hints: &Hints<AnyPly>) -> bool {
        let Some(second) = hints.moves.get(1) else { return false };
        let best = hints.best();
        hints.moves.iter().all(|hint| hint.exact)
            && match self {
                Self::Win => best.value > 0.0 && second.value <= 0.0,
                Self::Draw => best.value == 0.0 && second.value < 0.0,
                Self::Capture => second.loss >= 3.0,
                Self::Chain => second.loss >= 1.0,
                Self::Throw => second.loss >= 0.05,
            }
    }
}

/// A puzzle and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// What is to be found.
    pub kind: PuzzleKind,
    /// By which rules.
    pub rules: AnyRules,
    /// Where; in Senet with the throw.
    pub position: AnyPosition,
    /// The moves that solve it.
    pub line: Vec<AnyPly>,
}

impl Puzzle {
    /// How many there are.
    pub fn count() -> usize {
        COLLECTION.lines().count()
    }

    /// The puzzle of a day, counted from any day: everybody has the same, and none comes again before all have come.
    pub fn of_day(day: u32) -> Option<Self> {
        // Neighbors in the file are alike: they come from one game.
        const STRIDE: usize = 37;
        let number = (day as usize).wrapping_mul(STRIDE) % Self::count().max(1);
        Self::parse(COLLECTION.lines().nth(number)?)
    }

    fn parse(line: &str) -> Option<Self> {
        let mut fields = line.split(';');
        let kind = PuzzleKind::from_keyword(fields.next()?).ok()?;
        let position = fields.next()?;
        let rules = AnyRules::default_of(kind.game()).fit(position);
        let line = fields.next()?.split(' ').map(|ply| rules.ply(ply).ok());
        Some(Self {
            kind,
            rules,
            position: rules.position(position).ok()?,
            line: line.collect::<Option<_>>()?,
        })
    }

    /// As it stands in the collection.
    pub fn write(&self) -> String {
        let line: Vec<_> = self.line.iter().map(ToString::to_string).collect();
        format!("{};{};{}", self.kind.word(), self.position, line.join(" "))
    }

    /// The puzzle of this kind that `position` is, if it is one.
    pub fn of(engine: &mut Engine, kind: PuzzleKind, position: AnyPosition) -> Option<Self> {
        /// A proof that takes longer is of no puzzle for people.
        const BUDGET: EngineBudget<'static> =
            EngineBudget { nodes: 2_000_000, megabytes: 64, ..EngineBudget::FREE };
        let mover = position.to_move()?;
        let (mut now, mut line) = (position, Vec::new());
        while now.to_move() == Some(mover) && (line.is_empty() || kind == PuzzleKind::Chain) {
            let hints = engine.hint(&now, BUDGET)?;
            // At the end of a chain a move may be the only one there is.
            if !kind.is_only(&hints) && (line.is_empty() || hints.moves.len() > 1) {
                return None;
            }
            let played = now.apply(hints.best().mv).ok()?;
            if kind == PuzzleKind::Capture && captured(&played.steps) < PuzzleKind::CAPTURED {
                return None;
            }
            line.push(played.ply);
            now = played.after;
        }
        let is_long = kind != PuzzleKind::Chain || line.len() >= PuzzleKind::CHAINED;
        let rules = AnyRules::default_of(kind.game()).fit(&position.to_string());
        is_long.then_some(Self { kind, rules, position, line })
    }

    /// Who is to move.
    pub fn player(&self) -> Player {
        self.position.to_move().unwrap_or(Player::One)
    }
}

fn captured(steps: &Steps) -> u16 {
    let Steps::Mancala(steps) = steps else { return 0 };
    steps.iter().map(|step| if let Step::Capture { stones, .. } = step { *stones } else { 0 }).sum()
}

/// How a move answers a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PuzzleAnswer {
    /// Another move is better.
    Wrong,
    /// Right, and there is more to find.
    Right,
    /// That was all.
    Solved,
}

/// Somebody's try at a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleAttempt {
    puzzle: Puzzle,
    found: usize,
    position: AnyPosition,
}

impl PuzzleAttempt {
    /// Nothing is found yet.
    pub const fn new(puzzle: Puzzle) -> Self {
        let position = puzzle.position;
        Self { puzzle, found: 0, position }
    }

    /// The puzzle.
    pub const fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// Where it stands.
    pub const fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The next move of the solution.
    pub fn next(&self) -> Option<AnyPly> {
        self.puzzle.line.get(self.found).copied()
    }

    /// Somebody chooses a move; it is played only if it is right.
    pub fn choose(&mut self, ply: AnyPly) -> PuzzleAnswer {
        match self.position.play(ply) {
            Ok(position) if self.next() == Some(ply) => {
                self.position = position;
                self.found += 1;
                if self.next().is_some() { PuzzleAnswer::Right } else { PuzzleAnswer::Solved }
            }
            _ => PuzzleAnswer::Wrong,
        }
    }
}

/// On how many days in a row somebody has solved the puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DailyStreak {
    last: u32,
    days: u32,
}

impl DailyStreak {
    /// Reads what [`write`](Self::write) has written; anything else is no streak.
    pub fn read(text: &str) -> Self {
        let numbers =
            text.split_once(' ').and_then(|(last, days)| Some((last.parse().ok()?, days.parse().ok()?)));
        numbers.map_or_else(Self::default, |(last, days)| Self { last, days })
    }

    /// As text.
    pub fn write(self) -> String {
        format!("{} {}", self.last, self.days)
    }

    /// Whether the puzzle of a day is solved.
    pub const fn has(self, day: u32) -> bool {
        self.days > 0 && self.last == day
    }

    /// How long it is on a day: who has missed one begins again.
    pub const fn on(self, day: u32) -> u32 {
        if self.has(day) || self.last.saturating_add(1) == day { self.days } else { 0 }
    }

    /// The puzzle of `day` is solved.
    #[must_use]
    pub const fn solved(self, day: u32) -> Self {
        if self.has(day) { self } else { Self { last: day, days: self.on(day) + 1 } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_streak_counts_days_in_a_row() {
        let mut streak = DailyStreak::default();
        assert_eq!((streak.on(100), streak.has(0)), (0, false));
        for day in [100, 100, 101] {
            streak = DailyStreak::read(&streak.solved(day).write());
        }
        assert_eq!([101, 102, 103].map(|day| streak.on(day)), [2, 2, 0]);
        assert_eq!(streak.solved(105).on(105), 1);
        assert_eq!(DailyStreak::read("nonsense"), DailyStreak::default());
    }

    #[test]
    fn every_puzzle_has_its_day() {
        let mut seen: Vec<_> =
            (0..Puzzle::count() as u32).map(|day| Puzzle::of_day(day).unwrap().write()).collect();
        seen.sort_unstable();
        let mut all: Vec<_> = COLLECTION.lines().map(str::to_owned).collect();
        all.sort_unstable();
        assert_eq!(seen, all);
    }

    #[test]
    fn only_the_solution_is_played() {
        let chain =
            COLLECTION.lines().filter_map(Puzzle::parse).find(|puzzle| puzzle.kind == PuzzleKind::Chain);
        let puzzle = chain.unwrap();
        let mut attempt = PuzzleAttempt::new(puzzle.clone());
        let (last, first) = puzzle.line.split_last().unwrap();
        for &ply in first {
            assert_eq!(attempt.choose(ply), PuzzleAnswer::Right);
        }
        let before = attempt.clone();
        assert_eq!(
            attempt.choose(AnyRules::default_of(GameKind::Mancala).ply("12").unwrap()),
            PuzzleAnswer::Wrong
        );
        assert_eq!(attempt, before);
        assert_eq!((attempt.choose(*last), attempt.next()), (PuzzleAnswer::Solved, None));
    }
}
