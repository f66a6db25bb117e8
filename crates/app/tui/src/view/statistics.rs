use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Player};
use gebeta_session::{Line, PlayerKind, Statistics};

use super::canvas::Canvas;
use super::setup::rule_set_name;
use crate::screen::statistics::StatisticsScreen;
use crate::{KeptGame, Model};

/// A line of the page: a heading, or a label with its games.
enum Row {
    Head(&'static str),
    Games(String, Line),
    Text(String),
}

pub(super) fn draw(canvas: &mut Canvas<'_>, screen: &StatisticsScreen, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let body = body(area);
    let mut count = String::new();
    match &screen.games {
        None => canvas.center(l.loading(), look.dim(), body, body.y),
        Some(Err(why)) => {
            canvas.wrapped(why, look.danger(), body);
        }
        Some(Ok(games)) => {
            let all = Statistics::of(games.iter().map(|game| &game.result));
            let played = all.all.games + all.shared;
            count = l.games_count(played as usize);
            if played == 0 {
                canvas.center(l.home_no_games(), look.dim(), area, area.y + area.height / 3);
            } else {
                draw_rows(canvas, &rows(games, l), screen.scroll, body);
            }
        }
    }
    canvas.title(l.statistics(), &count, area);
    let last = Rect { y: area.bottom() - 1, height: 1, ..area };
    if screen.forget {
        canvas.text(
            &format!("{} {}", l.settings_erase_ask(), l.term_yes_no()),
            look.danger(),
            last.x + 1,
            last.y,
            last.width - 2,
        );
        return;
    }
    if !canvas.notice(canvas.model.notice.as_deref(), last) {
        let arrows = if look.ascii { "^v" } else { "↑↓" };
        let actions = [
            (arrows, KeyCode::Down, l.term_scroll().to_owned()),
            ("x", KeyCode::Char('x'), l.settings_erase().to_owned()),
            ("Esc", KeyCode::Esc, l.back().to_owned()),
        ];
        canvas.actions(&actions, last);
    }
}

/// Where the numbers stand.
fn body(area: Rect) -> Rect {
    Rect::new(area.x + 1, area.y + 2, area.width.saturating_sub(2).min(100), area.height.saturating_sub(4))
}

/// The first line that is shown when the last one is in view.
pub(super) fn furthest(model: &Model, screen: &StatisticsScreen, area: Rect) -> usize {
    let games = screen.games.as_ref().and_then(|games| games.as_deref().ok()).unwrap_or_default();
    rows(games, model.language).len().saturating_sub(usize::from(body(area).height))
}

/// All games, then each game by itself: neither scores nor opponents of the one are those of the other.
fn rows(games: &[KeptGame], l: Language) -> Vec<Row> {
    let results: Vec<_> = games.iter().rev().map(|game| &game.result).collect();
    let all = Statistics::of(results.iter().copied());
    let mut rows = vec![
        Row::Games(l.term_all_games().to_owned(), all.all),
        Row::Text(l.term_streak(all.streak.current, all.streak.best)),
    ];
    if all.shared > 0 {
        rows.push(Row::Text(format!("{}: {}", l.stats_shared(), l.games_count(all.shared as usize))));
    }
    for (game, statistics) in Statistics::of_each(&results) {
        let (name, line) = match game {
            GameKind::Mancala => (l.mancala(), statistics.all),
            GameKind::Senet => (l.senet(), statistics.all),
        };
        rows.push(Row::Text(String::new()));
        rows.push(Row::Games(name.to_owned(), line));
        let opponent = |word: &str| PlayerKind::name_of(game, word, l);
        rows.push(Row::Head(l.stats_by_opponent()));
        rows.extend(statistics.by_opponent.iter().map(|(name, line)| Row::Games(opponent(name), *line)));
        rows.push(Row::Head(l.stats_by_rules()));
        let by_rules = statistics.by_rules.iter();
        rows.extend(by_rules.map(|(_, name, line)| Row::Games(rule_set_name(name, l), *line)));
        rows.push(Row::Head(l.stats_by_seat()));
        rows.extend(statistics.by_seat.iter().map(|(player, line)| {
            let seat = match player {
                Player::One => l.player_1(),
                Player::Two => l.player_2(),
            };
            Row::Games(seat.to_owned(), *line)
        }));
    }
    rows
}

fn draw_rows(canvas: &mut Canvas<'_>, rows: &[Row], scroll: u16, area: Rect) {
    let last = rows.len().saturating_sub(usize::from(area.height));
    let first = usize::from(scroll).min(last);
    for (row, y) in rows.iter().skip(first).zip(area.y..area.bottom()) {
        draw_row(canvas, row, Rect { y, height: 1, ..area });
    }
    super::lists::scroll_marks(canvas, first, rows.len(), area);
}

fn draw_row(canvas: &mut Canvas<'_>, row: &Row, line: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    match row {
        Row::Head(text) => {
            canvas.text(text, look.accent().add_modifier(Modifier::BOLD), line.x, line.y, line.width);
        }
        Row::Text(text) => {
            canvas.text(text, look.dim(), line.x + 1, line.y, line.width);
        }
        Row::Games(label, games) => {
            let label_width = if line.width >= 60 { 20 } else { 13 };
            canvas.text(label, look.text(), line.x + 1, line.y, label_width - 1);
            let bar = if line.width >= 60 { 20 } else { 8 };
            let x = line.x + 1 + label_width;
            canvas.bar(games.rate(), look.player(Player::One), x, line.y, bar);
            let rate = format!("{:>3.0} %", 100.0 * games.rate());
            canvas.text(&rate, look.text().add_modifier(Modifier::BOLD), x + bar + 1, line.y, 5);
            let rest = x + bar + 7;
            let text = if line.width >= 60 {
                let scores = games.averages().map(|(own, others)| format!("{own:.1} : {others:.1}"));
                format!(
                    "{}  {}-{}-{}  {}",
                    l.games_count(games.games as usize),
                    games.won,
                    games.drawn,
                    games.lost,
                    scores.unwrap_or_default()
                )
            } else {
                format!("{}-{}-{}", games.won, games.drawn, games.lost)
            };
            canvas.text(&text, look.dim(), rest, line.y, line.right().saturating_sub(rest));
        }
    }
}
