use gebeta_i18n::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::platform::language::say;
use crate::route::Route;
use crate::session::Session;

/// The notice of a newer version: shown between games, obeyed when the player asks.
#[component]
pub(crate) fn UpdateNotice() -> impl IntoView {
    let session = Session::here();
    let ready = RwSignal::new(false);
    let listener = window_event_listener_untyped("gebeta-update", move |_| ready.set(true));
    on_cleanup(move || listener.remove());
    let route = expect_context::<ReadSignal<Route>>();
    let is_at_game = move || matches!(route.get(), Route::Toss | Route::Game);
    // A game that was left is stored, and can be resumed in the newer version.
    let playing = move || is_at_game() && session.prompt().is_some_and(|prompt| !prompt.is_over());
    let busy = move || playing() || matches!(route.get(), Route::OnlineGame(_));
    view! {
        <Show when=move || ready.get() && !busy()>
            <div class="notice" role="status">
                <span>{say(Language::home_update)}</span>
                <button class="button primary" on:click=|_| load_update()>{say(Language::home_update_now)}</button>
                <button class="button quiet" on:click=move |_| ready.set(false)>{say(Language::home_update_later)}</button>
            </div>
        </Show>
    }
}

/// Asks the page's first script to let the newer version in; it loads the page again.
fn load_update() {
    let update = js_sys::Reflect::get(&window(), &"gebetaUpdate".into()).ok();
    if let Some(update) = update.and_then(|update| update.dyn_into::<js_sys::Function>().ok()) {
        // Where it fails the old version goes on.
        let _ = update.call0(&wasm_bindgen::JsValue::UNDEFINED);
    }
}
