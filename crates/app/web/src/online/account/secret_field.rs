use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::platform::language::say;

/// A password: hidden unless it is to be seen, with its fault below it.
#[component]
pub(super) fn SecretField(
    id: &'static str,
    #[prop(into)] label: Signal<String>,
    value: RwSignal<String>,
    #[prop(into)] fault: Signal<Option<String>>,
    /// Whether the browser has one for here, or is to think of a new one.
    #[prop(into)]
    is_new: Signal<bool>,
    /// A line about it.
    #[prop(optional, into)]
    about: Option<Signal<Option<String>>>,
) -> impl IntoView {
    let shown = RwSignal::new(false);
    let fault_id = format!("{id}-fault");
    let about_id = format!("{id}-about");
    let described = {
        let (fault_id, about_id) = (fault_id.clone(), about_id.clone());
        move || match (fault.get().is_some(), about.is_some_and(|about| about.get().is_some())) {
            (true, _) => Some(fault_id.clone()),
            (false, true) => Some(about_id.clone()),
            (false, false) => None,
        }
    };
    let about = move || {
        let text = about.and_then(|about| about.get()).filter(|_| fault.get().is_none())?;
        Some(view! { <p class="help" id=about_id.clone()>{text}</p> })
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <div class="secret">
                <input
                    id=id
                    type=move || if shown.get() { "text" } else { "password" }
                    dir="auto"
                    maxlength="256"
                    autocomplete=move || if is_new.get() { "new-password" } else { "current-password" }
                    autocapitalize="none"
                    spellcheck="false"
                    prop:value=value
                    aria-invalid=move || fault.get().is_some().then_some("true")
                    aria-describedby=described
                    on:input=move |event| value.set(event_target_value(&event))
                />
                <button class="button quiet" type="button" aria-pressed=move || shown.get().to_string() aria-controls=id on:click=move |_| shown.update(|shown| *shown = !*shown)>
                    {say(Language::account_password_show)}
                </button>
            </div>
            {about}
            <p class="error" id=fault_id role="status">{fault}</p>
        </div>
    }
}
