use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::RuleSet;

use super::Screen;
use super::scroll::scrolled;
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
    let furthest = crate::view::furthest(model);
    let Screen::Page(page) = model.screen_mut() else { return Vec::new() };
    if let Some(scroll) = scrolled(page.scroll, key.code, furthest) {
        page.scroll = scroll;
        return Vec::new();
    }
    match key.code {
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
