//! What lies over the board: the coin, questions, and the card at the end.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::{AnyPosition, ByPlayer, CoinSide, Player};
use gebeta_session::{Prompt, beginning, uncounted, verdict};

use super::canvas::{Canvas, wrap};
use super::game::question;
use crate::Target;
use crate::board::frame;
use crate::columns::Columns;
use crate::game::Game;
use crate::motion::TOSS;

pub(super) fn draw(canvas: &mut Canvas<'_>, game: &Game, prompt: Option<Prompt>, board: Rect, area: Rect) {
    if let Some(asking) = &game.asking {
        let (words, answer) = question(canvas, asking);
        return ask(canvas, &words, &answer, area);
    }
    if game.board.coin.is_some() || prompt == Some(Prompt::Toss) {
        return coin(canvas, game, board);
    }
    if let (Some(Prompt::Over(_)), false, None) = (prompt, game.aside, game.board.looking()) {
        end(canvas, game, board, area);
    }
}

/// What is under a card stands back.
pub(super) fn veil(canvas: &mut Canvas<'_>, area: Rect) {
    let dim = canvas.look.dim();
    for y in area.y..area.bottom() {
        for x in area.x..area.right() {
            canvas.buffer[(x, y)].set_style(dim);
        }
    }
}

pub(super) fn ask(canvas: &mut Canvas<'_>, words: &str, answer: &str, area: Rect) {
    let look = canvas.look;
    canvas.hits.clear();
    let card = canvas.card(frame::middle(area, 46, 6));
    let used = canvas.wrapped(words, look.text(), card);
    let below = card.y + used.min(card.height - 1);
    canvas.wrapped(answer, look.accent(), Rect { y: below, height: card.bottom() - below, ..card });
    canvas.hits.add(card, Target::Key(KeyCode::Enter));
}

/// The coin turns in view; each player's side stands beside it.
fn coin(canvas: &mut Canvas<'_>, game: &Game, board: Rect) {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    veil(canvas, board);
    let card = canvas.card(frame::middle(board, 44, 8));
    canvas.center(l.coin_title(), look.title(), card, card.y);
    let name = |side| match side {
        CoinSide::Heads => l.heads(),
        CoinSide::Tails => l.tails(),
    };
    let Some((coin, since)) = game.board.coin else {
        let called = l.coin_call(game.local().name(Player::One));
        let lines = wrap(&look.write(&called), usize::from(card.width));
        let first = card.y + if lines.len() > 1 { 1 } else { 2 };
        for (line, y) in lines.iter().zip(first..card.y + 4) {
            canvas.center(line, look.text(), card, y);
        }
        let half = card.width / 2;
        for (place, (side, key)) in [(CoinSide::Heads, 'h'), (CoinSide::Tails, 't')].into_iter().enumerate() {
            let button = Rect::new(card.x + place as u16 * half, card.y + 4, half, 1);
            canvas.center(&format!("[ {key} {} ]", name(side)), look.accent(), button, button.y);
            canvas.hits.add(button, Target::Key(KeyCode::Char(key)));
        }
        return;
    };
    let elapsed = now.saturating_sub(since);
    let faces: [&str; 4] = ["(   )", " ( ) ", "  |  ", " ( ) "];
    let shown = if elapsed < TOSS {
        faces[(elapsed / 75) as usize % 4].to_owned()
    } else {
        format!("( {} )", name(coin.fell))
    };
    canvas.center(&shown, look.title(), card, card.y + 2);
    let other = if coin.called == CoinSide::Heads { CoinSide::Tails } else { CoinSide::Heads };
    let sides = [(Player::One, coin.called), (Player::Two, other)];
    for (place, (player, side)) in sides.into_iter().enumerate() {
        let text = format!("{}: {}", game.local().name(player), name(side));
        let half = Rect::new(card.x + place as u16 * card.width / 2, card.y, card.width / 2, 1);
        canvas.center(&text, look.player(player), half, card.y + 3);
    }
    if elapsed >= TOSS {
        canvas.center(
            &beginning(l, None, game.local().name(coin.first())),
            look.text().add_modifier(Modifier::BOLD),
            card,
            card.bottom() - 1,
        );
    }
    canvas.hits.add(card, Target::Key(KeyCode::Enter));
}

/// The card at the end: who won, the score, and what next.
fn end(canvas: &mut Canvas<'_>, game: &Game, board: Rect, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    veil(canvas, board);
    let position = game.local().position();
    let words = verdict(l, &position, &game.local().names());
    let height = if board.height >= 10 { 9 } else { 7 };
    let width = (words.columns() as u16 + 8).clamp(38, area.width.saturating_sub(2));
    let card = canvas.card(frame::middle(board, width, height.min(board.height.max(6))));
    canvas.center(l.game_over(), look.dim(), card, card.y);
    let winner = position.outcome().and_then(gebeta_rules::Outcome::winner);
    let style = winner.map_or(look.title(), |player| look.player(player).add_modifier(Modifier::BOLD));
    canvas.center(&words, style, card, card.y + 1);
    if card.height >= 5 {
        let line = score(canvas, &position, &game.local().names());
        canvas.center(&line, look.text(), card, card.y + 2);
    }
    if let Some(words) = uncounted(l, &position).filter(|_| card.height >= 6) {
        canvas.center(&words, look.dim(), card, card.y + 3);
    }
    let buttons = [("Enter", KeyCode::Enter, l.play_again()), ("q", KeyCode::Char('q'), l.end_game())];
    for (y, (key, code, words)) in (card.bottom() - 2..).zip(buttons) {
        let text = format!(" {key}  {words} ");
        let style = if code == KeyCode::Enter { look.selected() } else { look.text() };
        canvas.center(&text, style, card, y);
        canvas.hits.add(Rect::new(card.x, y, card.width, 1), Target::Key(code));
    }
}

/// Both scores.
pub(super) fn score(canvas: &Canvas<'_>, position: &AnyPosition, names: &ByPlayer<String>) -> String {
    let of = |player: Player| position.score(player);
    let dot = canvas.look.dot();
    format!("{}: {}{dot}{}: {}", names.one, of(Player::One), names.two, of(Player::Two))
}
