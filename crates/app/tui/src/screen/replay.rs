use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::Record;

use super::Screen;
use super::review::ReviewScreen;
use crate::motion::Motion;
use crate::{Effect, Model};

/// A stored game, step by step.
#[derive(Debug)]
pub struct Replay {
    /// The game.
    pub record: Record,
    /// How many plies have been played at the position shown.
    pub ply: usize,
    /// The move that is being shown.
    pub motion: Option<Motion>,
    /// Whether it goes on by itself.
    pub playing: bool,
    /// When the last step by itself was taken.
    pub since: u64,
}

impl Replay {
    pub(crate) const fn new(record: Record) -> Self {
        Self { record, ply: 0, motion: None, playing: false, since: 0 }
    }

    /// The same after its first `ply` plies.
    pub(crate) fn at(record: Record, ply: usize) -> Self {
        let ply = ply.min(record.plies().len());
        Self { ply, ..Self::new(record) }
    }

    fn last(&self) -> usize {
        self.record.plies().len()
    }

    fn go(&mut self, ply: usize, model_now: u64, animation: crate::Animation) {
        let shown =
            (ply == self.ply + 1).then(|| Motion::new(self.record.applied(self.ply)?, animation, model_now));
        self.motion = shown.flatten();
        self.ply = ply.min(self.last());
    }
}

/// Milliseconds between two moves that come by themselves.
const PAUSE: u64 = 900;

/// A key at a stored game.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let (now, animation) = (model.now, model.settings.animation);
    let ticket = model.ticket();
    let Screen::Replay(replay) = model.screen_mut() else { return Vec::new() };
    let ply = replay.ply;
    replay.playing &= key.code == KeyCode::Char(' ');
    match key.code {
        KeyCode::Right | KeyCode::Enter | KeyCode::Down | KeyCode::Char('l' | 'n') => {
            replay.go((ply + 1).min(replay.last()), now, animation);
        }
        KeyCode::Left | KeyCode::Up | KeyCode::Char('b') => replay.go(ply.saturating_sub(1), now, animation),
        KeyCode::PageDown => replay.go(ply + 10, now, animation),
        KeyCode::PageUp => replay.go(ply.saturating_sub(10), now, animation),
        KeyCode::Home => replay.go(0, now, animation),
        KeyCode::End => replay.go(usize::MAX, now, animation),
        KeyCode::Char(' ') => {
            replay.playing = !replay.playing;
            replay.since = now;
            if replay.playing && replay.ply == replay.last() {
                replay.go(0, now, animation);
            }
        }
        KeyCode::Char('w') => {
            let record = replay.record.clone();
            model.screens.push(Screen::Review(Box::new(ReviewScreen::new(ticket, record.clone()))));
            return vec![Effect::Review { ticket, record: Box::new(record) }];
        }
        KeyCode::Esc | KeyCode::Char('q') => model.leave(),
        _ => {}
    }
    Vec::new()
}

/// Time passes.
pub(crate) fn tick(model: &mut Model) {
    let (now, animation) = (model.now, model.settings.animation);
    let Screen::Replay(replay) = model.screen_mut() else { return };
    if replay.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
        replay.motion = None;
        replay.since = now;
    }
    if replay.playing && replay.motion.is_none() && now >= replay.since + PAUSE {
        replay.since = now;
        let next = replay.ply + 1;
        replay.go(next, now, animation);
        replay.playing = replay.ply < replay.last();
    }
}
