//! What the looks are called.

use gebeta_i18n::Language;

use crate::platform::settings::{Speed, Theme};

pub(crate) fn theme_name(language: Language, theme: Theme) -> &'static str {
    match theme {
        Theme::Auto => language.theme_auto(),
        Theme::Classic => language.theme_classic(),
        Theme::Night => language.theme_nile(),
        Theme::Faience => language.theme_faience(),
        Theme::Acacia => language.theme_acacia(),
        Theme::Horror => language.theme_horror(),
        Theme::Contrast => language.theme_contrast(),
    }
}

pub(crate) fn speed_name(language: Language, speed: Speed) -> &'static str {
    match speed {
        Speed::Off => language.animation_off(),
        Speed::Fast => language.animation_fast(),
        Speed::Normal => language.animation_normal(),
        Speed::Slow => language.animation_slow(),
    }
}
