use gebeta_rules::sowing::{Position, RepeatRest, Wins};
use gebeta_rules::{Game, Outcome, Player};
use gebeta_search::Eval;

use super::{Features, Weights};

/// Judges positions of one game: what they are probably worth, and what a finished game is worth.
///
/// Values are sixteenths of a stone. A decided game is worth more than any estimate, and among decided games a greater margin is
/// worth more: [`Judge::stones`] takes that apart again.
#[derive(Clone, Copy, Debug)]
pub struct Judge {
    weights: Weights,
    /// All stones of the game.
    total: i32,
    wins: Wins,
}

impl Judge {
    /// The value of a stone.
    pub const STONE: i32 = 16;

    /// Between which every value lies.
    pub const BOUNDS: (i32, i32) = (-Self::LIMIT, Self::LIMIT);
    const LIMIT: i32 = 4 * Self::STONE * Position::MOST_STONES as i32;

    /// The judge of the game of `position`, with the shipped weights.
    pub fn of(position: &Position) -> Self {
        Self::with(position, Weights::shipped(position.law()))
    }

    /// The judge of the game of `position` with other weights.
    pub fn with(position: &Position, weights: Weights) -> Self {
        let total = position.board().total().cast_signed();
        Self { weights, total, wins: position.law().wins }
    }

    /// All stones of the game.
    const fn most(&self) -> i32 {
        Self::STONE * self.total
    }

    /// What is added to the margin of a won game: no estimate is higher.
    const fn prize(&self) -> i32 {
        2 * self.most()
    }

    /// How many stones `player` is ahead at the end of a finished game. Where only the last move counts, the winner has won all.
    pub fn result(position: &Position, player: Player) -> f64 {
        if position.law().wins == Wins::Most {
            return position.lead(player).into();
        }
        let total = f64::from(position.board().total());
        match position.outcome() {
            Some(Outcome::Win(winner)) if winner == player => total,
            Some(Outcome::Win(_)) => -total,
            Some(Outcome::Draw) | None => 0.0,
        }
    }

    /// Whether this value is that of a game decided within the search.
    pub const fn is_decided(&self, value: i32) -> bool {
        value.abs() > self.prize()
    }

    /// The stones that a value stands for.
    pub fn stones(&self, value: i32) -> f64 {
        let stones = match value {
            won if won > self.prize() => won - self.prize(),
            lost if lost < -self.prize() => lost + self.prize(),
            estimate => estimate.clamp(-self.most(), self.most()),
        };
        f64::from(stones) / f64::from(Self::STONE)
    }

    /// Whether nothing can be worth more: a win in a game in which only the last move counts.
    pub const fn is_final(&self, value: i32) -> bool {
        value == self.prize() + self.most() && !matches!(self.wins, Wins::Most)
    }

    /// Every move with its value in stones. Where a win is seen, no estimate is as high, and where a loss is seen, none is as low.
    pub fn in_stones<M: Copy>(&self, moves: &[(M, i32)]) -> Vec<(M, f64)> {
        let decided = moves.iter().map(|&(_, value)| value).filter(|&value| self.is_decided(value));
        let (won, lost): (Vec<i32>, Vec<i32>) = decided.partition(|&value| value > 0);
        let most = won.into_iter().min().map_or(f64::INFINITY, |value| self.stones(value) - 1.0);
        let least = lost.into_iter().max().map_or(f64::NEG_INFINITY, |value| self.stones(value) + 1.0);
        let shown = |value: i32| {
            let stones = self.stones(value);
            if self.is_decided(value) { stones } else { stones.min(most).max(least) }
        };
        moves.iter().map(|&(mv, value)| (mv, shown(value))).collect()
    }

    /// What a game that ends so, with so many stones ahead, is worth to `player`. Where only the last move counts, the winner has won
    /// all stones.
    fn finished(&self, outcome: Outcome, lead: i32, player: Player) -> i32 {
        let sign = match outcome {
            Outcome::Win(winner) if winner == player => 1,
            Outcome::Win(_) => -1,
            Outcome::Draw => 0,
        };
        let margin = if self.wins == Wins::Most { lead } else { sign * self.total };
        sign * self.prize() + Self::STONE * margin
    }

    /// What the position is worth to the player to move if it ends the game because it has come again.
    pub fn repeated(&self, position: &Position) -> i32 {
        let Some(mover) = position.to_move() else { return 0 };
        if self.wins != Wins::Most {
            return 0;
        }
        let board = position.board();
        let counted = |player| {
            let on_side: i32 = match position.law().repeat_rest {
                RepeatRest::Uncounted => 0,
                RepeatRest::OwnSide => {
                    let pits = board.holes_of(player).filter(|&hole| !board.is_marked(hole));
                    pits.map(|hole| i32::from(board.stones(hole))).sum()
                }
            };
            i32::from(board.owned(player)) + on_side
        };
        let lead = counted(mover) - counted(!mover);
        let outcome = match lead {
            1.. => Outcome::Win(mover),
            0 => Outcome::Draw,
            ..0 => Outcome::Win(!mover),
        };
        self.finished(outcome, lead, mover)
    }

    /// The estimate of a position that goes on, for the player to move.
    pub fn estimate(&self, position: &Position) -> i32 {
        let sides = Features::of_both(position);
        let pits = self.weights.value(&sides, self.fullness(position)) * Self::STONE / Weights::PARTS;
        (Self::STONE * self.owned_ahead(position) + pits).clamp(-self.prize(), self.prize())
    }

    /// How much of the stones is still played for, from 0 to [`Weights::FULL`].
    pub(super) fn fullness(&self, position: &Position) -> i32 {
        let board = position.board();
        let owned: i32 = Player::BOTH.into_iter().map(|player| i32::from(board.owned(player))).sum();
        Weights::FULL * (self.total - owned) / self.total.max(1)
    }

    /// How many stones the player to move is ahead for good, in stores and owned pits; nothing where only the last move counts.
    pub(super) fn ahead(&self, position: &Position) -> f64 {
        self.owned_ahead(position).into()
    }

    fn owned_ahead(&self, position: &Position) -> i32 {
        let board = position.board();
        let owned = |player| i32::from(board.owned(player));
        match position.to_move().filter(|_| self.wins == Wins::Most) {
            Some(mover) => owned(mover) - owned(!mover),
            None => 0,
        }
    }
}

impl Eval<Position> for Judge {
    type Value = i32;

    fn eval(&self, position: &Position, player: Player) -> i32 {
        match (position.outcome(), position.to_move()) {
            (Some(outcome), _) => self.finished(outcome, position.lead(player), player),
            (None, Some(mover)) if mover == player => self.estimate(position),
            (None, _) => -self.estimate(position),
        }
    }
}
