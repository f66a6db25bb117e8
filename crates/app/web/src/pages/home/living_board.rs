use std::time::Duration;

use gebeta_rules::mancala::{Move, Pit, Rules};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, GameKind};
use gebeta_session::{Input, Scene};
use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::board::mancala::MancalaBoard;
use crate::board::props::BoardProps;
use crate::lazy::boards::LazyBoards;
use crate::lazy::module::LazyModule;
use crate::platform::cover;
use crate::platform::settings::{Layout, Settings, Speed, settings, speed_of};
use crate::sound::cue::Cue;

/// The moves of a game by the usual rules, with extra turns and captures.
const GAME: [u8; 35] =
    [3, 6, 2, 3, 2, 6, 1, 5, 3, 4, 1, 5, 6, 4, 5, 6, 5, 5, 6, 2, 6, 4, 3, 2, 6, 5, 6, 4, 4, 6, 5, 6, 5, 3, 6];
/// Between two moves.
const REST: Duration = Duration::from_millis(900);

/// The real board, playing a game by itself for people to look at, without a sound. It lies still where nothing may move.
#[component]
pub(super) fn LivingBoard() -> impl IntoView {
    let board = LazyBoards::here().of(GameKind::Mancala);
    let shown = move || match Some(board).filter(|_| !saves_data()).and_then(LazyModule::get) {
        None => {
            view! { <div class="hero-still" inner_html=cover::picture(GameKind::Mancala)></div> }.into_any()
        }
        Some(board) => board.demonstration.map_or_else(|| ().into_any(), |show| show()),
    };
    view! { <div class="hero-board" aria-hidden="true" inert="">{shown}</div> }
}

/// Whether the browser asks to load as little as possible.
fn saves_data() -> bool {
    let get = |object: &JsValue, key: &str| Reflect::get(object, &key.into()).unwrap_or_default();
    get(&get(&window().navigator(), "connection"), "saveData").is_truthy()
}

/// A game that plays by itself. Its caller is a closure with an owner of its own: the board below it is silent and lies,
/// whatever the settings say.
pub(crate) fn demonstration() -> AnyView {
    let outer = settings();
    provide_context(Callback::<Cue>::new(|_| ()));
    let lying = RwSignal::new(lying(outer.get_untracked()));
    Effect::new(move |_| lying.set(self::lying(outer.get())));
    provide_context(lying);
    view! { <div class="board-place"><MancalaBoard props=one_move_after_the_other() /></div> }.into_any()
}

fn lying(settings: Settings) -> Settings {
    Settings { layout: Layout::Wide, preview: false, ..settings }
}

/// A board that shows one move after the other, and begins again.
fn one_move_after_the_other() -> BoardProps {
    let start = || Scene::still(AnyRules::Mancala(Rules::GEBETA).start(), None);
    let scene = RwSignal::new(start());
    let timer = StoredValue::new(None);
    let go_on = move || {
        // The screen may be gone.
        let Some(before) = scene.try_get_untracked() else { return };
        let place = before.serial as usize % (GAME.len() + 1);
        let next = GAME.get(place).and_then(|pit| played(&before.position, *pit)).unwrap_or_else(start);
        scene.set(Scene { serial: before.serial + 1, ..next });
    };
    let settings = settings();
    let on_input = Callback::new(move |input| {
        let is_last = |serial| serial == scene.with_untracked(|scene| scene.serial);
        if matches!(input, Input::Settled(serial) if is_last(serial)) && speed_of(settings) != Speed::Off {
            timer.set_value(set_timeout_with_handle(go_on, REST).ok());
        }
    });
    on_cleanup(move || {
        if let Some(Some(timer)) = timer.try_get_value() {
            timer.clear();
        }
    });
    let names = Signal::stored(ByPlayer::default());
    BoardProps { on_input, ..BoardProps::showing(scene, names) }
}

/// What playing a pit shows.
fn played(before: &AnyPosition, pit: u8) -> Option<Scene> {
    let ply = AnyPly::Mancala(Move::Sow(Pit::new(pit)?));
    before.apply(ply).ok().map(Scene::of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_legal_and_comes_to_its_end() {
        let start = AnyRules::Mancala(Rules::GEBETA).start();
        let end = GAME.iter().fold(start, |position, pit| played(&position, *pit).unwrap().position);
        assert!(end.outcome().is_some());
    }
}
