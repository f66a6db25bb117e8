use gebeta_client::Status;
use gebeta_i18n::Language;
use gebeta_protocol::{Phrase, Side};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::online_session::{OnlineSession, Presence};
use super::wording;
use crate::platform::language::{language, say};
use crate::platform::timer;

/// What players can say to each other: a few friendly things.
#[component]
pub(super) fn Talk(room: OnlineSession) -> impl IntoView {
    let button = move |phrase: Phrase| {
        view! {
            <button class="button" disabled=move || room.status.get() != Status::Up on:click=move |_| room.say(phrase)>
                {move || wording::phrase(language(), phrase)}
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

impl OnlineSession {
    /// Somebody says something; it fades after a while.
    pub(super) fn hear_phrase(self, side: Side, phrase: Phrase) {
        const SHOWN: u32 = 6_000;
        let words = self.words_now();
        let name = untrack(|| self.name(side)).unwrap_or_default();
        self.tell([words.online_says(name, wording::phrase(words, phrase))]);
        self.spoken.update(|spoken| spoken[side] = Some(phrase));
        spawn_local(async move {
            timer::sleep(SHOWN).await;
            let is_last = self.spoken.try_with_untracked(|spoken| spoken[side] == Some(phrase));
            if is_last == Some(true) {
                self.spoken.update(|spoken| spoken[side] = None);
            }
        });
    }

    /// Tells that the other has gone or come back.
    pub(super) fn tell_presence(self, side: Side, was: Presence, is: Presence) {
        let words = self.words_now();
        let Some(name) = untrack(|| self.name(side)).filter(|_| self.side.get_untracked() != Some(side))
        else {
            return;
        };
        match (was, is) {
            (Presence::Here, Presence::Away(_)) => self.tell([words.online_left(name)]),
            (Presence::Away(_), Presence::Here) => self.tell([words.online_back(name)]),
            _ => {}
        }
    }
}
