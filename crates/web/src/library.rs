//! The screens that nobody needs for a first game, as a part of the program.
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
use crate::statistics::StatisticsScreen;
use crate::tutorial::LearnScreen;

/// Shows a screen of the library, if the address names one.
pub(crate) type Show = fn(&Route) -> Option<AnyView>;

/// The library, not loaded yet.
pub(crate) fn library() -> Part<Show> {
    Part::new(|| Box::pin(open()))
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
        Route::Settings => view! { <SettingsScreen /> }.into_any(),
        Route::Rules(name) => view! { <RulesScreen name=name.clone() /> }.into_any(),
        Route::Learn(game) => view! { <LearnScreen game=*game /> }.into_any(),
        Route::About => view! { <AboutScreen /> }.into_any(),
        _ => return None,
    })
}
