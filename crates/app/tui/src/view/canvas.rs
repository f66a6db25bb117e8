use crossterm::event::KeyCode;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use gebeta_i18n::{Direction, Language};

use super::Hits;
use crate::board::frame::{self, Edge};
use crate::columns::Columns;
use crate::look::Look;
use crate::{Model, Target};

/// Where a screen is drawn.
pub(super) struct Canvas<'a> {
    pub(super) model: &'a Model,
    pub(super) look: Look,
    pub(super) l: Language,
    pub(super) buffer: &'a mut Buffer,
    pub(super) hits: Hits,
}

/// A key with what it does, for the last line.
pub(super) type Action = (&'static str, KeyCode, String);

impl<'a> Canvas<'a> {
    pub(super) fn new(model: &'a Model, buffer: &'a mut Buffer) -> Self {
        Self { model, look: model.look, l: model.language, buffer, hits: Hits::default() }
    }

    /// Writes text from `x` on, at most `room` columns; the answer is how many it took.
    pub(super) fn text(&mut self, text: &str, style: Style, x: u16, y: u16, room: u16) -> u16 {
        let shown = fit(&self.look.write(text), usize::from(room), self.look.ascii);
        frame::put(&shown, style, x, y, room, self.buffer);
        shown.columns() as u16
    }

    /// Writes text into the middle of a line.
    pub(super) fn center(&mut self, text: &str, style: Style, area: Rect, y: u16) {
        let shown = fit(&self.look.write(text), usize::from(area.width), self.look.ascii);
        frame::center(&shown, style, area, y, self.buffer);
    }

    /// Writes text to the end of a line.
    pub(super) fn right(&mut self, text: &str, style: Style, area: Rect, y: u16) {
        let shown = fit(&self.look.write(text), usize::from(area.width), self.look.ascii);
        let x = area.right().saturating_sub(shown.columns() as u16);
        frame::put(&shown, style, x, y, area.width, self.buffer);
    }

    /// Writes text in as many lines as it takes; the answer is how many.
    pub(super) fn wrapped(&mut self, text: &str, style: Style, area: Rect) -> u16 {
        let lines = wrap(&self.look.write(text), usize::from(area.width));
        for (line, y) in lines.iter().zip(area.y..area.bottom()) {
            if self.l.direction() == Direction::Rtl {
                self.right(line, style, area, y);
            } else {
                self.text(line, style, area.x, y, area.width);
            }
        }
        lines.len() as u16
    }

    /// Writes one line, from its reading side.
    pub(super) fn wrapped_line(&mut self, text: &str, style: Style, line: Rect) {
        if self.l.direction() == Direction::Rtl {
            self.right(text, style, line, line.y);
        } else {
            self.text(text, style, line.x, line.y, line.width);
        }
    }

    /// A title line with what belongs to its right.
    pub(super) fn title(&mut self, title: &str, beside: &str, area: Rect) {
        let used = self.text(title, self.look.title(), area.x + 1, area.y, area.width.saturating_sub(2));
        let rest = Rect::new(area.x + used + 2, area.y, area.width.saturating_sub(used + 3), 1);
        self.right(beside, self.look.dim(), rest, area.y);
    }

    /// The last line: what can be done now. Each part can be clicked.
    pub(super) fn actions(&mut self, actions: &[Action], area: Rect) {
        let mut x = area.x + 1;
        for (key, code, words) in actions {
            let words = self.look.write(words);
            let width = (key.columns() + 1 + words.columns()) as u16;
            if x + width > area.right() {
                break;
            }
            self.text(key, self.look.accent(), x, area.y, area.right() - x);
            let after = x + key.columns() as u16 + 1;
            self.text(&words, self.look.dim(), after, area.y, area.right() - after);
            self.hits.add(Rect::new(x, area.y, width, 1), Target::Key(*code));
            x += width + 2;
        }
    }

    /// A word that stays until the next key, in the line above the last; a long one covers the lines above.
    pub(super) fn notice(&mut self, notice: Option<&str>, area: Rect) -> bool {
        const LINES: usize = 3;
        let Some(notice) = notice else { return false };
        let text = notice.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        let room = area.width.saturating_sub(2);
        let mut lines = wrap(&self.look.write(&text), usize::from(room));
        lines.truncate(LINES);
        for (line, y) in lines.iter().rev().zip((0..=area.y).rev()) {
            frame::put(
                &" ".repeat(usize::from(area.width)),
                self.look.text(),
                area.x,
                y,
                area.width,
                self.buffer,
            );
            self.wrapped_line(line, self.look.danger(), Rect::new(area.x + 1, y, room, 1));
        }
        true
    }

    /// An empty box with a quiet ground, over everything else.
    pub(super) fn card(&mut self, area: Rect) -> Rect {
        for y in area.y..area.bottom() {
            for x in area.x..area.right() {
                self.buffer[(x, y)].reset();
            }
        }
        frame::draw(self.look, Edge::Round, self.look.accent(), area, self.buffer);
        Rect::new(area.x + 2, area.y + 1, area.width.saturating_sub(4), area.height.saturating_sub(2))
    }

    /// A bar of `width` columns, filled to `share`.
    pub(super) fn bar(&mut self, share: f64, style: Style, x: u16, y: u16, width: u16) {
        let filled = (share.clamp(0.0, 1.0) * f64::from(width)).round() as u16;
        let (full, empty) = self.look.bar();
        self.text(&full.repeat(usize::from(filled)), style, x, y, width);
        self.text(&empty.repeat(usize::from(width - filled)), self.look.dim(), x + filled, y, width - filled);
    }
}

/// Text cut to `room` columns, with a sign that something is missing.
pub(super) fn fit(text: &str, room: usize, ascii: bool) -> String {
    if text.columns() <= room {
        return text.to_owned();
    }
    let sign = if ascii { "." } else { "…" };
    let mut shown = String::new();
    for c in text.chars() {
        let longer = format!("{shown}{c}");
        if longer.columns() + 1 > room {
            break;
        }
        shown = longer;
    }
    if room > 0 { shown + sign } else { String::new() }
}

/// Text in lines of at most `width` columns, broken between words.
pub(super) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split_whitespace() {
            if !line.is_empty() && line.columns() + 1 + word.columns() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_wrapped_by_columns() {
        assert_eq!(fit("ሰላም ለዓለም", 5, false), "ሰላም …");
        assert_eq!(fit("hello", 5, false), "hello");
        assert_eq!(fit("hello", 0, false), "");
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("", 7), [""]);
    }
}
