//! What stands beside the board: sticks, moves, history, what a computer thought.

use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::{AnyPly, AnyPosition, Chance, GameKind, Player, Record};
use gebeta_session::{Prompt, move_text};

use super::canvas::Canvas;
use super::{lists, thought};
use crate::board::sticks;
use crate::game::Game;
use crate::motion::TUMBLE;
use crate::move_selection::MoveSelection;
use crate::{Advice, BoardSource, PlayBoard, Target};

/// Draws it; the answer is whether there was room for what a computer thought.
pub(super) fn draw(canvas: &mut Canvas<'_>, game: &Game, prompt: Option<Prompt>, area: Rect) -> bool {
    let inside = Rect::new(
        area.x + u16::from(area.width > 12),
        area.y,
        area.width.saturating_sub(1 + u16::from(area.width > 12)),
        area.height,
    );
    let mut y = inside.y;
    if game.kind() == GameKind::Senet {
        y = draw_sticks(canvas, game, inside);
        y = draw_moves(
            canvas,
            game,
            prompt,
            Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y)),
        );
    }
    let rest = Rect::new(inside.x, y, inside.width, inside.bottom().saturating_sub(y));
    if let (true, Some(thought)) = (game.verbose, &game.thought)
        && thought::height(canvas, thought, rest.width) <= rest.height
        && rest.width >= 17
    {
        thought::draw(canvas, thought, rest);
        return true;
    }
    if game.kind() == GameKind::Mancala || (rest.height >= 5 && rest.width >= 20) {
        let ply = game.board.looking().unwrap_or(game.local().ply());
        moves(canvas, game.local().record(), ply, rest);
    }
    false
}

/// The sticks as they lie or tumble, what they count, and how likely each throw is.
fn draw_sticks(canvas: &mut Canvas<'_>, game: &Game, area: Rect) -> u16 {
    // What a computer thinks takes the room of all that is only beautiful.
    let roomy = area.height >= 16 && !(game.verbose && area.height < 24);
    let tall = if roomy { 3 } else { 1 };
    let AnyPosition::Senet(position) = game.local().position() else { return area.y };
    sticks(canvas, &game.board, tall, area);
    let mut y = area.y + tall;
    if roomy && area.width >= 17 {
        let odds: Vec<String> =
            position.throws().iter().map(|(roll, ways)| format!("{roll}:{ways}")).collect();
        let text = format!("{} {}", canvas.l.term_odds(), odds.join(" "));
        for line in super::canvas::wrap(&text, usize::from(area.width)) {
            canvas.text(&line, canvas.look.dim(), area.x, y, area.width);
            y += 1;
        }
    }
    y + u16::from(area.height >= 16)
}

/// The sticks as they lie or tumble, and what they count.
pub(super) fn sticks<S: BoardSource>(canvas: &mut Canvas<'_>, board: &PlayBoard<S>, tall: u16, area: Rect) {
    let (look, now) = (canvas.look, canvas.model.now);
    let Some(lying) = board.session.source().sticks() else {
        canvas.text(&"- ".repeat(4), look.dim(), area.x, area.y + tall / 2, area.width);
        return;
    };
    let tumbling = board.thrown.map(|since| now.saturating_sub(since)).filter(|elapsed| *elapsed < TUMBLE);
    let shown = tumbling.map_or(lying, |elapsed| sticks::tumbling(lying, elapsed, TUMBLE));
    sticks::draw(shown, look, Rect { height: tall, ..area }, canvas.buffer);
    if let (None, Some(AnyPosition::Senet(position))) = (tumbling, board.session.source().position())
        && let Some(roll) = position.thrown()
    {
        if area.width > 12 {
            canvas.text(&format!("= {roll}"), look.title(), area.x + 9, area.y + tall / 2, area.width - 9);
        } else {
            canvas.text(&roll.to_string(), look.title(), area.x + 8, area.y, 1);
        }
    }
}

/// The legal moves by number.
fn draw_moves(canvas: &mut Canvas<'_>, game: &Game, prompt: Option<Prompt>, area: Rect) -> u16 {
    let (l, look) = (canvas.l, canvas.look);
    let (Some(_), None) = (prompt.and_then(Prompt::chooser), game.board.looking()) else { return area.y };
    let mut y = area.y;
    if area.height >= 13 && !game.verbose {
        canvas.text(l.legal_moves(), look.dim(), area.x, y, area.width);
        y += 1;
    }
    let rest = Rect::new(area.x, y, area.width, area.bottom().saturating_sub(y));
    let advised = game.advice.as_ref().map(|advice| advice.best);
    numbered(canvas, game.board.selection(), advised, rest)
}

/// Moves by number, each to be clicked on; the answer is where the next thing may stand.
pub(super) fn numbered(
    canvas: &mut Canvas<'_>,
    selection: MoveSelection,
    advised: Option<AnyPly>,
    area: Rect,
) -> u16 {
    let (l, look) = (canvas.l, canvas.look);
    let mut y = area.y;
    for (place, mv) in selection.senet_moves().into_iter().enumerate() {
        if y >= area.bottom() {
            break;
        }
        let words = if area.width >= 26 { move_text(l, mv) } else { mv.to_string() };
        let chosen = Some(place) == selection.cursor;
        let style = if chosen { look.selected().add_modifier(Modifier::BOLD) } else { look.text() };
        let line = Rect::new(area.x, y, area.width, 1);
        let star =
            if matches!(advised, Some(AnyPly::Senet(_, best)) if best == mv) { look.hint_sign() } else { "" };
        let text = if area.width > 12 {
            format!("{:>2}) {words} {star}", place + 1)
        } else {
            format!("{} {words}{star}", place + 1)
        };
        let text = if chosen { text.replacen(' ', look.chosen_sign(), 1) } else { text };
        canvas.text(&text, style, line.x, line.y, line.width);
        canvas.hits.add(line, Target::Move(place));
        y += 1;
    }
    y + 1
}

/// Every turn so far; the one at `ply` is marked.
pub(super) fn moves(canvas: &mut Canvas<'_>, record: &Record, ply: usize, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    if area.height < 3 {
        return;
    }
    canvas.text(l.moves_title(), look.dim().add_modifier(Modifier::BOLD), area.x, area.y, area.width);
    let list = Rect::new(area.x, area.y + 1, area.width, area.height - 1);
    if record.plies().is_empty() {
        canvas.text(l.no_moves_yet(), look.dim(), list.x, list.y, list.width);
        return;
    }
    let moves: Vec<(Player, AnyPly)> = record.moves().collect();
    let chosen = ply.saturating_sub(1);
    let first = lists::first_row(chosen, moves.len(), list.height);
    for (place, (player, played)) in moves.iter().enumerate().skip(first).take(usize::from(list.height)) {
        let y = list.y + (place - first) as u16;
        let here = ply > 0 && place == chosen;
        let number = format!("{:>3} ", place + 1);
        canvas.text(&number, look.dim(), list.x, y, 4);
        let sign = lists::player_sign(*player, look.ascii);
        canvas.text(sign, look.player(*player), list.x + 4, y, 1);
        let style = if here { look.fresh() } else { look.text() };
        canvas.text(&played.to_string(), style, list.x + 6, y, list.width.saturating_sub(6));
    }
}

/// Advice as a sentence.
pub(super) fn advice_text(canvas: &Canvas<'_>, advice: &Advice) -> String {
    let l = canvas.l;
    let (mv, worth) = match advice.best {
        AnyPly::Mancala(_) | AnyPly::Sowing(_) => {
            (advice.best.to_string(), l.term_stones_ahead(format!("{:+.1}", advice.value)))
        }
        AnyPly::Senet(_, mv) => (move_text(l, mv), l.win_chance(format!("{:.0}", 100.0 * advice.value))),
    };
    let proved = if advice.exact { format!(" {}", l.exact()) } else { String::new() };
    format!("{} {worth}{proved}", l.hint_best(mv))
}
