//! What a computer thought: positions by kind, depth, time, the value of every candidate.

use ratatui::layout::Rect;

use gebeta_rules::AnyPly;

use super::canvas::Canvas;
use crate::AnyThought;
use crate::board::frame;
use crate::columns::Columns;
use crate::game::Game;

/// The narrowest panel it is drawn in; elsewhere it lies over the board.
const NARROWEST: u16 = 19;

/// A name with its value.
type Item = (String, String);

/// Draws it from the top of `area` on.
pub(super) fn draw(canvas: &mut Canvas<'_>, thought: &AnyThought, area: Rect) {
    let (l, nodes) = (canvas.l, thought.nodes);
    let head = [
        (l.term_nodes().to_owned(), nodes.total().to_string()),
        ("MAX".to_owned(), nodes.max.to_string()),
        ("MIN".to_owned(), nodes.min.to_string()),
        ("CHANCE".to_owned(), nodes.chance.to_string()),
        (l.term_depth(thought.depth), format!("{:.3} s", thought.millis as f64 / 1000.0)),
    ];
    let moves: Vec<Item> =
        thought.moves.iter().map(|(ply, worth)| (bare(*ply), format!("{worth:.4}"))).collect();
    let used = grid(canvas, &head, None, area);
    let best = thought.moves.iter().position(|(ply, _)| *ply == thought.best);
    let y = area.y + used;
    grid(canvas, &moves, best, Rect { y, height: area.bottom().saturating_sub(y), ..area });
}

/// Over the board, where there is no room beside it; `v` puts it away.
pub(super) fn over_board(canvas: &mut Canvas<'_>, game: &Game, panel: Option<Rect>, area: Rect) {
    let (true, Some(thought)) = (game.verbose, &game.thought) else { return };
    if panel.is_some_and(|panel| panel.width >= NARROWEST) {
        return;
    }
    let card = Rect { height: area.height.saturating_sub(2).min(14), ..area };
    let card = canvas.card(frame::middle(card, area.width.min(60), card.height));
    draw(canvas, thought, card);
}

/// Items in as many columns as fit, read down each; the answer is how many lines that takes.
fn grid(canvas: &mut Canvas<'_>, items: &[Item], marked: Option<usize>, area: Rect) -> u16 {
    let look = canvas.look;
    let width =
        items.iter().map(|(name, value)| name.columns() + value.columns()).max().unwrap_or(0) as u16 + 1;
    let columns = ((area.width + 2) / (width + 2)).clamp(1, 3);
    let rows = (items.len() as u16).div_ceil(columns);
    for (place, (name, value)) in (0_u16..).zip(items) {
        let (column, row) = (place / rows, place % rows);
        let cell = Rect::new(area.x + column * (width + 2), area.y + row, width.min(area.width), 1);
        if cell.y >= area.bottom() {
            continue;
        }
        let chosen = marked == Some(usize::from(place));
        canvas.text(name, if chosen { look.fresh() } else { look.dim() }, cell.x, cell.y, cell.width);
        canvas.right(value, if chosen { look.fresh() } else { look.text() }, cell, cell.y);
    }
    rows
}

/// The move without its roll.
fn bare(ply: AnyPly) -> String {
    match ply {
        AnyPly::Mancala(mv) => mv.to_string(),
        AnyPly::Senet(_, mv) => mv.to_string(),
    }
}
