use gebeta_rules::{AnyPly, ByPlayer, Player};
use gebeta_session::{Input, Scene};
use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

/// What a board shows, and where it reports what people do: the same for games on this device, online games, lessons and
/// boards that only show.
#[derive(Clone, Copy)]
pub(crate) struct BoardProps {
    /// What is shown, and how it came about.
    pub(crate) scene: Signal<Scene>,
    /// Whether the last scene has been shown completely.
    pub(crate) is_settled: Signal<bool>,
    /// What the players are called.
    pub(crate) names: Signal<ByPlayer<String>>,
    /// Whether a person may choose a move now.
    pub(crate) may_choose: Signal<bool>,
    /// Whether a person may throw the sticks now.
    pub(crate) may_throw: Signal<bool>,
    /// The move that is chosen and not yet played.
    pub(crate) chosen: Signal<Option<AnyPly>>,
    /// The move before the position that is shown.
    pub(crate) last: Signal<Option<(Player, AnyPly)>>,
    /// What the moves are worth.
    pub(crate) labels: Signal<Vec<MoveLabel>>,
    /// Whether Player 2 sits near.
    pub(crate) turned: Signal<bool>,
    /// Whether keys are for the board wherever the focus is: it is what the page is about.
    pub(crate) listens: bool,
    /// A move was chosen or taken back, the sticks were thrown, or a scene has been shown.
    pub(crate) on_input: Callback<Input>,
    /// The rules refused a choice, in words.
    pub(crate) on_refused: Callback<String>,
}

/// A few letters at a move, such as what it is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveLabel {
    pub(crate) ply: AnyPly,
    /// Such as `+3` or `54 %`.
    pub(crate) text: String,
    /// Whether no move is better.
    pub(crate) is_best: bool,
    /// Whether the value is proved.
    pub(crate) is_exact: bool,
}

impl BoardProps {
    /// A board that only shows.
    pub(crate) fn showing(
        scene: impl Into<Signal<Scene>>,
        names: impl Into<Signal<ByPlayer<String>>>,
    ) -> Self {
        Self {
            scene: scene.into(),
            is_settled: Signal::stored(true),
            names: names.into(),
            may_choose: Signal::default(),
            may_throw: Signal::default(),
            chosen: Signal::default(),
            last: Signal::default(),
            labels: Signal::default(),
            turned: Signal::default(),
            listens: false,
            on_input: Callback::new(|_| ()),
            on_refused: Callback::new(|_| ()),
        }
    }
}

/// Hears every key that is pressed on the page, as long as what asks for it is there.
pub(crate) fn hear_keys(handle: impl Fn(KeyboardEvent) + 'static) {
    // Events of the window come without the contexts of the page.
    let owner = Owner::current().unwrap_or_default();
    let listener = window_event_listener(ev::keydown, move |event| owner.with(|| handle(event)));
    on_cleanup(move || listener.remove());
}

/// Whether a key that was pressed outside the board may be for it.
pub(crate) fn is_for_board(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    // What happens on the board it hears by itself.
    let is_inside = target.is_some_and(|target| target.closest(".board-place").ok().flatten().is_some());
    !is_inside && keys_are_free(event)
}

/// Whether a key that was pressed anywhere on the page is not for what has the focus: nothing is typed into, no card is open, and
/// keys that press, open or walk through things are not taken from those.
pub(crate) fn keys_are_free(event: &KeyboardEvent) -> bool {
    if event.default_prevented() || event.ctrl_key() || event.alt_key() || event.meta_key() {
        return false;
    }
    let within = |selector: &str| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        target.is_some_and(|target| target.closest(selector).ok().flatten().is_some())
    };
    let is_open = document().query_selector("dialog[open]").ok().flatten().is_some();
    if is_open || within("input, select, textarea, [contenteditable]") {
        return false;
    }
    let is_character = event.key().chars().count() == 1 && event.key() != " ";
    is_character || !within("button, a, summary, [tabindex='0']")
}
