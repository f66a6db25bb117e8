//! The program that a browser runs in the worker; elsewhere it does nothing.

#[cfg(target_arch = "wasm32")]
#[path = "main/browser.rs"]
mod browser;

// JavaScript calls the exports of `browser`.
fn main() {}
