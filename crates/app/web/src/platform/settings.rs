use std::fmt;

use gebeta_i18n::Language;
use gebeta_rules::Keyword;
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::lazy::languages;
use crate::platform::storage::storage;

/// How the program looks, moves and sounds for the people at this device.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own on the settings page")]
pub(crate) struct Settings {
    /// None follows the browser.
    pub(crate) language: Option<Language>,
    pub(crate) theme: Theme,
    pub(crate) speed: Speed,
    /// How long a computer player waits at least, in milliseconds.
    pub(crate) delay: u32,
    pub(crate) layout: Layout,
    /// Whether the landing place is shown before a move.
    pub(crate) preview: bool,
    /// Whether moves are shown first, to be committed or undone.
    pub(crate) confirm: bool,
    /// Whether the only legal move of Senet is played without being chosen.
    pub(crate) forced: bool,
    /// Whether the pits have their numbers.
    pub(crate) numbers: bool,
    /// Whether the evaluation bar is shown in a game.
    pub(crate) bar: bool,
    pub(crate) sound: bool,
    /// Whether a phone vibrates at moves and captures.
    pub(crate) haptics: bool,
    pub(crate) music: bool,
    /// From 0 to 100.
    pub(crate) volume: u8,
}

/// How fast stones and pieces travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Speed {
    Off,
    Fast,
    Normal,
    Slow,
}

impl Keyword for Speed {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("off", Self::Off), ("fast", Self::Fast), ("normal", Self::Normal), ("slow", Self::Slow)];
}

/// The colours and the mood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Acacia by day, Nile night where the system is dark, high contrast where it asks for more.
    Auto,
    Classic,
    Night,
    Faience,
    Acacia,
    Horror,
    Contrast,
}

impl Keyword for Theme {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("auto", Self::Auto),
        ("classic", Self::Classic),
        ("night", Self::Night),
        ("faience", Self::Faience),
        ("acacia", Self::Acacia),
        ("horror", Self::Horror),
        ("contrast", Self::Contrast),
    ];
}

/// Which way the mancala board lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// As the screen suggests.
    Auto,
    Wide,
    Tall,
}

impl Keyword for Layout {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("auto", Self::Auto), ("wide", Self::Wide), ("tall", Self::Tall)];
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: None,
            theme: Theme::Auto,
            speed: Speed::Normal,
            delay: 500,
            layout: Layout::Auto,
            preview: true,
            confirm: false,
            forced: false,
            numbers: false,
            bar: false,
            sound: true,
            haptics: true,
            music: false,
            volume: 70,
        }
    }
}

impl Settings {
    /// Where the browser keeps them.
    const KEY: &'static str = "gebeta.settings";
    /// The longest pause before a computer player's move.
    pub(crate) const LONGEST_DELAY: u32 = 5_000;

    /// Reads what was written; what is unknown or wrong stays as it is by default.
    fn read(text: &str) -> Self {
        let mut settings = Self::default();
        for (key, value) in text.lines().filter_map(|line| line.split_once('=')) {
            settings.set(key.trim(), value.trim());
        }
        settings
    }

    fn set(&mut self, key: &str, value: &str) {
        fn put<T: Keyword>(place: &mut T, value: &str) {
            *place = T::from_keyword(value).unwrap_or(*place);
        }
        let yes = value == "yes";
        match key {
            "language" => self.language = Language::from_tag(value),
            "theme" => put(&mut self.theme, value),
            "speed" => put(&mut self.speed, value),
            "layout" => put(&mut self.layout, value),
            "delay" => self.delay = value.parse().unwrap_or(self.delay).min(Self::LONGEST_DELAY),
            "volume" => self.volume = value.parse().map_or(self.volume, |volume: u32| volume.min(100) as u8),
            "preview" => self.preview = yes,
            "confirm" => self.confirm = yes,
            "forced" => self.forced = yes,
            "numbers" => self.numbers = yes,
            "bar" => self.bar = yes,
            "sound" => self.sound = yes,
            "haptics" => self.haptics = yes,
            "music" => self.music = yes,
            _ => {}
        }
    }

    /// The stored settings, stored again whenever they change, here or in another tab.
    pub(crate) fn stored() -> RwSignal<Self> {
        let settings = RwSignal::new(Self::load());
        let listener = window_event_listener(ev::storage, move |event| {
            if event.key().as_deref() == Some(Self::KEY) {
                let kept = Self::load();
                spawn_local(async move {
                    // Without a network it is learnt at the next visit.
                    let _ = languages::learn(kept.wished_language()).await;
                    settings.set(kept);
                });
            }
        });
        on_cleanup(move || listener.remove());
        Effect::new(move |_| {
            let settings = settings.get();
            // What came from another tab is not sent back: a newer one may have written more than we understand.
            if let Some(storage) = storage().filter(|_| Self::load() != settings) {
                // Without storage they last as long as the page.
                let _ = storage.set_item(Self::KEY, &settings.to_string());
            }
        });
        settings
    }

    /// The settings as they were stored.
    pub(crate) fn load() -> Self {
        let text = storage().and_then(|storage| storage.get_item(Self::KEY).ok().flatten());
        Self::read(&text.unwrap_or_default())
    }

    /// The language to speak: the one that is wished for, as far as the program has learnt it.
    pub(crate) fn language(&self) -> Language {
        Some(self.wished_language()).filter(|language| language.is_known()).unwrap_or_default()
    }

    /// The language that was chosen, else the browser's, else English.
    pub(crate) fn wished_language(&self) -> Language {
        let browsers = || window().navigator().language().and_then(|tag| Language::from_tag(&tag));
        self.language.or_else(browsers).unwrap_or(Language::En)
    }
}

impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let yes = |choice: bool| if choice { "yes" } else { "no" };
        if let Some(language) = self.language {
            writeln!(f, "language = {}", language.code())?;
        }
        writeln!(f, "theme = {}", self.theme.word())?;
        writeln!(f, "speed = {}", self.speed.word())?;
        writeln!(f, "layout = {}", self.layout.word())?;
        writeln!(f, "delay = {}\nvolume = {}", self.delay, self.volume)?;
        writeln!(f, "preview = {}\nconfirm = {}", yes(self.preview), yes(self.confirm))?;
        writeln!(f, "forced = {}\nnumbers = {}", yes(self.forced), yes(self.numbers))?;
        writeln!(f, "bar = {}", yes(self.bar))?;
        writeln!(f, "sound = {}\nhaptics = {}", yes(self.sound), yes(self.haptics))?;
        writeln!(f, "music = {}", yes(self.music))
    }
}

/// The settings of this page.
pub(crate) fn settings() -> RwSignal<Settings> {
    expect_context()
}

/// Whether things may move: the player's speed, unless the system asks for stillness.
pub(crate) fn speed() -> Speed {
    speed_of(settings())
}

/// The same for code that runs outside of a component.
pub(crate) fn speed_of(settings: RwSignal<Settings>) -> Speed {
    let still = window().match_media("(prefers-reduced-motion: reduce)").ok().flatten();
    if still.is_some_and(|query| query.matches()) {
        return Speed::Off;
    }
    settings.with_untracked(|settings| settings.speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_come_back_as_they_were_kept() {
        let settings = Settings {
            language: Some(Language::Am),
            theme: Theme::Horror,
            speed: Speed::Slow,
            delay: 1500,
            layout: Layout::Tall,
            preview: false,
            confirm: true,
            forced: true,
            numbers: true,
            bar: true,
            sound: false,
            haptics: false,
            music: true,
            volume: 3,
        };
        assert_eq!(Settings::read(&settings.to_string()), settings);
        assert_eq!(Settings::read(""), Settings::default());
        assert_eq!(
            Settings::read("theme = plaid\nvolume = 900\n=\nspeed"),
            Settings { volume: 100, ..Settings::default() }
        );
    }
}
