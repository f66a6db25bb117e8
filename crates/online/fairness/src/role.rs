use std::ops::Index;

/// A participant who contributes a seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The server.
    Server,
    /// The creator of the game.
    A,
    /// The joiner.
    B,
}

impl Role {
    /// All three, the server first.
    pub const ALL: [Self; 3] = [Self::Server, Self::A, Self::B];

    /// Its letter in hashes and tags.
    pub const fn letter(self) -> &'static str {
        match self {
            Self::Server => "S",
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// One value for each role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByRole<T> {
    /// The server's.
    pub server: T,
    /// A's.
    pub a: T,
    /// B's.
    pub b: T,
}

impl<T> ByRole<T> {
    /// Calls `make` once for each role.
    ///
    /// # Errors
    /// The first error of `make`.
    pub fn try_from_fn<E>(mut make: impl FnMut(Role) -> Result<T, E>) -> Result<Self, E> {
        Ok(Self { server: make(Role::Server)?, a: make(Role::A)?, b: make(Role::B)? })
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    fn index(&self, role: Role) -> &T {
        match role {
            Role::Server => &self.server,
            Role::A => &self.a,
            Role::B => &self.b,
        }
    }
}
