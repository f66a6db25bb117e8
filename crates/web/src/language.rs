use gebeta_words::Language;
use leptos::prelude::*;

use crate::settings::settings;

/// The language of the page, followed as it changes.
pub(crate) fn language() -> Language {
    settings().with(crate::settings::Settings::language)
}

/// The language of the page now, for what is said once.
pub(crate) fn language_now() -> Language {
    settings().with_untracked(crate::settings::Settings::language)
}

/// A text that follows the language: `{say(Language::play)}`.
pub(crate) fn say<T>(
    text: impl Fn(Language) -> T + Copy + Send + Sync + 'static,
) -> impl Fn() -> T + Copy + Send + Sync {
    let settings = settings();
    move || text(settings.with(crate::settings::Settings::language))
}
