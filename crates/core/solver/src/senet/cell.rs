//! How values are held and computed with.

use std::ops::{Add, Div, Mul, Sub};

use super::lanes::{Lanes, lanes};

/// What a sweep computes with.
pub(super) trait Real:
    Cell<Real = Self>
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
{
    const ZERO: Self;
    const ONE: Self;

    fn of(value: f64) -> Self;

    fn wide(self) -> f64;

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

/// How values lie in memory, a block of them at a time.
pub(super) trait Cell: Copy + Send + Sync {
    /// What a sweep over such values computes with.
    type Real: Real;
    /// How far from their end values may be left.
    const TOLERANCE: f64;
    /// The last digit of a probability, which may go back and forth for ever.
    const ROUNDING: f64;

    /// The value at a place of a block.
    fn at<R: Real>(block: &[Self], place: usize) -> R;

    /// The values that begin there, a vector of them.
    fn lanes<R: Real>(block: &[Self], place: usize) -> Lanes<R>;

    /// Puts values into a block.
    fn write(values: &[Self::Real], block: &mut [Self]);

    /// The bytes that count.
    const WIDTH: usize = size_of::<Self>();

    /// As bytes, of which the first [`Self::WIDTH`] count.
    fn bytes(self) -> [u8; 8];

    /// From so many bytes.
    fn from_bytes(bytes: &[u8]) -> Self;
}

/// A cell that holds a value by itself.
pub(super) trait Single: Cell {
    fn put(value: Self::Real) -> Self;

    fn get<R: Real>(self) -> R;
}

#[inline]
fn lanes_of<C: Single, R: Real>(block: &[C], place: usize) -> Lanes<R> {
    lanes(block, place).map(C::get)
}

#[inline]
fn write_each<C: Single>(values: &[C::Real], block: &mut [C]) {
    for (&value, cell) in values.iter().zip(block) {
        *cell = C::put(value);
    }
}

impl Cell for f64 {
    type Real = Self;
    const TOLERANCE: f64 = 5e-11;
    const ROUNDING: f64 = Self::EPSILON;

    #[inline]
    fn at<R: Real>(block: &[Self], place: usize) -> R {
        block[place].get()
    }

    #[inline]
    fn lanes<R: Real>(block: &[Self], place: usize) -> Lanes<R> {
        lanes_of(block, place)
    }

    #[inline]
    fn write(values: &[Self], block: &mut [Self]) {
        write_each(values, block);
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(cut(bytes))
    }
}

impl Single for f64 {
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
    fn at<R: Real>(block: &[Self], place: usize) -> R {
        block[place].get()
    }

    #[inline]
    fn lanes<R: Real>(block: &[Self], place: usize) -> Lanes<R> {
        lanes_of(block, place)
    }

    #[inline]
    fn write(values: &[Self], block: &mut [Self]) {
        write_each(values, block);
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self::from_le_bytes(cut(bytes))
    }
}

impl Single for f32 {
    #[inline]
    fn put(value: Self) -> Self {
        value
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(self.into())
    }
}

/// Three bytes: nearly as fine as `f32`, for the one layer whose values would not fit otherwise.
///
/// A block has the upper two bytes of all its values first and then the lowest ones, so that whole vectors of them are
/// read at once. A single cell means nothing.
pub(super) type ThreeBytes = [u8; 3];

const THREE_BYTES_ONE: f32 = 0xff_ffff as f32;

#[inline]
fn three_bytes<R: Real>(upper: [u8; 2], lowest: u8) -> R {
    let bits = i32::from(u16::from_le_bytes(upper)) << 8 | i32::from(lowest);
    R::of((bits as f32 * (1.0 / THREE_BYTES_ONE)).into())
}

impl Cell for ThreeBytes {
    type Real = f32;
    const TOLERANCE: f64 = 3e-7;
    const ROUNDING: f64 = 2.0 / 0xff_ffff as f64;

    #[inline]
    fn at<R: Real>(block: &[Self], place: usize) -> R {
        let (upper, lowest) = block.as_flattened().split_at(2 * block.len());
        three_bytes(upper.as_chunks().0[place], lowest[place])
    }

    #[inline]
    fn lanes<R: Real>(block: &[Self], place: usize) -> Lanes<R> {
        let (upper, lowest) = block.as_flattened().split_at(2 * block.len());
        let (upper, lowest) = (lanes(upper.as_chunks().0, place), lanes(lowest, place));
        std::array::from_fn(|lane| three_bytes(upper[lane], lowest[lane]))
    }

    #[inline]
    fn write(values: &[f32], block: &mut [Self]) {
        let len = block.len();
        let (upper, lowest) = block.as_flattened_mut().split_at_mut(2 * len);
        for ((&value, upper), lowest) in values.iter().zip(upper.as_chunks_mut().0).zip(lowest) {
            let bits = ((value * THREE_BYTES_ONE + 0.5) as i32).clamp(0, 0xff_ffff);
            *upper = ((bits >> 8) as u16).to_le_bytes();
            *lowest = bits as u8;
        }
    }

    fn bytes(self) -> [u8; 8] {
        padded(self)
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        cut(bytes)
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
    fn at<R: Real>(block: &[Self], place: usize) -> R {
        block[place].get()
    }

    #[inline]
    fn lanes<R: Real>(block: &[Self], place: usize) -> Lanes<R> {
        lanes_of(block, place)
    }

    #[inline]
    fn write(values: &[f64], block: &mut [Self]) {
        write_each(values, block);
    }

    fn bytes(self) -> [u8; 8] {
        padded(self.0.to_le_bytes())
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        Self(u16::from_le_bytes(cut(bytes)))
    }
}

impl Single for TwoBytes {
    #[inline]
    fn put(value: f64) -> Self {
        Self((value * Self::ONE).round() as u16)
    }

    #[inline]
    fn get<R: Real>(self) -> R {
        R::of(f64::from(self.0) / Self::ONE)
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

#[cfg(test)]
mod tests {
    use super::super::lanes::LANES;
    use super::*;

    #[test]
    fn three_bytes_hold_a_block_and_both_ends_of_the_scale() {
        let values: Vec<f32> = (0..252_u8).map(|n| f32::from(n) / 251.0).collect();
        let mut block = vec![[0; 3]; values.len()];
        ThreeBytes::write(&values, &mut block);
        let at = |place| ThreeBytes::at::<f32>(&block, place);
        assert!(values.iter().enumerate().all(|(place, value)| (value - at(place)).abs() < 1.2e-7));
        assert_eq!((at(0), at(251)), (0.0, 1.0));
        for place in 0..=values.len() - LANES {
            let lanes = ThreeBytes::lanes::<f32>(&block, place);
            assert!((0..LANES).all(|lane| lanes[lane].to_bits() == at(place + lane).to_bits()), "{place}");
        }
    }
}
