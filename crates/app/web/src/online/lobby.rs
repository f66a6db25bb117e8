use gebeta_i18n::Language;
use gebeta_protocol::{LobbyEntry, MatchId, Ticket};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::{spawn_local, spawn_local_scoped};

use super::api::{self, ApiError};
use super::create_game::{MakeGame, Rules, Terms};
use super::leaderboard::Leaderboard;
use super::name::{NameField, NameState};
use super::open_games::OpenGames;
use super::pairing::Pairing;
use super::running_games::{MyGames, PublicGames};
use crate::components::toast;
use crate::platform::language::{language, language_now, say};
use crate::platform::rule_sets;
use crate::platform::timer;
use crate::route::Route;

/// How often the list of open games is asked for, in milliseconds.
const EVERY: u32 = 5_000;

/// Where people find each other.
#[component]
pub(super) fn LobbyScreen() -> impl IntoView {
    if !rule_sets::is_served() {
        return view! { <NoServer title=Language::online_title /> }.into_any();
    }
    let lobby = LobbyState::new();
    lobby.watch();
    let terms = Terms::new();
    view! {
        <div class="page lobby">
            <h1>{say(Language::online_title)}</h1>
            <p class="lobby-lead">{say(Language::online_lead)}</p>
            <Show when=move || lobby.failure.get() == Some(ApiError::Stranger)>
                <p class="error" role="alert">{say(Language::online_no_server)}</p>
            </Show>
            <div class="lobby-columns">
                <div class="lobby-pair">
                    <Rules terms />
                    <Pairing lobby terms />
                    <p class="error" data-test="lobby-fault">{lobby.message}</p>
                    <NameField state=lobby.name />
                </div>
                <div class="lobby-games">
                    <MyGames />
                    <OpenGames lobby />
                    <PublicGames />
                    <Leaderboard terms />
                </div>
                <div class="lobby-make">
                    <MakeGame lobby terms />
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
pub(super) struct LobbyState {
    pub(super) name: NameState,
    /// None before the first answer.
    pub(super) open: RwSignal<Option<Vec<LobbyEntry>>>,
    pub(super) failure: RwSignal<Option<ApiError>>,
    /// Whether a seat is being asked for.
    pub(super) is_busy: RwSignal<bool>,
    message: RwSignal<String>,
}

impl LobbyState {
    fn new() -> Self {
        Self {
            name: NameState::new(),
            open: RwSignal::new(None),
            failure: RwSignal::new(None),
            is_busy: RwSignal::new(false),
            message: RwSignal::new(String::new()),
        }
    }

    /// Asks for the open games now.
    pub(super) async fn refresh(self) {
        // A browser without a network would write every try to its console.
        let open = if window().navigator().on_line() {
            api::get::<Vec<LobbyEntry>>("api/lobby").await
        } else {
            Err(ApiError::Silent)
        };
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

    /// Asks again and again while the page is visible, and at once when the network comes back.
    fn watch(self) {
        let gone = window_event_listener(ev::offline, move |_| self.failure.set(Some(ApiError::Silent)));
        let back = window_event_listener(ev::online, move |_| spawn_local(self.refresh()));
        on_cleanup(move || {
            gone.remove();
            back.remove();
        });
        spawn_local_scoped(async move {
            while self.open.try_get_untracked().is_some() {
                if !document().hidden() {
                    self.refresh().await;
                }
                timer::sleep(EVERY).await;
            }
        });
    }

    /// Opens the game whose seat `asked` brings, or says why there is none.
    pub(super) fn take_seat(self, asked: impl Future<Output = Result<Ticket, ApiError>> + 'static) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.message.set(String::new());
        self.is_busy.set(true);
        spawn_local_scoped(async move {
            let ticket = asked.await;
            if self.is_busy.try_get_untracked().is_none() {
                return;
            }
            self.is_busy.set(false);
            match ticket {
                Ok(ticket) => go_to(ticket.game),
                Err(failure) if self.name.explains(failure) => {}
                Err(failure) => {
                    let why = failure.text(language_now());
                    toast::warn(&why);
                    self.message.set(why);
                }
            }
        });
    }
}

pub(super) fn go_to(game: MatchId) {
    Route::OnlineGame(game.to_string()).go();
}

/// Words for nothing to see.
pub(super) fn empty_text(lobby: LobbyState) -> Option<&'static str> {
    let words = language();
    match (lobby.open.get().map(|open| open.is_empty()), lobby.failure.get()) {
        // What was open before may be taken by now.
        (_, Some(_)) => Some(words.online_silent()),
        (None, None) => Some(words.loading()),
        (Some(true), None) => Some(words.online_no_open_games()),
        (Some(false), None) => None,
    }
}
