//! The name by which others know the player: that of their account, or whatever a guest calls themselves.

use gebeta_i18n::Language;
use gebeta_protocol::{Code, NameError, PlayerName};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::account::verify;
use super::api::ApiError;
use super::chance::random;
use super::seat;
use crate::components::form::{TextField, label};
use crate::platform::account::Account;
use crate::platform::language::{language, language_now, say};
use crate::route::Route;

const FIELD: &str = "online-name";

/// What was typed as a name, and whether it has been judged.
#[derive(Clone, Copy)]
pub(super) struct NameState {
    account: Account,
    typed: RwSignal<String>,
    /// Errors are shown after the first try.
    tried: RwSignal<bool>,
    /// The opponent's, which is theirs.
    theirs: RwSignal<Option<String>>,
}

impl NameState {
    /// With the account of this browser, or the name of the last time.
    pub(super) fn new() -> Self {
        let account = Account::here();
        verify(account);
        Self {
            account,
            typed: RwSignal::new(Some(seat::name()).filter(|name| !name.is_empty()).unwrap_or_else(guest)),
            tried: RwSignal::new(false),
            theirs: RwSignal::new(None),
        }
    }

    /// The name, if it is one; else its field says why not and has the focus.
    pub(super) fn take(self) -> Option<PlayerName> {
        if let Some(name) = self.account.name_now() {
            return name.parse().ok();
        }
        self.tried.set(true);
        let name = self.typed.with_untracked(|typed| typed.trim().parse::<PlayerName>());
        match &name {
            Ok(name) => seat::store_name(&name.to_string()),
            Err(_) => focus(FIELD),
        }
        name.ok()
    }

    /// A seat was refused: whether the field says why. Who is told that their own name is taken may have been signed out
    /// from elsewhere.
    pub(super) fn explains(self, failure: ApiError) -> bool {
        if failure == ApiError::Refused(Code::NameTaken) {
            verify(self.account);
        }
        let is_theirs = failure == ApiError::Refused(Code::SameName) && self.account.name_now().is_none();
        if is_theirs {
            self.theirs.set(Some(self.typed.get_untracked()));
            focus(FIELD);
        }
        is_theirs
    }

    fn fault(self) -> Option<String> {
        if self.theirs.with(|theirs| self.typed.with(|typed| theirs.as_ref() == Some(typed))) {
            return Some(language().fault_names_equal().to_owned());
        }
        let fault = self.typed.with(|typed| typed.trim().parse::<PlayerName>()).err();
        fault.filter(|_| self.tried.get()).map(|fault| fault_text(language(), fault))
    }
}

/// A name for who has not said theirs.
fn guest() -> String {
    let [first, second] = random();
    language_now().online_guest(100 + u16::from_be_bytes([first, second]) % 900)
}

/// What is wrong with a name.
pub(super) fn fault_text(words: Language, fault: NameError) -> String {
    match fault {
        NameError::Length => words.online_name_length(gebeta_protocol::limits::NAME_LETTERS),
        NameError::Letter => words.online_name_letter().to_owned(),
        NameError::Scripts => words.online_name_scripts().to_owned(),
    }
}

/// Leads to a field, once it says what is wrong.
pub(super) fn focus(field: &'static str) {
    request_animation_frame(move || {
        let field = document().get_element_by_id(field);
        if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
            let _ = field.focus();
        }
    });
}

/// The field for it, or the name of who is signed in.
#[component]
pub(super) fn NameField(state: NameState) -> impl IntoView {
    let name = Memo::new(move |_| state.account.name());
    move || match name.get() {
        Some(name) => view! {
            <p class="playing-as" data-test="playing-as">
                <span>{move || language().account_as(&name)}</span>
                " "
                <a href=Route::Account.href()>{say(Language::account_settings)}</a>
            </p>
        }
        .into_any(),
        None => view! {
            <div class="playing-as">
                <TextField
                    id=FIELD
                    label=label(Language::online_name)
                    value=state.typed
                    fault=Signal::derive(move || state.fault())
                    on_input=Callback::new(move |typed| state.typed.set(typed))
                />
                <a data-test="sign-in" href=Route::Account.href()>{say(Language::account_rated)}</a>
            </div>
        }
        .into_any(),
    }
}
