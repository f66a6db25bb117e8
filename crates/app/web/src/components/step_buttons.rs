use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::components::press_button::Press;
use crate::platform::language::say;

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

    /// Where it leads from a place, of so many; nowhere at the ends.
    pub(crate) fn goal(self, (place, last): (usize, usize)) -> Option<usize> {
        let goal = match self {
            Self::First => 0,
            Self::Back => place.saturating_sub(1),
            Self::On => last.min(place + 1),
            Self::Last => last,
        };
        (goal != place).then_some(goal)
    }
}

/// A button with its arrow, drawn because few fonts have all of them.
#[component]
pub(crate) fn StepButton(
    step: Step,
    #[prop(into)] can: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <Press name=step.name() can on_press>
            <svg class="step" viewBox="0 0 24 24" aria-hidden="true">
                <path d=step.path() />
            </svg>
            <span class="unseen">{say(step.words())}</span>
        </Press>
    }
}

/// The same where a game is looked at, at a place of so many.
#[component]
pub(crate) fn StepTo(
    step: Step,
    place: impl Fn() -> (usize, usize) + Copy + Send + Sync + 'static,
    on_look: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let can = Signal::derive(move || step.goal(place()).is_some());
    let go = move |()| {
        if let Some(goal) = step.goal(untrack(place)) {
            on_look(goal);
        }
    };
    view! { <StepButton step can on_press=go /> }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_lead_nowhere_at_the_ends() {
        let goals = |place| [Step::First, Step::Back, Step::On, Step::Last].map(|step| step.goal(place));
        assert_eq!(goals((0, 3)), [None, None, Some(1), Some(3)]);
        assert_eq!(goals((2, 3)), [Some(0), Some(1), Some(3), Some(3)]);
        assert_eq!(goals((3, 3)), [Some(0), Some(2), None, None]);
        assert_eq!(goals((0, 0)), [None; 4]);
    }
}
