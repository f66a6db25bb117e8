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

    /// The bytes that count.
    const WIDTH: usize = size_of::<Self>();

    /// As bytes, of which the first [`Self::WIDTH`] count.
    fn bytes(self) -> [u8; 8];

    /// From so many bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

impl Cell for f64 {
    type Real = Self;
    const TOLERANCE: f64 = 5e-11;
    const ROUNDING: f64 = Self::EPSILON;

    #[inline]
    fn put(value: Self) -> Self {
        value
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(self)
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(cut(bytes))
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

    fn bytes(self) -> [u8; 8] {
        padded(self.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(cut(bytes))
    }
}

/// Three bytes: nearly as fine as `f32`, for the one layer whose values would not fit otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ThreeBytes([u8; 3]);

impl ThreeBytes {
    const ONE: f32 = 0xff_ffff as f32;
}

impl Cell for ThreeBytes {
    type Real = f32;
    const TOLERANCE: f64 = 3e-7;
    const ROUNDING: f64 = 2.0 / 0xff_ffff as f64;

    #[inline]
    fn put(value: f32) -> Self {
        let [low, middle, high, _] = ((value * Self::ONE + 0.5) as u32).min(0xff_ffff).to_le_bytes();
        Self([low, middle, high])
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        let [low, middle, high] = self.0;
        let value = u32::from_le_bytes([low, middle, high, 0]) as f32 * (1.0 / Self::ONE);
        R::of(value.into())
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.0)
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self(cut(bytes))
    }
}

/// Two bytes, as finished values stand in a file. Nothing is iterated in them: small steps would be lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TwoBytes(u16);

impl TwoBytes {
    const ONE: f64 = u16::MAX as f64;
    /// How far a value is from the one it stands for.
    pub(super) const ERROR: f64 = 0.5 / Self::ONE;

    pub(super) const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    pub(super) const fn bits(self) -> u16 {
        self.0
    }
}

impl Cell for TwoBytes {
    type Real = f64;
    const TOLERANCE: f64 = Self::ERROR;
    const ROUNDING: f64 = Self::ERROR;

    #[inline]
    fn put(value: f64) -> Self {
        Self((value * Self::ONE).round() as u16)
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(f64::from(self.0) / Self::ONE)
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.0.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self(u16::from_le_bytes(cut(bytes)))
    }
}

fn padded<const N: usize>(bytes: [u8; N]) -> [u8; 8] {
    let mut padded = [0; 8];
    padded[..N].copy_from_slice(&bytes);
    padded
}

/// The first bytes; none are missing.
fn cut<const N: usize>(bytes: &[u8]) -> [u8; N] {
    let mut cut = [0; N];
    cut.copy_from_slice(&bytes[..N]);
    cut
}
