/// The notes a tune is made of, as half tones above its ground note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode(&'static [u8]);

impl Mode {
    /// The Ethiopian mode of longing.
    pub(super) const TIZITA: Self = Self(&[0, 2, 4, 7, 9]);
    /// The same in minor.
    pub(super) const TIZITA_MINOR: Self = Self(&[0, 2, 3, 7, 8]);
    /// The Ethiopian mode whose fifth is out of joint.
    pub(super) const ANCHIHOYE: Self = Self(&[0, 1, 5, 6, 9]);
    /// The scale that ears from elsewhere take for old Egypt.
    pub(super) const PHRYGIAN_DOMINANT: Self = Self(&[0, 1, 4, 5, 7, 8, 10]);

    /// How many notes an octave has.
    pub(super) const fn len(self) -> i32 {
        self.0.len() as i32
    }

    /// The pitch of a degree, 0 being `ground`, in hertz.
    pub(super) fn pitch(self, ground: f32, degree: i32) -> f32 {
        let octave = degree.div_euclid(self.len());
        let half_tones = i32::from(self.0[degree.rem_euclid(self.len()) as usize]) + 12 * octave;
        ground * (half_tones as f32 / 12.0).exp2()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_go_on_over_octaves_both_ways() {
        let near = |degree, expected: f32| {
            let pitch = Mode::TIZITA.pitch(220.0, degree);
            assert!((pitch - expected).abs() < 0.01, "{degree}: {pitch}");
        };
        near(0, 220.0);
        near(5, 440.0);
        near(-5, 110.0);
        near(3, 220.0 * (7.0f32 / 12.0).exp2());
        near(-1, 110.0 * (9.0f32 / 12.0).exp2());
    }
}
