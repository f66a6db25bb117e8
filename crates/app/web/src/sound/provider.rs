//! Whether sound is on. The code that makes it is loaded when it is wanted.

use gebeta_rules::GameKind;
use leptos::ev;
use leptos::prelude::*;

use crate::lazy::screens::LazyScreens;
use crate::platform::settings::Settings;
use crate::sound::cue::Cue;

/// Plays sound as `settings` say, once they ask for it, and provides every board with the callback for its cues.
/// Gives that place.
pub(crate) fn provide(
    settings: RwSignal<Settings>,
    game: Signal<Option<GameKind>>,
    library: LazyScreens,
) -> Callback<Cue> {
    let player = StoredValue::new(None::<Callback<Cue>>);
    let touched = StoredValue::new(false);
    let listeners = [
        window_event_listener(ev::pointerup, move |_| touched.set_value(true)),
        window_event_listener(ev::keydown, move |_| touched.set_value(true)),
    ];
    on_cleanup(move || listeners.into_iter().for_each(WindowListenerHandle::remove));
    let owner = Owner::current();
    let wanted = Memo::new(move |_| settings.with(|settings| settings.sound || settings.music));
    Effect::new(move |_| {
        if !wanted.get() || player.with_value(Option::is_some) {
            return;
        }
        // Without a network the page stays silent.
        if let (Some(rest), Some(owner)) = (library.rest().get(), &owner) {
            let open = || (rest.sound)(settings, game, touched.get_value());
            player.set_value(Some(owner.with(open)));
        }
    });
    let cues = Callback::new(move |cue: Cue| {
        if let Some(player) = player.get_value() {
            player.run(cue);
        }
    });
    provide_context(cues);
    cues
}
