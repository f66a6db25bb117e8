use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use gebeta_rules::{GameKind, Player};

use super::canvas::Canvas;
use super::lists;
use crate::Target;
use crate::screen::picker::{Goal, Picker};

pub(super) fn draw(canvas: &mut Canvas<'_>, picker: &Picker, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let title = match picker.goal {
        Goal::Seat(Player::One) => l.player_1(),
        Goal::Seat(Player::Two) => l.player_2(),
        Goal::Opponent(GameKind::Mancala) => l.term_mancala_opponent(),
        Goal::Opponent(GameKind::Senet) => l.term_senet_opponent(),
        Goal::RuleSet => l.rules(),
    };
    canvas.title(title, &l.term_filter(format!("{}_", picker.filter.text)), area);
    let list = Rect::new(area.x + 1, area.y + 2, area.width - 2, area.height.saturating_sub(4));
    let items = picker.matches();
    if items.is_empty() {
        canvas.center(l.term_nothing_found(), look.dim(), list, list.y + list.height / 3);
    }
    let first = lists::first_row(picker.cursor, items.len(), list.height);
    let names = if list.width >= 60 { 20 } else { 14 };
    for (place, item) in items.iter().enumerate().skip(first).take(usize::from(list.height)) {
        let line = Rect::new(list.x, list.y + (place - first) as u16, list.width.saturating_sub(1), 1);
        let chosen = place == picker.cursor;
        let style = if chosen { look.selected() } else { look.text() };
        canvas.buffer.set_style(line, style);
        let pointer = if chosen { look.pointer() } else { "  " };
        canvas.text(&format!("{pointer}{}", item.name), style, line.x, line.y, names);
        let about = if chosen { style } else { look.dim() };
        canvas.text(&item.about, about, line.x + names + 1, line.y, line.width.saturating_sub(names + 1));
        canvas.hits.add(line, Target::Row(place));
    }
    lists::scroll_marks(canvas, first, items.len(), list);
    let arrows = if look.ascii { "^v" } else { "↑↓" };
    let actions = [
        ("Enter", KeyCode::Enter, l.term_choose().to_owned()),
        (arrows, KeyCode::Down, l.term_scroll().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    canvas.actions(&actions, Rect { y: area.bottom() - 1, height: 1, ..area });
}
