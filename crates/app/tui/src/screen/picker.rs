//! A list to choose one thing from; typing narrows it.

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_i18n::rules::ruleset;
use gebeta_rules::{GameKind, Player, Preset, RuleSet};
use gebeta_session::PlayerKind;

use super::settings::seats;
use super::{Screen, setup};
use crate::input::Line;
use crate::{Effect, Model};

/// A list to choose from.
#[derive(Debug)]
pub struct Picker {
    /// What the choice is for.
    pub goal: Goal,
    /// What was typed.
    pub filter: Line,
    /// The chosen line among those that match.
    pub cursor: usize,
    items: Vec<Item>,
}

/// What the choice is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A player of the set-up.
    Seat(Player),
    /// The usual opponent of a game in the settings.
    Opponent(GameKind),
    /// The rule set of the set-up.
    RuleSet,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its word in settings and records.
    pub word: String,
    /// What people call it.
    pub name: String,
    /// What it is like.
    pub about: String,
    /// What else it is found by: other names, places, kinds of game.
    pub found_by: String,
}

impl Picker {
    /// Everybody who may play `game`; the cursor is on `present`.
    pub(crate) fn players(goal: Goal, game: GameKind, present: &str, model: &Model) -> Self {
        let l = model.language;
        let item = |word: String| {
            let kind = PlayerKind::named(game, &word).ok()?;
            let (name, about) = (kind.name(l), kind.about(l).to_owned());
            Some(Item { word, name, about, found_by: String::new() })
        };
        let items: Vec<_> = seats(game).into_iter().filter_map(item).collect();
        let cursor = items.iter().position(|item| item.word == present).unwrap_or(0);
        Self { goal, filter: Line::default(), cursor, items }
    }

    /// Every rule set of a game, with the places where it is played; the cursor is on `present`.
    pub(crate) fn rule_sets(game: GameKind, present: &str, model: &Model) -> Self {
        let l = model.language;
        let item = |set: &RuleSet| {
            let origin = Preset::named(&set.name).map(Preset::origin).unwrap_or_default();
            let (name, about) = match ruleset(l, &set.name) {
                Some((name, about)) => (name.to_owned(), about.to_owned()),
                None => (set.name.clone(), set.about.clone()),
            };
            let place = if origin.region.is_empty() { String::new() } else { format!("{}: ", origin.region) };
            let found_by = [&origin.native, &origin.region, &origin.family].map(|text| text.to_lowercase());
            Item { word: set.name.clone(), name, about: place + &about, found_by: found_by.join(" ") }
        };
        let items: Vec<_> = model.sets_of(game).map(item).collect();
        let cursor = items.iter().position(|item| item.word == present).unwrap_or(0);
        Self { goal: Goal::RuleSet, filter: Line::default(), cursor, items }
    }

    /// The lines that match what was typed.
    pub fn matches(&self) -> Vec<&Item> {
        let wanted = self.filter.text.to_lowercase();
        let fits = |item: &&Item| {
            let texts = [&item.name.to_lowercase(), &item.word, &item.found_by];
            wanted.split_whitespace().all(|part| texts.iter().any(|text| text.contains(part)))
        };
        self.items.iter().filter(fits).collect()
    }

    /// The chosen line.
    pub fn chosen(&self) -> Option<&Item> {
        self.matches().get(self.cursor).copied()
    }
}

/// A key at the list.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Screen::Picker(picker) = model.screen_mut() else { return Vec::new() };
    let last = picker.matches().len().saturating_sub(1);
    match key.code {
        KeyCode::Up | KeyCode::BackTab => {
            picker.cursor = picker.cursor.checked_sub(1).unwrap_or(last);
        }
        KeyCode::Down | KeyCode::Tab => {
            picker.cursor = if picker.cursor >= last { 0 } else { picker.cursor + 1 };
        }
        KeyCode::PageUp => picker.cursor = picker.cursor.saturating_sub(8),
        KeyCode::PageDown => picker.cursor = (picker.cursor + 8).min(last),
        KeyCode::Home => picker.cursor = 0,
        KeyCode::End => picker.cursor = last,
        KeyCode::Esc => model.leave(),
        KeyCode::Enter => {
            let cursor = picker.cursor;
            pick(model, cursor);
        }
        _ => {
            if picker.filter.key(key) {
                picker.cursor = 0;
            }
        }
    }
    Vec::new()
}

/// Takes the line at this place, if there is one.
pub(crate) fn pick(model: &mut Model, place: usize) {
    let Screen::Picker(picker) = model.screen() else { return };
    let (goal, chosen) = (picker.goal, picker.matches().get(place).map(|item| item.word.clone()));
    let Some(word) = chosen else { return };
    model.leave();
    match goal {
        Goal::Seat(player) => setup::seat(model, player, &word),
        Goal::RuleSet => setup::play_by(model, &word),
        Goal::Opponent(GameKind::Mancala) => model.settings.mancala_opponent = word,
        Goal::Opponent(GameKind::Senet) => model.settings.senet_opponent = word,
    }
}
