use leptos::prelude::*;

use crate::platform::language::language;
use crate::session::{Session, Thinking};

/// What the computer thought of: positions by kind, how far it looked, how long, and the value of every move.
#[component]
pub(crate) fn Thoughts(session: Session) -> impl IntoView {
    move || {
        let Thinking { thought, milliseconds } = session.thought()?;
        let words = language();
        let nodes = &thought.nodes;
        let lines = [
            words.thought_nodes(nodes.total(), nodes.max, nodes.min, nodes.chance),
            words.thought_depth(thought.depth, format!("{:.2}", milliseconds / 1000.0)),
        ];
        let values = thought.moves.iter().map(|(mv, value)| {
            view! { <li class:best=*mv == thought.best><span dir="ltr">{mv.to_string()}</span><span>{format!("{value:.3}")}</span></li> }
        });
        Some(view! {
            {lines.map(|line| view! { <p>{line}</p> }).into_iter().collect_view()}
            <ul class="thought-moves">{values.collect_view()}</ul>
        })
    }
}
