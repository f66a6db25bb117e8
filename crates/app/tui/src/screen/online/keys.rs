use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_protocol::{Action, Phrase};
use gebeta_rules::{AnyPosition, Game as _, GameKind, Player, mancala};
use gebeta_session::mancala_refusal;

use super::{Asking, Offer, Online, Turn, Wire};
use crate::input::Line;
use crate::screen::Screen;
use crate::screen::board_keys::{looked, owner_of, place_of, stepped};
use crate::screen::page::{Page, Subject};
use crate::{Effect, Model, Order, Target};

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

/// A decision that did not come from a key: it is sent as if it had.
pub fn order(model: &mut Model, action: Action) -> Vec<Effect> {
    with_online(model, |online, model| online.decide(action, model))
}

/// A key at a game by a link.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    with_online(model, |online, model| {
        online.notice = None;
        match online.asking.take() {
            Some(asking) => answer(online, asking, key, model),
            None => pressed(online, key, model),
        }
    })
}

/// Something was clicked.
pub(crate) fn click(model: &mut Model, target: Target) -> Vec<Effect> {
    with_online(model, |online, model| {
        online.notice = None;
        if online.is_busy(model.now) {
            skip(online);
            return Vec::new();
        }
        if online.looking.is_some() && online.asking.is_none() {
            return to_present(online, model);
        }
        match (target, online.turn()) {
            (Target::Hole(hole), Turn::Choose(mover)) => hole_clicked(online, hole, mover, model),
            (Target::Square(_), Turn::Throw) => online.decide(Action::Throw, model),
            (Target::Square(square), Turn::Choose(_)) => {
                let from = |mv: &gebeta_rules::senet::Move| mv.from().is_some_and(|s| s.number() == square);
                match online.hand().senet_moves().iter().position(from) {
                    Some(place) => play_at(online, place, model),
                    None => {
                        online.notice = Some(model.language.term_cannot_move(square));
                        Vec::new()
                    }
                }
            }
            (Target::Move(place), Turn::Choose(_)) => play_at(online, place, model),
            (Target::Row(place), _) if online.asking == Some(Asking::Phrase) => {
                online.asking = None;
                say(place)
            }
            _ => Vec::new(),
        }
    })
}

fn answer(online: &mut Online, asking: Asking, key: KeyEvent, model: &Model) -> Vec<Effect> {
    let yes = matches!(key.code, KeyCode::Enter | KeyCode::Char('y'));
    match (asking, key.code) {
        (Asking::Leave, _) if yes => leave(online),
        (Asking::Resign, _) if yes => online.decide(Action::Resign, model),
        (Asking::Abort, _) if yes => online.decide(Action::Abort, model),
        (Asking::Phrase, KeyCode::Char(c @ '1'..='7')) => say(c as usize - '1' as usize),
        (Asking::Save(line), KeyCode::Enter) if !line.text.trim().is_empty() => {
            let Some(game) = &online.game else { return Vec::new() };
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

fn say(place: usize) -> Vec<Effect> {
    Phrase::ALL.get(place).map(|phrase| Effect::Order(Order::Say(*phrase))).into_iter().collect()
}

fn leave(online: &mut Online) -> Vec<Effect> {
    online.left = true;
    vec![Effect::LeaveOnline, Effect::ListUnfinished]
}

fn pressed(online: &mut Online, key: KeyEvent, model: &mut Model) -> Vec<Effect> {
    let turn = online.turn();
    let over = matches!(turn, Turn::Over(_));
    let plays = online.side.is_some();
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc if online.looking.is_some() => online.looking = None,
        KeyCode::Char('q') | KeyCode::Esc if over || !plays || online.game.is_none() => return leave(online),
        KeyCode::Char('q') | KeyCode::Esc => online.asking = Some(Asking::Leave),
        KeyCode::Enter if matches!(online.wire, Wire::Failed(_)) => return leave(online),
        KeyCode::Char('?') | KeyCode::F(1) => {
            if let Some(game) = &online.game {
                let set = model.rule_set_of(game.record());
                model.screens.push(Screen::Page(Page::new(Subject::Rules(set))));
            }
        }
        KeyCode::Char('K') => model.screens.push(Screen::Page(Page::new(Subject::Keys))),
        KeyCode::Char('V') => model.settings.layout = model.settings.layout.turned(),
        KeyCode::PageUp | KeyCode::Char('[') => look(online, false),
        KeyCode::PageDown | KeyCode::Char(']') => look(online, true),
        KeyCode::Char('S') if over => {
            online.asking = Some(Asking::Save(Line::new(&format!("{}-online.gebeta", online.kind()))));
        }
        KeyCode::Char('b') | KeyCode::Tab if over => online.aside ^= true,
        KeyCode::Char('m') if plays => online.asking = Some(Asking::Phrase),
        _ if online.looking.is_some() => return to_present(online, model),
        KeyCode::Enter if over && online.aside => online.aside = false,
        KeyCode::Enter if over && plays => return rematch(online, model),
        KeyCode::Char('a') if online.may_abort() => online.asking = Some(Asking::Abort),
        _ if plays && !over => return played(online, key, turn, model),
        _ => {}
    }
    Vec::new()
}

/// Nobody decides about a position that is not in view: the key only leads back to it.
fn to_present(online: &mut Online, model: &Model) -> Vec<Effect> {
    online.looking = None;
    online.notice = Some(model.language.term_present().to_owned());
    Vec::new()
}

/// A key of somebody who plays.
fn played(online: &mut Online, key: KeyEvent, turn: Turn, model: &Model) -> Vec<Effect> {
    match key.code {
        KeyCode::Char('y') => match online.offer() {
            Some(Offer::Draw) => online.decide(Action::AcceptDraw, model),
            Some(Offer::Takeback) => online.decide(Action::AcceptTakeback, model),
            None => Vec::new(),
        },
        KeyCode::Char('n') => match online.offer() {
            Some(Offer::Draw) => online.decide(Action::DeclineDraw, model),
            Some(Offer::Takeback) => online.decide(Action::DeclineTakeback, model),
            None => Vec::new(),
        },
        KeyCode::Char('g') => {
            online.asking = Some(Asking::Resign);
            Vec::new()
        }
        KeyCode::Char('d') => online.decide(Action::OfferDraw, model),
        KeyCode::Char('u') | KeyCode::Backspace => online.decide(Action::AskTakeback, model),
        KeyCode::Char('c') => online.decide(Action::Claim, model),
        KeyCode::Enter | KeyCode::Char(' ' | 't') if online.is_busy(model.now) => {
            skip(online);
            Vec::new()
        }
        code => match turn {
            Turn::Throw if matches!(code, KeyCode::Enter | KeyCode::Char(' ' | 't')) => {
                online.decide(Action::Throw, model)
            }
            Turn::Choose(mover) => choosing(online, code, mover, model),
            _ => Vec::new(),
        },
    }
}

/// A key of somebody who is to choose a move.
fn choosing(online: &mut Online, code: KeyCode, mover: Player, model: &Model) -> Vec<Effect> {
    match code {
        KeyCode::Left | KeyCode::Up => step(online, false, mover),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => step(online, true, mover),
        KeyCode::Char('x') if online.hand().may_swap() => {
            return online.decide(Action::Play { mv: mancala::Move::Swap.to_string() }, model);
        }
        KeyCode::Enter | KeyCode::Char(' ') => return play_at(online, online.cursor, model),
        code => return place_of(code).map(|place| digit(online, place, model)).unwrap_or_default(),
    }
    Vec::new()
}

/// A number plays at once, or only chooses where moves are confirmed.
fn digit(online: &mut Online, place: usize, model: &Model) -> Vec<Effect> {
    if model.settings.confirm && online.cursor != place {
        let most = match online.kind() {
            GameKind::Senet => online.hand().senet_moves().len(),
            GameKind::Mancala => online.hand().pits().last().map_or(0, |pit| usize::from(*pit)),
        };
        if place < most {
            online.cursor = place;
            return Vec::new();
        }
    }
    play_at(online, place, model)
}

/// Plays the pit or the move with this number, from 0, or says why not.
fn play_at(online: &mut Online, place: usize, model: &Model) -> Vec<Effect> {
    let l = model.language;
    let Some(position) = online.game.as_ref().map(gebeta_match::Match::position) else { return Vec::new() };
    match position {
        AnyPosition::Mancala(position) => {
            let Some(pit) = mancala::Pit::new(place as u8 + 1) else { return Vec::new() };
            let mv = mancala::Move::Sow(pit);
            match position.check(mv) {
                Ok(()) => {
                    online.cursor = place;
                    online.decide(Action::Play { mv: mv.to_string() }, model)
                }
                Err(illegal) => {
                    online.notice = Some(mancala_refusal(l, illegal));
                    Vec::new()
                }
            }
        }
        AnyPosition::Senet(_) => {
            let moves = online.hand().senet_moves();
            let Some(mv) = moves.get(place) else {
                online.notice = Some(l.term_moves_range(moves.len()));
                return Vec::new();
            };
            online.cursor = place;
            online.decide(Action::Play { mv: mv.to_string() }, model)
        }
    }
}

fn step(online: &mut Online, on: bool, mover: Player) {
    if let Some(game) = &online.game {
        online.cursor = stepped(&game.position(), online.cursor, mover, on);
    }
}

/// Looks at the position before, or the one after.
fn look(online: &mut Online, on: bool) {
    let Some(game) = &online.game else { return };
    online.looking = looked(online.looking, game.record().plies().len(), on);
    online.motion = None;
}

fn skip(online: &mut Online) {
    online.motion = None;
    online.thrown = None;
}

fn rematch(online: &mut Online, model: &Model) -> Vec<Effect> {
    let offered = online.game.as_ref().and_then(gebeta_match::Match::rematch_offer);
    if offered.is_some() && offered == online.side {
        return Vec::new();
    }
    online.decide(Action::Rematch, model)
}

fn hole_clicked(online: &mut Online, hole: usize, mover: Player, model: &Model) -> Vec<Effect> {
    let Some(AnyPosition::Mancala(position)) = online.game.as_ref().map(gebeta_match::Match::position) else {
        return Vec::new();
    };
    let l = model.language;
    let pits = usize::from(position.board().pits().get());
    let (owner, pit) = owner_of(hole, pits);
    if pit == pits {
        online.notice = Some(l.illegal_store().to_owned());
    } else if owner != mover {
        online.notice = Some(l.illegal_other_side(&online.names()[owner]));
    } else {
        return play_at(online, pit, model);
    }
    Vec::new()
}
