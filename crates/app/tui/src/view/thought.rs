//! What a computer thought: positions by kind, depth, time, the value of every candidate.

use ratatui::layout::Rect;

use super::canvas::Canvas;
use crate::AnySearchResult;
use crate::board::frame;
use crate::columns::Columns;
use crate::game::Game;

/// A name with its value.
type Item = (String, String);

/// Everything there is to say, in parts that are drawn below each other.
fn parts(canvas: &Canvas<'_>, thought: &AnySearchResult) -> [Vec<Item>; 3] {
    let (l, nodes) = (canvas.l, thought.nodes);
    let mut whole = vec![
        (l.term_nodes().to_owned(), nodes.total().to_string()),
        (l.term_depth(thought.depth), format!("{:.3} s", thought.millis as f64 / 1000.0)),
    ];
    if thought.exact {
        whole.push((l.worth_exact().to_owned(), String::new()));
    }
    let kinds = [("MAX", nodes.max), ("MIN", nodes.min), ("CHANCE", nodes.chance)];
    let kinds = kinds.map(|(name, count)| (name.to_owned(), count.to_string())).to_vec();
    let moves =
        thought.moves.iter().map(|(ply, worth)| (ply.mv().to_string(), format!("{worth:.4}"))).collect();
    [whole, kinds, moves]
}

/// How many lines it takes at this width.
pub(super) fn height(canvas: &Canvas<'_>, thought: &AnySearchResult, width: u16) -> u16 {
    parts(canvas, thought).iter().map(|items| Grid::of(items, width).rows).sum()
}

/// Draws it from the top of `area` on.
pub(super) fn draw(canvas: &mut Canvas<'_>, thought: &AnySearchResult, area: Rect) {
    let best = thought.best.mv().to_string();
    let mut y = area.y;
    for items in parts(canvas, thought) {
        let grid = Grid::of(&items, area.width);
        grid.draw(canvas, &items, &best, Rect { y, height: area.bottom().saturating_sub(y), ..area });
        y += grid.rows;
    }
}

/// Over the board, where there is no room beside it; `v` puts it away.
pub(super) fn over_board(canvas: &mut Canvas<'_>, game: &Game, area: Rect) {
    // A move without a choice is played without a thought: there is nothing to show.
    let thought = game.thought.as_ref().filter(|thought| game.verbose && thought.nodes.total() > 0);
    let Some(thought) = thought else { return };
    let look = canvas.look;
    // The last lines stay in view: what to do, and with which keys.
    let free = Rect { height: area.height.saturating_sub(2), ..area };
    let width = area.width.min(60);
    let height = height(canvas, thought, width.saturating_sub(4)) + 3;
    let card = canvas.card(frame::middle(free, width, height.min(free.height)));
    canvas.center(&format!("{} (v)", canvas.l.term_verbose()), look.dim(), card, card.y);
    draw(canvas, thought, Rect { y: card.y + 1, height: card.height.saturating_sub(1), ..card });
}

/// Items in as many columns as fit, read down each.
struct Grid {
    /// The width of a column.
    width: u16,
    rows: u16,
}

impl Grid {
    fn of(items: &[Item], room: u16) -> Self {
        let widths = items.iter().map(|(name, value)| name.columns() + 1 + value.columns());
        let width = widths.max().unwrap_or(1) as u16;
        let columns = ((room + 1) / (width + 1)).clamp(1, 3);
        Self { width, rows: (items.len() as u16).div_ceil(columns) }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, items: &[Item], marked: &str, area: Rect) {
        let look = canvas.look;
        for (place, (name, value)) in (0_u16..).zip(items) {
            let (column, row) = (place / self.rows, place % self.rows);
            if row >= area.height {
                continue;
            }
            let x = area.x + column * (self.width + 1);
            let cell = Rect::new(x, area.y + row, self.width.min(area.right().saturating_sub(x)), 1);
            let (dim, plain) =
                if name == marked { (look.fresh(), look.fresh()) } else { (look.dim(), look.text()) };
            canvas.text(name, dim, cell.x, cell.y, cell.width);
            canvas.right(value, plain, cell, cell.y);
        }
    }
}
