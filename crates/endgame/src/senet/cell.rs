//! How values are held and computed with.

use std::ops::{Add, Div, Mul, Sub};

/// What a sweep computes with.
pub(super) trait Real:
    Copy
    + PartialOrd
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;

    fn of(value: f64) -> Self;

    fn wide(self) -> f64;

    #[inline]
    fn abs(self) -> Self {
        if self < Self::ZERO { Self::ZERO - self } else { self }
    }

    /// The larger of two numbers that are numbers, which is one instruction where `f64::max` is several.
    #[inline]
    fn or_more(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn of(value: f64) -> Self {
        value
    }

    #[inline]
    fn wide(self) -> f64 {
        self
    }
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;

    #[inline]
    fn of(value: f64) -> Self {
        value as Self
    }

    #[inline]
    fn wide(self) -> f64 {
        self.into()
    }
}

/// How one value lies in memory.
pub(super) trait Cell: Copy + Send + Sync {
    /// What a sweep over such values computes with.
    type Real: Real;
    /// How far from their end values may be left.
    const TOLERANCE: f64;
    /// The last digit of a probability, which may go back and forth for ever.
    const ROUNDING: f64;

    fn put(value: Self::Real) -> Self;

    fn get<R: Real>(self) -> R;
}

impl Cell for f64 {
    type Real = Self;
    const TOLERANCE: f64 = 2e-11;
    const ROUNDING: f64 = Self::EPSILON;

    #[inline]
    fn put(value: Self) -> Self {
        value
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(self)
    }
}

impl Cell for f32 {
    type Real = Self;
    /// A few roundings.
    const TOLERANCE: f64 = 3e-7;
    const ROUNDING: f64 = Self::EPSILON as f64;

    #[inline]
    fn put(value: Self) -> Self {
        value
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(self.into())
    }
}
