//! What only one of the two games needs, as a part of the program for each.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_rules::GameKind;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::game::{Mancala, Senet};
use crate::hint::HintDesk;
use crate::part::Part;

/// The board of the game in progress, which is all that a family of games brings along.
pub(crate) type Board = fn(RwSignal<bool>, HintDesk) -> AnyView;

/// Both families. A visitor loads the one that is played.
#[derive(Clone, Copy)]
pub(crate) struct Families {
    stones: Part<Board>,
    pieces: Part<Board>,
}

impl Families {
    /// Neither is loaded yet.
    pub(crate) fn new() -> Self {
        Self { stones: Part::new(|| Box::pin(stones())), pieces: Part::new(|| Box::pin(pieces())) }
    }

    /// Those of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides the families")
    }

    /// The part for a game.
    pub(crate) const fn of(self, game: GameKind) -> Part<Board> {
        match game {
            GameKind::Mancala => self.stones,
            GameKind::Senet => self.pieces,
        }
    }
}

#[wasm_split(stones, fallible)]
fn stones() -> Result<Board, SplitLoaderError> {
    Ok(|turned, desk| view! { <Mancala turned desk /> }.into_any())
}

#[wasm_split(pieces, fallible)]
fn pieces() -> Result<Board, SplitLoaderError> {
    Ok(|turned, desk| view! { <Senet turned desk /> }.into_any())
}
