//! When the program breaks, the page that started it takes over (`static/boot.js`).

use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Replaces the page: what the user can do, and the reason for a report.
    #[wasm_bindgen(js_name = gebetaTrouble)]
    fn show(reason: &str);

    /// The same where something could not be loaded, which is no fault of the stored game.
    #[wasm_bindgen(js_name = gebetaAbsent)]
    pub(crate) fn show_absence(reason: &str);
}

/// From now on a panic shows a page that says what the user can do, and the reason for a report.
pub(crate) fn watch() {
    std::panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        show(&panic.to_string());
    }));
}

/// Breaks the program, so that a test can see what becomes of the game.
#[wasm_bindgen]
pub fn break_on_purpose() {
    panic!("broken on purpose");
}
