//! The door to the browser.

use std::cell::RefCell;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use crate::Thinker;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds, from any beginning.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::new(Thinker::new(now));
}

/// Answers a question. Every answer is handed to `post` as soon as it is known.
#[wasm_bindgen]
pub fn handle(question: &str, post: &Function) {
    THINKER.with_borrow_mut(|thinker| {
        thinker.answer(question, &mut |answer| {
            // Who does not listen misses the answer; there is nobody to tell.
            let _ = post.call1(&JsValue::NULL, &JsValue::from_str(&answer));
        });
    });
}
