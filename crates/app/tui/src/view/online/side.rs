//! What stands beside the board: sticks, moves, history.

use ratatui::layout::Rect;

use gebeta_rules::GameKind;
use gebeta_session::OnlineSource;

use super::super::canvas::Canvas;
use super::super::panel;
use crate::PlayBoard;
use crate::board::sticks;
use crate::motion::TUMBLE;
use crate::online::Online;

pub(super) fn draw(canvas: &mut Canvas<'_>, online: &Online, board: &PlayBoard<OnlineSource>, area: Rect) {
    let Some(game) = online.game() else { return };
    let margin = u16::from(area.width > 12);
    let inside = Rect::new(area.x + margin, area.y, area.width.saturating_sub(1 + margin), area.height);
    let mut y = inside.y;
    if online.kind() == GameKind::Senet {
        y = draw_sticks(canvas, board, inside);
        let rest = Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y));
        y = draw_moves(canvas, board, rest);
    }
    let rest = Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y));
    if online.kind() == GameKind::Mancala || (rest.height >= 5 && rest.width >= 20) {
        let record = game.record();
        panel::moves(canvas, record, board.looking().unwrap_or(record.plies().len()), rest);
    }
}

/// The sticks as they lie or tumble, and what they count.
fn draw_sticks(canvas: &mut Canvas<'_>, board: &PlayBoard<OnlineSource>, area: Rect) -> u16 {
    let (look, now) = (canvas.look, canvas.model.now);
    let tall = if area.height >= 16 { 3 } else { 1 };
    let place = Rect::new(area.x, area.y, area.width, tall);
    let game = board.session.source().game();
    match game.and_then(|game| game.thrown().zip(game.roll())) {
        Some((lying, roll)) => {
            let tumbling =
                board.thrown.map(|since| now.saturating_sub(since)).filter(|elapsed| *elapsed < TUMBLE);
            let shown = tumbling.map_or(lying, |elapsed| sticks::tumbling(lying, elapsed, TUMBLE));
            sticks::draw(shown, look, place, canvas.buffer);
            if tumbling.is_none() && area.width > 12 {
                canvas.text(
                    &format!("= {roll}"),
                    look.title(),
                    area.x + 9,
                    area.y + tall / 2,
                    area.width - 9,
                );
            } else if tumbling.is_none() {
                canvas.text(&roll.to_string(), look.title(), area.x + 8, area.y, 1);
            }
        }
        None => {
            canvas.text(&"- ".repeat(4), look.dim(), area.x, area.y + tall / 2, area.width);
        }
    }
    area.y + tall + u16::from(area.height >= 16)
}

/// The legal moves by number.
fn draw_moves(canvas: &mut Canvas<'_>, board: &PlayBoard<OnlineSource>, area: Rect) -> u16 {
    if board.looking().is_some() || board.chooser(canvas.model.now).is_none() {
        return area.y;
    }
    panel::numbered(canvas, board.selection(), None, area)
}
