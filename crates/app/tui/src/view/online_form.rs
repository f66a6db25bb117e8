use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_protocol::SeatWish;
use gebeta_session::time_control_text;

use super::canvas::Canvas;
use super::lists;
use super::setup::{rule_set_about, rule_set_name};
use crate::Target;
use crate::network::game_of;
use crate::online_form::{OnlineForm, Purpose, Row};
use crate::words::online_error;

/// The form for an online game.
pub(super) fn draw(canvas: &mut Canvas<'_>, screen: &OnlineForm, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    canvas.title(l.term_online(), "", area);
    let small = area.height < 16;
    let top = area.y + if small { 1 } else { 3 };
    let width = area.width.saturating_sub(2).min(76);
    let x = area.x + (area.width - width) / 2;
    let rows = screen.rows();
    let chosen = screen.cursor.min(rows.len() - 1);
    let list = Rect::new(x, top, width, area.height.saturating_sub(if small { 4 } else { 8 }));
    let first = lists::first_row(chosen, rows.len(), list.height);
    let mut y = list.y;
    for (place, row) in rows.iter().enumerate().skip(first).take(usize::from(list.height)) {
        // A separate line where there is room: what is filled in, and what is done with it.
        if matches!(row, Row::Go) && !small {
            y += 1;
        }
        draw_row(canvas, screen, place, *row, place == chosen, Rect::new(x, y, width, 1));
        y += 1;
    }
    lists::scroll_marks(canvas, first, rows.len(), list);
    let about = Rect::new(x, area.bottom() - if small { 3 } else { 4 }, width, if small { 2 } else { 3 });
    match &screen.fault {
        Some((_, what)) => canvas.wrapped(&online_error(l, what), look.danger(), about),
        None => canvas.wrapped(&about_text(canvas, screen), look.dim(), about),
    };
    let arrows = if look.ascii { "<>" } else { "←→" };
    let actions = [
        ("F5", KeyCode::F(5), l.term_online_go().to_owned()),
        (arrows, KeyCode::Right, l.term_change().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    canvas.actions(&actions, Rect { y: area.bottom() - 1, height: 1, ..area });
}

fn draw_row(
    canvas: &mut Canvas<'_>,
    screen: &OnlineForm,
    place: usize,
    row: Row,
    is_chosen: bool,
    line: Rect,
) {
    let (l, look) = (canvas.l, canvas.look);
    let is_link = game_of(&screen.place.text).is_some();
    let button = match row {
        Row::Go if is_link => Some(l.term_online_link()),
        Row::Go => Some(l.term_online_go()),
        Row::Watch => Some(l.term_online_watch()),
        _ => None,
    };
    if let Some(words) = button {
        let pointer = if is_chosen { look.pointer() } else { "  " };
        let style = if is_chosen { look.selected() } else { look.title() };
        let label = format!("{pointer}{words}  ");
        canvas.text(&label, style.add_modifier(Modifier::BOLD), line.x, line.y, line.width);
        return canvas.hits.add(line, Target::Row(place));
    }
    let faulty = screen.fault.as_ref().is_some_and(|(fault, _)| *fault == row);
    if let Row::Place | Row::Name = row {
        return typed(canvas, screen, place, row, is_chosen, faulty, line);
    }
    lists::row(canvas, place, label(canvas, row), &value(canvas, screen, row), is_chosen, faulty, line);
}

/// A line that is typed: it gets all the room there is, and shows its end.
fn typed(
    canvas: &mut Canvas<'_>,
    screen: &OnlineForm,
    place: usize,
    row: Row,
    is_chosen: bool,
    is_faulty: bool,
    line: Rect,
) {
    let look = canvas.look;
    let label = label(canvas, row);
    let style = if is_chosen { look.accent().add_modifier(Modifier::BOLD) } else { look.text() };
    canvas.text(if is_chosen { look.pointer() } else { "  " }, look.accent(), line.x, line.y, 2);
    let used = canvas.text(label, style, line.x + 2, line.y, line.width / 2) + 4;
    let text = if row == Row::Place { &screen.place.text } else { &screen.name.text };
    let room = usize::from(line.width.saturating_sub(used));
    let cursor = if is_chosen { "_" } else { "" };
    let whole = format!("{text}{cursor}");
    let skipped = whole.chars().count().saturating_sub(room);
    let shown: String = whole.chars().skip(skipped).collect();
    let style = if is_faulty {
        look.danger()
    } else if is_chosen {
        look.selected()
    } else {
        look.text()
    };
    canvas.text(&shown, style, line.x + used, line.y, room as u16);
    canvas.hits.add(line, Target::Row(place));
}

fn label(canvas: &Canvas<'_>, row: Row) -> &'static str {
    let l = canvas.l;
    match row {
        Row::Place => l.term_online_place(),
        Row::Name => l.term_your_name(),
        Row::Purpose => l.term_online_what(),
        Row::RuleSet => l.setup_rules(),
        Row::Clock => l.term_online_clock(),
        Row::Seat => l.term_online_seat(),
        Row::Opponent => l.online_opponent(),
        Row::Go | Row::Watch => l.term_online_go(),
    }
}

fn value(canvas: &Canvas<'_>, screen: &OnlineForm, row: Row) -> String {
    let l = canvas.l;
    match row {
        Row::Purpose => match screen.purpose {
            Purpose::New => l.new_game(),
            Purpose::Pair => l.term_online_pair(),
        }
        .to_owned(),
        Row::RuleSet => rule_set_name(&screen.rule_set.name, l),
        Row::Clock => time_control_text(l, screen.clock),
        Row::Seat => match screen.seat {
            SeatWish::Coin => l.term_online_coin(),
            SeatWish::One => l.player_1(),
            SeatWish::Two => l.player_2(),
        }
        .to_owned(),
        Row::Opponent => match &screen.opponent {
            None => l.term_online_friend().to_owned(),
            Some(word) => gebeta_session::PlayerKind::name_of(screen.rule_set.rules.game(), word, l),
        },
        Row::Place | Row::Name | Row::Go | Row::Watch => String::new(),
    }
}

fn about_text(canvas: &Canvas<'_>, screen: &OnlineForm) -> String {
    let l = canvas.l;
    match screen.row() {
        Row::Place => l.term_online_about_place().to_owned(),
        Row::Name => l.term_online_trouble_name().to_owned(),
        Row::RuleSet => {
            rule_set_about(&screen.rule_set.name, l).map_or_else(|| screen.rule_set.about.clone(), Into::into)
        }
        Row::Purpose | Row::Go => l.term_online_about_what().to_owned(),
        Row::Clock | Row::Seat | Row::Opponent | Row::Watch => String::new(),
    }
}
