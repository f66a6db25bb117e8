use gebeta_protocol::{LobbyEntry, MatchId, Ticket};
use gebeta_words::Language;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::api::{self, Failure};
use super::make::MakeGame;
use super::name::{NameDesk, NameField};
use super::open_games::{MyGames, OpenGames};
use crate::language::{language, language_now, say};
use crate::later;
use crate::route::Route;
use crate::rulebook;

/// How often the list of open games is asked for, in milliseconds.
const EVERY: u32 = 5_000;

/// Where people find each other.
#[component]
pub(super) fn LobbyScreen() -> impl IntoView {
    if !rulebook::is_served() {
        return view! { <NoServer title=Language::online_title /> }.into_any();
    }
    let desk = LobbyDesk::new();
    desk.watch();
    view! {
        <div class="page lobby">
            <h1>{say(Language::online_title)}</h1>
            <p class="lobby-lead">{say(Language::online_lead)}</p>
            <Show when=move || desk.failure.get() == Some(Failure::Stranger)>
                <p class="error" role="alert">{say(Language::online_no_server)}</p>
            </Show>
            <div class="lobby-columns">
                <div class="lobby-make">
                    <NameField desk=desk.name />
                    <MakeGame desk />
                    <p class="error" role="status" data-test="lobby-fault">{desk.told}</p>
                </div>
                <div class="lobby-games">
                    <MyGames />
                    <OpenGames desk />
                </div>
            </div>
        </div>
    }
    .into_any()
}

/// A page from a host that only hands out files.
#[component]
pub(super) fn NoServer(title: fn(Language) -> &'static str) -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(title)}</h1>
            <p data-test="no-server">{say(Language::online_no_server)}</p>
            <a class="button primary" href=Route::Home.href()>{say(Language::home)}</a>
        </div>
    }
}

/// What the parts of the lobby have in common.
#[derive(Clone, Copy)]
pub(super) struct LobbyDesk {
    pub(super) name: NameDesk,
    /// None before the first answer.
    pub(super) open: RwSignal<Option<Vec<LobbyEntry>>>,
    pub(super) failure: RwSignal<Option<Failure>>,
    /// Whether a seat is being asked for.
    pub(super) is_busy: RwSignal<bool>,
    told: RwSignal<String>,
}

impl LobbyDesk {
    fn new() -> Self {
        Self {
            name: NameDesk::new(),
            open: RwSignal::new(None),
            failure: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            told: RwSignal::new(String::new()),
        }
    }

    /// Asks for the open games now.
    pub(super) async fn refresh(self) {
        let open = api::get::<Vec<LobbyEntry>>("api/lobby").await;
        // The screen may be gone by now.
        if self.open.try_get_untracked().is_none() {
            return;
        }
        self.failure.set(open.as_ref().err().copied());
        if let Ok(open) = open
            && self.open.with_untracked(|known| known.as_ref() != Some(&open))
        {
            self.open.set(Some(open));
        }
    }

    /// Asks again and again, while somebody looks.
    fn watch(self) {
        spawn_local_scoped(async move {
            while self.open.try_get_untracked().is_some() {
                if !document().hidden() && window().navigator().on_line() {
                    self.refresh().await;
                }
                later::sleep(EVERY).await;
            }
        });
    }

    /// Goes to the seat that `asked` brings, or tells why there is none.
    pub(super) fn sit(self, asked: impl Future<Output = Result<Ticket, Failure>> + 'static) {
        self.told.set(String::new());
        self.is_busy.set(true);
        spawn_local_scoped(async move {
            let ticket = asked.await;
            if self.is_busy.try_get_untracked().is_none() {
                return;
            }
            self.is_busy.set(false);
            match ticket {
                Ok(ticket) => go_to(ticket.game),
                Err(failure) if self.name.heard(failure) => {}
                Err(failure) => self.told.set(failure.text(language_now())),
            }
        });
    }
}

pub(super) fn go_to(game: MatchId) {
    Route::OnlineGame(game.to_string()).go();
}

/// Words for nothing to see.
pub(super) fn empty_text(desk: LobbyDesk) -> Option<&'static str> {
    let words = language();
    match (desk.open.get().map(|open| open.is_empty()), desk.failure.get()) {
        (None, Some(_)) => Some(words.online_silent()),
        (None, None) => Some(words.loading()),
        (Some(true), _) => Some(words.online_no_open_games()),
        (Some(false), _) => None,
    }
}
