use gebeta_i18n::Language;
use gebeta_protocol::{Code, Farewell, Me, Password, PasswordChange, PlayerName};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::recovery::{Codes, NewCodes};
use super::secret_field::SecretField;
use crate::components::form::label;
use crate::online::api::{self, ApiError};
use crate::online::name::focus;
use crate::platform::account::Account;
use crate::platform::language::{language, language_now, say};
use crate::platform::share;
use crate::route::Route;

/// What one may do with one's account.
#[component]
pub(super) fn Settings(message: RwSignal<String>, codes: Codes) -> impl IntoView {
    let account = Account::here();
    let is_busy = RwSignal::new(false);
    let refused = RwSignal::new(String::new());
    let forms = AccountForms { account, message, refused, is_busy };
    let sign_out =
        move |_| forms.leave(Language::account_signed_out, async { api::delete("api/session").await });
    let everywhere =
        move |_| forms.leave(Language::account_signed_out, async { api::delete("api/sessions").await });
    let export = move |_| {
        forms.ask(async move {
            let data = api::text("api/account/export").await?;
            share::save("gebeta-account.json", "application/json", &data);
            Ok(())
        });
    };
    view! {
        <section class="own-account" aria-labelledby="own-account">
            <h2 id="own-account">{say(Language::account_settings)}</h2>
            <div class="row">
                <a class="button primary" href=Route::Online.href()>{say(Language::online_title)}</a>
                <button class="button" data-test="sign-out" disabled=is_busy on:click=sign_out>{say(Language::account_sign_out)}</button>
            </div>
            <div class="account-line">
                <button class="button" data-test="sign-out-everywhere" disabled=is_busy on:click=everywhere>{say(Language::account_everywhere)}</button>
                <p class="help dim">{say(Language::account_everywhere_about)}</p>
            </div>
            <div class="account-line">
                <button class="button" data-test="export" disabled=is_busy on:click=export>{say(Language::account_export)}</button>
                <p class="help dim">{say(Language::account_export_about)}</p>
            </div>
            <p class="error" role="alert" data-test="account-fault">{refused}</p>
            <ChangePassword forms />
            <NewCodes forms codes />
            <Leave forms />
        </section>
    }
}

/// What the ways have in common.
#[derive(Clone, Copy)]
pub(super) struct AccountForms {
    account: Account,
    /// What has been done.
    message: RwSignal<String>,
    /// Why something was not done.
    refused: RwSignal<String>,
    pub(super) is_busy: RwSignal<bool>,
}

impl AccountForms {
    /// Sends a request to the server, and shows why it was refused.
    pub(super) fn ask(self, asked: impl Future<Output = Result<(), ApiError>> + 'static) {
        self.message.set(String::new());
        self.refused.set(String::new());
        self.is_busy.set(true);
        spawn_local_scoped(async move {
            let answer = asked.await;
            let _ = self.is_busy.try_set(false);
            match answer {
                Ok(()) => {}
                // It was ended from elsewhere.
                Err(ApiError::Refused(Code::SignedOut)) => self.out(Language::account_ended),
                Err(failure) => {
                    let _ = self.refused.try_set(failure.text(language_now()));
                }
            }
        });
    }

    /// The same for what ends the session of this browser.
    fn leave(
        self,
        words: fn(Language) -> &'static str,
        asked: impl Future<Output = Result<(), ApiError>> + 'static,
    ) {
        self.ask(async move {
            asked.await?;
            self.out(words);
            Ok(())
        });
    }

    fn out(self, words: fn(Language) -> &'static str) {
        let _ = self.message.try_set(words(language_now()).to_owned());
        self.account.set(None);
    }
}

/// Another password. All other sessions are signed out.
#[component]
fn ChangePassword(forms: AccountForms) -> impl IntoView {
    const OLD: &str = "password-old";
    const NEW: &str = "password-new";
    let old = RwSignal::new(String::new());
    let new = RwSignal::new(String::new());
    let tried = RwSignal::new(false);
    let name = move || forms.account.name_now().and_then(|name| name.parse::<PlayerName>().ok());
    let suits = move || name().is_some_and(|name| Password::new(new.get()).suits(&name));
    let old_fault = Signal::derive(move || {
        let is_missing = tried.get() && old.with(String::is_empty);
        is_missing.then(|| language().account_password_missing().to_owned())
    });
    let new_fault = Signal::derive(move || {
        (tried.get() && !suits()).then(|| language().account_password_bad(Password::LEAST))
    });
    let change = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        if old.with_untracked(String::is_empty) {
            return focus(OLD);
        }
        if !untrack(suits) {
            return focus(NEW);
        }
        let change = PasswordChange {
            password: Password::new(old.get_untracked()),
            new: Password::new(new.get_untracked()),
        };
        forms.ask(async move {
            api::post::<Me>("api/account/password", &change).await?;
            let _ = forms.message.try_set(language_now().account_password_changed().to_owned());
            let _ = tried.try_set(false);
            for field in [old, new] {
                let _ = field.try_set(String::new());
            }
            Ok(())
        });
    };
    view! {
        <details class="account-drawer" data-test="change-password">
            <summary>{say(Language::account_change_password)}</summary>
            <form class="account-form" on:submit=change novalidate>
                <SecretField id=OLD label=label(Language::account_password_old) value=old fault=old_fault is_new=false />
                <SecretField
                    id=NEW
                    label=label(Language::account_password_new)
                    value=new
                    fault=new_fault
                    is_new=true
                    about=Signal::derive(move || Some(language().account_password_about(Password::LEAST)))
                />
                <button class="button" type="submit" data-test="change" disabled=forms.is_busy>{say(Language::account_change_password)}</button>
            </form>
        </details>
    }
}

/// Deleting the account, which wants the password once more.
#[component]
fn Leave(forms: AccountForms) -> impl IntoView {
    const FIELD: &str = "farewell";
    let password = RwSignal::new(String::new());
    let tried = RwSignal::new(false);
    let is_missing = move || tried.get() && password.with(String::is_empty);
    let fault =
        Signal::derive(move || is_missing().then(|| language().account_password_missing().to_owned()));
    let delete = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        tried.set(true);
        if untrack(is_missing) {
            return focus(FIELD);
        }
        let farewell = Farewell { password: Password::new(password.get_untracked()) };
        forms.leave(Language::account_deleted, async move {
            api::send("DELETE", "api/account", &farewell).await.map(drop)
        });
    };
    view! {
        <details class="account-drawer" data-test="leave">
            <summary>{say(Language::account_delete)}</summary>
            <form class="account-form" on:submit=delete novalidate>
                <p>{say(Language::account_delete_about)}</p>
                <SecretField id=FIELD label=label(Language::account_password) value=password fault is_new=false />
                <button class="button danger" type="submit" data-test="delete" disabled=forms.is_busy>{say(Language::account_delete_sure)}</button>
            </form>
        </details>
    }
}
