use gebeta_i18n::Language;
use gebeta_protocol::{Credentials, Me, Password, PlayerName};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::recovery::{Codes, Recover};
use super::secret_field::SecretField;
use crate::components::form::{TextField, label};
use crate::online::api;
use crate::online::name::{fault_text, focus};
use crate::platform::account::Account;
use crate::platform::language::{language, language_now, say};

const NAME: &str = "account-name";
const PASSWORD: &str = "account-password";

/// Signing in, or up.
#[component]
pub(super) fn SignIn(message: RwSignal<String>, codes: Codes) -> impl IntoView {
    let account = Account::here();
    let is_new = RwSignal::new(false);
    let name = RwSignal::new(String::new());
    let password = RwSignal::new(String::new());
    // Errors are shown after the first try.
    let tried = RwSignal::new(false);
    let is_busy = RwSignal::new(false);
    let refused = RwSignal::new(String::new());

    let parsed = move || name.with(|name| name.trim().parse::<PlayerName>());
    let name_fault = Signal::derive(move || {
        tried.get().then(|| parsed().err()).flatten().map(|fault| fault_text(language(), fault))
    });
    let password_fault = Signal::derive(move || {
        if !tried.get() {
            return None;
        }
        if !is_new.get() {
            return password.with(String::is_empty).then(|| language().account_password_missing().to_owned());
        }
        let suits = parsed().is_ok_and(|name| Password::new(password.get()).suits(&name));
        let is_enough =
            suits || parsed().is_err() && password.with(|text| text.chars().count() >= Password::LEAST);
        (!is_enough).then(|| language().account_password_bad(Password::LEAST))
    });
    let turn_to = move |new: bool| {
        is_new.set(new);
        tried.set(false);
        refused.set(String::new());
    };
    let enter = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        refused.set(String::new());
        let name = match untrack(parsed) {
            Ok(name) if untrack(|| password_fault.get()).is_none() => name,
            Ok(_) => return focus(PASSWORD),
            Err(_) => return focus(NAME),
        };
        let credentials = Credentials { name, password: Password::new(password.get_untracked()) };
        let path = if is_new.get_untracked() { "api/account" } else { "api/session" };
        is_busy.set(true);
        spawn_local_scoped(async move {
            let answer = api::post::<Me>(path, &credentials).await;
            let _ = is_busy.try_set(false);
            match answer {
                Ok(me) => {
                    let _ = message.try_set(String::new());
                    codes.show(&me.recovery);
                    account.set(Some(me.name.to_string()));
                }
                Err(failure) => {
                    let _ = refused.try_set(failure.text(language_now()));
                }
            }
        });
    };
    let tab = move |new: bool, text: fn(Language) -> &'static str, test: &'static str| {
        view! {
            <button class="button" type="button" data-test=test aria-pressed=move || (is_new.get() == new).to_string() on:click=move |_| turn_to(new)>{say(text)}</button>
        }
    };
    let do_it = move || if is_new.get() { language().account_create() } else { language().account_sign_in() };
    view! {
        <p class="lobby-lead">{say(Language::account_lead)}</p>
        <div class="row pick" role="group" aria-label=say(Language::account)>
            {tab(false, Language::account_sign_in, "to-sign-in")}
            {tab(true, Language::account_sign_up, "to-sign-up")}
        </div>
        <form class="account-form" on:submit=enter novalidate>
            <TextField
                id=NAME
                label=label(Language::account_name)
                value=name
                fault=name_fault
                autocomplete="username"
                on_input=Callback::new(move |typed| name.set(typed))
            />
            <SecretField
                id=PASSWORD
                label=label(Language::account_password)
                value=password
                fault=password_fault
                is_new
                about=Signal::derive(move || is_new.get().then(|| language().account_password_about(Password::LEAST)))
            />
            <p class="error" role="alert" data-test="account-fault">{refused}</p>
            <button class="button primary big" type="submit" data-test="enter" disabled=is_busy>{do_it}</button>
            <p class="help dim">{say(Language::account_forgotten)}</p>
        </form>
        <Recover message />
    }
}
