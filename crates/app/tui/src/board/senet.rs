use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use gebeta_rules::Player;
use gebeta_rules::senet::Square;

use super::frame;
use crate::look::Look;
use crate::scene::Pieces;

/// What is drawn over the pieces.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Squares whose piece may move, with the number of the move in the list.
    pub(crate) legal: Vec<(u8, usize)>,
    /// The square of the chosen move.
    pub(crate) cursor: Option<u8>,
    /// Where the chosen move ends.
    pub(crate) target: Option<u8>,
    /// What was advised.
    pub(crate) hint: Option<u8>,
}

/// Where the squares are drawn; neighbors share an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    whole: Rect,
    cell: (u16, u16),
}

/// The most lines the board takes.
pub(crate) const TALLEST: u16 = ROWS * HIGHEST + 1;

/// The most lines of a square with its edge.
const HIGHEST: u16 = 7;

const COLUMNS: u16 = 10;
const ROWS: u16 = 3;

impl Grid {
    /// The largest board for an area.
    pub(crate) fn of(area: Rect) -> Self {
        let width = (area.width.saturating_sub(1) / COLUMNS).clamp(3, 13);
        // A square is about twice as wide as high, which is how characters are the other way round.
        let height = (area.height.saturating_sub(1) / ROWS).clamp(2, (width * 5 / 9).clamp(5, HIGHEST));
        let cell = (width, height);
        let whole = frame::middle(area, COLUMNS * cell.0 + 1, ROWS * cell.1 + 1);
        Self { whole, cell }
    }

    /// The inside of a square.
    pub(crate) fn square(&self, number: u8) -> Rect {
        let place = u16::from(number) - 1;
        let (row, along) = (place / COLUMNS, place % COLUMNS);
        // The S: the middle row runs back.
        let column = if row == 1 { COLUMNS - 1 - along } else { along };
        let (width, height) = self.cell;
        Rect::new(self.whole.x + column * width + 1, self.whole.y + row * height + 1, width - 1, height - 1)
            .intersection(self.whole)
    }
}

/// Draws the board.
pub(crate) fn draw(pieces: &Pieces, marks: &Marks, grid: &Grid, look: Look, buffer: &mut Buffer) {
    draw_lines(grid, look, buffer);
    for number in 1..=Square::LAST {
        draw_square(number, pieces, marks, grid.square(number), look, buffer);
    }
}

fn draw_lines(grid: &Grid, look: Look, buffer: &mut Buffer) {
    let Grid { whole, cell: (width, height) } = *grid;
    let style = look.faience();
    let bottom = whole.y + ROWS * height;
    for y in whole.y..=bottom {
        for x in whole.x..=whole.x + COLUMNS * width {
            let (dx, dy) = (x - whole.x, y - whole.y);
            let sign = match (dx % width == 0, dy % height == 0) {
                (false, false) => continue,
                (false, true) => {
                    if look.ascii {
                        "-"
                    } else {
                        "─"
                    }
                }
                (true, false) => {
                    if look.ascii {
                        "|"
                    } else {
                        "│"
                    }
                }
                (true, true) => corner(dx / width, dy / height, look.ascii),
            };
            if x < buffer.area.right() && y < buffer.area.bottom() {
                buffer[(x, y)].set_symbol(sign).set_style(style);
            }
        }
    }
    // Where the path turns to the next row.
    let arrow = if look.ascii { "v" } else { "↓" };
    for (last, row) in [(10, 1), (20, 2)] {
        let square = grid.square(last);
        frame::center(arrow, look.accent(), square, whole.y + row * height, buffer);
    }
}

const fn corner(column: u16, row: u16, ascii: bool) -> &'static str {
    match (column, row) {
        _ if ascii => "+",
        (0, 0) => "╭",
        (COLUMNS, 0) => "╮",
        (0, ROWS) => "╰",
        (COLUMNS, ROWS) => "╯",
        (0, _) => "├",
        (COLUMNS, _) => "┤",
        (_, 0) => "┬",
        (_, ROWS) => "┴",
        _ => "┼",
    }
}

fn draw_square(number: u8, pieces: &Pieces, marks: &Marks, area: Rect, look: Look, buffer: &mut Buffer) {
    if area.is_empty() {
        return;
    }
    let ground = ground(number, pieces, marks, look);
    if let Some(style) = ground {
        buffer.set_style(area, style);
    }
    let style = |other: Style| ground.unwrap_or(other);
    let (sign, drawn) = match pieces.at(number) {
        Some(player) => (look.piece(player).to_owned(), piece_style(player, look)),
        None => match Square::new(number).and_then(Square::house) {
            Some(house) => (look.house_sign(house), look.house()),
            None => (String::new(), look.dim()),
        },
    };
    let listed = marks.legal.iter().find(|(square, _)| *square == number).map(|(_, place)| *place);
    let mark = match (listed, marks.target == Some(number)) {
        (Some(place), _) => place.to_string(),
        (None, true) => look.landing_sign().to_owned(),
        (None, false) => String::new(),
    };
    let (hinted, active) = (marks.hint == Some(number), pieces.active.contains(&number));
    let accent = style(look.fresh());
    if area.height == 1 {
        // There is room for one sign: the star says more than the number, which the list has too.
        let mark = match (hinted, mark.is_empty() && active) {
            (true, _) => look.hint_sign().to_owned(),
            (false, true) => look.fresh_signs()[0].to_owned(),
            (false, false) => mark,
        };
        if area.width >= 5 {
            frame::put(&format!("{number:>2}"), style(look.dim()), area.x, area.y, 2, buffer);
            frame::put(&sign, style(drawn), area.x + 3, area.y, 1, buffer);
            frame::put(&mark, accent, area.x + 4, area.y, area.width - 4, buffer);
        } else {
            frame::put(&sign, style(drawn), area.x, area.y, 1, buffer);
            frame::put(&mark, accent, area.x + 1, area.y, area.width - 1, buffer);
        }
        return;
    }
    frame::put(&number.to_string(), style(look.dim()), area.x, area.y, 2, buffer);
    if !mark.is_empty() || hinted {
        let mark = if hinted { format!("{}{mark}", look.hint_sign()) } else { mark };
        let x = area.right().saturating_sub(mark.chars().count() as u16);
        frame::put(&mark, accent, x, area.y, area.right() - x, buffer);
    }
    let (house, line) = (Square::new(number).and_then(Square::house), area.y + area.height / 2);
    let [before, after] = if active && area.width >= 3 { look.fresh_signs() } else { [""; 2] };
    let shown = if sign.is_empty() && active { " " } else { &sign };
    frame::center(&format!("{before}{shown}{after}"), style(drawn), area, line, buffer);
    // A piece hides the sign of its house, so that stands below where there is room.
    if let (Some(house), Some(_), true) = (house, pieces.at(number), area.height >= 3) {
        frame::center(&look.house_sign(house), style(look.house()), area, area.bottom() - 1, buffer);
    }
}

/// The color of the whole square, where it has one.
fn ground(number: u8, pieces: &Pieces, marks: &Marks, look: Look) -> Option<Style> {
    if marks.cursor == Some(number) {
        Some(look.selected())
    } else if pieces.active.contains(&number) {
        Some(look.fresh())
    } else {
        None
    }
}

fn piece_style(player: Player, look: Look) -> Style {
    look.player(player).add_modifier(Modifier::BOLD)
}
