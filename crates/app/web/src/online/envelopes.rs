//! The sealed envelopes of a game with chance, and the proof at its end.

use gebeta_i18n::Language;
use gebeta_match::{Match, OwnEnvelope, Stage};
use gebeta_protocol::{Hash, Side};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use super::seat::Seat;
use crate::platform::language::{language, say};
use crate::platform::share;

/// Whether a game has envelopes, or will.
pub(super) fn has_envelopes(game: &Match) -> bool {
    game.stage() == Stage::Sealing || game.envelopes().server.is_some()
}

/// Three envelopes, closed or open.
#[component]
pub(super) fn Envelopes(session: OnlineSession) -> impl IntoView {
    let forged = move || {
        let Some((side, seat)) = session.side().zip(Seat::stored(session.id)) else { return false };
        session
            .with_game(|game| {
                let is_own = game.envelopes().seals[side].is_some_and(|(_, own)| own);
                is_own && !OwnEnvelope::new(side, seat.seed).is_shown(game)
            })
            .unwrap_or(false)
    };
    let letter = move |side: Option<Side>| {
        let seal = move || session.with_game(|game| shown(game, side)).flatten();
        let is_open = move || session.with_game(|game| is_open(game, side)).unwrap_or(false);
        let who = move || match side {
            Some(side) => session.name(side).unwrap_or_default(),
            None => language().online_server().to_owned(),
        };
        let is_own = move || {
            session
                .with_game(|game| {
                    side.is_none_or(|side| game.envelopes().seals[side].is_none_or(|seal| seal.1))
                })
                .unwrap_or(true)
        };
        let state = move || {
            let words = language();
            match (seal().is_some(), is_own()) {
                (false, _) => words.envelope_none(),
                (true, false) => words.envelope_empty(),
                (true, true) if is_open() => words.envelope_open(),
                (true, true) => words.envelope_sealed(),
            }
        };
        let digits = move || seal().map(|seal| seal.to_string().chars().take(8).collect::<String>());
        view! {
            <li class="envelope" class:open=is_open class:missing=move || seal().is_none()>
                <Paper />
                <strong dir="auto">{who}</strong>
                <span class="dim">{state}</span>
                <code dir="ltr">{digits}</code>
            </li>
        }
    };
    view! {
        <ul class="envelopes" data-test="envelopes" aria-label=say(Language::envelopes_title)>
            {letter(None)} {letter(Some(Side::A))} {letter(Some(Side::B))}
        </ul>
        <Show when=forged>
            <p class="error" role="alert" data-test="forged">{say(Language::envelope_forged)}</p>
        </Show>
    }
}

fn shown(game: &Match, side: Option<Side>) -> Option<Hash> {
    let envelopes = game.envelopes();
    match side {
        Some(side) => envelopes.seals[side].map(|(seal, _)| seal),
        None => envelopes.server,
    }
}

fn is_open(game: &Match, side: Option<Side>) -> bool {
    let envelopes = game.envelopes();
    match side {
        Some(side) => envelopes.opened[side] || envelopes.seeds.is_some(),
        None => envelopes.revealed.is_some(),
    }
}

/// A letter with a flap and a seal.
#[component]
fn Paper() -> impl IntoView {
    view! {
        <svg class="paper" viewBox="0 0 48 34" aria-hidden="true">
            <rect class="paper-back" x="1" y="1" width="46" height="32" rx="3" />
            <path class="paper-flap" d="M2 3 24 20 46 3" />
            <circle class="paper-seal" cx="24" cy="19" r="5" />
        </svg>
    }
}

/// What the open envelopes prove, and the text to check it elsewhere.
#[component]
pub(super) fn Proof(session: OnlineSession) -> impl IntoView {
    let record = Memo::new(move |_| {
        let text = session.with_game(|game| game.envelopes().revealed.map(|_| game.to_record()));
        text.flatten()
    });
    let verdict = move || {
        session.source(|source| {
            let proof = source.proof()?;
            Some((proof.is_fair(), proof.text(language())?))
        })
    };
    let chained = move || {
        let place = session.with_game(|game| game.envelopes().chain.map(|mark| mark.place)).flatten()?;
        let from_here = format!("api/chain?after={}", place.saturating_sub(1));
        Some(view! {
            <p class="dim">
                {move || language().fair_chain(place)}
                " "
                <a data-test="chain" href=from_here target="_blank" rel="noopener">{say(Language::fair_chain_look)}</a>
            </p>
        })
    };
    let is_seen = RwSignal::new(false);
    let save = move |_| {
        if let Some(text) = record.get_untracked() {
            share::save(&format!("gebeta-{}.gebeta", session.id), "text/plain", &text);
        }
    };
    view! {
        <Show when=move || record.with(Option::is_some)>
            <div class="proof" data-test="proof">
                {move || verdict().map(|(is_fair, text)| view! {
                    <p class="proof-words" class:fair=is_fair class:error=!is_fair>
                        <span aria-hidden="true">{if is_fair { "✓ " } else { "✗ " }}</span>{text}
                    </p>
                })}
                <div class="row center">
                    <button class="button" data-test="verify" aria-expanded=move || is_seen.get().to_string() on:click=move |_| is_seen.update(|seen| *seen = !*seen)>{say(Language::fair_verify)}</button>
                    <button class="button quiet" data-test="save-transcript" on:click=save>{say(Language::fair_save)}</button>
                </div>
                <Show when=move || is_seen.get()>
                    <p class="dim">
                        {say(Language::fair_about)}
                        " "
                        <a data-test="verify-page" href="verify" target="_blank" rel="noopener">{say(Language::fair_page)}</a>
                    </p>
                    {chained}
                    <pre class="transcript" dir="ltr" tabindex="0" aria-label=say(Language::fair_transcript)>{move || record.get()}</pre>
                </Show>
            </div>
        </Show>
    }
}
