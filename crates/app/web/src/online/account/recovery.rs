//! Recovery codes: shown once to their owner, and what to do with one.

use gebeta_i18n::Language;
use gebeta_protocol::{Farewell, Me, Password, PlayerName, Recovery, RecoveryCode, RecoveryCodes};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::own_account::AccountForms;
use super::secret_field::SecretField;
use crate::components::form::{TextField, label};
use crate::online::api;
use crate::online::name::{fault_text, focus};
use crate::platform::account::Account;
use crate::platform::language::{language, language_now, say};
use crate::platform::share;

/// Codes that the owner has just received, for as long as the page is open.
#[derive(Clone, Copy)]
pub(super) struct Codes(RwSignal<Vec<String>>);

impl Codes {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(Vec::new()))
    }

    pub(super) fn show(self, codes: &[RecoveryCode]) {
        let _ = self.0.try_set(codes.iter().map(RecoveryCode::reveal).collect());
    }

    fn text(self) -> String {
        self.0.with_untracked(|codes| codes.join("\n") + "\n")
    }
}

/// New codes, until the owner has saved them.
#[component]
pub(super) fn ShownCodes(codes: Codes) -> impl IntoView {
    let Codes(list) = codes;
    let copy = move |_| spawn_local_scoped(async move { share::copy(language_now(), &codes.text()).await });
    let save = move |_| share::save("gebeta-recovery-codes.txt", "text/plain", &codes.text());
    view! {
        <Show when=move || !list.with(Vec::is_empty)>
            <section class="recovery" aria-labelledby="recovery-codes" data-test="recovery-codes">
                <h2 id="recovery-codes">{say(Language::account_recovery_title)}</h2>
                <p>{say(Language::account_recovery_keep)}</p>
                <ul class="recovery-list" dir="ltr">
                    {move || list.get().into_iter().map(|code| view! { <li><code>{code}</code></li> }).collect_view()}
                </ul>
                <div class="row">
                    <button class="button" data-test="copy-codes" on:click=copy>{say(Language::account_recovery_copy)}</button>
                    <button class="button" data-test="save-codes" on:click=save>{say(Language::account_recovery_save)}</button>
                    <button class="button primary" data-test="codes-kept" on:click=move |_| list.set(Vec::new())>{say(Language::account_recovery_kept)}</button>
                </div>
            </section>
        </Show>
    }
}

/// Other codes for who is signed in, which wants the password once more.
#[component]
pub(super) fn NewCodes(forms: AccountForms, codes: Codes) -> impl IntoView {
    const FIELD: &str = "recovery-password";
    let password = RwSignal::new(String::new());
    let tried = RwSignal::new(false);
    let is_missing = move || tried.get() && password.with(String::is_empty);
    let fault =
        Signal::derive(move || is_missing().then(|| language().account_password_missing().to_owned()));
    let renew = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        if untrack(is_missing) {
            return focus(FIELD);
        }
        let asked = Farewell { password: Password::new(password.get_untracked()) };
        forms.ask(async move {
            let new = api::post::<RecoveryCodes>("api/account/recovery", &asked).await?;
            let _ = (tried.try_set(false), password.try_set(String::new()));
            codes.show(&new.codes);
            request_animation_frame(|| {
                if let Some(shown) = document().get_element_by_id("recovery-codes") {
                    shown.scroll_into_view();
                }
            });
            Ok(())
        });
    };
    view! {
        <details class="account-drawer" data-test="new-codes">
            <summary>{say(Language::account_recovery_new)}</summary>
            <form class="account-form" on:submit=renew novalidate>
                <p>{say(Language::account_recovery_new_about)}</p>
                <SecretField id=FIELD label=label(Language::account_password) value=password fault is_new=false />
                <button class="button" type="submit" data-test="renew-codes" disabled=forms.is_busy>{say(Language::account_recovery_new)}</button>
            </form>
        </details>
    }
}

/// The way in for who has lost the password: a code, and a new password.
#[component]
pub(super) fn Recover(message: RwSignal<String>) -> impl IntoView {
    const NAME: &str = "recover-name";
    const CODE: &str = "recover-code";
    const NEW: &str = "recover-password";
    let account = Account::here();
    let (name, code) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let new = RwSignal::new(String::new());
    let tried = RwSignal::new(false);
    let is_busy = RwSignal::new(false);
    let refused = RwSignal::new(String::new());
    let parsed = move || name.with(|name| name.trim().parse::<PlayerName>());
    let code_now = move || code.with(|code| code.parse::<RecoveryCode>().ok());
    let suits = move || parsed().map_or(true, |name| Password::new(new.get()).suits(&name));
    let name_fault = Signal::derive(move || {
        tried.get().then(|| parsed().err()).flatten().map(|fault| fault_text(language(), fault))
    });
    let code_fault = Signal::derive(move || {
        (tried.get() && code_now().is_none()).then(|| language().account_recovery_bad().to_owned())
    });
    let new_fault = Signal::derive(move || {
        (tried.get() && !suits()).then(|| language().account_password_bad(Password::LEAST))
    });
    let recover = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        refused.set(String::new());
        let Ok(name) = untrack(parsed) else { return focus(NAME) };
        let Some(code) = untrack(code_now) else { return focus(CODE) };
        if !untrack(suits) {
            return focus(NEW);
        }
        let asked = Recovery { name, code, new: Password::new(new.get_untracked()) };
        is_busy.set(true);
        spawn_local_scoped(async move {
            let answer = api::post::<Me>("api/session/recovery", &asked).await;
            let _ = is_busy.try_set(false);
            match answer {
                Ok(me) => {
                    let _ = message.try_set(language_now().account_password_changed().to_owned());
                    account.set(Some(me.name.to_string()));
                }
                Err(failure) => {
                    let _ = refused.try_set(failure.text(language_now()));
                }
            }
        });
    };
    view! {
        <details class="account-drawer" data-test="recover">
            <summary>{say(Language::account_recovery_use)}</summary>
            <form class="account-form" on:submit=recover novalidate>
                <TextField
                    id=NAME
                    label=label(Language::account_name)
                    value=name
                    fault=name_fault
                    autocomplete="username"
                    on_input=Callback::new(move |typed| name.set(typed))
                />
                <TextField
                    id=CODE
                    label=label(Language::account_recovery_code)
                    value=code
                    fault=code_fault
                    autocomplete="one-time-code"
                    on_input=Callback::new(move |typed| code.set(typed))
                />
                <SecretField
                    id=NEW
                    label=label(Language::account_password_new)
                    value=new
                    fault=new_fault
                    is_new=true
                    about=Signal::derive(move || Some(language().account_password_about(Password::LEAST)))
                />
                <p class="error" role="alert" data-test="recover-fault">{refused}</p>
                <button class="button" type="submit" data-test="recover-enter" disabled=is_busy>{say(Language::account_recovery_set)}</button>
            </form>
        </details>
    }
}
