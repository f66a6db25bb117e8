use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crossterm::event::KeyCode;
use gebeta_rules::{GameKind, Player};

use super::canvas::Canvas;
use super::setup::rule_set_name;
use crate::Target;
use crate::screen::home::{Home, HomeItem, items};

/// The title, where there is room for it.
const TITLE: [&str; 5] = [
    " ██████  ███████ ██████  ███████ ████████  █████ ",
    "██       ██      ██   ██ ██         ██    ██   ██",
    "██   ███ █████   ██████  █████      ██    ███████",
    "██    ██ ██      ██   ██ ██         ██    ██   ██",
    " ██████  ███████ ██████  ███████    ██    ██   ██",
];

pub(super) fn draw(canvas: &mut Canvas<'_>, home: &Home, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let items = items(canvas.model);
    let rows = items.len() as u16;
    let large = area.height >= rows + 12 && area.width >= 60 && !look.ascii;
    let head = if large { 8 } else { 2 };
    let spare = area.height.saturating_sub(head + rows + 2);
    let mut y = area.y + (spare / 3).min(6);
    if large {
        for line in TITLE {
            canvas.center(line, look.accent(), area, y);
            y += 1;
        }
        y += 1;
    } else {
        canvas.center(l.gebeta(), look.title(), area, y);
        y += 1;
    }
    // On the smallest screen every item counts.
    if area.height > rows + 2 {
        canvas.center(l.home_tagline(), look.dim(), area, y);
    }
    y += if area.height <= rows + 2 {
        0
    } else if area.height >= rows + 6 {
        2
    } else {
        1
    };
    if large {
        y += 1;
    }
    let width = 34.min(area.width);
    let x = area.x + (area.width - width) / 2;
    for (place, item) in items.iter().enumerate() {
        if y >= area.bottom() - 1 {
            break;
        }
        let chosen = place == home.cursor.min(items.len() - 1);
        let style = if chosen { look.selected().add_modifier(Modifier::BOLD) } else { look.text() };
        let pointer = if chosen { look.pointer() } else { "  " };
        let label = format!("{pointer}{}", item.label(l));
        let line = Rect::new(x, y, width, 1);
        canvas.buffer.set_style(line, style);
        canvas.text(&label, style, x, y, width);
        if let Some(sign) = sign(*item, look.ascii) {
            let style = if chosen { style } else { look.player(sign.1) };
            canvas.right(sign.0, style, Rect { width: width - 1, ..line }, y);
        }
        canvas.hits.add(line, Target::Row(place));
        y += 1;
    }
    if let Some(waiting) = canvas.model.unfinished.first().filter(|_| y + 1 < area.bottom() - 1) {
        let record = &waiting.record;
        let names = l.versus(&record.players.one.name, &record.players.two.name);
        let game = format!(
            "{}{}{}",
            rule_set_name(&record.rule_set, l),
            look.dot(),
            l.home_continue_about(names, l.moves_count(record.plies().len()))
        );
        canvas.center(&game, look.dim(), area, y + 1);
    }
    let last = Rect { y: area.bottom() - 1, height: 1, ..area };
    if !canvas.notice(canvas.model.notice.as_deref(), last) {
        let actions = [
            ("Enter", KeyCode::Enter, l.ok().to_owned()),
            ("m", KeyCode::Char('m'), l.mancala().to_owned()),
            ("s", KeyCode::Char('s'), l.senet().to_owned()),
            ("q", KeyCode::Char('q'), l.home_quit().to_owned()),
        ];
        canvas.actions(&actions, last);
    }
}

/// A small picture of the game.
fn sign(item: HomeItem, ascii: bool) -> Option<(&'static str, Player)> {
    match (item, ascii) {
        (HomeItem::Play(GameKind::Mancala), false) => Some(("(••)(•)", Player::One)),
        (HomeItem::Play(GameKind::Senet), false) => Some(("●○●○●", Player::Two)),
        _ => None,
    }
}
