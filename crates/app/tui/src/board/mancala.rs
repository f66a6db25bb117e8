use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::Player;
use gebeta_rules::sowing::Table;

use super::frame::{self, Edge};
use crate::look::Look;
use crate::scene::Stones;

/// What is drawn over the stones.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Pits that may be played now.
    pub(crate) legal: Vec<usize>,
    /// Where the cursor is.
    pub(crate) cursor: Option<usize>,
    /// Where the last stone would land.
    pub(crate) landing: Option<usize>,
    /// What was advised.
    pub(crate) hint: Option<usize>,
}

/// Where every hole is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    /// Each hole with its area, in the order of the path.
    pub(crate) holes: Vec<Rect>,
    /// The line or column between the rows, where the hand is shown.
    pub(crate) gap: Option<Rect>,
}

/// The most lines a lying board takes.
pub(crate) const TALLEST: u16 = 2 * HIGHEST + 1;

/// The most lines of a pit.
const HIGHEST: u16 = 11;

/// The rows as they lie on the table, stores at the ends.
pub(crate) fn wide(area: Rect, table: &Table) -> Places {
    let rows = &table.layout.rows;
    let (n, lines) = (rows.first().map_or(1, Vec::len) as u16, rows.len() as u16);
    let store = match area.width / (n + 2) {
        0..=3 => 4,
        4..=5 => 5,
        6..=9 => 8,
        10..=13 => 10,
        14..=16 => 12,
        _ => 14,
    }
    .min(area.width / 4)
    .max(2);
    // Twelve pits a side on a small screen: the stores give way.
    let store = if area.width < 3 * n + 2 * store { 2 } else { store };
    let cell = (area.width.saturating_sub(2 * store) / n).clamp(1, 20);
    let gap = u16::from(area.height % 2 == 1 || area.height >= 12 || lines > 2);
    let row = (area.height.saturating_sub(gap) / lines).clamp(1, (cell * 2 / 3).clamp(8, HIGHEST));
    let whole = frame::middle(area, 2 * store + n * cell, lines * row + gap);
    let space = u16::from(cell >= 7);
    let side = |x| Rect::new(x, whole.y, store.saturating_sub(space), whole.height).intersection(area);
    let mut holes = vec![Rect::default(); table.board.counts().len()];
    for (line, pits) in (0..lines).zip(rows) {
        // The hand passes in the middle of the table.
        let y = whole.y + line * row + if line >= lines / 2 { gap } else { 0 };
        for (place, hole) in (0..n).zip(pits) {
            let x = whole.x + store + place * cell;
            holes[hole.index()] = Rect::new(x, y, cell - space, row).intersection(area);
        }
    }
    let (left, right) = (table.layout.left, !table.layout.left);
    holes[table.board.store_of(left).index()] = side(whole.x);
    holes[table.board.store_of(right).index()] = side(whole.x + store + n * cell);
    let middle = whole.y + lines / 2 * row;
    let gap = (gap == 1).then(|| Rect::new(whole.x + store, middle, n * cell, 1).intersection(area));
    Places { holes, gap }
}

/// Player 2's store on top, Player 1's at the bottom, Player 1's pits down the left column.
pub(crate) fn tall(area: Rect, pits: usize) -> Places {
    let n = pits as u16;
    let roomy = area.height >= 3 * (n + 2);
    let (store, row) = if roomy {
        let store = if area.height >= 4 * n + 10 { 5 } else { 3 };
        (store, ((area.height - 2 * store) / n).clamp(3, 7))
    } else {
        (1, (area.height.saturating_sub(2) / n).clamp(1, 2))
    };
    // Between the columns the hand passes.
    let gap = if area.width >= 16 { 4 } else { 0 };
    let column = (area.width.saturating_sub(gap) / 2).clamp(4, if row >= 4 { 20 } else { 24 });
    let width = 2 * column + gap;
    let whole = frame::middle(area, width, 2 * store + n * row);
    let pit = |place: u16, left: bool| {
        let x = if left { whole.x } else { whole.x + column + gap };
        let height = if roomy { row } else { 1 };
        Rect::new(x, whole.y + store + place * row, column, height).intersection(area)
    };
    let mut holes: Vec<Rect> = (0..n).map(|place| pit(place, true)).collect();
    holes.push(Rect::new(whole.x, whole.y + store + n * row, width, store).intersection(area));
    holes.extend((0..n).rev().map(|place| pit(place, false)));
    holes.push(Rect::new(whole.x, whole.y, width, store).intersection(area));
    let between = Rect::new(whole.x + column, whole.y + store, gap, n * row).intersection(area);
    Places { holes, gap: (gap > 0).then_some(between) }
}

/// Whether the upright board is the better one for an area.
pub(crate) fn better_tall(area: Rect, pits: usize) -> bool {
    let per_pit = area.width / (pits as u16 + 2);
    per_pit < 5 && usize::from(area.height) >= pits + 2 && area.height > area.width / 4
}

/// Draws the board.
pub(crate) fn draw(stones: &Stones, marks: &Marks, places: &Places, look: Look, buffer: &mut Buffer) {
    let board = &stones.table.board;
    for (hole, &area) in board.holes().zip(&places.holes) {
        match board.pit_at(hole) {
            Some((side, number)) => {
                let pit = Pit::new(hole.index(), number.number().into(), side, stones, marks);
                draw_pit(&pit, look, area, buffer);
            }
            None => {
                let owner = if hole == board.store_of(Player::One) { Player::One } else { Player::Two };
                let is_active = stones.active.contains(&hole.index());
                draw_store(stones.counts[hole.index()], is_active, owner, look, area, buffer);
            }
        }
    }
    if let (Some(gap), true) = (places.gap, stones.hand > 0) {
        let beside = stones.active.first().and_then(|hole| places.holes.get(*hole));
        let text = format!("({})", stones.hand);
        let spot = beside.map_or(gap, |hole| {
            let upright = gap.height > 1;
            let middle = Rect { y: hole.y + hole.height / 2, height: 1, ..gap };
            let along = if upright { middle } else { Rect { y: gap.y, height: 1, ..*hole } };
            along.intersection(gap)
        });
        // Over a store at the end of an upright board there is no column: the nearest line of it.
        let y = spot.y.clamp(gap.y, gap.bottom().saturating_sub(1));
        frame::center(&text, look.fresh(), if spot.is_empty() { gap } else { spot }, y, buffer);
    }
}

/// One pit and what is to be said of it.
#[allow(clippy::struct_excessive_bools, reason = "each is a separate mark, and any combination can occur")]
struct Pit {
    number: usize,
    owner: Player,
    /// Who owns it by a mark.
    marked: Option<Player>,
    count: u16,
    legal: bool,
    cursor: bool,
    active: bool,
    landing: bool,
    hint: bool,
}

impl Pit {
    fn new(hole: usize, number: usize, owner: Player, stones: &Stones, marks: &Marks) -> Self {
        Self {
            number,
            owner,
            marked: stones.owners[hole],
            count: stones.counts[hole],
            legal: marks.legal.contains(&hole),
            cursor: marks.cursor == Some(hole),
            active: stones.active.contains(&hole),
            landing: marks.landing == Some(hole),
            hint: marks.hint == Some(hole),
        }
    }

    /// The number with a sign before it: what is advised, where the last stone lands, what may be played.
    fn label(&self, look: Look) -> String {
        let both = self.legal && (self.hint || self.landing);
        let playable = if both { look.playable() } else { "" };
        let mark = if self.marked.is_some() { look.mark_sign() } else { "" };
        format!("{playable}{}{mark}{}", self.sign(look).trim(), self.number)
    }

    /// The sign alone.
    const fn sign(&self, look: Look) -> &'static str {
        match self {
            Self { hint: true, .. } => look.hint_sign(),
            Self { landing: true, .. } => look.landing_sign(),
            Self { legal: true, .. } => look.playable(),
            Self { marked: Some(_), .. } => look.mark_sign(),
            _ => " ",
        }
    }

    /// The count between signs: where the cursor is, where something has just happened, or nothing of both.
    fn signed_count(&self, look: Look) -> [&'static str; 2] {
        match self {
            Self { cursor: true, .. } => ["[", "]"],
            Self { active: true, .. } => look.fresh_signs(),
            _ => ["(", ")"],
        }
    }
}

fn draw_pit(pit: &Pit, look: Look, area: Rect, buffer: &mut Buffer) {
    let edge = if pit.cursor { Edge::Heavy } else { Edge::Round };
    let style = if pit.cursor || pit.active {
        look.fresh()
    } else if pit.legal {
        look.player(pit.owner).add_modifier(Modifier::BOLD)
    } else if let Some(owner) = pit.marked {
        look.player(owner)
    } else {
        look.wood()
    };
    let count = pit.count.to_string();
    let bold = if pit.active { look.fresh() } else { look.count() };
    if area.height < 3 || area.width < 5 {
        return draw_small(pit, &count, look, area, buffer);
    }
    frame::draw(look, edge, style, area, buffer);
    let inside = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2);
    let label = pit.label(look);
    let label = if inside.width >= 5 { format!(" {label} ") } else { label };
    let label_style = if pit.landing || pit.hint { look.fresh() } else { look.dim() };
    frame::center(&label, label_style, area, area.y, buffer);
    if inside.width >= 5 && inside.height >= 2 {
        draw_stones(pit.count, look, inside, buffer);
        frame::center(&told_count(&count, pit.active, look), bold, area, area.bottom() - 1, buffer);
    } else {
        let shown = if pit.count == 0 && !pit.active { look.dim() } else { bold };
        let text = if inside.width >= 4 { told_count(&count, pit.active, look) } else { count };
        if inside.height == 1 && inside.width >= 12 {
            frame::put(&format!("{text:>4}"), shown, inside.x, inside.y, 4, buffer);
            let line = Rect { x: inside.x + 5, width: inside.width - 6, ..inside };
            return draw_row(pit.count, look, line, buffer);
        }
        frame::center(&text, shown, inside, inside.y + inside.height / 2, buffer);
    }
}

/// A count with air around it, or with the signs of what has just changed.
fn told_count(count: &str, active: bool, look: Look) -> String {
    let [before, after] = if active { look.fresh_signs() } else { [" ", " "] };
    format!("{before}{count}{after}")
}

/// A pit for which there is only a line: `3 ( 4)`.
fn draw_small(pit: &Pit, count: &str, look: Look, area: Rect, buffer: &mut Buffer) {
    let style = if pit.cursor {
        look.selected()
    } else if pit.active || pit.landing || pit.hint {
        look.fresh()
    } else if pit.legal {
        look.player(pit.owner).add_modifier(Modifier::BOLD)
    } else if let Some(owner) = pit.marked {
        look.player(owner)
    } else if pit.count == 0 {
        look.dim()
    } else {
        look.text()
    };
    let [before, after] = pit.signed_count(look);
    // A long line has room for the stones themselves.
    if area.width >= 14 {
        let text = format!("{:>4} {before}{count:>2}{after}", pit.label(look));
        frame::put(&text, style, area.x, area.y, area.width, buffer);
        return draw_row(pit.count, look, Rect { x: area.x + 10, width: area.width - 11, ..area }, buffer);
    }
    let text = match area.width {
        0..=3 => format!("{count:>2}"),
        4 => format!("{before}{count:>2}{after}"),
        5..=7 => format!("{}{before}{count:>2}{after}", pit.sign(look)),
        _ => format!("{} {before}{count:>2}{after}", pit.label(look)),
    };
    frame::center(&text, style, area, area.y, buffer);
}

/// Stones side by side in one line, as many as there is room for.
fn draw_row(count: u16, look: Look, line: Rect, buffer: &mut Buffer) {
    for stone in 0..count.min(line.width) {
        frame::put(look.stone_sign(), look.stone(usize::from(stone)), line.x + stone, line.y, 1, buffer);
    }
}

/// Stones one by one: rows of four, or of three in a narrow pit, closer together where there are too many.
fn draw_stones(count: u16, look: Look, inside: Rect, buffer: &mut Buffer) {
    let per_row = if inside.width >= 7 { 4 } else { 3 };
    let is_roomy = count <= per_row * inside.height || inside.width < 8;
    let (columns, step) = if is_roomy { (per_row, 2) } else { (inside.width, 1) };
    let step = if columns == 4 && inside.width >= 12 { 3 } else { step };
    let shown = count.min(columns * inside.height);
    let rows = shown.div_ceil(columns);
    // With room to spare there is a line between the rows.
    let apart = if 2 * rows <= inside.height + 1 { 2 } else { 1 };
    let top = inside.y + (inside.height - rows.saturating_sub(1) * apart - rows.min(1)) / 2;
    for stone in 0..shown {
        let (row, column) = (stone / columns, stone % columns);
        let in_row = columns.min(shown - row * columns);
        let width = (in_row - 1) * step + 1;
        let x = inside.x + inside.width.saturating_sub(width) / 2 + column * step;
        frame::put(look.stone_sign(), look.stone(usize::from(stone)), x, top + row * apart, 1, buffer);
    }
}

fn draw_store(count: u16, active: bool, owner: Player, look: Look, area: Rect, buffer: &mut Buffer) {
    let style = if active { look.fresh() } else { look.player(owner) };
    let number = count.to_string();
    let bold = style.add_modifier(Modifier::BOLD);
    if area.height < 3 || area.width < 4 {
        let text = match (area.width, active) {
            (4.., true) => format!("{}{number:>2}{}", look.fresh_signs()[0], look.fresh_signs()[1]),
            (4.., false) => format!("[{number:>2}]"),
            _ => number,
        };
        return frame::center(&text, bold, area, area.y + area.height / 2, buffer);
    }
    frame::draw(look, Edge::Round, style, area, buffer);
    let inside = Rect::new(area.x + 1, area.y + 1, area.width - 2, area.height - 2);
    let line = inside.y + inside.height / 2;
    if inside.width >= 5 && inside.height >= 3 {
        draw_column(count, line, look, inside, buffer);
    }
    frame::center(&told_count(&number, active, look), bold, inside, line, buffer);
}

/// The stones of a store, piled up from below; the line of the score stays free.
fn draw_column(count: u16, free: u16, look: Look, inside: Rect, buffer: &mut Buffer) {
    // A store at the end of an upright board is wide and low: its stones lie in long rows.
    let most = if inside.width > 3 * inside.height { inside.width } else { 4 };
    let columns = inside.width.div_ceil(2).min(most);
    let left = inside.x + (inside.width - (2 * columns - 1)) / 2;
    let mut stone = 0;
    for y in (inside.y..inside.bottom()).rev().filter(|y| *y != free) {
        for column in 0..columns {
            if stone < count {
                frame::put(
                    look.stone_sign(),
                    look.stone(usize::from(stone)),
                    left + 2 * column,
                    y,
                    1,
                    buffer,
                );
                stone += 1;
            }
        }
    }
}
