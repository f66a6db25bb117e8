//! The screens that nobody needs for a first game. They are a part of the program that is loaded when one of them opens.

use gebeta_words::Language;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::about::AboutScreen;
use crate::analysis::AnalysisScreen;
use crate::games::GamesScreen;
use crate::language::say;
use crate::replay::{ReplayScreen, SharedScreen};
use crate::review::ReviewScreen;
use crate::route::Route;
use crate::rules_page::RulesScreen;
use crate::statistics::StatisticsScreen;
use crate::tutorial::LearnScreen;

/// Shows a screen of the library, if the address names one.
type Show = fn(&Route) -> Option<AnyView>;

/// How far the part is loaded.
#[derive(Clone, Copy)]
enum Shelf {
    Closed,
    Loading,
    Open(Show),
    /// No network, and nothing kept of an earlier visit.
    Missing,
}

/// The part of the program that holds the library.
#[derive(Clone, Copy)]
pub(crate) struct Library(RwSignal<Shelf>);

impl Library {
    /// A library that is not loaded yet.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(Shelf::Closed))
    }

    /// The screen at an address, or a sign of waiting that gives way to it. `None` if it is not in the library.
    pub(crate) fn screen(self, route: &Route) -> Option<AnyView> {
        match self.0.get() {
            Shelf::Open(show) => show(route),
            Shelf::Missing => Some(self.missing()),
            Shelf::Loading => Some(loading()),
            Shelf::Closed => {
                self.load();
                Some(loading())
            }
        }
    }

    fn load(self) {
        // Whoever asks is drawing the sign of waiting already.
        self.0.update_untracked(|shelf| *shelf = Shelf::Loading);
        spawn_local(async move { self.0.set(open().await.map_or(Shelf::Missing, Shelf::Open)) });
    }

    fn missing(self) -> AnyView {
        view! {
            <div class="page narrow">
                <h1>{say(Language::part_missing_title)}</h1>
                <p>{say(Language::part_missing_text)}</p>
                <button class="button primary" on:click=move |_| self.0.set(Shelf::Closed)>
                    {say(Language::try_again)}
                </button>
            </div>
        }
        .into_any()
    }
}

fn loading() -> AnyView {
    view! { <p class="page narrow" role="status">{say(Language::loading)}</p> }.into_any()
}

// Everything that only this function reaches is put into a file of its own.
#[wasm_split(library, fallible)]
fn open() -> Result<Show, SplitLoaderError> {
    Ok(show)
}

fn show(route: &Route) -> Option<AnyView> {
    Some(match route {
        Route::Games => view! { <GamesScreen /> }.into_any(),
        Route::Replay(id) => view! { <ReplayScreen id=id.clone() /> }.into_any(),
        Route::Review(id) => view! { <ReviewScreen id=id.clone() /> }.into_any(),
        Route::Analysis(start) => view! { <AnalysisScreen start=start.clone() /> }.into_any(),
        Route::Shared(text) => view! { <SharedScreen text=text.clone() /> }.into_any(),
        Route::Statistics => view! { <StatisticsScreen /> }.into_any(),
        Route::Rules(name) => view! { <RulesScreen name=name.clone() /> }.into_any(),
        Route::Learn(game) => view! { <LearnScreen game=*game /> }.into_any(),
        Route::About => view! { <AboutScreen /> }.into_any(),
        _ => return None,
    })
}
