//! The mancala board: pits that can be played, stones that travel, pictures of positions.

mod animator;
mod board;
mod board_context;
mod bowl;
mod flyer;
mod geometry;
mod grain;
mod heap;
mod hole;
mod keys;
mod picture;
mod preview;
mod size;
mod stone;
mod stones;
mod thumb;
mod timeline;

use gebeta_rules::mancala::{Board, Position, Rules, Step};
use gebeta_rules::{AnyPosition, AppliedMove, Steps};
use gebeta_session::Scene;
use leptos::prelude::*;

pub(crate) use board::MancalaBoard;
pub(crate) use picture::{picture, picture_with_places};
pub(crate) use thumb::{MancalaThumb, MoveThumb};

/// A position of every scene, such as the one that is shown. A scene of another game leaves it as it was.
fn position_memo(scene: Signal<Scene>, position: fn(&Scene) -> &AnyPosition) -> Memo<Position> {
    Memo::new(move |before: Option<&Position>| {
        let now = scene.with(|scene| match position(scene) {
            AnyPosition::Mancala(position) => Some(*position),
            AnyPosition::Sowing(_) | AnyPosition::Senet(_) => None,
        });
        now.or(before.copied()).unwrap_or_else(|| Position::start(&Rules::GEBETA))
    })
}

/// The board before a move of mancala, and its steps.
fn sowing(played: &AppliedMove) -> Option<(&Board, &[Step])> {
    match (&played.before, &played.steps) {
        (AnyPosition::Mancala(before), Steps::Mancala(steps)) => Some((before.board(), steps)),
        _ => None,
    }
}
