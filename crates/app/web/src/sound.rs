//! Sound: effects for what happens on the boards, and music. All of it is computed here.
//!
//! Effects are on unless the player switches them off; music is off until it is asked for. No audio device is opened before the
//! page has been touched once, because browsers allow it only then.

pub(crate) mod cue;
mod effects;
mod grain;
pub(crate) mod haptics;
mod mixer;
mod mode;
mod music;
pub(crate) mod provider;
mod tune;
mod wave;

use gebeta_rules::GameKind;
use leptos::ev;
use leptos::prelude::*;

use crate::platform::settings::{Settings, Theme};
use crate::sound::cue::Cue;
use mixer::Mixer;
use music::Music;
use tune::Mood;

/// What is open while sound is on.
struct Player {
    mixer: Mixer,
    music: Option<Music>,
    /// How many effects there have been; each sounds a little different.
    played: u64,
}

/// The way to the player, which is there once it is wanted and allowed.
#[derive(Clone, Copy)]
struct Sound {
    settings: RwSignal<Settings>,
    mood: Signal<Mood>,
    player: StoredValue<Option<Player>, LocalStorage>,
}

/// The type of [`open`].
pub(crate) type Open = fn(RwSignal<Settings>, Signal<Option<GameKind>>) -> Callback<Cue>;

/// Plays sound as `settings` say, in the mood of the theme and of the game in progress, on a page that has been touched.
/// Returns the callback for the cues of boards.
pub(crate) fn open(settings: RwSignal<Settings>, game: Signal<Option<GameKind>>) -> Callback<Cue> {
    let mood = Memo::new(move |_| mood(settings.with(|settings| settings.theme), game.get()));
    let sound = Sound { settings, mood: mood.into(), player: StoredValue::new_local(None) };
    let cues = Callback::new(move |cue: Cue| sound.effect(cue));
    Effect::new(move |_| {
        sound.mood.track();
        sound.settings.track();
        untrack(|| sound.tune_in());
    });
    let hidden = window_event_listener(ev::visibilitychange, move |_| sound.rest(document().hidden()));
    on_cleanup(move || hidden.remove());
    cues
}

/// The music that goes with a theme and a game.
fn mood(theme: Theme, game: Option<GameKind>) -> Mood {
    match (theme, game) {
        (Theme::Horror, _) => Mood::Dread,
        (_, Some(GameKind::Senet)) => Mood::Harp,
        _ => Mood::Calm,
    }
}

impl Sound {
    /// Opens, sets and starts what the settings ask for, and stops what they do not.
    fn tune_in(self) {
        let settings = self.settings.get_untracked();
        let wanted = settings.sound || settings.music;
        let mood = self.mood.get_untracked();
        // Browsers without audio have a silent game.
        let _ = self.player.try_update_value(|player| {
            if player.is_none() && wanted {
                *player = Mixer::open().map(|mixer| Player { mixer, music: None, played: 0 });
            }
            let Some(player) = player else { return };
            player.mixer.set_volume(if wanted { settings.volume } else { 0 });
            let plays = player.music.as_ref().map(Music::mood);
            let should_play = settings.music.then_some(mood);
            if plays != should_play {
                player.music = should_play.map(|mood| Music::start(&player.mixer, mood));
            }
        });
    }

    fn effect(self, cue: Cue) {
        if !self.settings.with_untracked(|settings| settings.sound) {
            return;
        }
        let _ = self.player.try_update_value(|player| {
            let Some(player) = player else { return };
            player.played += 1;
            player.mixer.play(&effects::effect(cue, player.played));
        });
    }

    /// Falls silent while the page is hidden.
    fn rest(self, hidden: bool) {
        self.player.with_value(|player| {
            if let Some(player) = player {
                player.mixer.rest(hidden);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mood_follows_the_theme_first_and_the_game_second() {
        assert_eq!(mood(Theme::Horror, Some(GameKind::Senet)), Mood::Dread);
        assert_eq!(mood(Theme::Faience, Some(GameKind::Senet)), Mood::Harp);
        assert_eq!(mood(Theme::Faience, Some(GameKind::Mancala)), Mood::Calm);
        assert_eq!(mood(Theme::Classic, None), Mood::Calm);
    }
}
