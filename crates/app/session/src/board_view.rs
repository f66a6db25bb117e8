use std::collections::VecDeque;

use crate::Scene;

/// What the board of one game shows: the present scene, the scenes that wait until it has been shown, and the earlier position
/// that is looked at, if one is.
///
/// The game changes at once and the picture follows. Front ends animate a scene and report its end ([`settle`](Self::settle)).
#[derive(Clone, Debug, Default)]
pub struct BoardView {
    scene: Option<Scene>,
    queue: VecDeque<Scene>,
    /// The number of the last scene.
    serial: u64,
    /// The number of the last scene that has been shown completely.
    settled: u64,
    looking: Option<usize>,
    is_hidden: bool,
}

impl BoardView {
    /// How many scenes may wait before the game is shown as it is, without them.
    pub const LONGEST_QUEUE: usize = 6;

    /// The scene to show.
    pub const fn scene(&self) -> Option<&Scene> {
        self.scene.as_ref()
    }

    /// Whether the last scene has been shown completely, and none waits behind it.
    pub fn is_settled(&self) -> bool {
        !self.is_hidden
            && self.queue.is_empty()
            && self.scene.as_ref().is_none_or(|scene| scene.serial <= self.settled)
    }

    /// The number of the last scene, shown or waiting.
    pub const fn last_serial(&self) -> u64 {
        self.serial
    }

    /// The number of the last scene that has been shown completely.
    pub const fn settled_serial(&self) -> u64 {
        self.settled
    }

    /// The ply an earlier position is looked at before; none while the game is followed.
    pub const fn looking(&self) -> Option<usize> {
        self.looking
    }

    /// Whether the board shows the present position, or the move that leads to it.
    pub fn is_present(&self) -> bool {
        self.looking.is_none() && self.queue.is_empty()
    }

    /// Looks at the position before ply `place`; none to follow the game again.
    pub const fn look_at(&mut self, place: Option<usize>) {
        self.looking = place;
    }

    /// Shows a scene now, in place of everything that was to be shown.
    pub fn show(&mut self, scene: Scene) -> Scene {
        self.queue.clear();
        let scene = self.number(scene);
        self.scene = Some(scene.clone());
        scene
    }

    /// Shows a scene after those before it. Returns the scene to show now, if that is another one than before.
    pub fn push(&mut self, scene: Scene) -> Option<Scene> {
        let scene = self.number(scene);
        self.queue.push_back(scene);
        self.advance()
    }

    /// Whether no more scenes may wait.
    pub fn is_full(&self) -> bool {
        self.queue.len() >= Self::LONGEST_QUEUE
    }

    /// The scene with this number has been shown completely. Returns the next one, if one waits.
    pub fn settle(&mut self, serial: u64) -> Option<Scene> {
        self.is_hidden = false;
        self.settled = self.settled.max(serial);
        self.advance()
    }

    /// The board leaves the screen, until one reports a scene again.
    pub const fn hide(&mut self) {
        self.is_hidden = true;
    }

    /// Whether the board has left the screen.
    pub const fn is_hidden(&self) -> bool {
        self.is_hidden
    }

    /// Forgets what was shown; the numbers go on.
    pub fn clear(&mut self) {
        self.queue.clear();
        (self.scene, self.looking, self.is_hidden) = (None, None, false);
    }

    fn number(&mut self, scene: Scene) -> Scene {
        self.serial += 1;
        Scene { serial: self.serial, ..scene }
    }

    fn advance(&mut self) -> Option<Scene> {
        if self.scene.as_ref().is_some_and(|scene| scene.serial > self.settled) {
            return None;
        }
        let next = self.queue.pop_front()?;
        self.scene = Some(next.clone());
        Some(next)
    }
}
