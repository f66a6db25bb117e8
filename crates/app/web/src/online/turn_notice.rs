//! The notification "your turn", for those who have asked for it.

use gebeta_i18n::Language;
use gebeta_session::{GameSession, Prompt};
use js_sys::Reflect;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Notification, NotificationOptions, NotificationPermission};

use super::online_session::OnlineSession;
use super::seat;
use crate::platform::language::{language, say};
use crate::platform::storage::storage;

/// Where the wish is stored.
const KEY: &str = "gebeta.notify";

/// Whether this browser has notifications at all.
fn is_supported() -> bool {
    Reflect::has(&window(), &"Notification".into()) == Ok(true)
}

fn is_granted() -> bool {
    is_supported() && Notification::permission() == NotificationPermission::Granted
}

fn is_wanted() -> bool {
    storage().and_then(|storage| storage.get_item(KEY).ok().flatten()).is_some()
}

/// Switches the notification on and off. The browser asks for permission after the press, never before.
#[component]
pub(super) fn TurnNotice(session: OnlineSession) -> impl IntoView {
    let is_on = RwSignal::new(is_wanted() && is_granted());
    let is_denied = RwSignal::new(false);
    let press = move |_| {
        if is_on.get_untracked() {
            seat::remove(KEY);
            return is_on.set(false);
        }
        spawn_local(async move {
            if let Ok(asked) = Notification::request_permission() {
                // The answer is read below.
                let _ = JsFuture::from(asked).await;
            }
            if is_granted() {
                seat::set(KEY, "on");
            }
            let _ = is_on.try_set(is_granted());
            let _ = is_denied.try_set(!is_granted());
        });
    };
    // Not what the board has shown: in a hidden tab nothing is shown.
    let is_called =
        Memo::new(move |_| matches!(session.with(GameSession::prompt), Prompt::Throw(_) | Prompt::Choose(_)));
    Effect::new(move |_| {
        if is_called.get() && is_on.get_untracked() && document().hidden() {
            notify(&session.id.to_string());
        }
    });
    is_supported().then(|| {
        view! {
            <p class="turn-notice">
                <button class="button" type="button" data-test="notify" aria-pressed=move || is_on.get().to_string() on:click=press>
                    {say(Language::online_notify)}
                </button>
                <span class="dim" role="status">{move || is_denied.get().then(|| language().online_notify_denied())}</span>
            </p>
        }
    })
}

/// Shows it, once for each game. Phones show only those of the service worker.
fn notify(game: &str) {
    let words = untrack(language);
    let title = words.your_turn().trim_end_matches(['.', '።']).to_owned();
    let options = NotificationOptions::new();
    options.set_body(words.gebeta());
    options.set_icon("icon-192.png");
    options.set_tag(game);
    options.set_data(&game.into());
    let worker = window().navigator().service_worker();
    spawn_local(async move {
        let registered = JsFuture::from(worker.get_registration()).await;
        let registered =
            registered.ok().and_then(|found| found.dyn_into::<web_sys::ServiceWorkerRegistration>().ok());
        let shown = match registered {
            Some(worker) => worker.show_notification_with_options(&title, &options).map(drop),
            None => Notification::new_with_options(&title, &options).map(drop),
        };
        // The permission may have been withdrawn since; the title of the tab says it too.
        drop(shown);
    });
}
