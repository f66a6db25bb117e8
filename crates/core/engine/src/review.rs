//! The review of a game: the value of every move, and in Senet the effect of the throws (`docs/playing/review.md`).

mod grade;
mod performance;
mod reviewer;

use gebeta_rules::{AnyPly, ByPlayer, GameKind, Outcome, Player, Record};
use serde::{Deserialize, Serialize};

use crate::EngineBudget;

pub use grade::Grade;
pub use performance::Performance;

use reviewer::Reviewer;

/// The value of a position to Player 1: in mancala stones ahead at the end, in Senet the probability to win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The number.
    pub value: f64,
    /// Whether it is proved; otherwise it is the estimate of a search.
    pub exact: bool,
}

impl Evaluation {
    /// The value to Player 1 of what has this value to `player`: the games are zero-sum.
    pub(crate) fn for_player_one(self, game: GameKind, player: Player) -> Self {
        let value = match (player, game) {
            (Player::One, _) => self.value,
            (Player::Two, GameKind::Mancala) => -self.value,
            (Player::Two, GameKind::Senet) => 1.0 - self.value,
        };
        Self { value, ..self }
    }
}

/// Who was ahead changed here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Turning {
    /// By the move.
    Move,
    /// By the throw before it.
    Throw,
}

/// One ply of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewedMove {
    /// Who played it.
    #[serde(with = "crate::notation")]
    pub player: Player,
    /// What was played.
    #[serde(with = "crate::notation")]
    pub played: AnyPly,
    /// The evaluation of the position before it, in Senet before its throw: a point of the graph.
    pub before: Evaluation,
    /// The best moves, with the same throw.
    #[serde(with = "crate::notation")]
    pub best: Vec<AnyPly>,
    /// The value of the best move to the mover.
    pub best_value: f64,
    /// The value of the played move to the mover.
    pub value: f64,
    /// The difference, never negative.
    pub loss: f64,
    /// Whether both are proved.
    pub exact: bool,
    /// How good it was.
    pub grade: Grade,
    /// What the throw before it brought the mover, in Senet, unless it lay there from the beginning.
    pub luck: Option<f64>,
    /// Whether the lead changed here.
    pub turning: Option<Turning>,
}

/// The whole game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Review {
    /// Which game.
    #[serde(with = "crate::notation")]
    pub game: GameKind,
    /// Every ply.
    pub moves: Vec<ReviewedMove>,
    /// The evaluation of the last position: the result, if the game is over.
    pub last: Evaluation,
    /// How it ended, if it has.
    #[serde(with = "crate::notation")]
    pub outcome: Option<Outcome>,
    /// How well each has played.
    #[serde(with = "crate::notation")]
    pub players: ByPlayer<Performance>,
}

impl Review {
    /// Reviews every move of `record`, each with the whole of `budget`. `progress` receives the number of finished plies,
    /// and may move the deadline behind `budget.stop`. None if it returns false, which cancels the review.
    ///
    /// With a budget in nodes the review is always the same. A move for which no time is left is judged by a short search.
    pub fn of(
        record: &Record,
        budget: EngineBudget<'_>,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Self> {
        let mut reviewer = Reviewer::default();
        let mut moves = Vec::new();
        for ((place, before), (player, ply)) in record.positions().iter().enumerate().zip(record.moves()) {
            if !progress(moves.len()) {
                return None;
            }
            let earlier = &record.positions()[..place];
            moves.push(reviewer.review(earlier, before, player, ply, budget));
        }
        if !progress(moves.len()) {
            return None;
        }
        let last = reviewer.evaluate(record.position(), budget);
        let game = record.rules.game();
        let players = ByPlayer::from_fn(|player| Performance::of(game, player, &moves));
        Some(Self { game, moves, last, outcome: record.outcome(), players })
    }

    /// The evaluation before the first move.
    pub fn start(&self) -> Evaluation {
        self.moves.first().map_or(self.last, |first| first.before)
    }

    /// How much the throws helped Player 1, those of the opponent counted against it.
    pub fn luck(&self) -> f64 {
        self.players.one.luck - self.players.two.luck
    }

    /// What the result would be to Player 1 without the luck of the throws.
    pub fn without_luck(&self) -> f64 {
        self.last.value - self.luck()
    }

    /// What neither luck nor mistakes explain: nothing where all is proved, elsewhere the errors of the estimates.
    pub fn unexplained(&self) -> f64 {
        self.without_luck() - self.start().value + self.players.one.loss - self.players.two.loss
    }

    /// The number of the plies that lost most, worst first, from 0; those that were the best moves not among them.
    pub fn worst(&self) -> Vec<usize> {
        let mut worst: Vec<usize> =
            (0..self.moves.len()).filter(|&ply| self.moves[ply].grade > Grade::Best).collect();
        worst.sort_by(|&a, &b| self.moves[b].loss.total_cmp(&self.moves[a].loss));
        worst
    }
}
