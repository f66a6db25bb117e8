//! A position as a PNG of 1200 by 630 dots: what a messenger shows beside a link to a game.
//!
//! Everything is drawn from a few shapes by their distance to a dot, so that no font and no drawing program is needed.
//!
//! ```
//! use gebeta_rules::AnyPosition;
//! use gebeta_rules::mancala::{Position, Rules};
//!
//! let png = gebeta_render::png(&AnyPosition::Mancala(Position::start(&Rules::GEBETA)));
//! assert!(png.starts_with(b"\x89PNG"));
//! ```

mod canvas;
mod color;
mod digits;
mod mancala;
mod senet;
mod shape;

use gebeta_rules::AnyPosition;

use canvas::Canvas;

/// Dots from left to right.
pub const WIDTH: u32 = 1200;
/// Dots from top to bottom.
pub const HEIGHT: u32 = 630;

/// The picture of a position, seen from the chair of Player 1.
pub fn png(position: &AnyPosition) -> Vec<u8> {
    let mut canvas = Canvas::new(WIDTH, HEIGHT, color::BACKGROUND);
    match position {
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => mancala::draw(&mut canvas, position),
        AnyPosition::Senet(position) => senet::draw(&mut canvas, position),
    }
    canvas.png()
}
