//! What the board shows at one moment of a move. The steps come from the rules; here they are only counted out.

use gebeta_rules::senet::Square;
use gebeta_rules::sowing::{Step, Table};
use gebeta_rules::{AnyPosition, AppliedMove, ByPlayer, Player, Steps, senet};

/// A board as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scene {
    /// Pits and stores.
    Mancala(Stones),
    /// The thirty squares.
    Senet(Pieces),
}

/// Stones in the holes, by index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    /// The board on which they lie, as it was before the move.
    pub table: Table,
    /// How many in each hole.
    pub counts: Vec<u16>,
    /// Who owns each hole by a mark.
    pub owners: Vec<Option<Player>>,
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
        match (position, Table::of(position)) {
            (_, Some(table)) => Self::Mancala(Stones::of(table)),
            (AnyPosition::Senet(position), None) => Self::Senet(Pieces::of(position)),
            (AnyPosition::Mancala(_) | AnyPosition::Sowing(_), None) => {
                unreachable!("a position of a sowing game has a board")
            }
        }
    }

    /// The board after the first `steps` steps of a move.
    pub fn during(played: &AppliedMove, steps: usize) -> Self {
        match (&played.before, &played.steps) {
            (AnyPosition::Senet(before), Steps::Senet(all)) => {
                let mut pieces = Pieces::of(before);
                all.iter().take(steps).for_each(|step| pieces.take(*step));
                Self::Senet(pieces)
            }
            (before, _) => {
                let mut scene = Self::of(before);
                if let (Self::Mancala(stones), Some(all)) = (&mut scene, played.sowing_steps()) {
                    all.iter().take(steps).for_each(|step| stones.take(*step));
                }
                scene
            }
        }
    }

    /// The board after a move, with what it changed marked.
    pub fn after(played: &AppliedMove) -> Self {
        let mut scene = Self::during(played, played.steps.len());
        match (&mut scene, &played.steps) {
            (Self::Mancala(stones), _) => {
                stones.hand = 0;
                let steps = played.sowing_steps().unwrap_or_default();
                stones.active =
                    steps.iter().rev().find_map(|step| stones.touched(*step)).into_iter().collect();
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

/// The hole that gets the last stone of a move.
pub fn landing(played: &AppliedMove) -> Option<usize> {
    played.sowing_steps()?.iter().rev().find_map(|step| match step {
        Step::Drop { hole } => Some(hole.index()),
        _ => None,
    })
}

impl Stones {
    fn of(table: Table) -> Self {
        let board = &table.board;
        let owners = board.holes().map(|hole| board.mark_owner(hole)).collect();
        Self { counts: board.counts().to_vec(), owners, active: Vec::new(), hand: 0, table }
    }

    /// The hole where a step puts something down.
    fn touched(&self, step: Step) -> Option<usize> {
        match step {
            Step::Drop { hole } | Step::Mark { hole, .. } | Step::Shift { to: hole, .. } => {
                Some(hole.index())
            }
            Step::Take { player, .. } => Some(self.table.board.store_of(player).index()),
            Step::Lift { .. } | Step::Hand { .. } | Step::Sweep { .. } | Step::Turn => None,
        }
    }

    fn take(&mut self, step: Step) {
        self.active.clear();
        match step {
            Step::Lift { hole, stones } | Step::Hand { hole, stones } => {
                self.counts[hole.index()] = 0;
                self.hand += stones;
                self.active.push(hole.index());
            }
            Step::Drop { hole } => {
                self.counts[hole.index()] += 1;
                self.hand = self.hand.saturating_sub(1);
                self.active.push(hole.index());
            }
            Step::Take { hole, stones, player } | Step::Sweep { hole, stones, player } => {
                let store = self.table.board.store_of(player).index();
                self.counts[hole.index()] -= stones;
                self.counts[store] += stones;
                self.active.extend([hole.index(), store]);
            }
            Step::Mark { hole, player } => {
                self.owners[hole.index()] = Some(player);
                self.active.push(hole.index());
            }
            Step::Shift { from, to } => {
                self.counts[from.index()] -= 1;
                self.counts[to.index()] += 1;
                self.active.extend([from.index(), to.index()]);
            }
            Step::Turn => {
                let half = self.counts.len() / 2;
                self.counts.rotate_left(half);
                self.owners.rotate_left(half);
                self.owners.iter_mut().for_each(|owner| *owner = owner.map(|player| !player));
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
    use gebeta_rules::{Chance, Game, GameKind, PRESETS};

    /// Plays whole games and compares the scene after all steps with the board of the rules.
    #[test]
    fn the_last_scene_is_the_board_of_the_rules() {
        for preset in &PRESETS {
            let luck = gebeta_engine::GameRng::new(7);
            let mut position = preset.rules.start();
            for ply in 0..400 {
                let next = match position {
                    AnyPosition::Senet(position) if position.outcome().is_none() => {
                        let roll = luck.sticks(ply).roll(position.rules().no_dark);
                        AnyPosition::Senet(position.cast(roll))
                    }
                    _ => position,
                };
                let next = luck.choose(ply, &next.legal_plies());
                let Some(next) = next else { break };
                let played = position.apply(next).unwrap();
                let (last, rest) = (Scene::during(&played, usize::MAX), Scene::of(&played.after));
                match (last, rest) {
                    (Scene::Mancala(last), Scene::Mancala(rest)) => {
                        assert_eq!((last.counts, last.hand), (rest.counts, 0));
                    }
                    (Scene::Senet(last), Scene::Senet(rest)) => {
                        assert_eq!((last.squares, last.off), (rest.squares, rest.off));
                    }
                    _ => panic!("a move keeps to its game"),
                }
                position = played.after;
            }
            assert!(position.outcome().is_some() || preset.rules.game() == GameKind::Senet);
        }
    }
}
