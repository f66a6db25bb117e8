use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Player};
use gebeta_table::Steps;
use leptos::prelude::*;

use crate::mancala::{self as stones, MancalaBoard, MancalaThumb};
use crate::senet::{self as pieces, SenetBoard, SenetThumb};
use crate::session::Scene;

/// A board that only shows, for either game.
#[component]
pub(crate) fn ShowBoard(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into)] names: Signal<ByPlayer<String>>,
    #[prop(into)] last: Signal<Option<(Player, AnyPly)>>,
    on_settled: Callback<u64>,
) -> impl IntoView {
    let idle = Signal::stored(false);
    let first = scene.get_untracked();
    match first.position {
        AnyPosition::Mancala(_) => {
            let fallback = mancala_scene(&first).expect("the scene is mancala's");
            let scene = Memo::new(move |_| mancala_scene(&scene.get()).unwrap_or_else(|| fallback.clone()));
            let last = Signal::derive(move || match last.get()? {
                (player, AnyPly::Mancala(mv)) => Some((player, mv)),
                _ => None,
            });
            let (on_choose, on_refused) = (Callback::new(|_| ()), Callback::new(|_| ()));
            view! { <MancalaBoard scene names active=idle last on_choose on_refused on_settled /> }.into_any()
        }
        AnyPosition::Senet(_) => {
            let fallback = senet_scene(&first).expect("the scene is Senet's");
            let scene = Memo::new(move |_| senet_scene(&scene.get()).unwrap_or_else(|| fallback.clone()));
            let last = Signal::derive(move || match last.get()? {
                (player, AnyPly::Senet(_, mv)) => Some((player, mv)),
                _ => None,
            });
            let (on_throw, on_choose, on_refused) =
                (Callback::new(|()| ()), Callback::new(|_| ()), Callback::new(|_| ()));
            view! { <SenetBoard scene names active=idle may_throw=idle last on_throw on_choose on_refused on_settled /> }.into_any()
        }
    }
}

/// A small picture of a position of either game.
#[component]
pub(crate) fn Thumb(position: AnyPosition) -> impl IntoView {
    match position {
        AnyPosition::Mancala(position) => {
            view! { <MancalaThumb position=Signal::stored(position) /> }.into_any()
        }
        AnyPosition::Senet(position) => view! { <SenetThumb position=Signal::stored(position) /> }.into_any(),
    }
}

/// The scene as mancala's board wants it.
pub(crate) fn mancala_scene(scene: &Scene) -> Option<stones::Scene> {
    let AnyPosition::Mancala(position) = scene.position else { return None };
    let played = scene.played.as_ref().and_then(|played| match (&played.before, played.ply, &played.steps) {
        (AnyPosition::Mancala(before), AnyPly::Mancala(mv), Steps::Mancala(steps)) => {
            Some(stones::Played { mover: played.mover, mv, before: *before, steps: steps.clone() })
        }
        _ => None,
    });
    Some(stones::Scene { serial: scene.serial, position, played })
}

/// The scene as Senet's board wants it.
pub(crate) fn senet_scene(scene: &Scene) -> Option<pieces::Scene> {
    let AnyPosition::Senet(position) = scene.position else { return None };
    let played = scene.played.as_ref().and_then(|played| match (&played.before, played.ply, &played.steps) {
        (AnyPosition::Senet(before), AnyPly::Senet(roll, mv), Steps::Senet(steps)) => {
            Some(pieces::Played { mover: played.mover, roll, mv, before: *before, steps: steps.clone() })
        }
        _ => None,
    });
    Some(pieces::Scene { serial: scene.serial, position, played, sticks: scene.sticks })
}
