use crossterm::event::KeyCode;
use ratatui::layout::Rect;

use gebeta_engine::{Grade, Review, ReviewedMove};
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, AnyPosition, Chance as _, GameKind, Player};

use super::canvas::Canvas;
use super::choice::{self, Choice};
use super::lists;
use crate::scene::Scene;
use crate::screen::review::ReviewScreen;
use crate::{MoveSelection, Target};

/// Above this height a board is no clearer.
const TALLEST_BOARD: u16 = 24;

pub(super) fn draw(canvas: &mut Canvas<'_>, screen: &ReviewScreen, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let all = screen.record.plies().len();
    canvas.title(l.review(), &l.moves_count(all), area);
    match &screen.review {
        None => {
            let y = area.y + area.height / 2;
            canvas.center(&l.term_reviewing(screen.done, all), look.text(), area, y.saturating_sub(1));
            let width = (area.width / 2).max(20);
            let share = screen.done as f64 / all.max(1) as f64;
            canvas.bar(share, look.accent(), area.x + (area.width - width) / 2, y + 1, width);
        }
        Some(review) => finished(canvas, screen, review, area),
    }
    let arrows = if look.ascii { "^v" } else { "↑↓" };
    let actions = [
        (arrows, KeyCode::Down, l.moves_title().to_owned()),
        ("Enter", KeyCode::Enter, l.show_board().to_owned()),
        ("n", KeyCode::Char('n'), l.term_next_mistake().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    canvas.actions(&actions, Rect { y: area.bottom() - 1, height: 1, ..area });
}

fn finished(canvas: &mut Canvas<'_>, screen: &ReviewScreen, review: &Review, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    for (place, player) in Player::BOTH.into_iter().enumerate() {
        let (name, played) = (&screen.record.players[player].name, &review.players[player]);
        let accuracy = match played.accuracy {
            Some(accuracy) => format!("{} {accuracy:.0} %", l.accuracy()),
            None => l.accuracy_none().to_owned(),
        };
        let lost = match review.game {
            GameKind::Mancala => l.lost_stones(format!("{:.1}", played.loss)),
            GameKind::Senet => format!("{:.1} %", 100.0 * played.loss),
        };
        let label = if area.width >= 60 { format!("{} ", l.lost_by_moves()) } else { String::new() };
        let text = format!("{name}: {accuracy}{}{label}{lost}", look.dot());
        canvas.text(&text, look.player(player), area.x + 1, area.y + 1 + place as u16, area.width - 2);
    }
    let legend = match review.game {
        GameKind::Mancala => l.term_legend_stones(),
        GameKind::Senet => l.term_legend_percent(),
    };
    canvas.text(legend, look.dim(), area.x + 1, area.y + 3, area.width - 2);
    if review.game == GameKind::Senet && area.width >= 100 {
        let luck = l.term_luck(format!("{:+.0}", 100.0 * review.luck()));
        canvas.right(&luck, look.dim(), Rect { width: area.width - 1, ..area }, area.y + 1);
    }
    let graph = if area.height >= 20 { 6 } else { 0 };
    if graph > 0 {
        draw_graph(canvas, screen, review, Rect::new(area.x + 1, area.y + 4, area.width - 2, graph - 1));
    }
    let body =
        Rect::new(area.x + 1, area.y + 4 + graph, area.width - 2, area.height.saturating_sub(6 + graph));
    let list = match area.width {
        0..76 => body,
        76..100 => Rect { width: 39, ..body },
        _ => Rect { width: 56, ..body },
    };
    draw_list(canvas, screen, review, list);
    if list.width < body.width {
        let used = list.width + 1;
        let board = Rect::new(body.x + used, body.y, body.width - used, body.height.min(TALLEST_BOARD));
        draw_board(canvas, screen, review, board);
    }
}

fn draw_list(canvas: &mut Canvas<'_>, screen: &ReviewScreen, review: &Review, list: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let first = lists::first_row(screen.cursor, review.moves.len(), list.height);
    for (place, reviewed) in review.moves.iter().enumerate().skip(first).take(usize::from(list.height)) {
        let line = Rect::new(list.x, list.y + (place - first) as u16, list.width.saturating_sub(1), 1);
        let chosen = place == screen.cursor;
        let plain = if chosen { look.selected() } else { look.text() };
        canvas.buffer.set_style(line, plain);
        let style = |other| if chosen { plain } else { other };
        let sign = lists::player_sign(reviewed.player, look.ascii);
        canvas.text(&format!("{:>3}", place + 1), style(look.dim()), line.x, line.y, 3);
        canvas.text(sign, style(look.player(reviewed.player)), line.x + 4, line.y, 1);
        canvas.text(&reviewed.played.to_string(), plain, line.x + 6, line.y, 11);
        let (grade, grade_style) = grade(reviewed.grade, canvas);
        let lost = lost_text(review.game, reviewed);
        canvas.right(&lost, style(look.text()), Rect { x: line.x + 17, width: 7, ..line }, line.y);
        canvas.text(grade, style(grade_style), line.x + 25, line.y, line.width.saturating_sub(25).min(12));
        let text = best_text(reviewed, l);
        canvas.text(&text, style(look.dim()), line.x + 38, line.y, line.width.saturating_sub(38));
        canvas.hits.add(line, Target::Row(place));
    }
    lists::scroll_marks(canvas, first, review.moves.len(), list);
}

/// What a move gave away; nothing where there was no better one.
fn lost_text(game: GameKind, reviewed: &ReviewedMove) -> String {
    let lost = || format!("-{}", loss_text(game, reviewed.loss));
    if reviewed.grade <= Grade::Best { String::new() } else { lost() }
}

fn best_text(reviewed: &ReviewedMove, l: Language) -> String {
    let best = reviewed.best.first().filter(|_| reviewed.grade > Grade::Best);
    best.map(|best| l.hint_best(best.to_string())).unwrap_or_default()
}

/// Stones, or percent.
fn loss_text(game: GameKind, loss: f64) -> String {
    match game {
        GameKind::Mancala => format!("{loss:.1}"),
        GameKind::Senet => format!("{:.1} %", 100.0 * loss),
    }
}

fn grade(grade: Grade, canvas: &Canvas<'_>) -> (&'static str, ratatui::style::Style) {
    let (l, look) = (canvas.l, canvas.look);
    match grade {
        Grade::Forced => (l.grade_forced(), look.dim()),
        Grade::Best => (l.grade_best(), look.player(Player::One)),
        Grade::Good => (l.grade_good(), look.text()),
        Grade::Inaccuracy => (l.grade_inaccuracy(), look.accent()),
        Grade::Mistake => (l.grade_mistake(), look.accent()),
        Grade::Blunder => (l.grade_blunder(), look.danger()),
    }
}

/// Who stood better, from the first position to the last: Player 1 above the line.
fn draw_graph(canvas: &mut Canvas<'_>, screen: &ReviewScreen, review: &Review, area: Rect) {
    let look = canvas.look;
    let values: Vec<f64> =
        review.moves.iter().map(|reviewed| reviewed.before.value).chain([review.last.value]).collect();
    let (low, high) = match review.game {
        GameKind::Senet => (0.0, 1.0),
        GameKind::Mancala => {
            let most = values.iter().fold(4.0_f64, |most, value| most.max(value.abs()));
            (-most, most)
        }
    };
    let middle = area.y + area.height / 2;
    for column in 0..area.width {
        let place =
            usize::from(column) * values.len().saturating_sub(1) / usize::from(area.width.max(2) - 1).max(1);
        let share = (values[place] - low) / (high - low);
        let y = area.bottom() - 1 - ((share.clamp(0.0, 1.0) * f64::from(area.height - 1)).round() as u16);
        let x = area.x + column;
        canvas.text(if look.ascii { "-" } else { "┄" }, look.dim(), x, middle, 1);
        let player = if share >= 0.5 { Player::One } else { Player::Two };
        let here = place == screen.cursor;
        let style = if here { look.fresh() } else { look.player(player) };
        canvas.text(if look.ascii { "*" } else { "●" }, style, x, y, 1);
    }
}

/// The position before the chosen move, with that move framed and the best one starred; below it what the move was worth.
fn draw_board(canvas: &mut Canvas<'_>, screen: &ReviewScreen, review: &Review, area: Rect) {
    let place = screen.cursor;
    let (Some(reviewed), Some(played)) = (review.moves.get(place), screen.record.applied(place)) else {
        return;
    };
    let before = match (played.before, played.ply) {
        (AnyPosition::Senet(before), AnyPly::Senet(roll, _)) if before.thrown().is_none() => {
            AnyPosition::Senet(before.cast(roll))
        }
        (before, _) => before,
    };
    let choice = Choice {
        selection: MoveSelection::new(Some(before), 0).on(played.ply),
        mover: played.mover,
        hint: reviewed.best.first().copied(),
        preview: Some(played),
    };
    let board = Rect { height: area.height.saturating_sub(2), ..area };
    choice::board(canvas, &Scene::of(&before), Some(&choice), board);
    let words = verdict(reviewed, review.game, canvas.l);
    canvas.wrapped(&words, canvas.look.text(), Rect { y: board.bottom(), height: 2, ..area });
}

/// A move in a sentence.
fn verdict(reviewed: &ReviewedMove, game: GameKind, l: Language) -> String {
    let played = reviewed.played.to_string();
    match (reviewed.grade, reviewed.best.first()) {
        (Grade::Forced, _) => l.verdict_forced(played),
        (Grade::Best, _) | (_, None) => l.verdict_best(played),
        (_, Some(best)) => {
            let lost = match game {
                GameKind::Mancala => l.lost_stones(loss_text(game, reviewed.loss)),
                GameKind::Senet => loss_text(game, reviewed.loss),
            };
            l.verdict_lost(played, lost, best.to_string())
        }
    }
}
