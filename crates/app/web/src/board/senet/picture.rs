//! A picture of a position that stands on its own, as SVG.

use std::fmt::Write;

use gebeta_rules::senet::{Position, Square, Step};
use gebeta_rules::{ByPlayer, Player};

use super::art::{Drawing, Part};
use super::{houses, layout, pieces};
use crate::platform::palette::Palette;

/// The side of a square.
const SIDE: u32 = 60;
/// What stands around the board: a row for each player, and a margin.
const EDGE: u32 = 52;
const MARGIN: u32 = 20;
const WIDTH: u32 = 10 * SIDE + 2 * MARGIN;
const HEIGHT: u32 = 3 * SIDE + 2 * EDGE + 2 * MARGIN;

/// The position with the pieces that have left it, `labels` beside them.
pub(crate) fn picture(position: &Position, palette: &Palette, labels: &ByPlayer<String>) -> String {
    let mut svg = Svg { text: String::new(), palette };
    let top = MARGIN + EDGE;
    svg.open(WIDTH, HEIGHT);
    svg.rect([0, 0, WIDTH, HEIGHT], 0, "bg");
    svg.rect([MARGIN - 10, top - 10, 10 * SIDE + 20, 3 * SIDE + 20], 14, "board-edge");
    svg.board(position, MARGIN, top);
    for (player, y) in [(Player::Two, MARGIN - 8), (Player::One, top + 3 * SIDE + 14)] {
        svg.text(MARGIN, y + 28, &labels[player]);
        for slot in 0..position.exited(player) {
            let x = WIDTH - MARGIN - 34 * (u32::from(slot) + 1);
            svg.drawing(pieces::piece(player), token(player), [x, y + 2, 36]);
        }
    }
    svg.close()
}

/// The board alone, for small places.
pub(super) fn board_only(position: &Position, palette: &Palette) -> String {
    let mut svg = Svg { text: String::new(), palette };
    svg.open(10 * SIDE + 16, 3 * SIDE + 16);
    svg.rect([0, 0, 10 * SIDE + 16, 3 * SIDE + 16], 14, "board-edge");
    svg.board(position, 8, 8);
    svg.close()
}

/// The board before a move, and arrows for the way of its pieces.
pub(super) fn board_with_way(before: &Position, steps: &[Step], palette: &Palette) -> String {
    let mut svg = Svg { text: String::new(), palette };
    svg.open(10 * SIDE + 16, 3 * SIDE + 16);
    svg.rect([0, 0, 10 * SIDE + 16, 3 * SIDE + 16], 14, "board-edge");
    svg.board(before, 8, 8);
    for step in steps {
        match *step {
            Step::Move { from, to, .. } => svg.arrow(from, to, "accent", -1.0),
            Step::Swap { from, to, .. } => {
                svg.arrow(from, to, "accent", -1.0);
                svg.arrow(to, from, "danger", 1.0);
            }
            _ => {}
        }
    }
    svg.close()
}

/// The color of a player's pieces.
const fn token(player: Player) -> &'static str {
    match player {
        Player::One => "piece-w",
        Player::Two => "piece-b",
    }
}

struct Svg<'a> {
    text: String,
    palette: &'a Palette,
}

impl Svg<'_> {
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("a string takes everything");
    }

    fn open(&mut self, width: u32, height: u32) {
        self.put(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">"
        ));
    }

    fn close(mut self) -> String {
        self.text.push_str("</svg>");
        self.text
    }

    fn rect(&mut self, [x, y, width, height]: [u32; 4], radius: u32, color: &str) {
        let fill = self.palette.color(color).to_owned();
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{fill}\"/>"
        ));
    }

    /// A line of text, with what would be markup made harmless.
    fn text(&mut self, x: u32, y: u32, words: &str) {
        let fill = self.palette.color("text").to_owned();
        let words = words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" fill=\"{fill}\" font-family=\"Georgia, serif\" font-size=\"22\">{words}</text>"
        ));
    }

    fn board(&mut self, position: &Position, left: u32, top: u32) {
        for square in layout::squares() {
            let [x, y] = corner(square, left, top);
            let color = if square.number().is_multiple_of(2) { "square-alt" } else { "square" };
            self.rect([x + 1, y + 1, SIDE - 2, SIDE - 2], 5, color);
            if let Some(house) = square.house() {
                self.drawing(houses::sign(house), "house", [x + 8, y + 8, SIDE - 16]);
            }
            if let Some(player) = position.board().piece_at(square) {
                self.drawing(pieces::piece(player), token(player), [x + 6, y + 6, SIDE - 12]);
            }
        }
    }

    /// An arrow from square to square, bent upwards for -1 and downwards for 1.
    fn arrow(&mut self, from: Square, to: Square, color: &str, bend: f64) {
        let middle = |square| {
            let [x, y] = corner(square, 8, 8).map(f64::from);
            (x + f64::from(SIDE) / 2.0, y + f64::from(SIDE) * (0.5 + 0.22 * bend))
        };
        let ((ax, ay), (bx, by)) = (middle(from), middle(to));
        let (cx, cy) = (f64::midpoint(ax, bx), f64::midpoint(ay, by) + bend * 0.5 * f64::from(SIDE));
        let (dx, dy) = (bx - cx, by - cy);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length * 14.0, dy / length * 14.0);
        let [color, halo] = [color, "surface"].map(|token| self.palette.color(token).to_owned());
        for (color, width) in [(&halo, 8), (&color, 4)] {
            self.put(format_args!(
                "<path class=\"gb-way\" d=\"M{ax:.0} {ay:.0}Q{cx:.0} {cy:.0} {bx:.0} {by:.0}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\" stroke-linecap=\"round\"/>"
            ));
        }
        self.put(format_args!(
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{color}\" stroke=\"{halo}\" stroke-width=\"2\"/>",
            bx + 0.4 * ux,
            by + 0.4 * uy,
            bx - ux - 0.6 * uy,
            by - uy + 0.6 * ux,
            bx - ux + 0.6 * uy,
            by - uy - 0.6 * ux
        ));
    }

    /// A drawing in a field of `size`, its surfaces in `color`.
    fn drawing(&mut self, drawing: Drawing, color: &str, [x, y, size]: [u32; 3]) {
        let scale = f64::from(size) / f64::from(Drawing::SIZE);
        let [color, dark] = [color, "board-edge"].map(|token| self.palette.color(token).to_owned());
        let ink = if drawing.is_sign() { &color } else { &dark };
        self.put(format_args!("<g transform=\"translate({x} {y}) scale({scale:.4})\">"));
        for stroke in drawing.0 {
            let paint = match stroke.part {
                Part::Body => format!("fill=\"{color}\" stroke=\"{ink}\" stroke-width=\"1.6\""),
                Part::Shade => format!("fill=\"{ink}\" fill-opacity=\".22\""),
                Part::Light => "fill=\"#fff\" fill-opacity=\".38\"".to_owned(),
                Part::Line => format!(
                    "fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.8\" stroke-linecap=\"round\" stroke-linejoin=\"round\""
                ),
                Part::Ink => format!("fill=\"{ink}\" fill-rule=\"evenodd\""),
            };
            self.put(format_args!("<path {paint} d=\"{}\"/>", stroke.d));
        }
        self.text.push_str("</g>");
    }
}

/// The upper left corner of a square.
fn corner(square: Square, left: u32, top: u32) -> [u32; 2] {
    let place = layout::place(square);
    [left + u32::from(place.column) * SIDE, top + u32::from(place.row) * SIDE]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_shows_every_square_piece_and_name() {
        let position = super::super::position("W........./....B...../.......... w 6/6 -");
        let labels = ByPlayer { one: "A <b> & co".to_owned(), two: "B".to_owned() };
        let svg = picture(&position, &Palette::live(), &labels);
        assert_eq!(svg.matches("<rect").count(), 32);
        assert_eq!(svg.matches("var(--piece-w)").count(), 7);
        assert_eq!(svg.matches("var(--piece-b)").count(), 7);
        assert!(svg.contains("A &lt;b&gt; &amp; co"));
        assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>"));
    }

    #[test]
    fn a_swap_has_an_arrow_each_way() {
        let position = super::super::position("........../.W.B....../.......... w 0/0 2");
        let played = gebeta_rules::AnyPosition::Senet(position);
        let ply = gebeta_rules::AnyRules::default_of(gebeta_rules::GameKind::Senet).ply("2:12x14").unwrap();
        let played = played.apply(ply).unwrap();
        let gebeta_rules::Steps::Senet(steps) = &played.steps else { unreachable!("a game of Senet") };
        let svg = board_with_way(&position, steps, &Palette::live());
        assert_eq!(svg.matches("class=\"gb-way\"").count(), 4, "each with its halo");
    }

    #[test]
    fn the_small_board_has_no_words() {
        let position = Position::start(&gebeta_rules::senet::Rules::CLASSIC);
        assert!(!board_only(&position, &Palette::live()).contains("<text"));
    }
}
