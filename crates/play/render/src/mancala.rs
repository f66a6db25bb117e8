use std::ops::Range;

use gebeta_rules::sowing::{Board, Hole, Layout, Table};
use gebeta_rules::{AnyPosition, Player};

use crate::canvas::Canvas;
use crate::color::{self, Color};
use crate::digits::number;
use crate::shape::{Point, Shape};
use crate::{HEIGHT, WIDTH};

/// How much room is left beside the board.
const MARGIN: f32 = 50.0;
/// More stones than these are not told apart in a heap anyway.
const SEEN: u16 = 60;
/// So many places of a heap lie below the score of a store.
const HIDDEN: u16 = 12;

/// Where things are on a board with so many pits.
struct Plan {
    /// The upper left corner of the wood, and its size.
    at: Point,
    size: Point,
    /// The room of a store, and of a pit with its gap.
    store: f32,
    cell: f32,
    /// How wide a pit is.
    pit: f32,
    /// The height of a line with the numbers of stones.
    line: f32,
}

impl Plan {
    fn of(layout: &Layout) -> Self {
        let width = WIDTH as f32 - 2.0 * MARGIN;
        let store = (width / 8.0).min(140.0);
        let (rows, pits) = (layout.rows.len() as f32, layout.rows.first().map_or(1, Vec::len) as f32);
        // So wide that all rows and the lines with their numbers fit below each other.
        let high = (HEIGHT as f32 - 2.0 * MARGIN - 26.0) / (1.22 * rows + 0.3);
        let cell = ((width - 2.0 * store - 30.0) / pits).min(if rows > 2.0 { high } else { 190.0 });
        let (pit, line) = (cell * 0.88, (cell * 0.34).min(48.0));
        let size = (pits * cell + 2.0 * store + 30.0, rows * (pit + line) + 0.3 * pit + 26.0);
        let at = ((WIDTH as f32 - size.0) / 2.0, (HEIGHT as f32 - size.1) / 2.0);
        Self { at, size, store, cell, pit, line }
    }

    /// The middle of the pit in a row and a column; between the halves of the board there is some room.
    fn pit(&self, (row, rows): (usize, usize), column: usize) -> Point {
        let step = self.pit + self.line;
        let y = if 2 * row + 1 < rows {
            self.at.1 + 13.0 + self.pit / 2.0 + row as f32 * step
        } else {
            let below = (rows - 1 - row) as f32 * step;
            self.at.1 + self.size.1 - 13.0 - self.line - self.pit / 2.0 - below
        };
        (self.at.0 + 15.0 + self.store + (column as f32 + 0.5) * self.cell, y)
    }

    /// The upper left corner of a store, and its size.
    fn store(&self, is_left: bool) -> (Point, Point) {
        let size = (self.store - 24.0, self.size.1 - 44.0);
        let x = if is_left { self.at.0 + 22.0 } else { self.at.0 + self.size.0 - 22.0 - size.0 };
        ((x, self.at.1 + 22.0), size)
    }
}

/// The board of a sowing game with its stones; what may be sown or taken has rings in the color of the player to move.
pub(crate) fn draw(canvas: &mut Canvas, position: &AnyPosition) {
    let Some(table) = Table::of(position) else { return };
    let Table { board, layout } = &table;
    let plan = Plan::of(layout);
    let wood = Shape::Round { at: plan.at, size: plan.size, radius: 40.0 };
    canvas.shadow(&wood, (0.0, 8.0), 26.0);
    canvas.shade(
        &wood,
        color::mix(color::BOARD, color::SURFACE, 0.16),
        color::mix(color::BOARD, color::TEXT, 0.12),
    );
    canvas.fill(&wood.rim(4.0), color::BOARD_EDGE);
    let mover = position.to_move();
    let playable: Vec<Hole> = mover.map_or_else(Vec::new, |mover| {
        table.moves(position).into_iter().filter_map(|(mv, _)| mv.hole(board, mover)).collect()
    });
    for (row, pits) in layout.rows.iter().enumerate() {
        for (column, &hole) in pits.iter().enumerate() {
            let centre = plan.pit((row, layout.rows.len()), column);
            let ring = mover.filter(|_| playable.contains(&hole)).map(color::of);
            pit(canvas, &plan, centre, board.stones(hole), ring);
            if let Some(owner) = board.mark_owner(hole) {
                canvas.fill(&Shape::circle(centre, plan.pit / 2.0 - 12.0).rim(4.0), color::of(owner));
            }
            scatter(
                canvas,
                hole,
                0..board.stones(hole),
                centre,
                (0.4 * plan.pit, 0.4 * plan.pit),
                0.2 * plan.pit,
            );
        }
    }
    for player in Player::BOTH {
        store(canvas, &plan, layout.left == player, player, board);
    }
}

fn pit(canvas: &mut Canvas, plan: &Plan, centre: Point, stones: u16, ring: Option<Color>) {
    let bowl = Shape::circle(centre, plan.pit / 2.0);
    canvas.shade(&bowl, color::PIT_DEEP, color::PIT);
    canvas.fill(&bowl.clone().rim(2.0), color::BOARD_EDGE);
    if let Some(ring) = ring {
        canvas.fill(&Shape::circle(centre, plan.pit / 2.0 - 3.0).rim(6.0), ring);
    }
    let below = (centre.0, centre.1 + plan.pit / 2.0 + plan.line * 0.52);
    number(canvas, stones.into(), below, plan.line * 0.56, color::TEXT);
}

fn store(canvas: &mut Canvas, plan: &Plan, is_left: bool, player: Player, board: &Board) {
    let (hole, score) = (board.store_of(player), board.score(player));
    let (at, size) = plan.store(is_left);
    let bowl = Shape::Round { at, size, radius: size.0 / 2.2 };
    canvas.shade(&bowl, color::STORE_DEEP, color::STORE);
    canvas.fill(&bowl.rim(2.0), color::BOARD_EDGE);
    let centre = (at.0 + size.0 / 2.0, at.1 + size.1 / 2.0);
    let radius = 0.32 * size.0;
    // The first places of the heap lie below the score.
    scatter(canvas, hole, HIDDEN..score + HIDDEN, centre, (0.42 * size.0, 0.44 * size.1), 0.16 * size.0);
    let badge = Shape::circle(centre, radius);
    canvas.shadow(&badge, (0.0, 3.0), 8.0);
    canvas.fill(&badge, color::SURFACE);
    canvas.fill(&badge.rim(5.0), color::of(player));
    number(canvas, score.into(), centre, radius * if score > 99 { 0.6 } else { 0.84 }, color::TEXT);
}

/// Stones on `places` of a heap like the seeds of a sunflower, within `radii` of its middle.
fn scatter(canvas: &mut Canvas, hole: Hole, places: Range<u16>, centre: Point, radii: Point, largest: f32) {
    let end = places.end.min(SEEN);
    let (narrow, wide) = (radii.0.min(radii.1), radii.0.max(radii.1));
    // A narrow heap grows in its long direction.
    let long = (wide / narrow).sqrt();
    let spread = 0.7 * f32::from(end).sqrt();
    let size = largest.min(narrow * long / (0.5 + spread));
    let stretch = |radius: f32| ((radius - 0.5 * size) / (spread * size).max(1.0)).min(long);
    for n in places.start..end {
        let kind = usize::from(n) * 7 + hole.index() * 3;
        let (sin, cos) = (f32::from(n) * 2.4 + hole.index() as f32).sin_cos();
        let away = if end == 1 { 0.0 } else { 0.7 * size * (f32::from(n) + 0.5).sqrt() };
        let at = (centre.0 + cos * away * stretch(radii.0), centre.1 + sin * away * stretch(radii.1));
        stone(canvas, kind, at, size);
    }
}

fn stone(canvas: &mut Canvas, kind: usize, at: Point, size: f32) {
    let radii = (size / 2.0, size * (0.4 + 0.02 * (kind % 4) as f32));
    let form = Shape::Ellipse { centre: at, radii, tilt: kind as f32 };
    let brown = color::STONES[kind % color::STONES.len()];
    canvas.shadow(&form, (0.0, size * 0.09), size * 0.2);
    canvas.shade(&form, color::mix(brown, color::SURFACE, 0.22), color::mix(brown, color::TEXT, 0.3));
    let light = Shape::circle((at.0 - 0.14 * size, at.1 - 0.16 * size), 0.09 * size);
    canvas.fill(&light, color::mix(brown, color::SURFACE, 0.5));
}
