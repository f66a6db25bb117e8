//! A part of the program that is loaded when it is needed.

use std::future::Future;
use std::pin::Pin;

use gebeta_i18n::Language;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

use crate::platform::language::say;

/// Gives what a part can do, once it is there.
pub(crate) type Loading<T> = Pin<Box<dyn Future<Output = Result<T, SplitLoaderError>>>>;

/// How far a part is loaded.
#[derive(Clone, Copy)]
enum State<T> {
    Unasked,
    Loading,
    Here(T),
    /// No network, and nothing cached of an earlier visit.
    Missing,
}

/// A part of the program; `T` is what it can do, a function or a few.
pub(crate) struct LazyModule<T: 'static> {
    state: RwSignal<State<T>>,
    load: fn() -> Loading<T>,
}

impl<T> Clone for LazyModule<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for LazyModule<T> {}

impl<T: Copy + Send + Sync> LazyModule<T> {
    /// A part that is not loaded yet.
    pub(crate) fn new(load: fn() -> Loading<T>) -> Self {
        Self { state: RwSignal::new(State::Unasked), load }
    }

    /// The part, as soon as it is there.
    pub(crate) fn get(self) -> Option<T> {
        match self.state.get() {
            State::Here(part) => Some(part),
            State::Unasked => {
                self.fetch();
                None
            }
            State::Loading | State::Missing => None,
        }
    }

    /// What `show` makes of the part, or a sign of waiting that gives way to it.
    pub(crate) fn view(self, show: impl FnOnce(T) -> AnyView) -> AnyView {
        match self.state.get() {
            State::Here(part) => show(part),
            State::Missing => self.missing(),
            State::Loading => loading(),
            State::Unasked => {
                self.fetch();
                loading()
            }
        }
    }

    /// Lets a part that could not be loaded be asked for again.
    pub(crate) fn ask_again(self) {
        if matches!(self.state.get_untracked(), State::Missing) {
            self.state.set(State::Unasked);
        }
    }

    fn fetch(self) {
        // The caller is drawing the sign of waiting already.
        self.state.update_untracked(|state| *state = State::Loading);
        spawn_local(async move {
            let loaded = (self.load)().await;
            self.state.set(loaded.map_or(State::Missing, State::Here));
        });
    }

    fn missing(self) -> AnyView {
        view! {
            <div class="page narrow">
                <h1>{say(Language::part_missing_title)}</h1>
                <p>{say(Language::part_missing_text)}</p>
                <button class="button primary" type="button" on:click=move |_| self.state.set(State::Unasked)>
                    {say(Language::try_again)}
                </button>
            </div>
        }
        .into_any()
    }
}

fn loading() -> AnyView {
    view! { <div class="page narrow loading" role="status"><h1 class="dim">{say(Language::loading)}</h1></div> }
        .into_any()
}
