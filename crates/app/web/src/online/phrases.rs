use gebeta_i18n::Language;
use gebeta_protocol::Phrase;
use gebeta_session::{OnlineEvent, phrase_text};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::platform::language::{language, say};

/// What players can say to each other: a few friendly things.
#[component]
pub(super) fn Talk(session: OnlineSession) -> impl IntoView {
    let may_say = Memo::new(move |_| session.allowed().say);
    let button = move |phrase: Phrase| {
        view! {
            <button class="button" disabled=move || !may_say.get() on:click=move |_| session.report(OnlineEvent::Say(phrase))>
                {move || phrase_text(language(), phrase)}
            </button>
        }
    };
    view! {
        <details class="talk" data-test="talk">
            <summary>{say(Language::online_talk)}</summary>
            <div class="row">{Phrase::ALL.map(button).into_iter().collect_view()}</div>
        </details>
    }
}
