use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::symbols::border;

use crate::columns::Columns;
use crate::look::Look;

/// How the edge of something is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Round and quiet.
    Round,
    /// Where the cursor is.
    Heavy,
}

const ASCII: border::Set<'static> = border::Set {
    top_left: "+",
    top_right: "+",
    bottom_left: "+",
    bottom_right: "+",
    vertical_left: "|",
    vertical_right: "|",
    horizontal_top: "-",
    horizontal_bottom: "-",
};

const ASCII_HEAVY: border::Set<'static> = border::Set {
    top_left: "#",
    top_right: "#",
    bottom_left: "#",
    bottom_right: "#",
    vertical_left: "#",
    vertical_right: "#",
    horizontal_top: "=",
    horizontal_bottom: "=",
};

/// The characters of an edge.
pub(crate) fn set(look: Look, edge: Edge) -> border::Set<'static> {
    match (edge, look.ascii) {
        (Edge::Round, false) => border::ROUNDED,
        (Edge::Heavy, false) => border::THICK,
        (Edge::Round, true) => ASCII,
        (Edge::Heavy, true) => ASCII_HEAVY,
    }
}

/// Draws an empty box.
pub(crate) fn draw(look: Look, edge: Edge, style: Style, area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    if area.width < 2 || area.height < 2 {
        return;
    }
    let set = set(look, edge);
    let (left, right) = (area.x, area.right() - 1);
    let (top, bottom) = (area.y, area.bottom() - 1);
    for x in left + 1..right {
        buffer[(x, top)].set_symbol(set.horizontal_top).set_style(style);
        buffer[(x, bottom)].set_symbol(set.horizontal_bottom).set_style(style);
    }
    for y in top + 1..bottom {
        buffer[(left, y)].set_symbol(set.vertical_left).set_style(style);
        buffer[(right, y)].set_symbol(set.vertical_right).set_style(style);
    }
    buffer[(left, top)].set_symbol(set.top_left).set_style(style);
    buffer[(right, top)].set_symbol(set.top_right).set_style(style);
    buffer[(left, bottom)].set_symbol(set.bottom_left).set_style(style);
    buffer[(right, bottom)].set_symbol(set.bottom_right).set_style(style);
}

/// Writes `text` into the middle of `area`'s line `y`, as much as there is room for.
pub(crate) fn center(text: &str, style: Style, area: Rect, y: u16, buffer: &mut Buffer) {
    let width = text.columns() as u16;
    let x = area.x + area.width.saturating_sub(width) / 2;
    put(text, style, x, y, area.right().saturating_sub(x), buffer);
}

/// Writes `text` from `x` on, at most `room` columns of it.
pub(crate) fn put(text: &str, style: Style, x: u16, y: u16, room: u16, buffer: &mut Buffer) {
    if y >= buffer.area.y && y < buffer.area.bottom() && x < buffer.area.right() {
        buffer.set_stringn(x, y, text, usize::from(room), style);
    }
}

/// A smaller area in the middle of `area`.
pub(crate) fn middle(area: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(area.width), height.min(area.height));
    Rect::new(area.x + (area.width - width) / 2, area.y + (area.height - height) / 2, width, height)
}
