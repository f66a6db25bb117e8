use gebeta_engine::SearchResult;
use gebeta_i18n::Language;
use gebeta_rules::AnyPly;
use leptos::prelude::*;

use crate::components::hint::{ply_name, ply_text};
use crate::platform::language::{language, say};
use crate::session::{FinishedSearch, Session};

/// The last search of a computer player: in words, and for who opens them the figures: positions by kind, depth, time, and
/// the value of every move.
#[component]
pub(crate) fn SearchReport(session: Session) -> impl IntoView {
    let is_open = RwSignal::new(false);
    let words = move || match session.last_search() {
        Some(FinishedSearch { result, .. }) => sentences(language(), &result),
        None => vec![language().thought_none().to_owned()],
    };
    let figures = move || {
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
    };
    view! {
        <div data-test="thought-words">
            {move || words().into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        </div>
        <button class="button quiet" type="button" data-test="figures" aria-expanded=move || is_open.get().to_string() on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>
            {say(Language::thought_figures)}
        </button>
        {move || is_open.get().then_some(figures)}
    }
}

fn sentences(words: Language, result: &SearchResult<AnyPly>) -> Vec<String> {
    let mv = ply_name(words, result.best);
    let chosen = match result.depth {
        _ if result.exact => words.thought_proved(mv),
        0 => words.thought_at_once(mv),
        depth => words.thought_ahead(words.moves_count(depth as usize), mv),
    };
    // What it expected is told only of the move it made: weak players choose another one now and then.
    let follows = result.pv.split_first().filter(|(first, rest)| **first == result.best && !rest.is_empty());
    let expects = follows.map(|(_, rest)| {
        let line: Vec<_> = rest.iter().map(|&ply| ply_text(words, ply)).collect();
        words.thought_expects(line.join(" "))
    });
    std::iter::once(chosen).chain(expects).collect()
}
