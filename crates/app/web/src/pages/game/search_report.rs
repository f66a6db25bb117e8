use leptos::prelude::*;

use crate::platform::language::language;
use crate::session::{FinishedSearch, Session};

/// The last search of a computer player: positions by kind, depth, time, and the value of every move.
#[component]
pub(crate) fn SearchReport(session: Session) -> impl IntoView {
    move || {
        let FinishedSearch { result, milliseconds } = session.last_search()?;
        let words = language();
        let nodes = &result.nodes;
        // The same words as a hint: whether the move is proved.
        let proof =
            if result.exact { words.worth_exact().to_owned() } else { words.worth_estimated(result.depth) };
        let lines = [
            words.thought_nodes(nodes.total(), nodes.max, nodes.min, nodes.chance),
            words.thought_depth(result.depth, format!("{:.2}", milliseconds / 1000.0)),
            proof,
        ];
        let values = result.moves.iter().map(|(mv, value)| {
            view! { <li class:best=*mv == result.best><span dir="ltr">{mv.to_string()}</span><span>{format!("{value:.3}")}</span></li> }
        });
        Some(view! {
            {lines.map(|line| view! { <p>{line}</p> }).into_iter().collect_view()}
            <ul class="thought-moves">{values.collect_view()}</ul>
        })
    }
}
