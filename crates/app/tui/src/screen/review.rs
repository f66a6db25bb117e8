use crossterm::event::{KeyCode, KeyEvent};

use gebeta_engine::Review;
use gebeta_rules::Record;

use super::Screen;
use super::replay::Replay;
use crate::{Effect, Model};

/// What each move of a game was worth.
#[derive(Debug)]
pub struct ReviewScreen {
    /// The number of the question.
    pub ticket: u64,
    /// The game.
    pub record: Record,
    /// How many moves are done.
    pub done: usize,
    /// The review, once it is done.
    pub review: Option<Box<Review>>,
    /// The chosen move.
    pub cursor: usize,
}

impl ReviewScreen {
    pub(crate) const fn new(ticket: u64, record: Record) -> Self {
        Self { ticket, record, done: 0, review: None, cursor: 0 }
    }
}

/// A key at a review.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Screen::Review(screen) = model.screen_mut() else { return Vec::new() };
    let last = screen.record.plies().len().saturating_sub(1);
    match key.code {
        KeyCode::Down | KeyCode::Right | KeyCode::Char('j') => screen.cursor = (screen.cursor + 1).min(last),
        KeyCode::Up | KeyCode::Left | KeyCode::Char('k') => screen.cursor = screen.cursor.saturating_sub(1),
        KeyCode::PageDown => screen.cursor = (screen.cursor + 10).min(last),
        KeyCode::PageUp => screen.cursor = screen.cursor.saturating_sub(10),
        KeyCode::Home => screen.cursor = 0,
        KeyCode::End => screen.cursor = last,
        // From one of the dearest mistakes to the next.
        KeyCode::Char('n' | ' ') | KeyCode::Tab => {
            let worst = screen.review.as_ref().map(|review| review.worst()).unwrap_or_default();
            let there = worst.iter().position(|ply| *ply == screen.cursor);
            if let Some(next) = worst.get(there.map_or(0, |there| (there + 1) % worst.len())) {
                screen.cursor = *next;
            }
        }
        KeyCode::Enter => {
            let (record, ply) = (screen.record.clone(), (screen.cursor + 1).min(last + 1));
            model.screens.push(Screen::Replay(Box::new(Replay::at(record, ply))));
        }
        KeyCode::Esc | KeyCode::Char('q') => {
            model.leave();
            return vec![Effect::Stop];
        }
        _ => {}
    }
    Vec::new()
}
