//! What only one of the two games needs, as a part of the program for each.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_rules::GameKind;
use gebeta_table::Plan;
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::game::{Mancala, Senet};
use crate::hint::HintDesk;
use crate::part::Part;
use crate::setup::{MancalaRules, SenetRules};

/// What a family of games brings along.
#[derive(Clone, Copy)]
pub(crate) struct Family {
    /// The board of the game in progress.
    pub(crate) board: fn(RwSignal<bool>, HintDesk) -> AnyView,
    /// Its rules, to be changed before a game.
    pub(crate) rules: fn(RwSignal<Plan>) -> AnyView,
}

/// Both families. A visitor loads the one that is played.
#[derive(Clone, Copy)]
pub(crate) struct Families {
    stones: Part<Family>,
    pieces: Part<Family>,
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
    pub(crate) const fn of(self, game: GameKind) -> Part<Family> {
        match game {
            GameKind::Mancala => self.stones,
            GameKind::Senet => self.pieces,
        }
    }
}

#[wasm_split(stones, fallible)]
fn stones() -> Result<Family, SplitLoaderError> {
    Ok(Family {
        board: |turned, desk| view! { <Mancala turned desk /> }.into_any(),
        rules: |plan| view! { <MancalaRules plan /> }.into_any(),
    })
}

#[wasm_split(pieces, fallible)]
fn pieces() -> Result<Family, SplitLoaderError> {
    Ok(Family {
        board: |turned, desk| view! { <Senet turned desk /> }.into_any(),
        rules: |plan| view! { <SenetRules plan /> }.into_any(),
    })
}
