//! Signing up, in and out, and what one may do with an account (`docs/hosting/accounts.md`).

mod own_account;
mod recovery;
mod secret_field;
mod sign_in;

use gebeta_i18n::Language;
use gebeta_protocol::{Code, Me};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;

use super::api::{self, ApiError};
use super::lobby::NoServer;
use super::profile::Profile;
use crate::platform::account::Account;
use crate::platform::language::say;
use crate::platform::rule_sets;
use own_account::Settings;
use recovery::{Codes, ShownCodes};
use sign_in::SignIn;

/// The way in, or one's own profile and account.
#[component]
pub(super) fn AccountScreen() -> impl IntoView {
    if !rule_sets::is_served() {
        return view! { <NoServer title=Language::account /> }.into_any();
    }
    let account = Account::here();
    verify(account);
    let message = RwSignal::new(String::new());
    let codes = Codes::new();
    let name = Memo::new(move |_| account.name());
    // Who came in or went out is at the top of another page.
    Effect::new(move |before: Option<Option<String>>| {
        let now = name.get();
        if before.is_some_and(|before| before != now) {
            request_animation_frame(|| {
                let title = document().query_selector(".account h1").ok().flatten();
                if let Some(title) = title.and_then(|title| title.dyn_into::<web_sys::HtmlElement>().ok()) {
                    let _ = title.focus();
                }
            });
        }
        now
    });
    let page = move || match name.get() {
        None => view! {
            <h1 tabindex="-1">{say(Language::account)}</h1>
            <Message message />
            <SignIn message codes />
        }
        .into_any(),
        Some(name) => view! {
            <Profile name>
                <Message message />
                <ShownCodes codes />
                <Settings message codes />
            </Profile>
        }
        .into_any(),
    };
    view! { <div class="page account">{page}</div> }.into_any()
}

/// What has just been done.
#[component]
fn Message(message: RwSignal<String>) -> impl IntoView {
    view! { <p class="account-told" role="status" data-test="account-told">{message}</p> }
}

/// Asks whether the one whom the browser remembers is signed in still, and forgets them if not.
pub(super) fn verify(account: Account) {
    let Some(remembered) = account.name_now() else { return };
    spawn_local(async move {
        let answer = api::get::<Me>("api/account").await;
        if account.name_now().as_ref() != Some(&remembered) {
            // The user may have signed in or out meanwhile.
            return;
        }
        match answer {
            Ok(me) => account.set(Some(me.name.to_string())),
            Err(ApiError::Refused(Code::SignedOut)) => account.set(None),
            // It is not known for now.
            Err(_) => {}
        }
    });
}
