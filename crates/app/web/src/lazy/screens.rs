//! What a first game does without, as parts of the program: the screens before a game, and the rest.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_rules::{AnyPosition, AnyRules, ByPlayer, GameKind};
use leptos::prelude::*;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

use crate::components::drawer::Looked;
use crate::components::hint::{HintState, hint_bar};
use crate::components::rules_button::rules_card;
use crate::components::sharing::Ways;
use crate::lazy::module::LazyModule;
use crate::online;
use crate::pages::about::AboutScreen;
use crate::pages::analysis::AnalysisScreen;
use crate::pages::game::{Beside, KeyList, SearchReport, beside, controls, read_board};
use crate::pages::puzzle::PuzzleScreen;
use crate::pages::replay::{ReplayScreen, SharedScreen};
use crate::pages::review::ReviewScreen;
use crate::pages::rules::RulesScreen;
use crate::pages::saved_games::GamesScreen;
use crate::pages::settings::SettingsScreen;
use crate::pages::setup::SetupScreen;
use crate::pages::statistics::StatisticsScreen;
use crate::pages::toss::TossScreen;
use crate::pages::tutorial::LearnScreen;
use crate::platform::style::{Screen, dressed};
use crate::route::Route;
use crate::session::Session;
use crate::sound;

/// Shows a screen, if it is here that the address leads.
type Show = fn(&Route) -> Option<AnyView>;

/// What the rest can do.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    screen: Show,
    /// Every way a game leaves the page.
    pub(crate) sharing: fn(Signal<Option<Looked>>) -> AnyView,
    /// The rules of a game, to be read beside it.
    pub(crate) rules: fn(AnyRules, Callback<()>) -> AnyView,
    /// The last search of a computer player.
    pub(crate) search_report: fn(Session) -> AnyView,
    /// Every key of a game on this device, on a card.
    pub(crate) key_list: fn(GameKind, Callback<()>) -> AnyView,
    /// A position in sentences.
    pub(crate) read_board: fn(&AnyPosition, &ByPlayer<String>) -> Vec<String>,
    /// The running online games of this browser.
    pub(crate) my_games: fn() -> AnyView,
}

/// What a game on this device can do without for a moment.
#[derive(Clone, Copy)]
pub(crate) struct BesideBoard {
    /// The buttons below the board.
    pub(crate) controls: fn(Beside) -> AnyView,
    /// The moves, the keys and the card at the end.
    pub(crate) view: fn(Beside) -> AnyView,
    /// Who is ahead.
    pub(crate) hint_bar: fn(HintState) -> AnyView,
    /// A hint as a sentence.
    pub(crate) hint_words: fn(HintState) -> Option<String>,
}

/// The parts, loaded or not.
#[derive(Clone, Copy)]
pub(crate) struct LazyScreens {
    before: LazyModule<Show>,
    rest: LazyModule<Rest>,
    sounds: LazyModule<sound::Open>,
    beside: LazyModule<BesideBoard>,
}

impl LazyScreens {
    /// Nothing is loaded yet.
    pub(crate) fn new() -> Self {
        Self {
            before: LazyModule::new(|| Box::pin(before())),
            rest: LazyModule::new(|| Box::pin(rest())),
            sounds: LazyModule::new(|| Box::pin(sounds())),
            beside: LazyModule::new(|| Box::pin(beside_a_board())),
        }
    }

    /// That of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides the library")
    }

    /// The part with everything but the screens before a game.
    pub(crate) const fn rest(self) -> LazyModule<Rest> {
        self.rest
    }

    /// The part that plays sound; see [`sound::open`].
    pub(crate) const fn sounds(self) -> LazyModule<sound::Open> {
        self.sounds
    }

    /// The part with what stands beside the board of a game on this device.
    pub(crate) const fn beside(self) -> LazyModule<BesideBoard> {
        self.beside
    }

    /// The screen at an address, or `lost` where there is none.
    pub(crate) fn view(self, route: &Route, lost: fn() -> AnyView) -> AnyView {
        let show = |screen: Show| screen(route).unwrap_or_else(lost);
        match route {
            Route::Setup(_) | Route::Toss => self.before.view(show),
            _ => self.rest.view(|rest| show(rest.screen)),
        }
    }
}

// Everything that only this function reaches is put into a file of its own.
#[wasm_split(before, fallible)]
fn before() -> Result<Show, SplitLoaderError> {
    Ok(|route| {
        let show: Screen = match *route {
            Route::Setup(game) => Box::new(move || view! { <SetupScreen game /> }.into_any()),
            Route::Toss => Box::new(|| view! { <TossScreen /> }.into_any()),
            _ => return None,
        };
        Some(dressed(show))
    })
}

#[wasm_split(library, fallible)]
fn rest() -> Result<Rest, SplitLoaderError> {
    Ok(Rest {
        screen,
        sharing: |game| view! { <Ways game /> }.into_any(),
        rules: rules_card,
        search_report: |session| view! { <SearchReport session /> }.into_any(),
        key_list: |game, on_close| view! { <KeyList game is_local=true on_close /> }.into_any(),
        read_board,
        my_games: online::my_games,
    })
}

/// Sound is a part of its own, so that a first game with it loads nothing else.
#[wasm_split(sounds, fallible)]
fn sounds() -> Result<sound::Open, SplitLoaderError> {
    Ok(sound::open)
}

/// A game begins before this is there.
#[wasm_split(beside, fallible)]
fn beside_a_board() -> Result<BesideBoard, SplitLoaderError> {
    Ok(BesideBoard { controls, view: beside, hint_bar, hint_words: HintState::sentence })
}

fn screen(route: &Route) -> Option<AnyView> {
    let route = route.clone();
    let show: Screen = match route {
        Route::Puzzle => Box::new(|| view! { <PuzzleScreen /> }.into_any()),
        Route::Games => Box::new(|| view! { <GamesScreen /> }.into_any()),
        Route::Replay(id) => Box::new(move || view! { <ReplayScreen id=id.clone() /> }.into_any()),
        Route::Review(id) => Box::new(move || view! { <ReviewScreen id=id.clone() /> }.into_any()),
        Route::Analysis(start) => {
            Box::new(move || view! { <AnalysisScreen start=start.clone() /> }.into_any())
        }
        Route::Shared(text) => Box::new(move || view! { <SharedScreen text=text.clone() /> }.into_any()),
        Route::Statistics => Box::new(|| view! { <StatisticsScreen /> }.into_any()),
        Route::Settings => Box::new(|| view! { <SettingsScreen /> }.into_any()),
        Route::Rules(name) => Box::new(move || view! { <RulesScreen name=name.clone() /> }.into_any()),
        Route::Learn(game) => Box::new(move || view! { <LearnScreen game /> }.into_any()),
        Route::About => Box::new(|| view! { <AboutScreen /> }.into_any()),
        _ => online::screen(route)?,
    };
    Some(dressed(show))
}
