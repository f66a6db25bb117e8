//! What JavaScript calls.

#![allow(unreachable_pub, reason = "JavaScript reaches what is exported here")]

use std::cell::RefCell;
use std::time::Duration;

use gebeta_engine::senet::Net;
use gebeta_rules::GameKind;
use gebeta_worker::{MalformedRequestError, Request, RequestHandler};
use js_sys::{Function, Uint8Array};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds, from any beginning.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

thread_local! {
    static HANDLER: RefCell<RequestHandler> = RefCell::new(RequestHandler::new(clock));
    /// The request that was received and not handled yet.
    static RECEIVED: RefCell<Option<Result<Request, MalformedRequestError>>> = const { RefCell::new(None) };
}

fn clock() -> Duration {
    Duration::from_micros((now() * 1000.0) as u64)
}

/// Reads a request, to be handled next. Whether Senet's nets have to be loaded for it.
#[wasm_bindgen]
pub fn receive(request: &[u8]) -> bool {
    let request = Request::from_bytes(request);
    let needs_nets = request.as_ref().is_ok_and(|request| request.task.game() != Some(GameKind::Mancala));
    RECEIVED.set(Some(request));
    needs_nets && !Net::are_there()
}

/// Handles the request that was received. Every response is handed to `post` as soon as it is known.
#[wasm_bindgen]
pub fn handle(post: &Function) {
    let Some(request) = RECEIVED.take() else { return };
    HANDLER.with_borrow_mut(|handler| {
        handler.handle(request, &mut |response| {
            // A page that does not listen misses the response.
            let _ = post.call1(&JsValue::NULL, &Uint8Array::from(response.to_bytes().as_slice()));
        });
    });
}

/// Takes the nets of Senet: `classic`'s and `kendall`'s, one behind the other.
#[wasm_bindgen]
pub fn bring_nets(files: &[u8]) {
    // Without them requests about Senet are answered with an error.
    let _ = Net::bring(files);
}
