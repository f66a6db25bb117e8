use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Outcome, Player};
use gebeta_session::{PlayerKind, winning};

use super::canvas::Canvas;
use super::setup::{animation_name, delay_name, rule_set_name};
use crate::columns::Columns;
use crate::screen::games::Games;
use crate::screen::settings::SettingsScreen;
use crate::{Settings, Target};
use gebeta_session::settings::{BoardLayout, Charset, Color};

/// The first line of a list that is shown, so that the chosen one is.
pub(super) fn first_row(cursor: usize, rows: usize, height: u16) -> usize {
    let height = usize::from(height.max(1));
    if rows <= height { 0 } else { cursor.saturating_sub(height / 2).min(rows - height) }
}

/// Signs that there is more above or below.
pub(super) fn scroll_marks(canvas: &mut Canvas<'_>, first: usize, rows: usize, area: Rect) {
    let (up, down) = if canvas.look.ascii { ("^", "v") } else { ("▲", "▼") };
    let dim = canvas.look.dim();
    if first > 0 {
        canvas.text(up, dim, area.right() - 1, area.y, 1);
    }
    if first + usize::from(area.height) < rows {
        canvas.text(down, dim, area.right() - 1, area.bottom().saturating_sub(1), 1);
    }
}

/// A line with a label and a value that can be turned.
pub(super) fn row(
    canvas: &mut Canvas<'_>,
    place: usize,
    label: &str,
    value: &str,
    chosen: bool,
    faulty: bool,
    line: Rect,
) {
    let look = canvas.look;
    // Labels are longer than values, but a narrow line has to be shared fairly.
    let half = line.width.saturating_sub(23).clamp(line.width / 2, 40.max(line.width / 2));
    let label_style = if chosen { look.accent().add_modifier(Modifier::BOLD) } else { look.text() };
    let pointer = if chosen { look.pointer() } else { "  " };
    canvas.text(pointer, look.accent(), line.x, line.y, 2);
    canvas.text(label, label_style, line.x + 2, line.y, half.saturating_sub(3));
    let (before, after) = if look.ascii { ("< ", " >") } else { ("◂ ", " ▸") };
    let x = line.x + half;
    let room = line.width.saturating_sub(half);
    let style = if faulty {
        look.danger()
    } else if chosen {
        look.selected()
    } else {
        look.text()
    };
    canvas.hits.add(line, Target::Row(place));
    if chosen {
        canvas.text(before, look.dim(), x, line.y, 2);
    }
    let shown = super::canvas::fit(&look.write(value), usize::from(room.saturating_sub(4)), look.ascii);
    let width = shown.columns() as u16;
    canvas.text(&shown, style, x + 2, line.y, room.saturating_sub(4));
    if chosen {
        canvas.text(after, look.dim(), x + 2 + width, line.y, 2);
    }
    canvas.hits.add(Rect::new(x, line.y, 2, 1), Target::Turn(place, false));
    canvas.hits.add(Rect::new(x + 2, line.y, width + 2, 1), Target::Turn(place, true));
}

/// The games that wait and those that are over.
pub(super) fn games(canvas: &mut Canvas<'_>, games: &Games, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let waiting = &canvas.model.unfinished;
    let finished = games.finished();
    canvas.title(l.home_games(), &l.games_count(waiting.len() + finished.len()), area);
    let list = Rect::new(area.x + 1, area.y + 2, area.width - 2, area.height.saturating_sub(4));
    let lines: Vec<(String, String)> = waiting
        .iter()
        .map(|game| {
            (
                l.go_on().to_owned(),
                l.versus(&game.record.players.one.name, &game.record.players.two.name),
                &game.record.rule_set,
                game.record.plies().len(),
            )
        })
        .map(|(mark, who, rules, plies)| {
            (
                format!("{mark}: {who}"),
                format!("{}{}{}", rule_set_name(rules, l), look.dot(), l.moves_count(plies)),
            )
        })
        .chain(finished.iter().map(|game| {
            let result = &game.result;
            let who = l.versus(&result.players.one.name, &result.players.two.name);
            let winner = match result.outcome {
                Outcome::Win(player) => winning(l, &result.players[player].name),
                Outcome::Draw => l.draw().to_owned(),
            };
            let scores = format!("{}:{}", result.scores.one, result.scores.two);
            let right = format!(
                "{}{}{scores}{}{}",
                rule_set_name(&result.rule_set, l),
                look.dot(),
                look.dot(),
                day(result.ended)
            );
            // Who won is worth more than who played, where there is room for one.
            let left = if list.width >= 70 {
                format!("{who}{}{winner}", look.dot())
            } else {
                format!("{winner} {scores}{}{who}", look.dot())
            };
            (left, right)
        }))
        .collect();
    match &games.finished {
        None => canvas.center(l.loading(), look.dim(), list, list.y),
        Some(Err(why)) => {
            canvas.wrapped(why, look.danger(), list);
        }
        Some(Ok(_)) if lines.is_empty() => {
            canvas.center(l.home_no_games(), look.dim(), list, list.y + list.height / 3);
        }
        Some(Ok(_)) => {}
    }
    let first = first_row(games.cursor, lines.len(), list.height);
    for (place, (left, right)) in lines.iter().enumerate().skip(first).take(usize::from(list.height)) {
        let line = Rect::new(list.x, list.y + (place - first) as u16, list.width.saturating_sub(1), 1);
        let chosen = place == games.cursor;
        let style = if chosen { look.selected() } else { look.text() };
        canvas.buffer.set_style(line, style);
        let wide = line.width >= 70;
        let room = if wide { line.width * 3 / 5 } else { line.width };
        canvas.text(left, style, line.x + 1, line.y, room.saturating_sub(1));
        if wide {
            let rest = Rect::new(line.x + room, line.y, line.width - room - 1, 1);
            canvas.right(right, if chosen { style } else { look.dim() }, rest, line.y);
        }
        canvas.hits.add(line, Target::Row(place));
    }
    scroll_marks(canvas, first, lines.len(), list);
    let back = ("Esc", KeyCode::Esc, l.back().to_owned());
    if games.cursor < canvas.model.unfinished.len() {
        if games.deleting {
            let asked = format!("{} {}", l.games_delete_ask(), l.term_yes_no());
            let last = Rect { y: area.bottom() - 1, height: 1, ..area };
            canvas.notice(Some(&asked), last);
            return;
        }
        let delete = ("x", KeyCode::Char('x'), l.delete().to_owned());
        return finish(canvas, &[("Enter", KeyCode::Enter, l.go_on().to_owned()), delete, back], area);
    }
    let replay = ("Enter", KeyCode::Enter, l.replay().to_owned());
    finish(canvas, &[replay, ("w", KeyCode::Char('w'), l.review().to_owned()), back], area);
}

fn finish(canvas: &mut Canvas<'_>, actions: &[super::canvas::Action], area: Rect) {
    let last = Rect { y: area.bottom() - 1, height: 1, ..area };
    if !canvas.notice(canvas.model.notice.as_deref(), last) {
        canvas.actions(actions, last);
    }
}

/// The day of a moment, as people write it everywhere: year, month, day.
pub(super) fn day(seconds: u64) -> String {
    // Howard Hinnant's civil_from_days.
    let days = (seconds / 86_400) as i64 + 719_468;
    let era = days / 146_097;
    let of_era = days % 146_097;
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

/// The settings.
pub(super) fn settings(canvas: &mut Canvas<'_>, screen: &SettingsScreen, area: Rect) {
    let l = canvas.l;
    canvas.title(l.settings(), "", area);
    let list = Rect::new(area.x, area.y + 2, area.width.min(90), area.height.saturating_sub(4));
    let first = first_row(screen.cursor, Settings::KEYS.len(), list.height);
    for (place, key) in Settings::KEYS.into_iter().enumerate().skip(first).take(usize::from(list.height)) {
        let line = Rect::new(list.x + 1, list.y + (place - first) as u16, list.width.saturating_sub(2), 1);
        let mut value = setting(&canvas.model.settings, key, l);
        if key == "name" && place == screen.cursor {
            value.push('_');
        }
        row(canvas, place, setting_label(key, l), &value, place == screen.cursor, false, line);
    }
    scroll_marks(canvas, first, Settings::KEYS.len(), list);
    let arrows = if canvas.look.ascii { "<>" } else { "←→" };
    let mut actions = vec![
        (arrows, KeyCode::Right, l.term_change().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    if Settings::KEYS[screen.cursor].ends_with("_opponent") {
        actions.insert(0, ("Enter", KeyCode::Enter, l.term_choose().to_owned()));
    }
    finish(canvas, &actions, area);
}

fn setting_label(key: &str, l: Language) -> &'static str {
    match key {
        "language" => l.language(),
        "color" => l.term_color(),
        "charset" => l.term_charset(),
        "animation" => l.animation(),
        "delay" => l.delay(),
        "confirm" => l.confirm_moves(),
        "layout" => l.term_layout(),
        "mouse" => l.term_mouse(),
        "statistics" => l.term_statistics(),
        "name" => l.term_your_name(),
        "mancala_rules" => l.term_mancala_rules(),
        "mancala_opponent" => l.term_mancala_opponent(),
        "senet_rules" => l.term_senet_rules(),
        _ => l.term_senet_opponent(),
    }
}

fn setting(settings: &Settings, key: &str, l: Language) -> String {
    let switch = |on| if on { l.on() } else { l.off() };
    match key {
        "language" => settings.language.map_or(l.term_auto(), Language::name),
        "color" => match settings.color {
            Color::Auto => l.term_auto(),
            Color::Never => l.none(),
            Color::Sixteen => "16",
            Color::Many => "256",
        },
        "charset" => match settings.charset {
            Charset::Auto => l.term_auto(),
            Charset::Unicode => "Unicode",
            Charset::Ascii => "ASCII",
        },
        "animation" => animation_name(settings.animation, l),
        "delay" => return delay_name(settings.delay, l),
        "confirm" => switch(settings.confirm),
        "layout" => match settings.layout {
            BoardLayout::Auto => l.settings_layout_auto(),
            BoardLayout::Wide => l.settings_layout_wide(),
            BoardLayout::Tall => l.settings_layout_tall(),
        },
        "mouse" => switch(settings.mouse),
        "statistics" => switch(settings.statistics),
        "name" => return settings.name.clone(),
        "mancala_rules" => return rule_set_name(&settings.mancala_rules, l),
        "senet_rules" => return rule_set_name(&settings.senet_rules, l),
        "mancala_opponent" => return PlayerKind::name_of(GameKind::Mancala, &settings.mancala_opponent, l),
        _ => return PlayerKind::name_of(GameKind::Senet, &settings.senet_opponent, l),
    }
    .to_owned()
}

/// A player's mark: a piece or a color, and the name.
pub(super) const fn player_sign(player: Player, ascii: bool) -> &'static str {
    match (player, ascii) {
        (Player::One, false) => "▲",
        (Player::Two, false) => "▼",
        (Player::One, true) => "^",
        (Player::Two, true) => "v",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_as_the_calendar_does() {
        for (seconds, expected) in
            [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_700_000_000, "2023-11-14")]
        {
            assert_eq!(day(seconds), expected);
        }
    }

    #[test]
    fn the_chosen_line_is_always_shown() {
        for rows in 1..40 {
            for height in 1..12 {
                for cursor in 0..rows {
                    let first = first_row(cursor, rows, height);
                    assert!((first..first + usize::from(height)).contains(&cursor));
                }
            }
        }
    }
}
