use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, ByPlayer, Record};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::board::{mancala, senet};
use crate::components::drawer::Looked;
use crate::components::toast;
use crate::platform::language::{language_now, say};
use crate::platform::palette::Palette;
use crate::platform::{archive, share};

/// Every way a game leaves the page: link, text, file, picture. Positions and pictures are those that are looked at.
#[component]
pub(crate) fn Ways(game: Signal<Option<Looked>>) -> impl IntoView {
    let shown = move || {
        let (mut shown, place) = game.get_untracked()?;
        shown.take_back_to(place);
        Some(shown)
    };
    let whole = move || game.get_untracked().map(|(record, _)| record);
    let copy = move |record: Option<Record>, write: fn(&Record) -> String| {
        let Some(text) = record.as_ref().map(write) else { return };
        spawn_local_scoped(async move {
            share::copy(language_now(), &text).await;
        });
    };
    let send = move |_| {
        if let Some(record) = whole() {
            share::send(&share::link(&record));
        }
    };
    let save = move |_| {
        let Some(record) = whole() else { return };
        spawn_local_scoped(async move {
            let words = language_now();
            let kept = archive::add(&record).await;
            match kept {
                Ok(_) => toast::say(words.games_kept()),
                Err(_) => toast::warn(words.games_not_kept()),
            }
        });
    };
    let save_record = move |_| {
        if let Some(record) = whole() {
            share::save("game.gebeta", "text/plain", &record.to_string());
        }
    };
    let save_svg = move |_| {
        if let Some(record) = shown() {
            share::save("position.svg", "image/svg+xml", &picture(&record));
        }
    };
    let save_png = move |_| {
        let Some(svg) = shown().as_ref().map(picture) else { return };
        spawn_local_scoped(async move {
            // A browser that draws no pictures still has the SVG.
            let _ = share::save_png("position.png", &svg).await;
        });
    };
    view! {
        <div class="row">
            <button class="button" data-test="share-link" on:click=move |_| copy(whole(), share::link)>{say(Language::share_link)}</button>
            {share::can_send().then(|| view! {
                <button class="button" data-test="send-link" on:click=send>{say(Language::share)}</button>
            })}
            <button class="button" data-test="share-place" on:click=move |_| copy(shown(), |record| share::link(&share::position_of(record)))>{say(Language::share_place)}</button>
            <button class="button" data-test="share-position" on:click=move |_| copy(shown(), |record| record.position().to_string())>{say(Language::share_position)}</button>
            <button class="button" data-test="share-moves" on:click=move |_| copy(whole(), moves_text)>{say(Language::share_moves)}</button>
            <button class="button" data-test="keep" on:click=save>{say(Language::games_keep)}</button>
            <button class="button" data-test="save-record" on:click=save_record>{say(Language::share_record)}</button>
            <button class="button" data-test="save-svg" on:click=save_svg>{say(Language::share_svg)}</button>
            <button class="button" data-test="save-png" on:click=save_png>{say(Language::share_png)}</button>
        </div>
    }
}

/// Copies a text; without one it cannot be pressed.
#[component]
pub(crate) fn CopyButton(
    label: fn(Language) -> &'static str,
    /// Also the name by which tests find it.
    name: &'static str,
    #[prop(into)] text: Signal<Option<String>>,
) -> impl IntoView {
    let copy = move |_| {
        let Some(text) = text.get_untracked() else { return };
        spawn_local_scoped(async move { share::copy(language_now(), &text).await });
    };
    view! {
        <button class="button quiet" type="button" data-test=name disabled=move || text.with(Option::is_none) on:click=copy>
            {say(label)}
        </button>
    }
}

fn moves_text(record: &Record) -> String {
    record.plies().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// The position in the colours of the page.
fn picture(record: &Record) -> String {
    let names = ByPlayer::from_fn(|player| record.players[player].name.clone());
    match record.position() {
        AnyPosition::Mancala(position) => mancala::picture(position, &Palette::of_page(), &names),
        AnyPosition::Sowing(_) => String::new(),
        AnyPosition::Senet(position) => senet::picture(position, &Palette::of_page(), &names),
    }
}
