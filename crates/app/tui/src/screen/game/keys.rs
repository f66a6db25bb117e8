use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::{CoinSide, Player};
use gebeta_session::{Input, LocalEvent, Prompt};

use super::{Asking, Game};
use crate::input::Line;
use crate::screen::Screen;
use crate::screen::page::{Page, Subject};
use crate::screen::play_board::{PRESENT, place_of};
use crate::screen::review::ReviewScreen;
use crate::screen::setup::Setup;
use crate::{Effect, Model};

/// A key in a game.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    with_game(model, |game, model| {
        game.board.notice = None;
        match game.asking.clone() {
            Some(asking) => answer(game, asking, key),
            None => pressed(game, key, model),
        }
    })
}

/// Something in a game was clicked.
pub(crate) fn click(model: &mut Model, target: crate::Target) -> Vec<Effect> {
    with_game(model, |game, model| {
        game.board.notice = None;
        let input = game.board.click(target, model.language, model.now);
        decide(game, input, model)
    })
}

/// Takes the game out of the model, so that both can be changed, and puts it back.
pub(crate) fn with_game(
    model: &mut Model,
    act: impl FnOnce(&mut Game, &mut Model) -> Vec<Effect>,
) -> Vec<Effect> {
    let Some(place) = model.screens.iter().rposition(|screen| matches!(screen, Screen::Game(_))) else {
        return Vec::new();
    };
    let Screen::Game(mut game) = model.screens.remove(place) else { return Vec::new() };
    let effects = act(&mut game, model);
    if game.left {
        model.go_home();
    } else {
        // What was opened from the game lies above it.
        model.screens.insert(place, Screen::Game(game));
    }
    effects
}

fn decide(game: &mut Game, input: Option<Input>, model: &mut Model) -> Vec<Effect> {
    input.map(|input| game.decide(input, model)).unwrap_or_default()
}

fn answer(game: &mut Game, asking: Asking, key: KeyEvent) -> Vec<Effect> {
    game.asking = None;
    match (asking, key.code) {
        // A second `q` means what the first one did.
        (Asking::End, KeyCode::Enter | KeyCode::Char('y' | 'q')) => leave(game),
        (Asking::Save(line), KeyCode::Enter) if !line.text.trim().is_empty() => {
            vec![Effect::SaveAs(game.local().record().to_string(), PathBuf::from(line.text.trim()))]
        }
        (Asking::Save(mut line), code) if code != KeyCode::Esc => {
            line.key(key);
            game.asking = Some(Asking::Save(line));
            Vec::new()
        }
        _ => Vec::new(),
    }
}

/// To the home screen; the game waits there, unless it is over.
fn leave(game: &mut Game) -> Vec<Effect> {
    game.left = true;
    let kept = game.kept_on_leaving();
    [Effect::Stop].into_iter().chain(kept).chain([Effect::ListUnfinished]).collect()
}

fn pressed(game: &mut Game, key: KeyEvent, model: &mut Model) -> Vec<Effect> {
    let (l, now) = (model.language, model.now);
    let over = matches!(game.board.prompt(now), Some(Prompt::Over(_)));
    let may_call = game.board.session.allowed().call_coin;
    let is_looking = game.board.looking().is_some();
    let input = match key.code {
        KeyCode::Char('q') | KeyCode::Esc if is_looking => Some(PRESENT),
        KeyCode::Char('q') | KeyCode::Esc if game.is_over() || game.local().ply() == 0 => return leave(game),
        KeyCode::Char('q') | KeyCode::Esc => {
            game.asking = Some(Asking::End);
            None
        }
        KeyCode::Char('?') | KeyCode::F(1) => {
            model.screens.push(Screen::Page(Page::new(Subject::Rules(game.rule_set.clone()))));
            None
        }
        KeyCode::Char('K') => {
            model.screens.push(Screen::Page(Page::new(Subject::Keys)));
            None
        }
        KeyCode::Char('V') => {
            model.settings.layout = model.settings.layout.turned();
            None
        }
        KeyCode::Char('v') => {
            game.verbose ^= true;
            model.verbose = game.verbose;
            return game.report(LocalEvent::SearchForcedMoves(game.verbose), model);
        }
        KeyCode::Char('S') => {
            let name = format!("{}-{}.gebeta", game.kind(), game.local().ply());
            game.asking = Some(Asking::Save(Line::new(&name)));
            None
        }
        KeyCode::PageUp | KeyCode::Char('[') => Some(game.board.look(false)),
        KeyCode::PageDown | KeyCode::Char(']') => Some(game.board.look(true)),
        _ if is_looking => Some(game.board.return_to_present(l)),
        _ if over => return at_the_end(game, key, model),
        // The game is counted, though its last stones are still in the air.
        KeyCode::Char('u' | 'r') | KeyCode::Backspace if game.is_over() => {
            game.board.notice = Some(l.illegal_game_over().to_owned());
            None
        }
        KeyCode::Char('u') | KeyCode::Backspace => return game.undo(model),
        KeyCode::Char('r') => return game.redo(model),
        KeyCode::Char('p') => return game.pause(model),
        KeyCode::Enter | KeyCode::Char(' ') if game.board.session.is_paused() => return game.pause(model),
        KeyCode::Char('h') if may_call => Some(Input::Toss(Some(CoinSide::Heads))),
        KeyCode::Char('t') if may_call => Some(Input::Toss(Some(CoinSide::Tails))),
        KeyCode::Char('h') => return advise(game, model),
        KeyCode::Char('x') => game.board.selection().swap().map(Input::Choose),
        KeyCode::Left | KeyCode::Up => game.board.step(false, now),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => game.board.step(true, now),
        KeyCode::Enter | KeyCode::Char(' ' | 'c' | 't') => {
            if may_call && !game.board.is_busy(now) {
                game.board.notice = Some(l.coin_call(game.local().name(Player::One)));
            }
            game.board.advance(now)
        }
        code => place_of(code).and_then(|place| game.board.digit(place, l, now)),
    };
    decide(game, input, model)
}

fn advise(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    if game.board.chooser(model.now).is_none() {
        game.board.notice = Some(model.language.term_not_now().to_owned());
        return Vec::new();
    }
    let ticket = model.ticket();
    game.advice = None;
    game.advice_ticket = Some(ticket);
    vec![Effect::Advise { ticket, position: game.local().position() }]
}

/// The card at the end of the game.
fn at_the_end(game: &mut Game, key: KeyEvent, model: &mut Model) -> Vec<Effect> {
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') if !game.aside => {
            let seed = model.fresh_seed();
            let table = game.local().again(seed);
            *game = Game::new(table, game.rule_set.clone(), game.verbose);
            return game.begin(model);
        }
        KeyCode::Char('n') => {
            let plan = model.usual_plan(game.kind());
            model.screens.push(Screen::Setup(Box::new(Setup::new(plan, model))));
        }
        KeyCode::Char('w') => {
            let (ticket, record) = (model.ticket(), game.local().record().clone());
            model.screens.push(Screen::Review(Box::new(ReviewScreen::new(ticket, record.clone()))));
            return vec![Effect::Review { ticket, record: Box::new(record) }];
        }
        KeyCode::Char('b') | KeyCode::Tab => game.aside ^= true,
        KeyCode::Enter | KeyCode::Char(' ') => game.aside = false,
        _ => {}
    }
    Vec::new()
}
