use gebeta_rules::senet::Sticks;
use gebeta_rules::{AnyPosition, AppliedMove};

/// What a board shows, and how it came about: `played` is animated, and without it the position is shown at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scene {
    /// Grows with every scene.
    pub serial: u64,
    /// The position to show.
    pub position: AnyPosition,
    /// The move to animate.
    pub played: Option<AppliedMove>,
    /// Whether that move is only shown, and another may be chosen in its place.
    pub is_trial: bool,
    /// How the sticks lie.
    pub sticks: Option<Sticks>,
}

impl Scene {
    /// A position at rest. [`BoardView`](crate::BoardView) numbers it.
    pub const fn still(position: AnyPosition, sticks: Option<Sticks>) -> Self {
        Self { serial: 0, position, played: None, is_trial: false, sticks }
    }

    /// The position that is decided in: the one before a move that is only shown.
    pub const fn decision(&self) -> &AnyPosition {
        match &self.played {
            Some(played) if self.is_trial => &played.before,
            _ => &self.position,
        }
    }

    /// A move that has been played. [`BoardView`](crate::BoardView) numbers it.
    pub const fn of(played: AppliedMove) -> Self {
        Self { serial: 0, position: played.after, played: Some(played), is_trial: false, sticks: None }
    }
}
