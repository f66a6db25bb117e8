use leptos::ev::Event;
use leptos::html::Dialog;
use leptos::prelude::*;

/// A card over everything else. The browser keeps the focus inside it, and Escape closes it.
#[component]
pub(crate) fn Card(
    /// The `id` of its heading.
    title: &'static str,
    /// The player wants to see what lies behind it.
    on_close: Callback<()>,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        if let Some(dialog) = dialog.get() {
            // It fails for a card that is gone by now.
            let _ = dialog.show_modal();
        }
    });
    let cancel = move |event: Event| {
        // It goes with what it is about.
        event.prevent_default();
        on_close.run(());
    };
    view! {
        <dialog class="veil" data-test="over" node_ref=dialog aria-labelledby=title on:cancel=cancel>
            <section class="card">{children()}</section>
        </dialog>
    }
}
