//! The search of the browser, in a web worker of its own: one question in, answers out (`gebeta-messages`).
//!
//! Nothing is built before it is asked for, so a worker that is stopped by ending it is soon replaced.

#[cfg(target_arch = "wasm32")]
mod browser;
mod thinker;

pub use thinker::Thinker;
