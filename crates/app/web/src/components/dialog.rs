use leptos::ev::Event;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlButtonElement, HtmlDialogElement};

/// A card over everything else. The browser keeps the focus inside it, and Escape closes it. It opens with the button in it
/// that is [`focused`].
#[component]
pub(crate) fn Card(
    /// The `id` of its heading.
    title: &'static str,
    /// The name by which tests find it.
    #[prop(default = "over")]
    name: &'static str,
    /// The player wants to see what lies behind it.
    on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let cancel = move |event: Event| {
        // It goes with what it is about.
        event.prevent_default();
        on_close.run(());
    };
    view! {
        <dialog class="veil" data-test=name aria-labelledby=title on:cancel=cancel>
            <section class="card">{children()}</section>
        </dialog>
    }
}

/// Opens the card it is in, and takes the focus, as soon as it is there.
pub(crate) fn focused() -> NodeRef<leptos::html::Button> {
    let node = NodeRef::new();
    Effect::new(move |_| {
        let node: Option<HtmlButtonElement> = node.get();
        if let Some(node) = node {
            if let Some(card) = node.closest("dialog").ok().flatten() {
                // It fails for a card that is open, or gone by now.
                let _ = card.unchecked_into::<HtmlDialogElement>().show_modal();
            }
            let _ = node.focus();
        }
    });
    node
}
