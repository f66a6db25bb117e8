use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::{AnyPly, AnyPosition, CoinSide, Game as _, Player, mancala};
use gebeta_session::{Input, LocalEvent, Prompt};

use super::{Asking, Game};
use crate::input::Line;
use crate::screen::Screen;
use crate::screen::board_keys::{owner_of, place_of, stepped};
use crate::screen::page::{Page, Subject};
use crate::screen::review::ReviewScreen;
use crate::screen::setup::Setup;
use crate::{Effect, Model};

/// A key in a game.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    with_game(model, |game, model| {
        game.notice = None;
        match game.asking.clone() {
            Some(asking) => answer(game, asking, key),
            None => pressed(game, key, model),
        }
    })
}

/// Something in a game was clicked.
pub(crate) fn click(model: &mut Model, target: crate::Target) -> Vec<Effect> {
    use crate::Target;
    with_game(model, |game, model| {
        game.notice = None;
        if game.looking().is_some() {
            return to_present(game, model);
        }
        match target {
            Target::Hole(hole) => hole_clicked(game, hole, model),
            Target::Square(square) => {
                let moves = game.hand().senet_moves();
                let there = moves.iter().position(|mv| mv.from().is_some_and(|from| from.number() == square));
                match (there, game.prompt(model.now)) {
                    (Some(place), Some(Prompt::Choose(_) | Prompt::Confirm(_))) => {
                        game.cursor = place;
                        play_chosen(game, model)
                    }
                    (_, Some(Prompt::Throw(_))) => go_on(game, model),
                    (None, Some(Prompt::Choose(_))) => refuse_square(game, square, model),
                    _ => Vec::new(),
                }
            }
            Target::Move(place) if game.chooser(model.now).is_some() => {
                game.cursor = place;
                play_chosen(game, model)
            }
            _ => Vec::new(),
        }
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

fn answer(game: &mut Game, asking: Asking, key: KeyEvent) -> Vec<Effect> {
    game.asking = None;
    match (asking, key.code) {
        (Asking::End, KeyCode::Enter | KeyCode::Char('y')) => leave(game),
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
    let over = matches!(game.prompt(model.now), Some(Prompt::Over(_)));
    let may_call = game.session.allowed().call_coin;
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc if game.looking().is_some() => {
            return game.decide(Input::LookAt(usize::MAX), model);
        }
        KeyCode::Char('q') | KeyCode::Esc if game.is_over() || game.local().ply() == 0 => return leave(game),
        KeyCode::Char('q') | KeyCode::Esc => game.asking = Some(Asking::End),
        KeyCode::Char('?') | KeyCode::F(1) => {
            model.screens.push(Screen::Page(Page::new(Subject::Rules(game.rule_set.clone()))));
        }
        KeyCode::Char('K') => model.screens.push(Screen::Page(Page::new(Subject::Keys))),
        KeyCode::Char('V') => model.settings.layout = model.settings.layout.turned(),
        KeyCode::Char('v') => {
            game.verbose ^= true;
            model.verbose = game.verbose;
            return game.report(LocalEvent::SearchForcedMoves(game.verbose), model);
        }
        KeyCode::Char('S') => {
            let name = format!("{}-{}.gebeta", game.kind(), game.local().ply());
            game.asking = Some(Asking::Save(Line::new(&name)));
        }
        KeyCode::PageUp | KeyCode::Char('[') => return look(game, false, model),
        KeyCode::PageDown | KeyCode::Char(']') => return look(game, true, model),
        _ if game.looking().is_some() => return to_present(game, model),
        _ if over => return at_the_end(game, key, model),
        // The game is counted, though its last stones are still in the air.
        KeyCode::Char('u' | 'r') | KeyCode::Backspace if game.is_over() => {
            game.notice = Some(model.language.illegal_game_over().to_owned());
        }
        KeyCode::Char('u') | KeyCode::Backspace => return game.undo(model),
        KeyCode::Char('r') => return game.redo(model),
        KeyCode::Char('h') if may_call => return game.decide(Input::Toss(Some(CoinSide::Heads)), model),
        KeyCode::Char('t') if may_call => return game.decide(Input::Toss(Some(CoinSide::Tails)), model),
        KeyCode::Char('h') => return advise(game, model),
        KeyCode::Char('x') => {
            return game.decide(Input::Choose(AnyPly::Mancala(mancala::Move::Swap)), model);
        }
        KeyCode::Left | KeyCode::Up => step(game, false, model),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => step(game, true, model),
        KeyCode::Enter | KeyCode::Char(' ' | 'c' | 't') => return go_on(game, model),
        code => return place_of(code).map(|place| digit(game, place, model)).unwrap_or_default(),
    }
    Vec::new()
}

/// Leads back to the present position; nobody moves in one that is not in view.
fn to_present(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    let effects = game.decide(Input::LookAt(usize::MAX), model);
    game.notice = Some(model.language.term_present().to_owned());
    effects
}

/// Enter: whatever comes next.
fn go_on(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    // A key skips what is being shown.
    if game.is_busy(model.now) {
        game.motion = None;
        game.thrown = None;
        game.coin = None;
        return Vec::new();
    }
    match game.session.prompt() {
        Prompt::Throw(_) => game.decide(Input::Throw, model),
        Prompt::Choose(_) => play_chosen(game, model),
        Prompt::Confirm(_) => game.decide(Input::Commit, model),
        Prompt::Toss if game.session.allowed().call_coin => {
            game.notice = Some(model.language.coin_call(game.local().name(Player::One)));
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn play_chosen(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    match (game.hand().chosen(), game.local().position()) {
        (Some(ply), _) if game.local().trial() == Some(ply) => go_on(game, model),
        (Some(ply), _) => game.decide(Input::Choose(ply), model),
        // An empty pit: the rules say why.
        (None, AnyPosition::Mancala(_)) => sow(game, game.cursor, model),
        (None, AnyPosition::Senet(_)) => Vec::new(),
    }
}

fn sow(game: &mut Game, place: usize, model: &mut Model) -> Vec<Effect> {
    let Some(pit) = mancala::Pit::new(place as u8 + 1) else { return Vec::new() };
    game.decide(Input::Choose(AnyPly::Mancala(mancala::Move::Sow(pit))), model)
}

fn digit(game: &mut Game, place: usize, model: &mut Model) -> Vec<Effect> {
    match (game.prompt(model.now), game.local().position()) {
        (Some(Prompt::Choose(_) | Prompt::Confirm(_)), AnyPosition::Mancala(position)) => {
            if place < usize::from(position.board().pits().get()) {
                game.cursor = place;
            }
            sow(game, place, model)
        }
        (Some(Prompt::Choose(_) | Prompt::Confirm(_)), AnyPosition::Senet(_)) => {
            let moves = game.hand().senet_moves().len();
            if place >= moves {
                game.notice = Some(model.language.term_moves_range(moves));
                return Vec::new();
            }
            game.cursor = place;
            play_chosen(game, model)
        }
        (Some(Prompt::Throw(_)), _) => {
            game.notice = Some(model.language.illegal_no_roll().to_owned());
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn step(game: &mut Game, on: bool, model: &Model) {
    if let Some(mover) = game.chooser(model.now) {
        game.cursor = stepped(&game.local().position(), game.cursor, mover, on);
    }
}

/// Looks at the position before, or the one after.
fn look(game: &mut Game, on: bool, model: &mut Model) -> Vec<Effect> {
    let (place, _) = game.session.place();
    let next = if on { place + 1 } else { place.saturating_sub(1) };
    game.decide(Input::LookAt(next), model)
}

fn advise(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    if game.chooser(model.now).is_none() {
        game.notice = Some(model.language.term_not_now().to_owned());
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

fn hole_clicked(game: &mut Game, hole: usize, model: &mut Model) -> Vec<Effect> {
    let AnyPosition::Mancala(position) = game.local().position() else { return Vec::new() };
    if game.is_busy(model.now) {
        return go_on(game, model);
    }
    let l = model.language;
    let Some(mover) = game.chooser(model.now) else { return Vec::new() };
    let pits = usize::from(position.board().pits().get());
    let (owner, pit) = owner_of(hole, pits);
    if pit == pits {
        game.notice = Some(l.illegal_store().to_owned());
    } else if owner != mover {
        game.notice = Some(l.illegal_other_side(game.local().name(owner)));
    } else {
        game.cursor = pit;
        return play_chosen(game, model);
    }
    Vec::new()
}

fn refuse_square(game: &mut Game, square: u8, model: &Model) -> Vec<Effect> {
    let AnyPosition::Senet(position) = game.local().position() else { return Vec::new() };
    let piece = gebeta_rules::senet::Square::new(square).and_then(|square| position.board().piece_at(square));
    let l = model.language;
    game.notice = Some(if piece.is_some() && piece == position.to_move() {
        l.term_cannot_move(square)
    } else {
        l.illegal_not_yours(square)
    });
    Vec::new()
}
