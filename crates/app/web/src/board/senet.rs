//! The Senet board: three rows of ten in the shape of an S, its pieces, its sticks and its list of moves.
//!
//! Everything that is shown comes from a [`Scene`]; everything the player does leaves through callbacks. What may
//! be played is asked of the position, and how a move is shown comes from the steps the rules told.

#![allow(
    clippy::large_types_passed_by_value,
    reason = "the handles to a board's signals are copied into every closure; only debug builds make them large"
)]

mod animator;
mod art;
mod board;
mod board_context;
mod cell;
mod edge;
mod frames;
mod houses;
mod keys;
mod label;
mod layout;
mod motion;
mod move_list;
mod picture;
mod pieces;
mod sticks;
mod thumb;
mod toss;

use gebeta_rules::AnyPosition;
use gebeta_rules::senet::{Position, Rules};
use gebeta_session::Scene;
use leptos::prelude::*;

pub(crate) use board::SenetBoard;
pub(crate) use houses::house_picture;
pub(crate) use move_list::SenetBoardWithMoves;
pub(crate) use picture::picture;
pub(crate) use pieces::piece_picture;
pub(crate) use thumb::{MoveThumb, SenetThumb};

/// A position of every scene, such as the one that is shown. A scene of another game leaves it as it was.
fn position_memo(scene: Signal<Scene>, position: fn(&Scene) -> &AnyPosition) -> Memo<Position> {
    Memo::new(move |before: Option<&Position>| {
        let now = scene.with(|scene| typed(position(scene)).copied());
        now.or(before.copied()).unwrap_or_else(|| Position::start(&Rules::CLASSIC))
    })
}

/// The position, if it is one of Senet.
const fn typed(position: &AnyPosition) -> Option<&Position> {
    match position {
        AnyPosition::Senet(position) => Some(position),
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => None,
    }
}

/// The position that `text` writes, under the classic rules with as many pieces as it has.
#[cfg(test)]
fn position(text: &str) -> Position {
    use gebeta_rules::senet::Setup;
    let setup: Setup = text.parse().unwrap();
    setup.position(&setup.fit(&Rules::CLASSIC).unwrap()).unwrap()
}
