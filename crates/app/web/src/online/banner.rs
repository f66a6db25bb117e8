use gebeta_client::{Down, Status};
use gebeta_i18n::Language;
use gebeta_match::FoldError;
use gebeta_protocol::Code;
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::platform::language::{language, say};
use crate::route::Route;

/// Tells that the connection is gone, while it is.
#[component]
pub(super) fn Banner(room: OnlineSession) -> impl IntoView {
    let text = move || {
        let words = language();
        match room.status.get() {
            Status::Down(Down::Offline) => Some(words.online_offline()),
            Status::Down(Down::Refused(Code::Restarting)) => Some(words.online_restarting()),
            Status::Down(Down::Refused(Code::Rate | Code::Full | Code::Slow)) => Some(words.online_busy()),
            Status::Down(Down::Lost | Down::Refused(_)) => Some(words.online_cut()),
            Status::Connecting | Status::Up | Status::Failed(_) => None,
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
pub(super) fn Untrusted(broken: FoldError) -> impl IntoView {
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
            <p>{move || super::wording::refusal(language(), code)}</p>
            <div class="row">
                <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                {is_old.then(|| view! {
                    <button class="button" on:click=|_| { let _ = window().location().reload(); }>{say(Language::reload)}</button>
                })}
            </div>
        </div>
    }
}
