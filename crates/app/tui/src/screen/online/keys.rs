use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_protocol::{Action, Phrase};
use gebeta_rules::GameKind;
use gebeta_session::{Input, OnlineEvent};

use super::{Asking, ConnectionState, Online};
use crate::input::Line;
use crate::screen::Screen;
use crate::screen::page::{Page, Subject};
use crate::screen::play_board::{PRESENT, place_of};
use crate::{Effect, Model, Target};

/// Takes the game out of the model, so that both can be changed, and puts it back.
pub(crate) fn with_online(
    model: &mut Model,
    act: impl FnOnce(&mut Online, &mut Model) -> Vec<Effect>,
) -> Vec<Effect> {
    let Some(place) = model.screens.iter().rposition(|screen| matches!(screen, Screen::Online(_))) else {
        return Vec::new();
    };
    let Screen::Online(mut online) = model.screens.remove(place) else { return Vec::new() };
    let effects = act(&mut online, model);
    if online.left {
        model.go_home();
    } else {
        model.screens.insert(place, Screen::Online(online));
    }
    effects
}

/// A key at an online game.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    with_online(model, |online, model| {
        forget_notice(online);
        match online.asking.take() {
            Some(asking) => answer(online, asking, key, model),
            None => pressed(online, key, model),
        }
    })
}

/// Something was clicked.
pub(crate) fn click(model: &mut Model, target: Target) -> Vec<Effect> {
    with_online(model, |online, model| {
        forget_notice(online);
        if let (Target::Row(place), Some(Asking::Phrase)) = (target, &online.asking) {
            online.asking = None;
            return say(online, place, model);
        }
        if online.asking.is_some() {
            return Vec::new();
        }
        let input = online.board.as_mut().and_then(|board| board.click(target, model.language, model.now));
        input.map(|input| online.decide(input, model)).unwrap_or_default()
    })
}

fn forget_notice(online: &mut Online) {
    if let Some(board) = &mut online.board {
        board.notice = None;
    }
}

fn answer(online: &mut Online, asking: Asking, key: KeyEvent, model: &Model) -> Vec<Effect> {
    let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y'));
    match (asking, key.code) {
        (Asking::Leave, _) if yes => leave(online),
        (Asking::Resign, _) if yes => online.act(Action::Resign, model),
        (Asking::Abort, _) if yes => online.act(Action::Abort, model),
        (Asking::Phrase, KeyCode::Char(c @ '1'..='7')) => say(online, c as usize - '1' as usize, model),
        (Asking::Save(line), KeyCode::Enter) if !line.text.trim().is_empty() => {
            let Some(game) = online.game() else { return Vec::new() };
            vec![Effect::SaveAs(game.to_record(), PathBuf::from(line.text.trim()))]
        }
        (Asking::Save(mut line), code) if code != KeyCode::Esc => {
            line.key(key);
            online.asking = Some(Asking::Save(line));
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn say(online: &mut Online, place: usize, model: &Model) -> Vec<Effect> {
    let phrase = Phrase::ALL.get(place);
    phrase.map(|phrase| online.report(OnlineEvent::Say(*phrase), model)).unwrap_or_default()
}

fn leave(online: &mut Online) -> Vec<Effect> {
    online.left = true;
    vec![Effect::LeaveOnline, Effect::ListUnfinished]
}

fn pressed(online: &mut Online, key: KeyEvent, model: &mut Model) -> Vec<Effect> {
    let over = online.prompt().is_over();
    let plays = online.side().is_some();
    let is_looking = online.looking().is_some();
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc if is_looking => return online.decide(PRESENT, model),
        KeyCode::Char('q') | KeyCode::Esc if over || !plays || online.game().is_none() => {
            return leave(online);
        }
        KeyCode::Char('q') | KeyCode::Esc => online.asking = Some(Asking::Leave),
        KeyCode::Enter if matches!(online.connection(), ConnectionState::Failed(_)) => return leave(online),
        KeyCode::Char('?') | KeyCode::F(1) => {
            if let Some(game) = online.game() {
                let set = model.rule_set_of(game.record());
                model.screens.push(Screen::Page(Page::new(Subject::Rules(set))));
            }
        }
        KeyCode::Char('K') => model.screens.push(Screen::Page(Page::new(Subject::Keys))),
        KeyCode::Char('V') => model.settings.layout = model.settings.layout.turned(),
        KeyCode::Char('S') if over => {
            online.asking = Some(Asking::Save(Line::new(&format!("{}-online.gebeta", online.kind()))));
        }
        KeyCode::Char('b') | KeyCode::Tab if over => online.aside ^= true,
        KeyCode::Char('m') if plays => online.asking = Some(Asking::Phrase),
        KeyCode::Enter if over && online.aside && !is_looking => online.aside = false,
        KeyCode::Enter if over && online.possible().rematch && !is_looking => {
            return online.act(Action::Rematch, model);
        }
        KeyCode::Char('a') if online.possible().abort && !is_looking => online.asking = Some(Asking::Abort),
        code => return on_board(online, code, model),
    }
    Vec::new()
}

/// A key that is about the position in view.
fn on_board(online: &mut Online, code: KeyCode, model: &Model) -> Vec<Effect> {
    let (l, now) = (model.language, model.now);
    let (possible, offer, plays) = (online.possible(), online.offer(), online.side().is_some());
    let Some(board) = &mut online.board else { return Vec::new() };
    let input = match code {
        KeyCode::PageUp | KeyCode::Char('[') => Some(board.look(false)),
        KeyCode::PageDown | KeyCode::Char(']') => Some(board.look(true)),
        _ if board.looking().is_some() => Some(board.return_to_present(l)),
        _ if !plays || board.session.prompt().is_over() => None,
        KeyCode::Char(c @ ('y' | 'n')) => {
            let answer = offer.map(|offer| offer.answer(c == 'y'));
            return answer.map(|answer| online.act(answer, model)).unwrap_or_default();
        }
        KeyCode::Char('g') => {
            online.asking = possible.resign.then_some(Asking::Resign);
            None
        }
        KeyCode::Char('d') => return online.act(Action::OfferDraw, model),
        KeyCode::Char('u') | KeyCode::Backspace => return online.act(Action::AskTakeback, model),
        KeyCode::Char('c') => return online.act(Action::Claim, model),
        KeyCode::Enter | KeyCode::Char(' ' | 't') => board.advance(now),
        KeyCode::Left | KeyCode::Up => board.step(false, now),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => board.step(true, now),
        KeyCode::Char('x') if board.chooser(now).is_some() && board.selection().may_swap() => {
            board.selection().swap().map(Input::Choose)
        }
        code => place_of(code).and_then(|place| digit(online, place, model)),
    };
    input.map(|input| online.decide(input, model)).unwrap_or_default()
}

/// A number plays at once, or only chooses where moves are confirmed.
fn digit(online: &mut Online, place: usize, model: &Model) -> Option<Input> {
    let kind = online.kind();
    let board = online.board.as_mut()?;
    if model.settings.confirm && board.cursor != place && board.chooser(model.now).is_some() {
        let most = match kind {
            GameKind::Senet => board.selection().senet_moves().len(),
            GameKind::Mancala => board.selection().pits().last().map_or(0, |pit| usize::from(*pit)),
        };
        if place < most {
            board.cursor = place;
            return None;
        }
    }
    board.digit(place, model.language, model.now)
}
