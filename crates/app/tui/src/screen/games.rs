use crossterm::event::{KeyCode, KeyEvent};

use super::Screen;
use crate::{Effect, KeptGame, Model};

/// The games that wait and those that are over.
#[derive(Debug, Default)]
pub struct Games {
    /// The finished games, once they are known.
    pub finished: Option<Result<Vec<KeptGame>, String>>,
    /// The chosen line: first those that wait, then the finished ones.
    pub cursor: usize,
    /// Whether an opened game shall be reviewed rather than replayed.
    pub review: bool,
    /// Whether it was asked to delete the chosen game, which waits, and an answer is awaited.
    pub deleting: bool,
}

impl Games {
    pub(crate) fn finished(&self) -> &[KeptGame] {
        self.finished.as_ref().and_then(|games| games.as_deref().ok()).unwrap_or_default()
    }
}

/// A key on the list of games.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let waiting = model.unfinished.len();
    let Screen::Games(games) = model.screen_mut() else { return Vec::new() };
    let rows = waiting + games.finished().len();
    if std::mem::take(&mut games.deleting) {
        let (cursor, yes) = (games.cursor, matches!(key.code, KeyCode::Char('y') | KeyCode::Enter));
        let unwanted = model.unfinished.get(cursor).filter(|_| yes);
        return unwanted.map(|game| Effect::Discard(game.path.clone())).into_iter().collect();
    }
    match key.code {
        KeyCode::Char('x') | KeyCode::Delete if games.cursor < waiting => games.deleting = true,
        KeyCode::Up | KeyCode::Char('k') if rows > 0 => games.cursor = (games.cursor + rows - 1) % rows,
        KeyCode::Down | KeyCode::Char('j') if rows > 0 => games.cursor = (games.cursor + 1) % rows,
        KeyCode::PageUp => games.cursor = games.cursor.saturating_sub(10),
        KeyCode::PageDown if rows > 0 => games.cursor = (games.cursor + 10).min(rows - 1),
        KeyCode::Home => games.cursor = 0,
        KeyCode::End => games.cursor = rows.saturating_sub(1),
        KeyCode::Enter | KeyCode::Char(' ' | 'w') => {
            let (cursor, review) = (games.cursor, key.code == KeyCode::Char('w'));
            return open(model, cursor, review);
        }
        KeyCode::Esc | KeyCode::Char('q') => model.leave(),
        _ => {}
    }
    Vec::new()
}

/// Resumes an unfinished game, or opens a finished one.
pub(crate) fn open(model: &mut Model, row: usize, review: bool) -> Vec<Effect> {
    if let Some(waiting) = model.unfinished.get(row).cloned() {
        return model.resume(waiting.record, Some(waiting.path));
    }
    let waiting = model.unfinished.len();
    let Screen::Games(games) = model.screen_mut() else { return Vec::new() };
    games.cursor = row;
    games.review = review;
    let chosen = row.checked_sub(waiting).and_then(|row| games.finished().get(row));
    chosen.map(|game| vec![Effect::OpenGame(game.id)]).unwrap_or_default()
}
