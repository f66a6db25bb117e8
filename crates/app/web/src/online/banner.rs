use gebeta_client::Status;
use gebeta_i18n::Language;
use gebeta_match::FoldError;
use gebeta_protocol::Code;
use gebeta_session::{connection_text, server_refusal};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::platform::language::{language, say};
use crate::route::Route;

/// Says that the connection is lost, while it is.
#[component]
pub(super) fn Banner(session: OnlineSession) -> impl IntoView {
    let text = Memo::new(move |_| match session.status() {
        // The whole page says so.
        Status::Failed(_) => None,
        status => connection_text(language(), status),
    });
    view! {
        <div class="banner-place" role="status">
            {move || text.get().map(|text| view! { <p class="banner" data-test="banner">{text}</p> })}
        </div>
    }
}

/// The server's log does not follow the rules.
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

/// There is no game, or none that this page can follow.
#[component]
pub(super) fn NoGame(code: Code) -> impl IntoView {
    let is_old = matches!(code, Code::Version | Code::Replaced | Code::SignedOut);
    view! {
        <div class="page narrow">
            <h1>{say(if is_old { Language::trouble_title } else { Language::not_found_title })}</h1>
            <p>{move || server_refusal(language(), code)}</p>
            <div class="row">
                <a class="button primary" href=Route::Online.href()>{say(Language::online_lobby)}</a>
                {is_old.then(|| view! {
                    <button class="button" on:click=|_| { let _ = window().location().reload(); }>{say(Language::reload)}</button>
                })}
            </div>
        </div>
    }
}
