use gebeta_messages::Advice;
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Chance, Game, Player, Steps};
use gebeta_session::{Scene, mancala_refusal, senet_refusal};
use leptos::prelude::*;

use crate::board::mancala::{self as stones, MancalaBoard, MancalaThumb};
use crate::board::senet::{self as pieces, SenetBoard, SenetThumb};
use crate::components::hint::{mancala_labels, senet_labels};
use crate::platform::language::language_now;

/// A board of either game that shows, and where it is `active` lets any legal move be tried.
#[component]
pub(crate) fn ShowBoard(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into)] names: Signal<ByPlayer<String>>,
    #[prop(into)] last: Signal<Option<(Player, AnyPly)>>,
    /// What the moves are worth.
    #[prop(optional, into)]
    advice: Signal<Option<Advice>>,
    /// Whether moves may be tried.
    #[prop(optional, into)]
    active: Signal<bool>,
    #[prop(default = Callback::new(|_| ()))] on_choose: Callback<AnyPly>,
    /// The rules refused a choice, in words.
    #[prop(default = Callback::new(|_| ()))]
    on_refused: Callback<String>,
    /// The sticks are to be thrown.
    #[prop(default = Callback::new(|()| ()))]
    on_throw: Callback<()>,
    #[prop(default = Callback::new(|_| ()))] on_settled: Callback<u64>,
) -> impl IntoView {
    let first = scene.get_untracked();
    match first.position {
        AnyPosition::Mancala(_) => {
            let fallback = mancala_scene(&first).expect("the scene is mancala's");
            let scene = Memo::new(move |_| mancala_scene(&scene.get()).unwrap_or_else(|| fallback.clone()));
            let last = Signal::derive(move || match last.get()? {
                (player, AnyPly::Mancala(mv)) => Some((player, mv)),
                _ => None,
            });
            let advice = Signal::derive(move || {
                advice.get().map(|advice| mancala_labels(&advice)).unwrap_or_default()
            });
            let on_choose = Callback::new(move |mv| on_choose.run(AnyPly::Mancala(mv)));
            let on_refused = Callback::new(move |(_, illegal)| {
                on_refused.run(mancala_refusal(language_now(), illegal));
            });
            view! { <MancalaBoard scene names active advice last on_choose on_refused on_settled /> }
                .into_any()
        }
        AnyPosition::Senet(_) => {
            let fallback = senet_scene(&first).expect("the scene is Senet's");
            let scene = Memo::new(move |_| senet_scene(&scene.get()).unwrap_or_else(|| fallback.clone()));
            let last = Signal::derive(move || match last.get()? {
                (player, AnyPly::Senet(_, mv)) => Some((player, mv)),
                _ => None,
            });
            let advice =
                Signal::derive(move || advice.get().map(|advice| senet_labels(&advice)).unwrap_or_default());
            let on_choose = Callback::new(move |mv| {
                let thrown = scene.with_untracked(|scene| scene.position.thrown());
                if let Some(roll) = thrown {
                    on_choose.run(AnyPly::Senet(roll, mv));
                }
            });
            let may_throw = Signal::derive(move || {
                active.get()
                    && scene
                        .with(|scene| scene.position.thrown().is_none() && scene.position.to_move().is_some())
            });
            let on_refused =
                Callback::new(move |(_, illegal)| on_refused.run(senet_refusal(language_now(), illegal)));
            view! {
                <SenetBoard scene names active may_throw advice last on_throw on_choose on_refused on_settled />
            }
            .into_any()
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
    Some(stones::Scene { serial: scene.serial, position, played, is_trial: scene.is_trial })
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
    let Scene { serial, is_trial, sticks, .. } = *scene;
    Some(pieces::Scene { serial, position, played, is_trial, sticks })
}
