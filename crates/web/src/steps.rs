use gebeta_words::Language;
use leptos::prelude::*;

use crate::language::say;

/// A way through the moves of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    First,
    Back,
    On,
    Last,
}

impl Step {
    /// The arrow of its button.
    const fn path(self) -> &'static str {
        match self {
            Self::First => "M5 5h3v14H5zM20 5v14L9 12z",
            Self::Back => "M17 5v14L6 12z",
            Self::On => "M7 5v14l11-7z",
            Self::Last => "M16 5h3v14h-3zM4 5v14l11-7z",
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Back => "back",
            Self::On => "on",
            Self::Last => "last",
        }
    }

    const fn words(self) -> fn(Language) -> &'static str {
        match self {
            Self::First => Language::to_start,
            Self::Back => Language::step_back,
            Self::On => Language::step_on,
            Self::Last => Language::to_end,
        }
    }
}

/// A button with its arrow, drawn because few fonts have all of them.
#[component]
pub(crate) fn StepButton(
    step: Step,
    #[prop(into)] disabled: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button class="button" data-test=step.name() aria-label=say(step.words()) disabled=disabled on:click=move |_| on_press.run(())>
            <svg class="step" viewBox="0 0 24 24" aria-hidden="true">
                <path d=step.path() />
            </svg>
        </button>
    }
}
