use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::platform::settings::settings;

/// The language of the page, followed as it changes.
pub(crate) fn language() -> Language {
    settings().with(crate::platform::settings::Settings::language)
}

/// The language of the page now, for what is said once.
pub(crate) fn language_now() -> Language {
    settings().with_untracked(crate::platform::settings::Settings::language)
}

/// A text that follows the language: `{say(Language::play)}`.
///
/// It takes a plain function, so that all texts of the page are of one type: the program is smaller for each type less.
pub(crate) fn say(
    text: fn(Language) -> &'static str,
) -> impl Fn() -> &'static str + Copy + Send + Sync + 'static {
    let settings = settings();
    move || text(settings.with(crate::platform::settings::Settings::language))
}
