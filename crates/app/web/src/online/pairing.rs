use gebeta_i18n::Language;
use gebeta_protocol::{PairRequest, TimeControl};
use gebeta_session::time_control_text;
use leptos::prelude::*;

use super::create_game::Terms;
use super::lobby::LobbyState;
use super::seat_requests::{self, NO_SECRET};
use crate::platform::language::{language, say};

/// What most people play.
const USUAL: TimeControl = TimeControl::Game { seconds: 600, increment: 5 };

/// One press finds an opponent: a button for every clock.
#[component]
pub(super) fn Pairing(lobby: LobbyState, terms: Terms) -> impl IntoView {
    // The clock whose button was pressed.
    let asked = RwSignal::new(None::<TimeControl>);
    let pair = move |clock: TimeControl| {
        let Some(name) = lobby.name.take() else { return };
        asked.set(Some(clock));
        let rules = untrack(|| terms.rule_set()).name;
        lobby.take_seat(seat_requests::pair(PairRequest { rules, clock, name, secret: NO_SECRET }));
    };
    let button = move |(place, clock): (usize, TimeControl)| {
        let is_looking = move || lobby.is_busy.get() && asked.get() == Some(clock);
        let text = move || {
            let words = language();
            if is_looking() { words.online_pairing().to_owned() } else { time_control_text(words, clock) }
        };
        view! {
            <button
                class=if clock == USUAL { "button primary" } else { "button" }
                type="button"
                data-test="pair"
                data-clock=place
                aria-busy=move || is_looking().to_string()
                disabled=move || lobby.is_busy.get() || !terms.is_shipped()
                on:click=move |_| pair(clock)
            >
                {text}
            </button>
        }
    };
    let buttons = TimeControl::OFFERED.into_iter().enumerate().map(button).collect_view();
    view! {
        <div class="pairing" role="group" aria-labelledby="pairing">
            <h2 id="pairing">{say(Language::online_pair)}</h2>
            <div class="clock-buttons">{buttons}</div>
            <p class="help dim">{say(Language::online_pair_about)}</p>
        </div>
    }
}
