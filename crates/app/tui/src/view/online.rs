//! A game by a link, as it is drawn.

mod cards;
mod side;

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::{AnyPosition, GameKind, Player, Steps};
use gebeta_session::move_text;

use super::canvas::{Action, Canvas};
use super::choice::{self, Choice};
use super::game::{Parts, between, holes, moving, player_line, told};
use super::setup::rule_set_name;
use crate::online::{Offer, Online, Turn, Wire};
use crate::words::{ending, time_left, trouble};

/// Draws the game, or what there is instead of one.
pub(super) fn draw(canvas: &mut Canvas<'_>, online: &Online, area: Rect) {
    let now = canvas.model.now;
    let (scene, turn) = (online.scene(now), online.turn());
    let (Some(scene), Some(game), false) =
        (scene, &online.game, matches!(turn, Turn::Nothing | Turn::Waiting | Turn::Sealing))
    else {
        return cards::lobby(canvas, online, area);
    };
    let layout = canvas.model.settings.layout;
    let parts = Parts::of(area, online.kind(), layout, false);
    let holes = holes(&scene, layout, parts.board);
    let parts = parts.align(holes.into_iter());
    if let Some(title) = parts.title {
        heading(canvas, online, title);
    }
    let position = online.looking.map_or_else(|| game.position(), |ply| game.record().positions()[ply]);
    for (player, line) in [(Player::Two, parts.top), (Player::One, parts.bottom)] {
        let free = player_line(canvas, &online.names(), player, &position, &scene, line);
        status(canvas, online, player, free);
    }
    choice::board(canvas, &scene, to_choose(online, turn, now).as_ref(), parts.board);
    told(canvas, online.told.latest(usize::from(parts.told.height)), parts.told);
    info(canvas, online, turn, parts.title.is_some(), parts.info);
    if let Some(area) = parts.panel {
        side::draw(canvas, online, turn, area);
    }
    let actions = actions(canvas, online, turn);
    canvas.actions(&actions, parts.actions);
    cards::over_board(canvas, online, turn, parts.board, area);
}

/// Which game, and how the connection is; without one a banner says so.
fn heading(canvas: &mut Canvas<'_>, online: &Online, line: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    if !matches!(online.wire, Wire::Open) {
        let style = look.danger().add_modifier(Modifier::REVERSED);
        canvas.buffer.set_style(line, style);
        let words = lost(canvas, online);
        return canvas.center(&words, style, line, line.y);
    }
    let (kind, rules) = match &online.game {
        Some(game) => (game.record().rules.game(), rule_set_name(&game.record().rule_set, l)),
        None => (GameKind::Mancala, String::new()),
    };
    let kind = match kind {
        GameKind::Mancala => l.mancala(),
        GameKind::Senet => l.senet(),
    };
    let plies = online.game.as_ref().map_or(0, |game| game.record().plies().len());
    let lag = online.lag.map(|lag| format!("{}{}", l.online_lag(lag), look.dot())).unwrap_or_default();
    let seat =
        if online.side.is_none() { format!("{}{}", l.online_watching(), look.dot()) } else { String::new() };
    canvas.title(
        &format!("{kind}{}{rules}", look.dot()),
        &format!("{seat}{lag}{}", l.moves_count(plies)),
        line,
    );
}

/// That the connection is gone, and why if that is known.
fn lost(canvas: &Canvas<'_>, online: &Online) -> String {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    match &online.wire {
        Wire::Failed(what) => trouble(l, what),
        Wire::Connecting => {
            format!("{} {}", look.spinner(now), l.term_online_connecting(&online.visit.place))
        }
        Wire::Away(_) => format!("{} {}", look.spinner(now), l.term_online_lost()),
        Wire::Open => String::new(),
    }
}

/// Whose turn it is, how much time there is, who is away, and how quick the other's connection is.
fn status(canvas: &mut Canvas<'_>, online: &Online, player: Player, free: Rect) {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    let Some(game) = &online.game else { return };
    let mut words = Vec::new();
    // One's own stands in the title.
    let other = game.side_of(player).filter(|side| online.side != Some(*side));
    if let Some(side) = other.filter(|_| matches!(online.wire, Wire::Open)) {
        let lag = online.lags[side].map(|ms| l.online_lag(u64::from(ms)));
        if online.is_here(side) {
            words.extend(lag);
        } else if !matches!(online.turn(), Turn::Over(_)) {
            words.push(format!("({})", l.term_online_away()));
        }
    }
    if let Some(left) = online.time_left(player, now) {
        words.push(time_left(left));
    }
    // Without room for more, the time that is left and whose turn it is.
    let mut short: Vec<String> = online.time_left(player, now).map(time_left).into_iter().collect();
    if let Some(mover) = moving(online.motion.as_ref(), now) {
        let sign = (mover == player).then(|| look.turn_sign().to_owned());
        short.extend(sign.clone());
        words.extend(sign);
    } else if game.to_move() == Some(player) && online.looking.is_none() {
        short.push(look.turn_sign().to_owned());
        words.push(if online.me() == Some(player) {
            l.your_turn().to_owned()
        } else {
            look.turn_sign().to_owned()
        });
    }
    let hurried = online.time_left(player, now).is_some_and(|left| left < 15_000);
    let style = if hurried { look.danger() } else { look.accent().add_modifier(Modifier::BOLD) };
    between(canvas, online.kind(), (words.join(" "), short.join(" ")), style, free);
}

/// What is marked on the board.
fn to_choose(online: &Online, turn: Turn, now: u64) -> Option<Choice> {
    let Turn::Choose(mover) = turn else { return None };
    let is_seen = online.looking.is_none() && !online.is_busy(now);
    is_seen.then(|| Choice { hand: online.hand(), mover, preview: online.preview(), hint: None })
}

/// What the player should know now.
fn info(canvas: &mut Canvas<'_>, online: &Online, turn: Turn, has_banner: bool, line: Rect) {
    let notice = canvas.model.notice.as_deref().or(online.notice.as_deref());
    if canvas.notice(notice, line) {
        return;
    }
    let inside = Rect::new(line.x + 1, line.y, line.width.saturating_sub(2), 1);
    let (l, look) = (canvas.l, canvas.look);
    // On a small screen there is no line for a banner.
    let (text, style) = if !has_banner && !matches!(online.wire, Wire::Open) {
        (lost(canvas, online), look.danger())
    } else if online.looking.is_some() {
        (l.looking_back().to_owned(), look.accent())
    } else if let (Some(offer), Some(side)) = (online.offer(), online.side) {
        let who = online.name_of(!side);
        let asked = match offer {
            Offer::Draw => l.term_online_draw_ask(who),
            Offer::Takeback => l.term_online_takeback_ask(who),
        };
        (asked, look.accent())
    } else {
        (prompt(canvas, online, turn), look.text())
    };
    canvas.wrapped_line(&text, style, inside);
}

fn prompt(canvas: &Canvas<'_>, online: &Online, turn: Turn) -> String {
    let l = canvas.l;
    match turn {
        _ if online.is_busy(canvas.model.now) => String::new(),
        Turn::Nothing | Turn::Waiting => l.term_online_waiting().to_owned(),
        Turn::Sealing => l.term_online_sealing().to_owned(),
        Turn::Sending => l.term_online_sending().to_owned(),
        Turn::Throw => l.throw_now().to_owned(),
        Turn::Choose(_) if online.hand().must_pass() => l.term_enter_to_pass().to_owned(),
        Turn::Choose(mover) => preview_text(canvas, online, mover),
        Turn::Other(player) => l.term_online_opponent_turn(&online.names()[player]),
        Turn::Over(over) => ending(l, online, over),
    }
}

/// What the chosen move would do.
fn preview_text(canvas: &Canvas<'_>, online: &Online, mover: Player) -> String {
    let l = canvas.l;
    let Some(preview) = online.preview() else { return l.choose_pit().to_owned() };
    match (&preview.steps, &preview.before) {
        (Steps::Mancala(_), AnyPosition::Mancala(before)) => {
            super::game::landing_text(l, &preview, before.board(), mover, &online.names())
        }
        _ => match online.hand().senet_moves().get(online.cursor) {
            Some(mv) => format!("{} {}", l.choose_piece(), move_text(l, *mv)),
            None => l.choose_piece().to_owned(),
        },
    }
}

fn actions(canvas: &Canvas<'_>, online: &Online, turn: Turn) -> Vec<Action> {
    let l = canvas.l;
    let mut actions: Vec<Action> = Vec::new();
    let mut add = |key, code, words: &str| actions.push((key, code, words.to_owned()));
    if online.looking.is_some() {
        add("[", KeyCode::Char('['), l.step_back());
        add("]", KeyCode::Char(']'), l.step_on());
        add("Esc", KeyCode::Esc, l.back());
        return actions;
    }
    let plays = online.side.is_some();
    match turn {
        _ if online.is_busy(canvas.model.now) => add("Enter", KeyCode::Enter, l.term_skip()),
        Turn::Throw => add("Enter", KeyCode::Enter, l.throw_sticks()),
        Turn::Choose(_) if online.hand().must_pass() => add("Enter", KeyCode::Enter, l.pass()),
        Turn::Choose(_) => {
            add("Enter", KeyCode::Enter, l.play());
            if online.hand().may_swap() {
                add("x", KeyCode::Char('x'), l.swap_sides());
            }
        }
        Turn::Over(_) => {
            if plays {
                add("Enter", KeyCode::Enter, cards::again(canvas, online));
            }
            add("b", KeyCode::Char('b'), l.show_board());
            add("S", KeyCode::Char('S'), l.save());
        }
        Turn::Nothing | Turn::Waiting | Turn::Sealing | Turn::Sending | Turn::Other(_) => {}
    }
    let over = matches!(turn, Turn::Over(_));
    if online.offer().is_some() {
        add("y", KeyCode::Char('y'), l.online_accept());
        add("n", KeyCode::Char('n'), l.online_decline());
    }
    if plays {
        add("m", KeyCode::Char('m'), l.term_online_say());
    }
    if plays && !over {
        let away = online.side.is_some_and(|side| !online.is_here(!side));
        if away && matches!(turn, Turn::Other(_)) {
            add("c", KeyCode::Char('c'), l.term_online_claim());
        }
        add("g", KeyCode::Char('g'), l.term_online_resign());
        if online.kind() == GameKind::Mancala {
            add("d", KeyCode::Char('d'), l.term_online_draw());
        }
        add("u", KeyCode::Char('u'), l.undo());
        if online.may_abort() {
            add("a", KeyCode::Char('a'), l.term_online_abort());
        }
    }
    add("q", KeyCode::Char('q'), l.term_online_leave());
    add("?", KeyCode::Char('?'), l.rules());
    add("[", KeyCode::Char('['), l.step_back());
    add("K", KeyCode::Char('K'), l.term_keys());
    actions
}
