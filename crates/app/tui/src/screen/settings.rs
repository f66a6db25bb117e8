use crossterm::event::{KeyCode, KeyEvent};

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::GameKind;

use super::Screen;
use super::picker::{Goal, Picker};
use crate::input::Line;
use crate::options::{cycled, next_in, word};
use crate::{Effect, Model, Settings};

/// The settings.
#[derive(Debug)]
pub struct SettingsScreen {
    /// The chosen line.
    pub cursor: usize,
    /// The settings as they were found. What differs in the end is kept; a flag or a key that changed something for this
    /// run alone had done so before.
    before: Settings,
}

impl SettingsScreen {
    pub(crate) const fn new(before: Settings) -> Self {
        Self { cursor: 0, before }
    }

    /// Keeps what was changed here.
    pub(crate) fn save(&self, now: &Settings) -> Option<Effect> {
        let changes = now.changes_since(&self.before);
        (!changes.is_empty()).then_some(Effect::SaveSettings(changes))
    }
}

/// A key at the settings.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Screen::Settings(screen) = model.screen_mut() else { return Vec::new() };
    let rows = Settings::KEYS.len();
    let cursor = screen.cursor;
    let on_name = Settings::KEYS[cursor] == "name";
    match key.code {
        KeyCode::Up => screen.cursor = (cursor + rows - 1) % rows,
        KeyCode::Down | KeyCode::Tab => screen.cursor = (cursor + 1) % rows,
        KeyCode::Esc => return leave(model),
        KeyCode::Char('q') if !on_name => return leave(model),
        _ if on_name => {
            let mut line = Line::new(&model.settings.name);
            if line.key(key) {
                model.settings.name = line.text.chars().take(gebeta_session::LONGEST_NAME).collect();
                model.settings_changed();
            }
        }
        KeyCode::Char('k') => screen.cursor = (cursor + rows - 1) % rows,
        KeyCode::Char('j') => screen.cursor = (cursor + 1) % rows,
        KeyCode::Home => screen.cursor = 0,
        KeyCode::End => screen.cursor = rows - 1,
        KeyCode::Enter if Settings::KEYS[cursor].ends_with("_opponent") => {
            let (game, present) = match Settings::KEYS[cursor] {
                "mancala_opponent" => (GameKind::Mancala, model.settings.mancala_opponent.clone()),
                _ => (GameKind::Senet, model.settings.senet_opponent.clone()),
            };
            let picker = Picker::players(Goal::Opponent(game), game, &present, model);
            model.screens.push(Screen::Picker(picker));
        }
        KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ') => turn(model, cursor, true),
        KeyCode::Left | KeyCode::Backspace => turn(model, cursor, false),
        _ => {}
    }
    Vec::new()
}

fn leave(model: &mut Model) -> Vec<Effect> {
    let Screen::Settings(screen) = model.screen() else { return Vec::new() };
    let save = screen.save(&model.settings);
    model.leave();
    save.into_iter().collect()
}

/// Sets a line to its next value, or the one before.
pub(crate) fn turn(model: &mut Model, row: usize, on: bool) {
    let Some(key) = Settings::KEYS.get(row).copied() else { return };
    let names = |kind| model.sets_of(kind).map(|set| set.name.clone()).collect::<Vec<_>>();
    let (mancala, senet) = (names(GameKind::Mancala), names(GameKind::Senet));
    let settings = &mut model.settings;
    match key {
        "language" => {
            let all = [None, Some(Language::En), Some(Language::Am), Some(Language::Ar)];
            settings.language = cycled(settings.language, &all, on);
        }
        "color" => settings.color = word(settings.color, on),
        "charset" => settings.charset = word(settings.charset, on),
        "animation" => settings.animation = word(settings.animation, on),
        "delay" => settings.delay = delay(settings.delay, on),
        "confirm" => settings.confirm ^= true,
        "layout" => settings.layout = word(settings.layout, on),
        "mouse" => settings.mouse ^= true,
        "statistics" => settings.statistics ^= true,
        "mancala_rules" => settings.mancala_rules = cycled(settings.mancala_rules.clone(), &mancala, on),
        "senet_rules" => settings.senet_rules = cycled(settings.senet_rules.clone(), &senet, on),
        "mancala_opponent" => {
            settings.mancala_opponent =
                cycled(settings.mancala_opponent.clone(), &seats(GameKind::Mancala), on);
        }
        "senet_opponent" => {
            settings.senet_opponent = cycled(settings.senet_opponent.clone(), &seats(GameKind::Senet), on);
        }
        _ => return,
    }
    model.settings_changed();
}

/// The next longer or shorter pause.
pub(crate) fn delay(now: u32, on: bool) -> u32 {
    const PAUSES: [u32; 7] = [0, 200, 400, 600, 1000, 1500, 3000];
    let there = PAUSES.iter().position(|pause| *pause >= now).unwrap_or(0);
    PAUSES[next_in(PAUSES.len(), there, on)]
}

/// Everybody who may sit on a seat, by name: a person, then the computer players, the levels before those that have a depth.
pub(crate) fn seats(kind: GameKind) -> Vec<String> {
    let mut seats = vec![gebeta_session::PlayerKind::HUMAN.to_owned()];
    let bots = Bot::names(kind).iter().filter_map(|name| Bot::named(kind, name).ok());
    let (deep, others): (Vec<_>, Vec<_>) = bots.partition(|bot| bot.depth().is_some());
    seats.extend(others.iter().map(ToString::to_string));
    for bot in deep {
        seats.extend(Bot::DEPTHS.map(|depth| bot.with_depth(depth).to_string()));
    }
    seats
}
