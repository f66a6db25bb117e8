use ratatui::layout::Rect;

use gebeta_rules::senet::{Move as SenetMove, Square};
use gebeta_rules::sowing::{Hole, Move, Table};
use gebeta_rules::{AnyPly, AppliedMove, Player};

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
    fn on_mancala(&self, table: &Table) -> mancala::Marks {
        let hint = self.hint.and_then(Move::of).and_then(|mv| mv.hole(&table.board, self.mover));
        mancala::Marks {
            legal: self.selection.holes().into_iter().map(Hole::index).collect(),
            cursor: self.selection.cursor_hole().map(Hole::index),
            landing: self.preview.as_ref().and_then(scene::landing),
            hint: hint.map(Hole::index),
        }
    }

    fn on_senet(&self) -> senet::Marks {
        let moves = self.selection.senet_moves();
        let numbered = moves.iter().enumerate();
        let legal = numbered.filter_map(|(place, mv)| Some((mv.from()?.number(), place + 1))).collect();
        let chosen = self.selection.cursor.and_then(|place| moves.get(place)).copied();
        senet::Marks {
            legal,
            cursor: chosen.and_then(SenetMove::from).map(Square::number),
            target: chosen.and_then(target),
            hint: match self.hint {
                Some(AnyPly::Senet(_, mv)) => mv.from().map(Square::number),
                _ => None,
            },
        }
    }
}

fn target(mv: SenetMove) -> Option<u8> {
    match mv {
        SenetMove::Step { to, .. }
        | SenetMove::Swap { to, .. }
        | SenetMove::Drown { to, .. }
        | SenetMove::Return { to, .. } => Some(to.number()),
        SenetMove::Exit { .. } | SenetMove::Pass => None,
    }
}

/// A board that can be clicked on, with its marks while a player chooses.
pub(super) fn board(canvas: &mut Canvas<'_>, scene: &Scene, choice: Option<&Choice>, area: Rect) {
    match scene {
        Scene::Mancala(stones) => {
            let places = mancala_places(canvas.model.settings.layout, area, &stones.table);
            let marks = choice.map(|choice| choice.on_mancala(&stones.table)).unwrap_or_default();
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
