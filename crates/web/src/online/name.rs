//! The name by which others know the player.

use gebeta_protocol::{BadName, PlayerName};
use gebeta_words::Language;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use super::seat;
use crate::form::{TextField, label};
use crate::language::language;

const FIELD: &str = "online-name";

/// What was typed as a name, and whether it has been judged.
#[derive(Clone, Copy)]
pub(super) struct NameDesk {
    typed: RwSignal<String>,
    /// Nobody is scolded before they have tried.
    tried: RwSignal<bool>,
}

impl NameDesk {
    /// With the name of the last time.
    pub(super) fn new() -> Self {
        Self { typed: RwSignal::new(seat::name()), tried: RwSignal::new(false) }
    }

    /// The name, if it is one; else its field says why not and has the focus.
    pub(super) fn take(self) -> Option<PlayerName> {
        self.tried.set(true);
        let name = self.typed.with_untracked(|typed| typed.trim().parse::<PlayerName>());
        if let Ok(name) = &name {
            seat::keep_name(&name.to_string());
        } else {
            request_animation_frame(|| {
                let field = document().get_element_by_id(FIELD);
                if let Some(field) = field.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
                    let _ = field.focus();
                }
            });
        }
        name.ok()
    }

    fn fault(self) -> Option<String> {
        let fault = self.typed.with(|typed| typed.trim().parse::<PlayerName>()).err();
        fault.filter(|_| self.tried.get()).map(|fault| fault_text(language(), fault))
    }
}

fn fault_text(words: Language, fault: BadName) -> String {
    match fault {
        BadName::Length => words.online_name_length(gebeta_protocol::limits::NAME_LETTERS),
        BadName::Letter => words.online_name_letter().to_owned(),
        BadName::Scripts => words.online_name_scripts().to_owned(),
    }
}

/// The field for it.
#[component]
pub(super) fn NameField(desk: NameDesk) -> impl IntoView {
    view! {
        <TextField
            id=FIELD
            label=label(Language::online_name)
            value=desk.typed
            fault=Signal::derive(move || desk.fault())
            on_input=Callback::new(move |typed| desk.typed.set(typed))
        />
    }
}
