use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::RuleSet;

use super::Screen;
use crate::{Effect, Model};

/// Text to read.
#[derive(Debug)]
pub struct Page {
    /// What it is about.
    pub subject: Subject,
    /// The first line that is shown.
    pub scroll: u16,
}

/// What a page is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The rules of this rule set.
    Rules(RuleSet),
    /// The history of both games.
    About,
    /// What the keys do.
    Keys,
}

impl Page {
    pub(crate) const fn new(subject: Subject) -> Self {
        Self { subject, scroll: 0 }
    }
}

/// A key on a page.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let sets = model.rule_sets.clone();
    let Screen::Page(page) = model.screen_mut() else { return Vec::new() };
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => page.scroll = page.scroll.saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => page.scroll = page.scroll.saturating_add(1).min(500),
        KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(10),
        KeyCode::PageDown | KeyCode::Char(' ') => page.scroll = page.scroll.saturating_add(10).min(500),
        KeyCode::Home => page.scroll = 0,
        KeyCode::Left | KeyCode::Right | KeyCode::Tab => {
            if let Subject::Rules(set) = &mut page.subject {
                let there = sets.iter().position(|other| other.name == set.name);
                let on = key.code != KeyCode::Left;
                let next = there.map_or(0, |there| crate::options::next_in(sets.len(), there, on));
                *set = sets[next].clone();
                page.scroll = 0;
            }
        }
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => model.leave(),
        _ => {}
    }
    Vec::new()
}
