use gebeta_arena::Broken;
use gebeta_protocol::Code;
use gebeta_words::Language;
use leptos::prelude::*;

use super::link::{Down, Link};
use super::room::Room;
use crate::language::{language, say};
use crate::route::Route;

/// Tells that the connection is gone, while it is.
#[component]
pub(super) fn Banner(room: Room) -> impl IntoView {
    let text = move || {
        let words = language();
        match room.link.get() {
            Link::Down(Down::Cut) => Some(words.online_cut()),
            Link::Down(Down::Offline) => Some(words.online_offline()),
            Link::Down(Down::Restarting) => Some(words.online_restarting()),
            Link::Down(Down::Busy) => Some(words.online_busy()),
            Link::Connecting | Link::Up | Link::Refused(_) | Link::Untrusted(_) => None,
        }
    };
    view! {
        <div class="banner-place" role="status">
            {move || text().map(|text| view! { <p class="banner" data-test="banner">{text}</p> })}
        </div>
    }
}

/// Where the server's word is not worth anything.
#[component]
pub(super) fn Untrusted(broken: Broken) -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::trouble_title)}</h1>
            <p class="error" role="alert" data-test="untrusted">{move || language().online_untrusted(broken)}</p>
            <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
        </div>
    }
}

/// Where there is no game, or none that this page can follow.
#[component]
pub(super) fn NoRoom(code: Code) -> impl IntoView {
    let is_old = matches!(code, Code::Version | Code::Replaced | Code::SignedOut);
    view! {
        <div class="page narrow">
            <h1>{say(if is_old { Language::trouble_title } else { Language::not_found_title })}</h1>
            <p>{move || super::telling::refusal(language(), code)}</p>
            <div class="row">
                <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                {is_old.then(|| view! {
                    <button class="button" on:click=|_| { let _ = window().location().reload(); }>{say(Language::reload)}</button>
                })}
            </div>
        </div>
    }
}
