//! The screens that nobody needs for a first game, as parts of the program: those before a game, and the rest.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::about::AboutScreen;
use crate::analysis::AnalysisScreen;
use crate::games::GamesScreen;
use crate::part::Part;
use crate::replay::{ReplayScreen, SharedScreen};
use crate::review::ReviewScreen;
use crate::route::Route;
use crate::rules_page::RulesScreen;
use crate::settings_page::SettingsScreen;
use crate::setup::SetupScreen;
use crate::statistics::StatisticsScreen;
use crate::toss::TossScreen;
use crate::tutorial::LearnScreen;

/// Shows a screen of the library, if the address names one.
type Show = fn(&Route) -> Option<AnyView>;

/// The parts, loaded or not.
#[derive(Clone, Copy)]
pub(crate) struct Library {
    before: Part<Show>,
    rest: Part<Show>,
}

impl Library {
    /// Nothing is loaded yet.
    pub(crate) fn new() -> Self {
        Self { before: Part::new(|| Box::pin(before())), rest: Part::new(|| Box::pin(rest())) }
    }

    /// The screen at an address, or `lost` where there is none.
    pub(crate) fn view(self, route: &Route, lost: fn() -> AnyView) -> AnyView {
        let part = if matches!(route, Route::Setup(_) | Route::Toss) { self.before } else { self.rest };
        part.view(|show| show(route).unwrap_or_else(lost))
    }
}

// Everything that only this function reaches is put into a file of its own.
#[wasm_split(before, fallible)]
fn before() -> Result<Show, SplitLoaderError> {
    Ok(|route| {
        Some(match route {
            Route::Setup(game) => view! { <SetupScreen game=*game /> }.into_any(),
            Route::Toss => view! { <TossScreen /> }.into_any(),
            _ => return None,
        })
    })
}

#[wasm_split(library, fallible)]
fn rest() -> Result<Show, SplitLoaderError> {
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
        Route::Settings => view! { <SettingsScreen /> }.into_any(),
        Route::Rules(name) => view! { <RulesScreen name=name.clone() /> }.into_any(),
        Route::Learn(game) => view! { <LearnScreen game=*game /> }.into_any(),
        Route::About => view! { <AboutScreen /> }.into_any(),
        _ => return None,
    })
}
