//! The door to the browser.

#![allow(unreachable_pub, reason = "JavaScript reaches what is exported here")]

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Function;
use wasm_bindgen::prelude::*;

use gebeta_engine::senet::Net;
use gebeta_messages::Question;
use gebeta_rules::GameKind;

use crate::Thinker;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds, from any beginning.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static THINKER: RefCell<Thinker> = RefCell::new(Thinker::new(clock));
}

fn clock() -> Duration {
    Duration::from_micros((now() * 1000.0) as u64)
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

/// Whether the nets of Senet have to be brought before this question can be answered.
#[wasm_bindgen]
pub fn needs_nets(question: &str) -> bool {
    let other_game = |question: Question| question.ask.game() == Some(GameKind::Mancala);
    !Net::are_there() && !Question::parse(question).is_ok_and(other_game)
}

/// Takes the nets of Senet: `classic`'s and `kendall`'s, one behind the other.
#[wasm_bindgen]
pub fn bring_nets(files: &[u8]) {
    // Without them questions about Senet are answered with a fault.
    let _ = Net::bring(files);
}
