//! What stands beside the board: sticks, moves, history.

use ratatui::layout::Rect;

use gebeta_rules::GameKind;
use gebeta_session::OnlineSource;

use super::super::canvas::Canvas;
use super::super::panel;
use crate::PlayBoard;
use crate::online::Online;

pub(super) fn draw(canvas: &mut Canvas<'_>, online: &Online, board: &PlayBoard<OnlineSource>, area: Rect) {
    let Some(game) = online.game() else { return };
    let margin = u16::from(area.width > 12);
    let inside = Rect::new(area.x + margin, area.y, area.width.saturating_sub(1 + margin), area.height);
    let mut y = inside.y;
    if online.kind() == GameKind::Senet {
        let tall = if inside.height >= 16 { 3 } else { 1 };
        panel::sticks(canvas, board, tall, inside);
        y += tall + u16::from(inside.height >= 16);
        let rest = Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y));
        y = draw_moves(canvas, board, rest);
    }
    let rest = Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y));
    if online.kind() == GameKind::Mancala || (rest.height >= 5 && rest.width >= 20) {
        let record = game.record();
        panel::moves(canvas, record, board.looking().unwrap_or(record.plies().len()), rest);
    }
}

/// The legal moves by number.
fn draw_moves(canvas: &mut Canvas<'_>, board: &PlayBoard<OnlineSource>, area: Rect) -> u16 {
    if board.looking().is_some() || board.chooser(canvas.model.now).is_none() {
        return area.y;
    }
    panel::numbered(canvas, board.selection(), None, area)
}
