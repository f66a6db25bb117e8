//! Waiting, the way a page can.

use js_sys::Promise;
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Goes on after so many milliseconds.
pub(crate) async fn sleep(milliseconds: u32) {
    let timer = Promise::new(&mut |resolve, _| {
        // A window that refuses a timer is closing.
        let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(&resolve, milliseconds as i32);
    });
    let _ = JsFuture::from(timer).await;
}

/// Milliseconds on a clock that never goes back.
pub(crate) fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
