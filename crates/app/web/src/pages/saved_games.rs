use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Player, Record, RecordError};
use gebeta_session::verdict;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::board::either::Thumb;
use crate::components::file_errors::record_fault;
use crate::components::opponents;
use crate::components::question::Question;
use crate::components::toast;
use crate::platform::archive::{self, ArchivedGame};
use crate::platform::language::{language, language_now, say};
use crate::platform::share;
use crate::route::Route;
use crate::session::Session;

/// The games this browser keeps.
#[component]
pub(crate) fn GamesScreen() -> impl IntoView {
    let games = RwSignal::new(None::<Vec<ArchivedGame>>);
    let load = move || {
        spawn_local_scoped(async move {
            let found = archive::games().await;
            if found.is_err() {
                toast::warn(language_now().games_not_kept());
            }
            games.set(Some(found.unwrap_or_default()));
        });
    };
    load();
    let after_delete = Callback::new(move |place: usize| {
        spawn_local_scoped(async move {
            games.set(Some(archive::games().await.unwrap_or_default()));
            focus_near(place);
        });
    });
    let import = move |event: leptos::ev::Event| {
        let input = event.target().and_then(|input| input.dyn_into::<web_sys::HtmlInputElement>().ok());
        let Some(file) =
            input.as_ref().and_then(web_sys::HtmlInputElement::files).and_then(|files| files.get(0))
        else {
            return;
        };
        spawn_local_scoped(async move {
            match import_file(&file).await {
                Ok(()) => toast::say(language_now().games_kept()),
                Err(why) => toast::warn(&why),
            }
            load();
        });
        if let Some(input) = input {
            input.set_value("");
        }
    };
    let list = move || {
        let games = games.get()?;
        Some(if games.is_empty() {
            view! {
                <p>{language().home_no_games()}</p>
                <a class="button primary" href=Route::Home.href()>{language().play()}</a>
            }
            .into_any()
        } else {
            let cards = games.into_iter().enumerate().map(
                |(place, kept)| view! { <Card kept on_delete=Callback::new(move |()| after_delete.run(place)) /> },
            );
            view! { <ul class="kept-games">{cards.collect_view()}</ul> }.into_any()
        })
    };
    let export = move |_| {
        let texts: Vec<_> = games
            .with_untracked(|games| games.iter().flatten().map(|kept| kept.record.to_string()).collect());
        share::save("gebeta-games.txt", "text/plain", &texts.join("\n"));
    };
    view! {
        <div class="page">
            <h1>{say(Language::home_games)}</h1>
            <div class="row">
                <label class="button" for="import">{say(Language::games_import)}</label>
                <input class="unseen" id="import" type="file" accept=".gebeta,.txt,text/plain" on:change=import />
                <Show when=move || games.with(|games| games.as_ref().is_some_and(|games| !games.is_empty()))>
                    <button class="button" on:click=export>{say(Language::settings_export)}</button>
                </Show>
            </div>
            {list}
        </div>
    }
}

/// Who has deleted a game goes on at the one that took its place, or at the last, or at the way to a new one.
fn focus_near(place: usize) {
    request_animation_frame(move || {
        let card = |place: usize| {
            let cards = document().query_selector_all(".kept-game").ok()?;
            cards.get(cards.length().checked_sub(1)?.min(place as u32))
        };
        let way = || document().query_selector(".page > a.button").ok().flatten().map(Into::into);
        let there = card(place).or_else(way).and_then(|there| there.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(there) = there {
            // What is gone by now needs no focus.
            let _ = there.focus();
        }
    });
}

/// Reads one record or several and puts them away, or says why not.
async fn import_file(file: &web_sys::File) -> Result<(), String> {
    let words = language_now();
    let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string()).unwrap_or_default();
    let records = match split_records(&text) {
        Ok(records) => records,
        Err(why) => return Err(words.games_bad_file(record_fault(words, &why))),
    };
    for record in records {
        if archive::import(record).await.is_err() {
            return Err(words.games_not_kept().to_owned());
        }
    }
    Ok(())
}

/// The records of a file: each begins with its first tag, as the export wrote them one after the other.
fn split_records(text: &str) -> Result<Vec<Record>, RecordError> {
    let first_tag = text.lines().next().and_then(|line| line.split_whitespace().next()).unwrap_or_default();
    let mut texts: Vec<String> = Vec::new();
    for line in text.lines() {
        let begins = !first_tag.is_empty() && line.split_whitespace().next() == Some(first_tag);
        if begins || texts.is_empty() {
            texts.push(String::new());
        }
        if let Some(last) = texts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    texts.iter().map(|text| text.trim_end().parse().or_else(|_| text.parse())).collect()
}

#[component]
fn Card(kept: ArchivedGame, on_delete: Callback<()>) -> impl IntoView {
    let session = Session::here();
    let ArchivedGame { id, record, ended } = kept;
    let over = record.outcome().is_some();
    let names = ByPlayer::from_fn(|player| record.players[player].name.clone());
    let title = {
        let names = names.clone();
        move || language().versus(&names[Player::One], &names[Player::Two])
    };
    let position = *record.position();
    let result = move || {
        let words = language();
        if over { verdict(words, &position, &names) } else { words.games_unfinished().to_owned() }
    };
    let rules = record.rule_set.clone();
    let about = move || {
        let when = js_sys::Date::new(&(ended as f64 * 1000.0).into());
        let when = when.to_locale_date_string(language().code(), &wasm_bindgen::JsValue::UNDEFINED);
        format!("{} · {}", opponents::rule_set(language(), &rules), String::from(when))
    };
    let asks = RwSignal::new(false);
    let delete = {
        let id = id.clone();
        Callback::new(move |()| {
            let id = id.clone();
            spawn_local_scoped(async move {
                // What cannot be forgotten is shown again.
                let _ = archive::delete(&id).await;
                on_delete.run(());
            });
        })
    };
    let go_on = move |_| {
        session.resume(record.clone());
    };
    view! {
        <li class="kept-game" tabindex="-1">
            <div class="kept-picture" aria-hidden="true"><Thumb position /></div>
            <div>
                <h2 dir="auto">{title}</h2>
                <p>{result}</p>
                <p class="dim">{about}</p>
                <div class="row">
                    <a class="button" href=Route::Replay(id.clone()).href()>{say(Language::replay)}</a>
                    {if over {
                        view! { <a class="button" href=Route::Review(id.clone()).href()>{say(Language::review)}</a> }.into_any()
                    } else {
                        view! { <button class="button primary" on:click=go_on>{say(Language::go_on)}</button> }.into_any()
                    }}
                    <button class="button quiet danger" on:click=move |_| asks.set(true)>{say(Language::delete)}</button>
                </div>
                <Question is_open=asks text=Language::games_delete_ask deed=Language::delete on_yes=delete />
            </div>
        </li>
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::GameKind;
    use gebeta_session::GameSetup;

    use super::*;

    #[test]
    fn several_records_in_a_file_are_told_apart() {
        let record = |game| GameSetup::usual(game, Language::En).start(1).unwrap().record().clone();
        let records = [record(GameKind::Mancala), record(GameKind::Senet)];
        let text = records.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert_eq!(split_records(&text).unwrap(), records);
        assert_eq!(split_records(&records[0].to_string()).unwrap(), records[..1]);
        assert!(split_records("hello").is_err());
    }
}
