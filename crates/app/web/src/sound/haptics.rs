//! Vibration, on phones whose browsers have it.

use js_sys::{Function, Reflect};
use leptos::prelude::window;
use wasm_bindgen::JsCast;

use crate::sound::cue::Cue;

/// Vibrates for what deserves it: a stone is not felt, a capture is.
pub(super) fn play(cue: Cue) {
    let milliseconds = match cue {
        Cue::Lift | Cue::Step => 8,
        Cue::Stick | Cue::Swap | Cue::Exit => 14,
        Cue::Capture | Cue::ExtraTurn | Cue::Water => 24,
        Cue::Win | Cue::Loss | Cue::Draw => 60,
        Cue::Drop { .. } | Cue::Sweep | Cue::Turn | Cue::Rise => return,
    };
    if let Some(vibrate) = method() {
        // A device that refuses stays still.
        let _ = vibrate.call1(&window().navigator(), &milliseconds.into());
    }
}

/// Whether the browser can vibrate and is used by hand.
pub(crate) fn is_here() -> bool {
    let by_hand = window().match_media("(pointer: coarse)").ok().flatten();
    by_hand.is_some_and(|query| query.matches()) && method().is_some()
}

fn method() -> Option<Function> {
    Reflect::get(&window().navigator(), &"vibrate".into()).ok()?.dyn_into().ok()
}
