use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::components::dialog::{Card, focused};
use crate::platform::language::say;

/// Asks before something is deleted. It opens with the focus on the way back.
#[component]
pub(crate) fn Question(
    is_open: RwSignal<bool>,
    text: fn(Language) -> &'static str,
    /// What is done, on the button that does it.
    deed: fn(Language) -> &'static str,
    on_yes: Callback<()>,
) -> impl IntoView {
    let close = Callback::new(move |()| is_open.set(false));
    let yes = move |_| {
        is_open.set(false);
        on_yes.run(());
    };
    view! {
        <Show when=move || is_open.get()>
            <Card title="question-title" test="question" on_close=close>
                <h2 id="question-title">{say(text)}</h2>
                <div class="row center">
                    <button class="button" type="button" data-test="no" node_ref=focused() on:click=move |_| close.run(())>{say(Language::cancel)}</button>
                    <button class="button danger" type="button" data-test="yes" on:click=yes>{say(deed)}</button>
                </div>
            </Card>
        </Show>
    }
}
