use std::fmt;
use std::ops::{Index, IndexMut, Not};

/// One of the two players. In Senet the first one is WHITE.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player 1, WHITE.
    One,
    /// Player 2, BLACK.
    Two,
}

impl Player {
    /// Both players, Player 1 first.
    pub const BOTH: [Self; 2] = [Self::One, Self::Two];

    /// The other player.
    #[inline]
    pub const fn opponent(self) -> Self {
        match self {
            Self::One => Self::Two,
            Self::Two => Self::One,
        }
    }
}

impl Not for Player {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.opponent()
    }
}

/// `1` or `2`.
impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::One => "1",
            Self::Two => "2",
        })
    }
}

/// One value for each player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByPlayer<T> {
    /// Player 1's.
    pub one: T,
    /// Player 2's.
    pub two: T,
}

impl<T> ByPlayer<T> {
    /// Asks `make` once for each player.
    pub fn from_fn(mut make: impl FnMut(Player) -> T) -> Self {
        Self { one: make(Player::One), two: make(Player::Two) }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}
