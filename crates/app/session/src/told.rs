use gebeta_rules::AnyPosition;

use crate::{BoardView, Prompt, Scene, Source};

/// What people are told of a game: how it stood when the board last lay still.
///
/// The game changes at once and the picture follows. Sentences, marks, scores and lists of moves that ran ahead of the picture
/// would give away what is being shown, so front ends read them here. What may be done is not delayed: it is
/// [`allowed`](crate::GameSession::allowed) as soon as the rules allow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What the game waited for.
    pub prompt: Prompt,
    /// What the board showed; none while the game is not known here.
    pub scene: Option<Scene>,
    /// How many plies had been played.
    pub plies: usize,
}

impl Told {
    /// How a game stands before a board has shown it.
    pub(crate) fn at_rest<S: Source>(source: &S) -> Self {
        let plies = source.record().map_or(0, |record| record.plies().len());
        Self { prompt: source.prompt(), scene: source.scene(), plies }
    }

    /// How it stands now that the board lies still.
    pub(crate) fn follow<S: Source>(&mut self, source: &S, view: &BoardView) {
        let now = Self::at_rest(source);
        *self = Self { scene: view.scene().cloned().or(now.scene), ..now };
    }

    /// The position that was shown.
    pub fn position(&self) -> Option<&AnyPosition> {
        self.scene.as_ref().map(|scene| &scene.position)
    }

    /// The position that is decided in: the one before a move that is only shown.
    pub fn decision(&self) -> Option<&AnyPosition> {
        self.scene.as_ref().map(Scene::decision)
    }
}
