//! What there is instead of the board, or over it: the link to send, questions, the end.

use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_match::{Match, Over};
use gebeta_protocol::{Outcome, Phrase, TimeControl};
use gebeta_rules::Player;
use gebeta_session::{OnlineSource, Prompt, Proof, game_ending, phrase_text, time_control_text};

use super::super::canvas::{Canvas, wrap};
use super::super::over::{ask, score, veil};
use super::super::setup::rule_set_name;
use super::{lost, over};
use crate::Target;
use crate::board::{frame, qr::Qr};
use crate::columns::Columns;
use crate::online::{Asking, ConnectionState, Online};

/// Before the game: the way there, the link for the other, the envelopes.
pub(super) fn lobby(canvas: &mut Canvas<'_>, online: &Online, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let about = online.game().map(|game| {
        let (setup, rules) = (game.setup(), rule_set_name(&game.setup().rule_set, l));
        match setup.clock {
            TimeControl::None => rules,
            control => format!("{rules}{}{}", look.dot(), time_control_text(l, control)),
        }
    });
    canvas.title(l.term_online(), &about.unwrap_or_default(), area);
    let inside =
        Rect::new(area.x + 2, area.y + 2, area.width.saturating_sub(4), area.height.saturating_sub(4));
    match (online.connection(), online.prompt(), &online.link) {
        (ConnectionState::Failed(_), ..) => failed(canvas, online, inside),
        (ConnectionState::Connecting | ConnectionState::Lost, ..) | (_, Prompt::Connecting, _) => {
            let words = lost(canvas, online);
            canvas.wrapped(&words, look.accent(), lower(inside));
        }
        (_, Prompt::Sealing, _) => sealing(canvas, online, inside),
        (_, _, Some(link)) => invitation(canvas, link, inside),
        _ => {}
    }
    let mut actions = vec![("q", KeyCode::Char('q'), l.term_online_leave().to_owned())];
    if online.possible().abort {
        actions.push(("a", KeyCode::Char('a'), l.term_online_abort().to_owned()));
    }
    let last = Rect { y: area.bottom() - 1, height: 1, ..area };
    let notice = online.board.as_ref().and_then(|board| board.notice.as_deref());
    if !canvas.notice(notice, Rect { y: last.y.saturating_sub(1), ..last }) {
        canvas.actions(&actions, last);
    }
    question(canvas, online, area);
}

/// The middle of an area, a little above it.
fn lower(area: Rect) -> Rect {
    let down = area.height / 3;
    Rect { y: area.y + down, height: area.height - down, ..area }
}

fn failed(canvas: &mut Canvas<'_>, online: &Online, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let place = lower(area);
    let words = lost(canvas, online);
    let used = canvas.wrapped(&words, look.danger(), place);
    let below = Rect::new(place.x, place.y + used + 1, place.width, 1);
    if below.y < place.bottom() {
        canvas.wrapped_line(&format!("[ Enter {} ]", l.back()), look.accent(), below);
        canvas.hits.add(below, Target::Key(KeyCode::Enter));
    }
}

/// The link for the other player, and a picture of it where there is room.
fn invitation(canvas: &mut Canvas<'_>, link: &str, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let qr = Qr::of(link, look).filter(|qr| {
        let (columns, lines) = qr.size();
        area.height >= lines + 2 && area.width >= columns + 38 && link.columns() <= usize::from(area.width)
    });
    let (columns, height) = qr.as_ref().map_or((0, 9), |qr| (qr.size().0, qr.size().1 + 2));
    // The text and its picture stand together in the middle.
    let width = area.width.min(if columns > 0 { columns + 48 } else { 76 });
    let left = area.x + (area.width - width) / 2;
    let mut y = area.y + area.height.saturating_sub(height) / 2;
    let mut put = |canvas: &mut Canvas<'_>, words: &str, style, width: u16, gap: u16| {
        let rest = Rect::new(left, y, width, area.bottom().saturating_sub(y));
        y += canvas.wrapped(words, style, rest) + gap;
        y
    };
    let roomy = u16::from(area.height >= 10);
    // Nothing stands beside the link, so that it can be copied in one piece; only a narrow screen breaks it.
    for part in pieces(link, usize::from(width)) {
        put(canvas, &part, look.accent().add_modifier(Modifier::BOLD), width, 0);
    }
    let below = put(canvas, "", look.text(), width, 0);
    if let Some(qr) = &qr {
        let place = Rect::new(left + width - columns, below, columns, area.bottom().saturating_sub(below));
        qr.draw(look, place, canvas.buffer);
    }
    let beside = if columns > 0 { width - columns - 3 } else { width };
    put(canvas, l.term_online_waiting(), look.title(), beside, roomy);
    put(canvas, l.term_online_send_link(), look.text(), beside, roomy);
    put(canvas, l.term_online_terminal(), look.dim(), beside, 0);
}

fn pieces(link: &str, width: usize) -> Vec<String> {
    let letters: Vec<char> = link.chars().collect();
    letters.chunks(width.max(1)).map(|part| part.iter().collect()).collect()
}

/// The envelopes while they are sealed and opened.
fn sealing(canvas: &mut Canvas<'_>, online: &Online, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let Some(game) = online.game() else { return };
    let mut place = lower(area);
    place.height = area.bottom().saturating_sub(place.y);
    let title = format!("{} {}", look.spinner(canvas.model.now), l.term_online_sealing());
    let used = canvas.wrapped(&title, look.title(), place);
    let mut y = place.y + used + 1;
    let envelopes = game.envelopes();
    let (sealed, open) = if look.ascii { ("[x]", "[ ]") } else { ("✉ ✓", "✉  ") };
    let players =
        gebeta_protocol::Side::BOTH.map(|side| (online.name_of(l, side), envelopes.seals[side].is_some()));
    for (who, done) in
        players.into_iter().chain([(l.term_online_server().to_owned(), envelopes.server.is_some())])
    {
        if y < place.bottom() {
            let style = if done { look.accent() } else { look.dim() };
            let line = Rect::new(place.x, y, place.width, 1);
            canvas.wrapped_line(&format!("{} {who}", if done { sealed } else { open }), style, line);
        }
        y += 1;
    }
    let rest = Rect::new(place.x, y + 1, place.width, place.bottom().saturating_sub(y + 1));
    canvas.wrapped(l.term_online_sealing_about(), look.dim(), rest);
}

/// What lies over the board.
pub(super) fn over_board(canvas: &mut Canvas<'_>, online: &Online, board: Rect, area: Rect) {
    if question(canvas, online, area) {
        return;
    }
    let is_seen = !online.aside && online.looking().is_none() && !online.is_busy(canvas.model.now);
    if let Some((game, over)) = online.game().filter(|_| is_seen).and_then(|game| Some((game, over(game)?))) {
        end(canvas, online, (game, over), board, area);
    }
}

/// What is asked, if something is.
fn question(canvas: &mut Canvas<'_>, online: &Online, area: Rect) -> bool {
    let l = canvas.l;
    let (words, answer) = match &online.asking {
        None => return false,
        Some(Asking::Phrase) => {
            phrases(canvas, area);
            return true;
        }
        Some(Asking::Leave) => (l.term_online_leave_ask(), l.term_yes_no().to_owned()),
        Some(Asking::Resign) => (l.term_online_resign_ask(), l.term_yes_no().to_owned()),
        Some(Asking::Abort) => (l.term_online_abort_ask(), l.term_yes_no().to_owned()),
        Some(Asking::Save(line)) => (l.term_save_where(), format!("{}_", line.text)),
    };
    ask(canvas, words, &answer, area);
    true
}

/// What may be said, by number.
fn phrases(canvas: &mut Canvas<'_>, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    canvas.hits.clear();
    let card = canvas.card(frame::middle(area, 34, Phrase::ALL.len() as u16 + 3));
    canvas.center(l.term_online_say_what(), look.title(), card, card.y);
    for (place, said) in Phrase::ALL.iter().enumerate() {
        let y = card.y + 1 + place as u16;
        if y >= card.bottom() {
            break;
        }
        let line = Rect::new(card.x, y, card.width, 1);
        canvas.text(&(place + 1).to_string(), look.accent(), line.x, y, 2);
        canvas.text(phrase_text(l, *said), look.text(), line.x + 3, y, line.width.saturating_sub(3));
        canvas.hits.add(line, Target::Key(KeyCode::Char(char::from(b'1' + place as u8))));
    }
}

/// What Enter does at the end.
pub(super) fn again(canvas: &Canvas<'_>, online: &Online) -> &'static str {
    let l = canvas.l;
    match online.game().and_then(Match::rematch_offer) {
        Some(by) if online.side() == Some(!by) => l.term_online_rematch_accept(),
        _ => l.term_online_rematch(),
    }
}

/// The card at the end: who won and how, what the envelopes prove, and what next.
fn end(canvas: &mut Canvas<'_>, online: &Online, (game, over): (&Match, Over), board: Rect, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    veil(canvas, board);
    let winner = match over.outcome {
        Some(Outcome::One) => Some(Player::One),
        Some(Outcome::Two) => Some(Player::Two),
        Some(Outcome::Draw) | None => None,
    };
    let ending = game_ending(l, game, over);
    let style = winner.map_or(look.title(), |winner| look.player(winner).add_modifier(Modifier::BOLD));
    let mut lines = vec![(l.game_over().to_owned(), look.dim()), (ending.verdict, style)];
    lines.extend(ending.reason.map(|reason| (reason, look.text())));
    lines.push((score(canvas, game.record().position(), &online.names(l)), look.text()));
    let proof = online.source().and_then(OnlineSource::proof);
    let style = match proof {
        Some(Proof::Broken(_)) => look.danger(),
        Some(Proof::Matches { .. }) => look.accent(),
        _ => look.dim(),
    };
    let proof = proof.and_then(|proof| proof.text(l)).map(|words| (words, style));
    let asked = match (game.rematch_offer(), online.side()) {
        (Some(by), Some(side)) if by == side => Some(l.term_online_rematch_asked(online.name_of(l, !side))),
        (Some(by), Some(_)) => Some(l.online_wants_rematch(online.name_of(l, by))),
        _ => None,
    };
    let may_rematch = online.possible().rematch;
    let widest = lines.iter().map(|(text, _)| text.columns()).max().unwrap_or(0) as u16;
    let width = (widest + 8).max(44).min(area.width.saturating_sub(2));
    let inner = usize::from(width.saturating_sub(4));
    let proof: Vec<_> = proof
        .into_iter()
        .flat_map(|(text, style)| wrap(&look.write(&text), inner).into_iter().map(move |line| (line, style)))
        .collect();
    let buttons = 1 + u16::from(may_rematch) + u16::from(asked.is_some());
    let height = lines.len() as u16 + proof.len() as u16 + buttons + 2;
    // With room to spare there is an empty line before what to do next.
    let gap = u16::from(area.height > height + 6);
    let card = canvas.card(frame::middle(area, width, height + gap));
    let mut y = card.y;
    for (text, style) in lines.into_iter().chain(proof) {
        if y < card.bottom() {
            canvas.center(&text, style, card, y);
        }
        y += 1;
    }
    y += gap;
    if let Some(asked) = asked {
        canvas.center(&asked, look.accent(), card, y.min(card.bottom().saturating_sub(1)));
        y += 1;
    }
    let mut next = Vec::new();
    if may_rematch {
        next.push(("Enter", KeyCode::Enter, again(canvas, online)));
    }
    next.push(("q", KeyCode::Char('q'), l.term_online_leave()));
    for (key, code, words) in next {
        if y < card.bottom() {
            let style = if code == KeyCode::Enter { look.selected() } else { look.text() };
            canvas.center(&format!(" {key}  {words} "), style, card, y);
            canvas.hits.add(Rect::new(card.x, y, card.width, 1), Target::Key(code));
        }
        y += 1;
    }
}
