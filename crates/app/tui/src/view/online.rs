//! An online game, as it is drawn.

mod cards;
mod side;

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_i18n::Language;
use gebeta_match::{Match, Over, Stage};
use gebeta_rules::{GameKind, Player};
use gebeta_session::{Offer, OnlineSource, Prompt, game_ending, time_left_text};

use super::canvas::{Action, Canvas};
use super::choice;
use super::game::{Parts, between, holes, moving, narration, player_line, preview_text, to_choose};
use super::setup::rule_set_name;
use crate::PlayBoard;
use crate::online::{ConnectionState, Online};
use crate::words::online_error;

/// Draws the game, or what there is instead of one.
pub(super) fn draw(canvas: &mut Canvas<'_>, online: &Online, area: Rect) {
    let now = canvas.model.now;
    let has_begun =
        !matches!(online.prompt(), Prompt::Connecting | Prompt::WaitingForOpponent | Prompt::Sealing);
    let scene =
        online.board.as_ref().filter(|_| has_begun).and_then(|board| Some((board, board.scene(now)?)));
    let (Some((board, scene)), Some(game)) = (scene, online.game()) else {
        return cards::lobby(canvas, online, area);
    };
    let layout = canvas.model.settings.layout;
    let parts = Parts::of(area, online.kind(), layout, false);
    let holes = holes(&scene, layout, parts.board);
    let parts = parts.align(holes.into_iter());
    if let Some(title) = parts.title {
        heading(canvas, online, title);
    }
    let position = board.position_in_view().unwrap_or_else(|| game.position());
    for (player, line) in [(Player::Two, parts.top), (Player::One, parts.bottom)] {
        let free = player_line(canvas, &online.names(canvas.l), player, &position, &scene, line);
        status(canvas, online, board, player, free);
    }
    choice::board(canvas, &scene, to_choose(board, None, now).as_ref(), parts.board);
    narration(canvas, board.narration.latest(usize::from(parts.narration.height)), parts.narration);
    info(canvas, online, board, parts.title.is_some(), parts.info);
    if let Some(area) = parts.panel {
        side::draw(canvas, online, board, area);
    }
    let actions = actions(canvas, online, board);
    canvas.actions(&actions, parts.actions);
    cards::over_board(canvas, online, parts.board, area);
}

/// How the game ended, if it has.
fn over(game: &Match) -> Option<Over> {
    match game.stage() {
        Stage::Over(over) => Some(over),
        Stage::Waiting | Stage::Sealing | Stage::Playing => None,
    }
}

/// Why a game is over, or who won where the board says it.
fn ending(l: Language, game: &Match) -> String {
    let Some(over) = over(game) else { return String::new() };
    let ending = game_ending(l, game, over);
    ending.reason.filter(|_| over.how != gebeta_protocol::Ending::Board).unwrap_or(ending.verdict)
}

/// Which game, and how the connection is; without one a banner says so.
fn heading(canvas: &mut Canvas<'_>, online: &Online, line: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    if !online.is_up() {
        let style = look.danger().add_modifier(Modifier::REVERSED);
        canvas.buffer.set_style(line, style);
        let words = lost(canvas, online);
        return canvas.center(&words, style, line, line.y);
    }
    let (kind, rules) = match online.game() {
        Some(game) => (game.record().rules.game(), rule_set_name(&game.record().rule_set, l)),
        None => (GameKind::Mancala, String::new()),
    };
    let kind = match kind {
        GameKind::Mancala => l.mancala(),
        GameKind::Senet => l.senet(),
    };
    let plies = online.game().map_or(0, |game| game.record().plies().len());
    let lag = online.source().and_then(OnlineSource::own_lag);
    let lag = lag.map(|lag| format!("{}{}", l.online_lag(lag), look.dot())).unwrap_or_default();
    let seat = if online.side().is_none() {
        format!("{}{}", l.online_watching(), look.dot())
    } else {
        String::new()
    };
    canvas.title(
        &format!("{kind}{}{rules}", look.dot()),
        &format!("{seat}{lag}{}", l.moves_count(plies)),
        line,
    );
}

/// That the connection is gone, and why if that is known.
fn lost(canvas: &Canvas<'_>, online: &Online) -> String {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    match online.connection() {
        ConnectionState::Failed(what) => online_error(l, &what),
        ConnectionState::Connecting => {
            format!("{} {}", look.spinner(now), l.term_online_connecting(&online.request.place))
        }
        ConnectionState::Lost => format!("{} {}", look.spinner(now), l.term_online_lost()),
        ConnectionState::Up => String::new(),
    }
}

/// Whose turn it is, how much time there is, who is away, and how quick the other's connection is.
fn status(
    canvas: &mut Canvas<'_>,
    online: &Online,
    board: &PlayBoard<OnlineSource>,
    player: Player,
    free: Rect,
) {
    let (l, look, now) = (canvas.l, canvas.look, canvas.model.now);
    let source = board.session.source();
    let Some(game) = source.game() else { return };
    let mut words = Vec::new();
    // One's own stands in the title.
    let other = game.side_of(player).filter(|side| source.side() != Some(*side));
    if let Some(side) = other.filter(|_| online.is_up()) {
        if source.is_here(side) {
            words.extend(source.lag(side).map(|ms| l.online_lag(ms)));
        } else if !online.prompt().is_over() {
            words.push(format!("({})", l.term_online_away()));
        }
    }
    let left = source.time_left(player, now);
    // Without room for more, the time that is left and whose turn it is.
    let mut short: Vec<String> = left.map(|left| time_left_text(l, left)).into_iter().collect();
    words.extend(short.clone());
    if let Some(mover) = moving(board.motion.as_ref(), now) {
        let sign = (mover == player).then(|| look.turn_sign().to_owned());
        short.extend(sign.clone());
        words.extend(sign);
    } else if game.to_move() == Some(player) && board.looking().is_none() {
        short.push(look.turn_sign().to_owned());
        words.push(if online.me() == Some(player) {
            l.your_turn().to_owned()
        } else {
            look.turn_sign().to_owned()
        });
    }
    let hurried = left.is_some_and(|left| left < 15_000);
    let style = if hurried { look.danger() } else { look.accent().add_modifier(Modifier::BOLD) };
    between(canvas, online.kind(), (words.join(" "), short.join(" ")), style, free);
}

/// What the player should know now.
fn info(
    canvas: &mut Canvas<'_>,
    online: &Online,
    board: &PlayBoard<OnlineSource>,
    has_banner: bool,
    line: Rect,
) {
    let notice = canvas.model.notice.as_deref().or(board.notice.as_deref());
    if canvas.notice(notice, line) {
        return;
    }
    let inside = Rect::new(line.x + 1, line.y, line.width.saturating_sub(2), 1);
    let (l, look) = (canvas.l, canvas.look);
    // On a small screen there is no line for a banner.
    let (text, style) = if !has_banner && !online.is_up() {
        (lost(canvas, online), look.danger())
    } else if board.looking().is_some() {
        (l.looking_back().to_owned(), look.accent())
    } else if let (Some(offer), Some(side)) = (online.offer(), online.side()) {
        let who = online.name_of(l, !side);
        let asked = match offer {
            Offer::Draw => l.term_online_draw_ask(who),
            Offer::Takeback => l.term_online_takeback_ask(who),
        };
        (asked, look.accent())
    } else {
        (prompt_text(canvas, online, board), look.text())
    };
    canvas.wrapped_line(&text, style, inside);
}

fn prompt_text(canvas: &Canvas<'_>, online: &Online, board: &PlayBoard<OnlineSource>) -> String {
    let l = canvas.l;
    match board.prompt(canvas.model.now) {
        Some(Prompt::Connecting | Prompt::WaitingForOpponent) => l.term_online_waiting().to_owned(),
        Some(Prompt::Sealing) => l.term_online_sealing().to_owned(),
        Some(Prompt::Sending) => l.term_online_sending().to_owned(),
        Some(Prompt::Throw(_)) => l.throw_now().to_owned(),
        Some(Prompt::Choose(_)) if board.selection().must_pass() => l.term_enter_to_pass().to_owned(),
        Some(Prompt::Choose(mover)) => preview_text(l, board, mover),
        Some(Prompt::Opponent(player)) => l.term_online_opponent_turn(&online.names(l)[player]),
        Some(Prompt::Over(_)) => online.game().map(|game| ending(l, game)).unwrap_or_default(),
        // Only local games wait for these.
        None | Some(Prompt::Toss | Prompt::Confirm(_) | Prompt::Bot(_)) => String::new(),
    }
}

fn actions(canvas: &Canvas<'_>, online: &Online, board: &PlayBoard<OnlineSource>) -> Vec<Action> {
    let l = canvas.l;
    let mut actions: Vec<Action> = Vec::new();
    let mut add = |key, code, words: &str| actions.push((key, code, words.to_owned()));
    if board.looking().is_some() {
        add("[", KeyCode::Char('['), l.step_back());
        add("]", KeyCode::Char(']'), l.step_on());
        add("Esc", KeyCode::Esc, l.back());
        return actions;
    }
    let (plays, possible) = (online.side().is_some(), online.possible());
    match board.prompt(canvas.model.now) {
        None => add("Enter", KeyCode::Enter, l.term_skip()),
        Some(Prompt::Throw(_)) => add("Enter", KeyCode::Enter, l.throw_sticks()),
        Some(Prompt::Choose(_)) if board.selection().must_pass() => add("Enter", KeyCode::Enter, l.pass()),
        Some(Prompt::Choose(_)) => {
            add("Enter", KeyCode::Enter, l.play());
            if board.selection().may_swap() {
                add("x", KeyCode::Char('x'), l.swap_sides());
            }
        }
        Some(Prompt::Over(_)) => {
            if possible.rematch {
                add("Enter", KeyCode::Enter, cards::again(canvas, online));
            }
            add("b", KeyCode::Char('b'), l.show_board());
            add("S", KeyCode::Char('S'), l.save());
        }
        Some(_) => {}
    }
    if online.offer().is_some() {
        add("y", KeyCode::Char('y'), l.online_accept());
        add("n", KeyCode::Char('n'), l.online_decline());
    }
    if plays {
        add("m", KeyCode::Char('m'), l.term_online_say());
    }
    for (is_possible, key, c, words) in [
        (possible.claim, "c", 'c', l.term_online_claim()),
        (possible.resign, "g", 'g', l.term_online_resign()),
        (possible.offer_draw, "d", 'd', l.term_online_draw()),
        (possible.ask_takeback, "u", 'u', l.undo()),
        (possible.abort, "a", 'a', l.term_online_abort()),
    ] {
        if is_possible {
            add(key, KeyCode::Char(c), words);
        }
    }
    add("q", KeyCode::Char('q'), l.term_online_leave());
    add("?", KeyCode::Char('?'), l.rules());
    add("[", KeyCode::Char('['), l.step_back());
    add("K", KeyCode::Char('K'), l.term_keys());
    actions
}
