use ratatui::layout::Rect;

use gebeta_rules::senet::{Move, Square};
use gebeta_rules::{AnyPly, AppliedMove, Player, mancala as m};

use super::canvas::Canvas;
use super::game::mancala_places;
use crate::Target;
use crate::board::{mancala, senet};
use crate::move_selection::MoveSelection;
use crate::scene::{self, Scene};

/// The marks on the board for a player who is to choose a move.
pub(super) struct Choice {
    pub(super) selection: MoveSelection,
    pub(super) mover: Player,
    /// What the chosen move would do, unless the board shows it already.
    pub(super) preview: Option<AppliedMove>,
    /// The move that was advised.
    pub(super) hint: Option<AnyPly>,
}

impl Choice {
    fn on_mancala(&self, pits: usize) -> mancala::Marks {
        let hole = |pit: usize| if self.mover == Player::One { pit } else { pits + 1 + pit };
        let hole_of = |number: u8| hole(usize::from(number) - 1);
        mancala::Marks {
            legal: self.selection.pits().into_iter().map(hole_of).collect(),
            cursor: self.selection.cursor.map(hole),
            landing: self.preview.as_ref().and_then(scene::landing),
            hint: match self.hint {
                Some(AnyPly::Mancala(m::Move::Sow(pit))) => Some(hole_of(pit.number())),
                _ => None,
            },
        }
    }

    fn on_senet(&self) -> senet::Marks {
        let moves = self.selection.senet_moves();
        let numbered = moves.iter().enumerate();
        let legal = numbered.filter_map(|(place, mv)| Some((mv.from()?.number(), place + 1))).collect();
        let chosen = self.selection.cursor.and_then(|place| moves.get(place)).copied();
        senet::Marks {
            legal,
            cursor: chosen.and_then(Move::from).map(Square::number),
            target: chosen.and_then(target),
            hint: match self.hint {
                Some(AnyPly::Senet(_, mv)) => mv.from().map(Square::number),
                _ => None,
            },
        }
    }
}

fn target(mv: Move) -> Option<u8> {
    match mv {
        Move::Step { to, .. } | Move::Swap { to, .. } | Move::Drown { to, .. } | Move::Return { to, .. } => {
            Some(to.number())
        }
        Move::Exit { .. } | Move::Pass => None,
    }
}

/// A board that can be clicked on, with its marks while a player chooses.
pub(super) fn board(canvas: &mut Canvas<'_>, scene: &Scene, choice: Option<&Choice>, area: Rect) {
    match scene {
        Scene::Mancala(stones) => {
            let pits = stones.counts.len() / 2 - 1;
            let places = mancala_places(canvas.model.settings.layout, area, pits);
            let marks = choice.map(|choice| choice.on_mancala(pits)).unwrap_or_default();
            mancala::draw(stones, &marks, &places, canvas.look, canvas.buffer);
            for (hole, place) in places.holes.iter().enumerate() {
                canvas.hits.add(*place, Target::Hole(hole));
            }
        }
        Scene::Senet(pieces) => {
            let grid = senet::Grid::of(area);
            let marks = choice.map(Choice::on_senet).unwrap_or_default();
            senet::draw(pieces, &marks, &grid, canvas.look, canvas.buffer);
            for square in 1..=Square::LAST {
                canvas.hits.add(grid.square(square), Target::Square(square));
            }
        }
    }
}
