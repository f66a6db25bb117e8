use std::path::PathBuf;

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::{AnyPly, AnyPosition, CoinSide, Game as _, Player, mancala};
use gebeta_session::{PlayerKind, Stage};

use super::{Asking, Game};
use crate::input::Line;
use crate::screen::Screen;
use crate::screen::board_keys::{looked, owner_of, place_of, stepped};
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
        if game.looking.is_some() {
            return to_present(game, model);
        }
        match target {
            Target::Hole(hole) => hole_clicked(game, hole, model),
            Target::Square(square) => {
                let moves = game.hand().senet_moves();
                let there = moves.iter().position(|mv| mv.from().is_some_and(|from| from.number() == square));
                match (there, game.stage(model.now)) {
                    (Some(place), Some(Stage::Choose(_) | Stage::Confirm(_))) => {
                        game.cursor = place;
                        play_chosen(game, model)
                    }
                    (_, Some(Stage::Throw(_))) => go_on(game, model),
                    (None, Some(Stage::Choose(_))) => refuse_square(game, square, model),
                    _ => Vec::new(),
                }
            }
            Target::Move(place)
                if matches!(game.stage(model.now), Some(Stage::Choose(_) | Stage::Confirm(_))) =>
            {
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
            vec![Effect::SaveAs(game.table.record().to_string(), PathBuf::from(line.text.trim()))]
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
    let over = matches!(game.stage(model.now), Some(Stage::Over(_)));
    match key.code {
        KeyCode::Char('q') | KeyCode::Esc if game.looking.is_some() => game.looking = None,
        KeyCode::Char('q') | KeyCode::Esc if game.is_over() || game.table.ply() == 0 => return leave(game),
        KeyCode::Char('q') | KeyCode::Esc => game.asking = Some(Asking::End),
        KeyCode::Char('?') | KeyCode::F(1) => {
            model.screens.push(Screen::Page(Page::new(Subject::Rules(game.rule_set.clone()))));
        }
        KeyCode::Char('K') => model.screens.push(Screen::Page(Page::new(Subject::Keys))),
        KeyCode::Char('V') => model.settings.layout = model.settings.layout.turned(),
        KeyCode::Char('v') => {
            game.verbose ^= true;
            model.verbose = game.verbose;
        }
        KeyCode::Char('S') => {
            let name = format!("{}-{}.gebeta", game.kind(), game.table.ply());
            game.asking = Some(Asking::Save(Line::new(&name)));
        }
        KeyCode::PageUp | KeyCode::Char('[') => look(game, false),
        KeyCode::PageDown | KeyCode::Char(']') => look(game, true),
        _ if game.looking.is_some() => return to_present(game, model),
        _ if over => return at_the_end(game, key, model),
        // The game is counted, though its last stones are still in the air.
        KeyCode::Char('u' | 'r') | KeyCode::Backspace if game.is_over() => {
            game.notice = Some(model.language.illegal_game_over().to_owned());
        }
        KeyCode::Char('u') | KeyCode::Backspace => return game.undo(model),
        KeyCode::Char('r') => return game.redo(model),
        KeyCode::Char('h') if game.table.stage() == Stage::Toss => {
            return game.toss(Some(CoinSide::Heads), model);
        }
        KeyCode::Char('t') if game.table.stage() == Stage::Toss => {
            return game.toss(Some(CoinSide::Tails), model);
        }
        KeyCode::Char('h') => return advise(game, model),
        KeyCode::Char('x') => return game.choose(AnyPly::Mancala(mancala::Move::Swap), model),
        KeyCode::Left | KeyCode::Up => step(game, false, model),
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => step(game, true, model),
        KeyCode::Enter | KeyCode::Char(' ' | 'c' | 't') => return go_on(game, model),
        code => return place_of(code).map(|place| digit(game, place, model)).unwrap_or_default(),
    }
    Vec::new()
}

/// Nobody moves in a position that is not in view: the key only leads back to it.
fn to_present(game: &mut Game, model: &Model) -> Vec<Effect> {
    game.looking = None;
    game.notice = Some(model.language.term_present().to_owned());
    Vec::new()
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
    match game.table.stage() {
        Stage::Throw(mover) if game.table.minds()[mover] == PlayerKind::Human => {
            game.throw(model);
            Vec::new()
        }
        Stage::Choose(_) => play_chosen(game, model),
        Stage::Confirm(_) => match game.table.commit() {
            Ok(played) => game.show(played, model),
            Err(refused) => {
                game.refuse(refused, model);
                Vec::new()
            }
        },
        Stage::Toss if game.table.minds().one == PlayerKind::Human => {
            game.notice = Some(model.language.coin_call(game.table.name(Player::One)));
            Vec::new()
        }
        Stage::Toss | Stage::Throw(_) | Stage::Think(..) | Stage::Over(_) => Vec::new(),
    }
}

fn play_chosen(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    match (game.hand().chosen(), game.table.position()) {
        (Some(ply), _) if game.table.trial() == Some(ply) => go_on(game, model),
        (Some(ply), _) => game.choose(ply, model),
        // An empty pit: the rules say why.
        (None, AnyPosition::Mancala(_)) => match mancala::Pit::new(game.cursor as u8 + 1) {
            Some(pit) => game.choose(AnyPly::Mancala(mancala::Move::Sow(pit)), model),
            None => Vec::new(),
        },
        (None, AnyPosition::Senet(_)) => Vec::new(),
    }
}

fn digit(game: &mut Game, place: usize, model: &mut Model) -> Vec<Effect> {
    let stage = game.stage(model.now);
    match (stage, game.table.position()) {
        (Some(Stage::Choose(_) | Stage::Confirm(_)), AnyPosition::Mancala(position)) => {
            if place < usize::from(position.board().pits().get()) {
                game.cursor = place;
            }
            match mancala::Pit::new(place as u8 + 1) {
                Some(pit) => game.choose(AnyPly::Mancala(mancala::Move::Sow(pit)), model),
                None => Vec::new(),
            }
        }
        (Some(Stage::Choose(_) | Stage::Confirm(_)), AnyPosition::Senet(_)) => {
            let moves = game.hand().senet_moves().len();
            if place >= moves {
                game.notice = Some(model.language.term_moves_range(moves));
                return Vec::new();
            }
            game.cursor = place;
            play_chosen(game, model)
        }
        (Some(Stage::Throw(_)), _) => {
            game.notice = Some(model.language.illegal_no_roll().to_owned());
            Vec::new()
        }
        _ => Vec::new(),
    }
}

fn step(game: &mut Game, on: bool, model: &Model) {
    if let Some(Stage::Choose(mover) | Stage::Confirm(mover)) = game.stage(model.now) {
        game.cursor = stepped(&game.table.position(), game.cursor, mover, on);
    }
}

/// Looks at the position before, or the one after.
fn look(game: &mut Game, on: bool) {
    game.looking = looked(game.looking, game.table.ply(), on);
    game.motion = None;
}

fn advise(game: &mut Game, model: &mut Model) -> Vec<Effect> {
    match game.stage(model.now) {
        Some(Stage::Choose(_) | Stage::Confirm(_)) => {
            let ticket = model.ticket();
            game.advice = None;
            game.advice_ticket = Some(ticket);
            vec![Effect::Advise { ticket, position: game.table.position() }]
        }
        _ => {
            game.notice = Some(model.language.term_not_now().to_owned());
            Vec::new()
        }
    }
}

/// The card at the end of the game.
fn at_the_end(game: &mut Game, key: KeyEvent, model: &mut Model) -> Vec<Effect> {
    match key.code {
        KeyCode::Enter | KeyCode::Char(' ') if !game.aside => {
            let seed = model.fresh_seed();
            let table = game.table.again(seed);
            let mut next = Game::new(table, game.rule_set.clone(), game.verbose);
            next.begin(model);
            *game = next;
        }
        KeyCode::Char('n') => {
            let plan = model.usual_plan(game.kind());
            model.screens.push(Screen::Setup(Box::new(Setup::new(plan, model))));
        }
        KeyCode::Char('w') => {
            let (ticket, record) = (model.ticket(), game.table.record().clone());
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
    let AnyPosition::Mancala(position) = game.table.position() else { return Vec::new() };
    if game.is_busy(model.now) {
        return go_on(game, model);
    }
    let l = model.language;
    let Some(Stage::Choose(mover) | Stage::Confirm(mover)) = game.stage(model.now) else { return Vec::new() };
    let pits = usize::from(position.board().pits().get());
    let (owner, pit) = owner_of(hole, pits);
    if pit == pits {
        game.notice = Some(l.illegal_store().to_owned());
    } else if owner != mover {
        game.notice = Some(l.illegal_other_side(game.table.name(owner)));
    } else {
        game.cursor = pit;
        return play_chosen(game, model);
    }
    Vec::new()
}

fn refuse_square(game: &mut Game, square: u8, model: &Model) -> Vec<Effect> {
    let AnyPosition::Senet(position) = game.table.position() else { return Vec::new() };
    let piece = gebeta_rules::senet::Square::new(square).and_then(|square| position.board().piece_at(square));
    let l = model.language;
    game.notice = Some(if piece.is_some() && piece == position.to_move() {
        l.term_cannot_move(square)
    } else {
        l.illegal_not_yours(square)
    });
    Vec::new()
}
