//! What only one of the two games needs, as a part of the program for each.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_rules::{GameKind, Player};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::board::mancala::MancalaBoard;
use crate::board::props::BoardProps;
use crate::board::senet::{SenetBoardWithMoves, piece_picture};
use crate::lazy::module::LazyModule;
use crate::pages::home::demonstration;

/// What a family of games brings along.
#[derive(Clone, Copy)]
pub(crate) struct Board {
    /// The board of the game in progress.
    pub(crate) view: fn(BoardProps) -> AnyView,
    /// What stands beside the name of a player: their piece, where there are pieces.
    pub(crate) sign: fn(Player) -> AnyView,
    /// A game that plays by itself, to be looked at.
    pub(crate) demonstration: Option<fn() -> AnyView>,
}

/// Both families. A visitor loads the one that is played.
#[derive(Clone, Copy)]
pub(crate) struct LazyBoards {
    stones: LazyModule<Board>,
    pieces: LazyModule<Board>,
}

impl LazyBoards {
    /// Neither is loaded yet.
    pub(crate) fn new() -> Self {
        Self {
            stones: LazyModule::new(|| Box::pin(stones())),
            pieces: LazyModule::new(|| Box::pin(pieces())),
        }
    }

    /// Those of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides the families")
    }

    /// The part for a game.
    pub(crate) const fn of(self, game: GameKind) -> LazyModule<Board> {
        match game {
            GameKind::Mancala => self.stones,
            GameKind::Senet => self.pieces,
        }
    }
}

#[wasm_split(stones, fallible)]
fn stones() -> Result<Board, SplitLoaderError> {
    Ok(Board {
        view: |props| view! { <div class="board-place"><MancalaBoard props /></div> }.into_any(),
        sign: |_| ().into_any(),
        demonstration: Some(demonstration),
    })
}

#[wasm_split(pieces, fallible)]
fn pieces() -> Result<Board, SplitLoaderError> {
    Ok(Board {
        view: |props| view! { <SenetBoardWithMoves props /> }.into_any(),
        sign: |player| piece_picture(player).into_any(),
        demonstration: None,
    })
}
