//! What the board shows at one moment of a move. The steps come from the rules; here they are only counted out.

use gebeta_rules::senet::Square;
use gebeta_rules::{AnyPosition, AppliedMove, ByPlayer, Player, Steps, mancala, senet};

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Pits and stores.
    Mancala(Stones),
    /// The thirty squares.
    Senet(Pieces),
}

/// Stones in the holes, in the order of the board's path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    /// How many in each hole.
    pub counts: Vec<u16>,
    /// Where something has just happened.
    pub active: Vec<usize>,
    /// How many the hand still holds.
    pub hand: u16,
}

/// Pieces on the squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// Who stands on square 1, 2, 3 ...
    pub squares: [Option<Player>; Square::LAST as usize],
    /// Where something has just happened, as square numbers.
    pub active: Vec<u8>,
    /// How many pieces are off the board.
    pub off: ByPlayer<u8>,
}

impl Scene {
    /// A board at rest.
    pub fn of(position: &AnyPosition) -> Self {
        match position {
            AnyPosition::Mancala(position) => Self::Mancala(Stones::of(position)),
            AnyPosition::Senet(position) => Self::Senet(Pieces::of(position)),
        }
    }

    /// The board after the first `steps` steps of a move.
    pub fn during(played: &AppliedMove, steps: usize) -> Self {
        match (&played.before, &played.steps) {
            (AnyPosition::Mancala(before), Steps::Mancala(all)) => {
                let mut stones = Stones::of(before);
                all.iter().take(steps).for_each(|step| stones.take(*step));
                Self::Mancala(stones)
            }
            (AnyPosition::Senet(before), Steps::Senet(all)) => {
                let mut pieces = Pieces::of(before);
                all.iter().take(steps).for_each(|step| pieces.take(*step));
                Self::Senet(pieces)
            }
            (before, _) => Self::of(before),
        }
    }

    /// The board after a move, with what it changed marked.
    pub fn after(played: &AppliedMove) -> Self {
        let mut scene = Self::during(played, count(&played.steps));
        match (&mut scene, &played.steps) {
            (Self::Mancala(stones), Steps::Mancala(steps)) => {
                stones.hand = 0;
                stones.active = steps.iter().rev().filter_map(|step| touched(*step)).take(1).collect();
            }
            (Self::Senet(pieces), Steps::Senet(steps)) => {
                pieces.active.clear();
                for step in steps {
                    pieces.mark(*step);
                }
            }
            _ => {}
        }
        scene
    }
}

/// How many steps a move has.
pub fn count(steps: &Steps) -> usize {
    match steps {
        Steps::Mancala(steps) => steps.len(),
        Steps::Senet(steps) => steps.len(),
    }
}

/// The hole where a step puts something down.
fn touched(step: mancala::Step) -> Option<usize> {
    match step {
        mancala::Step::Drop { hole } => Some(hole.index()),
        mancala::Step::Capture { store, .. } => Some(store.index()),
        mancala::Step::Lift { .. } | mancala::Step::Sweep { .. } | mancala::Step::Turn => None,
    }
}

/// The hole that gets the last stone of a move.
pub fn landing(played: &AppliedMove) -> Option<usize> {
    let Steps::Mancala(steps) = &played.steps else { return None };
    steps.iter().rev().find_map(|step| match step {
        mancala::Step::Drop { hole } => Some(hole.index()),
        _ => None,
    })
}

impl Stones {
    fn of(position: &mancala::Position) -> Self {
        Self { counts: position.board().counts().to_vec(), active: Vec::new(), hand: 0 }
    }

    fn take(&mut self, step: mancala::Step) {
        use mancala::Step;
        self.active.clear();
        match step {
            Step::Lift { hole, stones } => {
                self.counts[hole.index()] = 0;
                self.hand = stones;
                self.active.push(hole.index());
            }
            Step::Drop { hole } => {
                self.counts[hole.index()] += 1;
                self.hand = self.hand.saturating_sub(1);
                self.active.push(hole.index());
            }
            Step::Capture { hole, store, stones } | Step::Sweep { hole, store, stones } => {
                self.counts[hole.index()] = 0;
                self.counts[store.index()] += stones;
                self.active.extend([hole.index(), store.index()]);
            }
            Step::Turn => {
                let half = self.counts.len() / 2;
                self.counts.rotate_left(half);
            }
        }
    }
}

impl Pieces {
    fn of(position: &senet::Position) -> Self {
        let mut squares = [None; Square::LAST as usize];
        for player in Player::BOTH {
            for square in position.board().pieces(player) {
                squares[usize::from(square.number()) - 1] = Some(player);
            }
        }
        let off = ByPlayer::from_fn(|player| position.exited(player));
        Self { squares, active: Vec::new(), off }
    }

    /// Who stands there.
    pub fn at(&self, square: u8) -> Option<Player> {
        self.squares[usize::from(square) - 1]
    }

    fn put(&mut self, square: Square, piece: Option<Player>) {
        self.squares[usize::from(square.number()) - 1] = piece;
    }

    fn take(&mut self, step: senet::Step) {
        use senet::Step;
        self.active.clear();
        match step {
            Step::Move { player, from, to } | Step::Return { player, from, to } => {
                self.put(from, None);
                self.put(to, Some(player));
            }
            Step::Swap { player, from, to } => {
                self.put(from, Some(!player));
                self.put(to, Some(player));
            }
            Step::Water { player, from } => {
                self.put(from, None);
                self.put(Square::WATER, Some(player));
            }
            Step::Exit { player, from } => {
                self.put(from, None);
                self.off[player] += 1;
            }
        }
        self.mark(step);
    }

    fn mark(&mut self, step: senet::Step) {
        use senet::Step;
        let marked = match step {
            Step::Move { from, to, .. } | Step::Swap { from, to, .. } | Step::Return { from, to, .. } => {
                [Some(from), Some(to)]
            }
            Step::Water { from, .. } => [Some(from), Some(Square::WATER)],
            Step::Exit { from, .. } => [Some(from), None],
        };
        self.active.extend(marked.into_iter().flatten().map(Square::number));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::{AnyPly, AnyRules, Chance, Game, GameKind, PRESETS};

    /// Plays whole games and compares the scene after all steps with the board of the rules.
    #[test]
    fn the_last_scene_is_the_board_of_the_rules() {
        for preset in &PRESETS {
            let luck = gebeta_engine::GameRng::new(7);
            let mut position = preset.rules.start();
            for ply in 0..400 {
                let next = match position {
                    AnyPosition::Mancala(position) => {
                        let moves: Vec<_> = position.legal_moves().collect();
                        luck.choose(ply, &moves).map(AnyPly::Mancala)
                    }
                    AnyPosition::Senet(position) if position.outcome().is_none() => {
                        let roll = luck.sticks(ply).roll(position.rules().no_dark);
                        let moves: Vec<_> = position.cast(roll).legal_moves().collect();
                        luck.choose(ply, &moves).map(|mv| AnyPly::Senet(roll, mv))
                    }
                    AnyPosition::Senet(_) => None,
                };
                let Some(next) = next else { break };
                let played = position.apply(next).unwrap();
                let (last, rest) = (Scene::during(&played, usize::MAX), Scene::of(&played.after));
                match (last, rest) {
                    (Scene::Mancala(last), Scene::Mancala(rest)) => assert_eq!(last.counts, rest.counts),
                    (Scene::Senet(last), Scene::Senet(rest)) => {
                        assert_eq!((last.squares, last.off), (rest.squares, rest.off));
                    }
                    _ => panic!("a move keeps to its game"),
                }
                position = played.after;
            }
            assert!(position.outcome().is_some() || preset.rules.game() == GameKind::Senet);
        }
        let _ = AnyRules::default_of(GameKind::Mancala);
    }
}
