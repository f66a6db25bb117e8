use leptos::prelude::*;

/// A button that keeps the focus while it cannot be pressed: a disabled one would drop it in the middle of a game.
#[component]
pub(crate) fn Press(
    #[prop(default = "button")] class: &'static str,
    /// The name by which tests find it.
    name: &'static str,
    /// The key that does the same.
    #[prop(optional)]
    key: Option<&'static str>,
    #[prop(into)] can: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
    children: Children,
) -> impl IntoView {
    let press = move |_| {
        if can.get_untracked() {
            on_press.run(());
        }
    };
    view! {
        <button type="button" class=class data-test=name aria-keyshortcuts=key aria-disabled=move || (!can.get()).to_string() on:click=press>
            {children()}
        </button>
    }
}
