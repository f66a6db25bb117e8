use gebeta_rules::{AnyPosition, AppliedMove, GameKind};
use leptos::prelude::*;

use super::props::BoardProps;
use crate::board::mancala::{self, MancalaBoard, MancalaThumb};
use crate::board::senet::{self, SenetBoard, SenetThumb};

/// A board of the game that the first scene is of.
#[component]
pub(crate) fn EitherBoard(props: BoardProps) -> impl IntoView {
    match props.scene.with_untracked(|scene| scene.position) {
        AnyPosition::Mancala(_) => view! { <MancalaBoard props /> }.into_any(),
        // The page is built without the games of the wider family (`gebeta_rules::Family`).
        AnyPosition::Sowing(_) => ().into_any(),
        AnyPosition::Senet(_) => view! { <SenetBoard props /> }.into_any(),
    }
}

/// A small picture of a position of either game.
#[component]
pub(crate) fn Thumb(position: AnyPosition) -> impl IntoView {
    match position {
        AnyPosition::Mancala(position) => {
            view! { <MancalaThumb position=Signal::stored(position) /> }.into_any()
        }
        AnyPosition::Sowing(_) => ().into_any(),
        AnyPosition::Senet(position) => view! { <SenetThumb position=Signal::stored(position) /> }.into_any(),
    }
}

/// The position before a move of either game, with arrows for what the move does.
#[component]
pub(crate) fn MoveThumb(played: AppliedMove) -> impl IntoView {
    match played.before.game() {
        GameKind::Mancala => view! { <mancala::MoveThumb played /> }.into_any(),
        GameKind::Senet => view! { <senet::MoveThumb played /> }.into_any(),
    }
}
