use gebeta_rules::Player;
use gebeta_rules::senet::{House, Position, Square};

use crate::canvas::Canvas;
use crate::color;
use crate::shape::{Point, Shape};
use crate::{HEIGHT, WIDTH};

/// The side of a square.
const SIDE: f32 = 106.0;
/// The upper left corner of the first square.
const LEFT: f32 = (WIDTH as f32 - 10.0 * SIDE) / 2.0;
const TOP: f32 = (HEIGHT as f32 - 3.0 * SIDE) / 2.0;
/// How high a piece is that has left the board.
const OFF: f32 = 64.0;

/// The board with its pieces; those that are off stand above and below it.
pub(crate) fn draw(canvas: &mut Canvas, position: &Position) {
    let frame = Shape::Round {
        at: (LEFT - 14.0, TOP - 14.0),
        size: (10.0 * SIDE + 28.0, 3.0 * SIDE + 28.0),
        radius: 16.0,
    };
    canvas.shadow(&frame, (0.0, 8.0), 26.0);
    canvas.fill(&frame, color::BOARD_EDGE);
    for square in (1..=Square::LAST).filter_map(Square::new) {
        let (column, row) = place(square);
        let at = (LEFT + f32::from(column) * SIDE, TOP + f32::from(row) * SIDE);
        let field =
            Shape::Round { at: (at.0 + 2.0, at.1 + 2.0), size: (SIDE - 4.0, SIDE - 4.0), radius: 5.0 };
        canvas.fill(&field, if (column + row).is_multiple_of(2) { color::SQUARE } else { color::SQUARE_ALT });
        let centre = (at.0 + SIDE / 2.0, at.1 + SIDE / 2.0);
        match (position.board().piece_at(square), square.house()) {
            (Some(player), _) => piece(canvas, player, centre, 0.8 * SIDE),
            (None, Some(house)) => symbol(canvas, house, centre),
            (None, None) => {}
        }
    }
    for (player, y) in [(Player::Two, TOP - 68.0), (Player::One, TOP + 3.0 * SIDE + 68.0)] {
        for n in 0..position.exited(player) {
            let x = WIDTH as f32 - LEFT - OFF * 0.5 - f32::from(n) * OFF * 0.9;
            piece(canvas, player, (x, y), OFF);
        }
    }
}

/// Column and row: the path runs to the right, back, and to the right again.
fn place(square: Square) -> (u8, u8) {
    let (row, along) = ((square.number() - 1) / 10, (square.number() - 1) % 10);
    (if row == 1 { 9 - along } else { along }, row)
}

/// A cone for WHITE, a spool for BLACK, `height` high.
fn piece(canvas: &mut Canvas, player: Player, (x, y): Point, height: f32) {
    let at = |(u, v): Point| (x + u * height, y + v * height);
    let outline = |corners: &[Point]| Shape::Polygon(corners.iter().map(|&corner| at(corner)).collect());
    let parts = match player {
        Player::One => vec![
            outline(&[(-0.1, -0.2), (0.1, -0.2), (0.24, 0.3), (-0.24, 0.3)]),
            Shape::circle(at((0.0, -0.28)), 0.15 * height),
            Shape::Round { at: at((-0.3, 0.26)), size: (0.6 * height, 0.16 * height), radius: 0.05 * height },
        ],
        Player::Two => vec![
            outline(&[(-0.26, -0.3), (0.26, -0.3), (0.13, 0.0), (0.26, 0.3), (-0.26, 0.3), (-0.13, 0.0)]),
            Shape::Round {
                at: at((-0.32, -0.42)),
                size: (0.64 * height, 0.18 * height),
                radius: 0.06 * height,
            },
            Shape::Round {
                at: at((-0.32, 0.24)),
                size: (0.64 * height, 0.18 * height),
                radius: 0.06 * height,
            },
        ],
    };
    let (fill, edge) = match player {
        Player::One => (color::WHITE_PIECE, color::BLACK_PIECE),
        Player::Two => (color::BLACK_PIECE, color::TEXT),
    };
    for part in &parts {
        canvas.shadow(part, (0.0, 0.05 * height), 0.1 * height);
    }
    for part in parts {
        canvas.shade(&part, color::mix(fill, color::SURFACE, 0.14), color::mix(fill, color::TEXT, 0.1));
        canvas.fill(&part.rim(2.5), edge);
    }
}

/// The sign of a house, as lines.
fn symbol(canvas: &mut Canvas, house: House, (x, y): Point) {
    let at = |(u, v): Point| (x + u * SIDE, y + v * SIDE);
    let line = |from: Point, to: Point| Shape::Line { from: at(from), to: at(to), half: 3.0 };
    let bars = |places: &[f32]| places.iter().map(|&u| line((u, -0.2), (u, 0.2))).collect::<Vec<_>>();
    let parts = match house {
        House::Rebirth => vec![
            Shape::Ellipse { centre: at((0.0, -0.16)), radii: (0.09 * SIDE, 0.13 * SIDE), tilt: 0.0 }
                .rim(6.0),
            line((-0.17, 0.02), (0.17, 0.02)),
            line((0.0, -0.02), (0.0, 0.3)),
        ],
        House::Happiness => [-0.2, 0.0, 0.2]
            .into_iter()
            .flat_map(|u| {
                [
                    Shape::Ellipse { centre: at((u, 0.14)), radii: (0.07 * SIDE, 0.1 * SIDE), tilt: 0.0 }
                        .rim(5.0),
                    line((u, -0.26), (u, 0.04)),
                    line((u - 0.06, -0.16), (u + 0.06, -0.16)),
                ]
            })
            .collect(),
        House::Water => [-0.18, 0.0, 0.18]
            .into_iter()
            .flat_map(|v| {
                (0_u8..6).map(move |n| {
                    let wave = |n: u8| {
                        (f32::from(n) * 0.1 - 0.3, v + if n.is_multiple_of(2) { 0.05 } else { -0.05 })
                    };
                    line(wave(n), wave(n + 1))
                })
            })
            .collect(),
        House::ThreeTruths => bars(&[-0.18, 0.0, 0.18]),
        House::ReAtoum => bars(&[-0.1, 0.1]),
        House::Horus => vec![
            Shape::circle(at((0.0, 0.0)), 0.1 * SIDE).rim(6.0),
            line((-0.32, -0.1), (-0.14, -0.02)),
            line((0.14, -0.02), (0.32, -0.1)),
        ],
    };
    for part in parts {
        canvas.fill(&part, color::HOUSE);
    }
}
