//! A link as a picture for the camera of a telephone: two squares of it in each character.

use qrcode::{Color, EcLevel, QrCode};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color as Paint, Style};

use super::frame;
use crate::look::{Look, Palette};

/// What cameras need around the picture, in squares.
const MARGIN: usize = 2;

/// A picture of a link.
pub(crate) struct Qr {
    width: usize,
    dark: Vec<bool>,
}

impl Qr {
    /// The picture of `link`; none where nothing but ASCII can be drawn, or the link is longer than any.
    pub(crate) fn of(link: &str, look: Look) -> Option<Self> {
        if look.ascii {
            return None;
        }
        let code = QrCode::with_error_correction_level(link, EcLevel::L).ok()?;
        let dark = code.to_colors().into_iter().map(|color| color == Color::Dark).collect();
        Some(Self { width: code.width(), dark })
    }

    /// How many columns and lines it takes.
    pub(crate) fn size(&self) -> (u16, u16) {
        let whole = self.width + 2 * MARGIN;
        (whole as u16, whole.div_ceil(2) as u16)
    }

    /// Draws it from the corner of `area` on.
    pub(crate) fn draw(&self, look: Look, area: Rect, buffer: &mut Buffer) {
        // Dark on light, as cameras expect it; without colors the terminal is taken to be light on dark.
        let style = match look.palette {
            Palette::Mono => Style::new(),
            Palette::Sixteen | Palette::Many => Style::new().fg(Paint::White).bg(Paint::Black),
        };
        let (columns, lines) = self.size();
        for line in 0..lines {
            let row: String = (0..columns)
                .map(|column| {
                    let light = |half| !self.is_dark(usize::from(column), usize::from(2 * line + half));
                    match (light(0), light(1)) {
                        (true, true) => '█',
                        (true, false) => '▀',
                        (false, true) => '▄',
                        (false, false) => ' ',
                    }
                })
                .collect();
            if area.y + line < area.bottom() {
                frame::put(&row, style, area.x, area.y + line, area.width, buffer);
            }
        }
    }

    fn is_dark(&self, x: usize, y: usize) -> bool {
        let inside = |at: usize| at.checked_sub(MARGIN).filter(|at| *at < self.width);
        inside(x).zip(inside(y)).is_some_and(|(x, y)| self.dark[y * self.width + x])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_has_the_corners_that_cameras_look_for() {
        let look = Look { palette: Palette::Mono, ascii: false };
        let qr = Qr::of("http://localhost:8040/#/online/000102ff040506070809", look).unwrap();
        let last = qr.width - 7;
        for (x, y) in [(0, 0), (last, 0), (0, last)] {
            let at = |dx, dy| qr.is_dark(MARGIN + x + dx, MARGIN + y + dy);
            assert!((0..7).all(|d| at(d, 0) && at(0, d) && at(d, 6) && at(6, d)), "the frame at {x} {y}");
            assert!(at(3, 3) && !at(1, 1), "the dot at {x} {y}");
        }
        assert!(!qr.is_dark(0, 0) && !qr.is_dark(MARGIN + qr.width, MARGIN));
        assert!(Qr::of("x", Look { ascii: true, ..look }).is_none());
    }
}
