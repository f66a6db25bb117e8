use gebeta_rules::{AnyPly, AnyPosition, Chance, GameKind, Outcome, Player, mancala, senet, sowing};

use super::grade::sign;
use super::{Evaluation, Grade, ReviewedMove, Turning};
use crate::sowing::Judge;
use crate::{AdvisedGame, EngineBudget, Hints};

/// Keeps what the moves of one game have in common.
#[derive(Debug, Default)]
pub(super) struct Reviewer {
    mancala: <mancala::Position as AdvisedGame>::Adviser,
    sowing: <sowing::Position as AdvisedGame>::Adviser,
    senet: <senet::Position as AdvisedGame>::Adviser,
}

impl Reviewer {
    /// What is to be said of `played` by `player` at `before`; `earlier` are the positions of the game before that.
    pub(super) fn review(
        &mut self,
        earlier: &[AnyPosition],
        before: &AnyPosition,
        player: Player,
        played: AnyPly,
        budget: EngineBudget<'_>,
    ) -> ReviewedMove {
        match (before, played) {
            (AnyPosition::Mancala(position), AnyPly::Mancala(mv)) => {
                let hints = position.advise(&mut self.mancala, budget);
                let hints = hints.expect("a move was played, so there is one");
                let before = worth_of(&hints).for_player_one(GameKind::Mancala, player);
                reviewed(player, played, before, None, &hints, mv, AnyPly::Mancala)
            }
            (AnyPosition::Sowing(position), AnyPly::Sowing(mv)) => {
                let hints = self.sowing.in_game(position, &of_sowing(earlier), budget);
                let hints = hints.expect("a move was played, so there is one");
                let before = worth_of(&hints).for_player_one(GameKind::Mancala, player);
                let ply = |mv| AnyPly::Sowing(position.map(|_| mv));
                reviewed(player, played, before, None, &hints, *mv, ply)
            }
            (AnyPosition::Senet(position), AnyPly::Senet(roll, mv)) => {
                self.review_turn(position, player, roll, mv, budget)
            }
            _ => unreachable!("a record holds the moves of its own game"),
        }
    }

    fn review_turn(
        &mut self,
        position: &senet::Position,
        player: Player,
        roll: senet::Roll,
        mv: senet::Move,
        budget: EngineBudget<'_>,
    ) -> ReviewedMove {
        let outlook = self.senet.before_throw(position, budget);
        let (hints, expected) = match outlook {
            Some(outlook) => {
                let expected = Evaluation { value: outlook.value, exact: outlook.exact };
                let thrown = outlook.throws.into_iter().find(|&(thrown, _)| thrown == roll);
                (thrown.map(|(_, hints)| hints), Some(expected))
            }
            // The game began with the roll on the table.
            None => (position.cast(roll).advise(&mut self.senet, budget), None),
        };
        let hints = hints.expect("a roll was played, so it can be thrown");
        let luck = expected.map(|expected| hints.value() - expected.value);
        let before = expected.unwrap_or(worth_of(&hints)).for_player_one(GameKind::Senet, player);
        let ply = AnyPly::Senet(roll, mv);
        reviewed(player, ply, before, luck, &hints, mv, |mv| AnyPly::Senet(roll, mv))
    }

    /// What a position is worth to Player 1, finished or not.
    pub(super) fn evaluate(&mut self, position: &AnyPosition, budget: EngineBudget<'_>) -> Evaluation {
        match position {
            AnyPosition::Mancala(position) => match position.advise(&mut self.mancala, budget) {
                Some(hints) => worth_of(&hints).for_player_one(GameKind::Mancala, to_move(position)),
                None => Evaluation { value: f64::from(position.lead(Player::One)), exact: true },
            },
            AnyPosition::Sowing(position) => match position.advise(&mut self.sowing, budget) {
                Some(hints) => worth_of(&hints).for_player_one(GameKind::Mancala, to_move(&**position)),
                None => Evaluation { value: Judge::result(position, Player::One), exact: true },
            },
            AnyPosition::Senet(position) => {
                if let Some(outcome) = gebeta_rules::Game::outcome(position) {
                    return Evaluation {
                        value: f64::from(outcome == Outcome::Win(Player::One)),
                        exact: true,
                    };
                }
                let evaluation = match self.senet.before_throw(position, budget) {
                    Some(outlook) => Evaluation { value: outlook.value, exact: outlook.exact },
                    None => {
                        let hints = position.advise(&mut self.senet, budget);
                        worth_of(&hints.expect("passing is a move, so there is one"))
                    }
                };
                evaluation.for_player_one(GameKind::Senet, to_move(position))
            }
        }
    }
}

/// The positions of a game of the sowing family.
fn of_sowing(positions: &[AnyPosition]) -> Vec<sowing::Position> {
    let position = |position: &AnyPosition| match position {
        AnyPosition::Sowing(position) => Some(**position),
        AnyPosition::Mancala(_) | AnyPosition::Senet(_) => None,
    };
    positions.iter().filter_map(position).collect()
}

fn to_move<G: gebeta_rules::Game>(position: &G) -> Player {
    position.to_move().expect("the game goes on")
}

/// What the best move is worth to who plays it.
fn worth_of<M: Copy + PartialEq>(hints: &Hints<M>) -> Evaluation {
    Evaluation { value: hints.value(), exact: hints.exact() }
}

/// The verdict on `mv` among `hints`.
fn reviewed<M: Copy + PartialEq>(
    player: Player,
    played: AnyPly,
    before: Evaluation,
    luck: Option<f64>,
    hints: &Hints<M>,
    mv: M,
    ply: impl Fn(M) -> AnyPly,
) -> ReviewedMove {
    let hint = *hints.of(mv).expect("a played move is legal");
    let game = match played {
        AnyPly::Mancala(_) | AnyPly::Sowing(_) => GameKind::Mancala,
        AnyPly::Senet(..) => GameKind::Senet,
    };
    let exact = hint.exact && hints.best().exact;
    let loss = if hint.loss < Hints::<M>::EQUAL { 0.0 } else { hint.loss };
    let (best_value, value) = (hints.value(), hint.value);
    let by_loss = Grade::of_loss(game, loss);
    let grade = match game {
        _ if hints.moves.len() == 1 => Grade::Forced,
        GameKind::Mancala if exact => by_loss.max(Grade::of_result(best_value, value)),
        _ => by_loss,
    };
    let ahead = |value: f64| match game {
        GameKind::Mancala => sign(value),
        GameKind::Senet => i8::from(value >= 0.5),
    };
    let expected = luck.map_or(best_value, |luck| best_value - luck);
    let turning = if ahead(best_value) != ahead(value) {
        Some(Turning::Move)
    } else if ahead(expected) != ahead(best_value) {
        Some(Turning::Throw)
    } else {
        None
    };
    let best = hints.equals().map(ply).collect();
    ReviewedMove { player, played, before, best, best_value, value, loss, exact, grade, luck, turning }
}
