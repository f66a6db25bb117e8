use crossterm::event::{KeyCode, KeyEvent};

use super::Screen;
use super::scroll::scrolled;
use crate::{Effect, KeptGame, Model};

/// How one has played.
#[derive(Debug, Default)]
pub struct StatisticsScreen {
    /// The finished games, once they are known.
    pub games: Option<Result<Vec<KeptGame>, String>>,
    /// The first line that is shown.
    pub scroll: u16,
    /// Whether it was asked to forget everything, and waits for a yes.
    pub forget: bool,
}

/// A key at the statistics.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let furthest = crate::view::furthest(model);
    let Screen::Statistics(screen) = model.screen_mut() else { return Vec::new() };
    if screen.forget {
        screen.forget = false;
        let yes = matches!(key.code, KeyCode::Char('y') | KeyCode::Enter);
        return if yes { vec![Effect::ClearGames, Effect::ListGames] } else { Vec::new() };
    }
    if let Some(scroll) = scrolled(screen.scroll, key.code, furthest) {
        screen.scroll = scroll;
        return Vec::new();
    }
    match key.code {
        KeyCode::Char('x') | KeyCode::Delete => screen.forget = true,
        KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => model.leave(),
        _ => {}
    }
    Vec::new()
}
