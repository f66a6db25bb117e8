//! Whether sound is on. The code that makes it is loaded when the page has been touched and wants it.

use gebeta_rules::GameKind;
use leptos::ev;
use leptos::prelude::*;

use super::haptics;
use crate::lazy::screens::LazyScreens;
use crate::platform::settings::Settings;
use crate::sound::cue::Cue;

/// Plays sound as `settings` say, and provides every board with the callback for its cues. Returns that callback.
pub(crate) fn provide(
    settings: RwSignal<Settings>,
    game: Signal<Option<GameKind>>,
    library: LazyScreens,
) -> Callback<Cue> {
    let player = StoredValue::new(None::<Callback<Cue>>);
    let touched = RwSignal::new(false);
    // Browsers allow neither sound nor vibration before.
    let touch = move || {
        if !touched.get_untracked() {
            touched.set(true);
        }
    };
    let listeners = [
        window_event_listener(ev::pointerup, move |_| touch()),
        window_event_listener(ev::keydown, move |_| touch()),
    ];
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
    let owner = Owner::current();
    let wanted =
        Memo::new(move |_| touched.get() && settings.with(|settings| settings.sound || settings.music));
    Effect::new(move |_| {
        if !wanted.get() || player.with_value(Option::is_some) {
            return;
        }
        // Without a network the page stays silent.
        if let (Some(open), Some(owner)) = (library.sounds().get(), &owner) {
            player.set_value(Some(owner.with(|| open(settings, game))));
        }
    });
    let cues = Callback::new(move |cue: Cue| {
        if touched.get_untracked() && settings.with_untracked(|settings| settings.haptics) {
            haptics::play(cue);
        }
        if let Some(player) = player.get_value() {
            player.run(cue);
        }
    });
    provide_context(cues);
    cues
}
