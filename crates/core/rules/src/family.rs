//! Values of the sowing family, which a small program can leave out.

use std::fmt;
use std::ops::Deref;

/// A value of a game that only the law of the whole sowing family plays: its rules, a position, steps of a move.
///
/// Without the cargo feature `family` there is no such value: the compiler then drops every branch that would handle one, and
/// with it the law. The page is built so, because most of its games need none of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg(feature = "family")]
pub struct Family<T>(T);

#[cfg(feature = "family")]
impl<T> Family<T> {
    /// This value; none without the feature `family`.
    #[inline]
    pub const fn new(value: T) -> Option<Self>
    where
        T: Copy,
    {
        Some(Self(value))
    }

    /// Another value of the same game.
    #[inline]
    pub fn map<U>(&self, made: impl FnOnce(&T) -> U) -> Family<U> {
        Family(made(&self.0))
    }
}

#[cfg(feature = "family")]
impl<T> Deref for Family<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.0
    }
}

/// A value of a game that only the law of the whole sowing family plays: this program is built without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg(not(feature = "family"))]
pub struct Family<T>(std::convert::Infallible, std::marker::PhantomData<T>);

#[cfg(not(feature = "family"))]
impl<T> Family<T> {
    /// None: this program is built without the family.
    #[inline]
    pub const fn new(_: T) -> Option<Self>
    where
        T: Copy,
    {
        None
    }

    /// Another value of the same game.
    #[inline]
    pub fn map<U>(&self, _: impl FnOnce(&T) -> U) -> Family<U> {
        match self.0 {}
    }
}

#[cfg(not(feature = "family"))]
impl<T> Deref for Family<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        match self.0 {}
    }
}

impl<T: fmt::Display> fmt::Display for Family<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

#[cfg(feature = "family")]
impl<T> std::ops::DerefMut for Family<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[cfg(not(feature = "family"))]
impl<T> std::ops::DerefMut for Family<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        match self.0 {}
    }
}
