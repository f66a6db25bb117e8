use gebeta_engine::Evaluation;
use gebeta_rules::{ByPlayer, GameKind};
use leptos::prelude::*;

use super::{share, worth_text};
use crate::platform::language::language;

/// Who is ahead: Player 1's part of a bar.
#[component]
pub(crate) fn EvalBar(
    #[prop(into)] worth: Signal<Option<(GameKind, Evaluation)>>,
    #[prop(into)] names: Signal<ByPlayer<String>>,
) -> impl IntoView {
    let part = move || worth.get().map_or(0.5, |(game, worth)| share(game, worth.value));
    let text = move || {
        worth.get().map_or_else(|| "…".to_owned(), |(game, worth)| worth_text(game, worth.value, worth.exact))
    };
    let label = move || language().evaluation_is(names.get().one, text());
    view! {
        <div class="eval" role="img" aria-label=label data-test="eval-bar">
            <span class="eval-one" style:width=move || format!("{:.1}%", 100.0 * part())></span>
            <span class="eval-middle"></span>
            <span class="eval-text" class:known=move || worth.get().is_some_and(|(_, worth)| worth.exact)>{text}</span>
        </div>
    }
}
