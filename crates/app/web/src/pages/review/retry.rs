use gebeta_engine::{Grade, Review, ReviewedMove};
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, ByPlayer};
use leptos::prelude::*;

use crate::platform::language::{language, say};

/// How a second try goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Try {
    Open,
    Wrong,
    Right,
}

/// A second try at the move that is looked at.
#[derive(Clone, Copy)]
pub(super) struct Retry {
    review: StoredValue<Review>,
    place: RwSignal<usize>,
    /// Where somebody tries, and how it goes.
    at: RwSignal<Option<(usize, Try)>>,
}

impl Retry {
    pub(super) fn new(review: StoredValue<Review>, place: RwSignal<usize>) -> Self {
        Self { review, place, at: RwSignal::new(None) }
    }

    fn now(self) -> Option<Try> {
        let place = self.place.get();
        self.at.get().filter(|(at, _)| *at == place).map(|(_, told)| told)
    }

    /// Whether the best moves are hidden until one of them is found.
    pub(super) fn is_trying(self) -> bool {
        self.now().is_some_and(|told| told != Try::Right)
    }

    pub(super) fn choose(self, ply: AnyPly) {
        let place = self.place.get_untracked();
        let is_best = self.with(place, |judged| judged.best.contains(&ply)) == Some(true);
        self.at.set(Some((place, if is_best { Try::Right } else { Try::Wrong })));
    }

    fn with<T>(self, place: usize, read: impl FnOnce(&ReviewedMove) -> T) -> Option<T> {
        self.review.with_value(|review| review.moves.get(place).map(read))
    }

    fn is_mistake(self, place: usize) -> bool {
        self.with(place, |judged| judged.grade >= Grade::Inaccuracy) == Some(true)
    }

    /// The mistake after this place, or the first one.
    fn next(self) -> Option<usize> {
        let (place, count) = (self.place.get(), self.review.with_value(|review| review.moves.len()));
        let mut mistakes = (place + 1..count).chain(0..place);
        mistakes.find(|&place| self.is_mistake(place))
    }
}

/// The way to find the better move oneself, at every mistake.
#[component]
pub(super) fn RetryRow(retry: Retry, names: Signal<ByPlayer<String>>) -> impl IntoView {
    let words = move || {
        let words = language();
        match retry.now()? {
            Try::Open => {
                let player = retry.with(retry.place.get(), |judged| judged.player)?;
                Some(words.review_retry_task(&names.get()[player]))
            }
            Try::Wrong => Some(words.review_retry_wrong().to_owned()),
            Try::Right => Some(words.review_retry_right().to_owned()),
        }
    };
    let may_begin = move || !retry.is_trying() && retry.is_mistake(retry.place.get());
    let begin = move |_| retry.at.set(Some((retry.place.get_untracked(), Try::Open)));
    let go_on = move |_| {
        if let Some(next) = untrack(|| retry.next()) {
            retry.at.set(None);
            retry.place.set(next);
        }
    };
    view! {
        <p class="retry-words" class:done=move || retry.now() == Some(Try::Right) role="status" data-test="retry-words">{words}</p>
        <div class="row center">
            <Show when=may_begin>
                <button class="button" data-test="retry" on:click=begin>{say(Language::review_retry)}</button>
            </Show>
            <Show when=move || retry.is_trying()>
                <button class="button" data-test="answer" on:click=move |_| retry.at.set(None)>{say(Language::review_answer)}</button>
            </Show>
            <Show when=move || retry.next().is_some()>
                <button class="button quiet" data-test="next-mistake" on:click=go_on>{say(Language::review_next_mistake)}</button>
            </Show>
        </div>
    }
}
