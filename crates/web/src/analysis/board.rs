use gebeta_messages::Advice;
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Chance, Game, Player};
use leptos::prelude::*;

use crate::hint::{mancala_labels, senet_labels};
use crate::mancala::MancalaBoard;
use crate::senet::SenetBoard;
use crate::session::Scene;
use crate::show::{mancala_scene, senet_scene};

/// A board of either game to study on: it shows what moves are worth, and lets any legal one be tried.
#[component]
pub(crate) fn StudyBoard(
    #[prop(into)] scene: Signal<Scene>,
    #[prop(into)] names: Signal<ByPlayer<String>>,
    #[prop(into)] last: Signal<Option<(Player, AnyPly)>>,
    #[prop(into)] advice: Signal<Option<Advice>>,
    /// Whether moves may be tried.
    #[prop(into)]
    active: Signal<bool>,
    on_choose: Callback<AnyPly>,
    /// The sticks are to be thrown.
    on_throw: Callback<()>,
) -> impl IntoView {
    let first = scene.get_untracked();
    let on_settled = Callback::new(|_| ());
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
            let on_refused = Callback::new(|_| ());
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
            let on_refused = Callback::new(|_| ());
            view! {
                <SenetBoard scene names active may_throw advice last on_throw on_choose on_refused on_settled />
            }
            .into_any()
        }
    }
}
