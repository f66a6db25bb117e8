//! What the page shows before the program runs (`static/index.html`), and its pictures, which the first screen goes on showing.

use std::cell::RefCell;

use gebeta_rules::{GameKind, Keyword};
use leptos::prelude::document;

thread_local! {
    /// The pictures by the word of their game.
    static PICTURES: RefCell<Vec<(GameKind, String)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the pictures and removes the rest: the program shows the same in its place.
pub(crate) fn take() {
    let Some(cover) = document().get_element_by_id("cover") else { return };
    let pictures = [GameKind::Mancala, GameKind::Senet].into_iter().filter_map(|game| {
        let picture = cover.query_selector(&format!("[data-picture={}]", game.word())).ok()??;
        Some((game, picture.outer_html()))
    });
    PICTURES.set(pictures.collect());
    cover.remove();
}

/// The picture of a game, as SVG.
pub(crate) fn picture(game: GameKind) -> String {
    PICTURES.with_borrow(|pictures| {
        pictures
            .iter()
            .find(|(which, _)| *which == game)
            .map(|(_, picture)| picture.clone())
            .unwrap_or_default()
    })
}
