use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use crate::screen::replay::Replay;
use crate::screen::review::ReviewScreen;
use crate::screen::{
    Screen, game, games, home, online, online_form, page, picker, replay, review, settings, setup, statistics,
};
use crate::{Effect, Message, Model, Target};

/// The signal that Ctrl-C stands for.
const SIGINT: u8 = 2;

/// Changes the model by a message and says what is to be done in the world. `now` is in milliseconds and never falls.
pub fn update(model: &mut Model, now: u64, message: Message) -> Vec<Effect> {
    model.now = model.now.max(now);
    let mut effects = match message {
        Message::Tick => Vec::new(),
        Message::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
        Message::Key(key) => pressed(model, key),
        Message::Click(target) => clicked(model, target),
        Message::Wheel(down) => {
            let code = if down { KeyCode::Down } else { KeyCode::Up };
            // In a game the wheel would only carry the cursor away.
            if matches!(model.screen(), Screen::Game(_) | Screen::Online(_)) {
                Vec::new()
            } else {
                pressed(model, code.into())
            }
        }
        Message::Paste(text) => {
            let keys = text.chars().filter(|c| !c.is_control()).take(200);
            keys.flat_map(|c| pasted(model, c)).collect()
        }
        Message::Hangup(signal) => quit(model, Some(signal)),
        answer => answered(model, answer),
    };
    effects.extend(drive(model));
    effects
}

/// Lets the present game and replay go on by themselves.
fn drive(model: &mut Model) -> Vec<Effect> {
    replay::tick(model);
    // An online game stays connected while something else lies above it.
    let mut effects = online::with_online(model, |online, model| online.drive(model));
    if matches!(model.screen(), Screen::Game(_)) {
        effects.extend(game::with_game(model, game::Game::drive));
    }
    effects
}

fn pressed(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    model.next_complaint();
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        match key.code {
            KeyCode::Char('c') => return quit(model, Some(SIGINT)),
            KeyCode::Char('z') => return vec![Effect::Suspend],
            _ => {}
        }
    }
    match model.screen() {
        Screen::Home(_) => home::key(model, key),
        Screen::Setup(_) => setup::key(model, key),
        Screen::Picker(_) => picker::key(model, key),
        Screen::Game(_) => game::key(model, key),
        Screen::OnlineForm(_) => online_form::key(model, key),
        Screen::Online(_) => online::key(model, key),
        Screen::Page(_) => page::key(model, key),
        Screen::Games(_) => games::key(model, key),
        Screen::Replay(_) => replay::key(model, key),
        Screen::Review(_) => review::key(model, key),
        Screen::Statistics(_) => statistics::key(model, key),
        Screen::Settings(_) => settings::key(model, key),
    }
}

/// Pasted text goes only where text is typed; elsewhere it would be a storm of commands.
fn pasted(model: &mut Model, c: char) -> Vec<Effect> {
    let types = match model.screen() {
        Screen::Setup(setup) => matches!(setup.row(), setup::Row::Name(_)),
        Screen::Picker(_) => true,
        Screen::Game(game) => matches!(game.asking, Some(game::Asking::Save(_))),
        Screen::OnlineForm(screen) => {
            matches!(screen.row(), online_form::Row::Place | online_form::Row::Name)
        }
        Screen::Online(online) => matches!(online.asking, Some(online::Asking::Save(_))),
        Screen::Settings(screen) => crate::Settings::KEYS[screen.cursor] == "name",
        _ => false,
    };
    if types { pressed(model, KeyCode::Char(c).into()) } else { Vec::new() }
}

fn clicked(model: &mut Model, target: Target) -> Vec<Effect> {
    if let Target::Key(code) = target {
        return pressed(model, code.into());
    }
    model.next_complaint();
    match (model.screen(), target) {
        (Screen::Home(_), Target::Row(row)) => home::click(model, row),
        (Screen::Setup(_), Target::Row(row)) => setup::click(model, row, None),
        (Screen::Setup(_), Target::Turn(row, on)) => setup::click(model, row, Some(on)),
        (Screen::OnlineForm(_), Target::Row(row)) => online_form::click(model, row, None),
        (Screen::OnlineForm(_), Target::Turn(row, on)) => online_form::click(model, row, Some(on)),
        (Screen::Picker(_), Target::Row(row)) => {
            picker::pick(model, row);
            Vec::new()
        }
        (Screen::Online(_), target) => online::click(model, target),
        (Screen::Games(_), Target::Row(row)) => games::open(model, row, false),
        (Screen::Settings(_), Target::Turn(row, on)) => {
            if let Screen::Settings(screen) = model.screen_mut() {
                screen.cursor = row.min(crate::Settings::KEYS.len() - 1);
            }
            settings::turn(model, row, on);
            Vec::new()
        }
        (Screen::Settings(_), Target::Row(row)) => {
            if let Screen::Settings(screen) = model.screen_mut() {
                screen.cursor = row.min(crate::Settings::KEYS.len() - 1);
            }
            Vec::new()
        }
        (Screen::Review(_), Target::Row(row)) => {
            if let Screen::Review(screen) = model.screen_mut() {
                screen.cursor = row.min(screen.record.plies().len().saturating_sub(1));
            }
            Vec::new()
        }
        (Screen::Game(_), target) => game::click(model, target),
        _ => Vec::new(),
    }
}

/// Ends the program; a game that goes on is kept, and so are changed settings.
fn quit(model: &Model, signal: Option<u8>) -> Vec<Effect> {
    let mut effects = vec![Effect::Stop];
    for screen in &model.screens {
        match screen {
            Screen::Game(game) => effects.extend(game.kept_on_leaving()),
            Screen::Settings(screen) => effects.extend(screen.save(&model.settings)),
            _ => {}
        }
    }
    effects.push(Effect::Quit(signal));
    effects
}

fn answered(model: &mut Model, answer: Message) -> Vec<Effect> {
    match answer {
        Message::SearchResult(ticket, found) => {
            return game::with_game(model, |game, model| game.answered(ticket, found, model));
        }
        Message::Advice(ticket, advice) => {
            return game::with_game(model, |game, _| {
                game.advised(ticket, advice);
                Vec::new()
            });
        }
        Message::Online(ticket, event) => {
            return online::with_online(model, |online, model| {
                if online.ticket == ticket { online.hear(event, model) } else { Vec::new() }
            });
        }
        Message::LatestLink(Some(link)) => {
            if let Screen::OnlineForm(screen) = model.screen_mut()
                && screen.cursor == 0
            {
                screen.place.text = link;
            }
        }
        Message::Reviewing(ticket, done) => {
            if let Screen::Review(screen) = model.screen_mut()
                && screen.ticket == ticket
            {
                screen.done = done;
            }
        }
        Message::Reviewed(ticket, review) => {
            if let Screen::Review(screen) = model.screen_mut()
                && screen.ticket == ticket
            {
                screen.cursor = review.worst().first().copied().unwrap_or(0);
                screen.review = Some(review);
            }
        }
        Message::Games(games) => match model.screen_mut() {
            Screen::Games(screen) => screen.finished = Some(games),
            Screen::Statistics(screen) => screen.games = Some(games),
            _ => {}
        },
        Message::Opened(opened) => return show_opened(model, opened),
        Message::Unfinished(unfinished) => model.unfinished = unfinished,
        Message::Added(Err(why)) => model.notice = Some(model.language.term_not_recorded(why)),
        Message::Kept(Err(why)) => model.notice = Some(model.language.term_not_kept(why)),
        Message::Saved(Ok(path)) => model.notice = Some(model.language.term_saved(path)),
        Message::Saved(Err((path, why))) => {
            model.notice = Some(why);
            // Another name may do better.
            if let Screen::Game(game) = model.screen_mut() {
                game.asking = Some(game::Asking::Save(crate::input::Line::new(&path)));
            }
        }
        Message::SettingsSaved(Err(why)) | Message::Cleared(Err(why)) => model.notice = Some(why),
        Message::Cleared(Ok(_)) => model.notice = Some(model.language.settings_erased().to_owned()),
        _ => {}
    }
    Vec::new()
}

fn show_opened(model: &mut Model, opened: Result<Box<gebeta_rules::Record>, String>) -> Vec<Effect> {
    let Screen::Games(games) = model.screen() else { return Vec::new() };
    let review = games.review;
    match opened {
        Ok(record) if review => {
            let ticket = model.ticket();
            model.screens.push(Screen::Review(Box::new(ReviewScreen::new(ticket, (*record).clone()))));
            vec![Effect::Review { ticket, record }]
        }
        Ok(record) => {
            model.screens.push(Screen::Replay(Box::new(Replay::new(*record))));
            Vec::new()
        }
        Err(why) => {
            model.notice = Some(why);
            Vec::new()
        }
    }
}
