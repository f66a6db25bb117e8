//! Music that makes itself up as it goes, and never comes round to the same again.

use super::grain::Grain;
use super::mode::Mode;
use super::wave::{RATE, Wave, breath, fade_in, fade_out, knock, level, mix, pluck, samples};

/// What a tune is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mood {
    /// Slow strings in the mode of longing.
    Calm,
    /// A harp by the Nile.
    Harp,
    /// A drone out of tune, and something that knocks.
    Dread,
}

/// What makes a note.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Voice {
    /// A string of this pitch.
    String(f32),
    /// A low hum around this pitch.
    Drone(f32),
    /// Something far away.
    Knock,
}

/// A note, and how long to wait for the next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Note {
    pub(super) voice: Voice,
    /// From 0 to 1.
    pub(super) loud: f32,
    /// Seconds until the next note begins.
    pub(super) pause: f32,
}

/// A musician with a mood.
#[derive(Clone, Debug)]
pub(super) struct Tune {
    mood: Mood,
    grain: Grain,
    mode: Mode,
    /// Where the melody is.
    degree: i32,
    /// How many notes are left of the phrase.
    left: u8,
    /// The way a figure runs.
    rising: bool,
}

impl Tune {
    /// The tune of `seed`.
    pub(super) fn new(mood: Mood, seed: u64) -> Self {
        let mode = match mood {
            Mood::Calm => Mode::TIZITA,
            Mood::Harp => Mode::PHRYGIAN_DOMINANT,
            Mood::Dread => Mode::ANCHIHOYE,
        };
        Self { mood, grain: Grain::new(seed), mode, degree: 0, left: 0, rising: true }
    }

    /// The note that comes next.
    pub(super) fn next(&mut self) -> Note {
        match self.mood {
            Mood::Calm => self.long_for(),
            Mood::Harp => self.run(),
            Mood::Dread => self.threaten(),
        }
    }

    /// The samples of a note of this tune.
    pub(super) fn wave(&mut self, note: Note) -> Wave {
        let mut wave = match note.voice {
            Voice::String(pitch) => {
                let (seconds, dull) = if self.mood == Mood::Harp { (2.4, 0.25) } else { (3.4, 0.55) };
                pluck(pitch, seconds, dull, &mut self.grain)
            }
            Voice::Drone(pitch) => drone(pitch, &mut self.grain),
            Voice::Knock => far_knock(&mut self.grain),
        };
        level(&mut wave, 0.5 * note.loud);
        wave
    }

    /// A phrase wanders in small steps and comes to rest on the ground note or its fifth; now and then the
    /// longing turns to minor.
    fn long_for(&mut self) -> Note {
        const GROUND: f32 = 196.0;
        const BEAT: f32 = 0.62;
        if self.left == 0 {
            self.left = self.grain.pick(&[4, 5, 6, 7, 9]);
            self.mode = self.grain.pick(&[Mode::TIZITA, Mode::TIZITA, Mode::TIZITA_MINOR]);
            let bass = self.grain.pick(&[-5, -5, -2]);
            let pause = self.grain.pick(&[1.0, 2.0]) * BEAT;
            return Note { voice: Voice::String(self.mode.pitch(GROUND, bass)), loud: 0.75, pause };
        }
        self.left -= 1;
        let (degree, pause) = if self.left == 0 {
            (self.grain.pick(&[0, 0, 3, 5]), self.grain.between(4.0, 7.0) * BEAT)
        } else {
            let step = self.grain.pick(&[-2, -1, -1, 1, 1, 2, 3]);
            (hold(self.degree + step, -3, 8), self.grain.pick(&[0.5, 1.0, 1.0, 1.5, 2.0]) * BEAT)
        };
        self.degree = degree;
        let loud = self.grain.between(0.5, 0.95);
        let pause = pause * self.grain.between(0.94, 1.08);
        Note { voice: Voice::String(self.mode.pitch(GROUND, degree)), loud, pause }
    }

    /// Figures run up and down the strings, rest, and begin elsewhere.
    fn run(&mut self) -> Note {
        const GROUND: f32 = 146.8;
        const BEAT: f32 = 0.34;
        if self.left == 0 {
            self.left = self.grain.pick(&[5, 6, 8, 8, 11]);
            self.rising = self.grain.unit() < 0.6;
            self.degree =
                if self.rising { self.grain.pick(&[0, 2, 4]) } else { self.grain.pick(&[9, 11, 14]) };
        }
        self.left -= 1;
        let leap = self.grain.pick(&[1, 1, 2, 2, 2, -1]);
        let voice = Voice::String(self.mode.pitch(GROUND, self.degree));
        self.degree = hold(self.degree + if self.rising { leap } else { -leap }, -3, 16);
        let rests =
            if self.left == 0 { self.grain.between(5.0, 11.0) } else { self.grain.between(0.95, 1.1) };
        Note { voice, loud: self.grain.between(0.4, 0.85), pause: BEAT * rests }
    }

    /// The hum goes on; over it come knocks, and single notes that lead nowhere.
    fn threaten(&mut self) -> Note {
        const GROUND: f32 = 55.0;
        if self.left == 0 {
            self.left = self.grain.pick(&[1, 2, 2, 3]);
            let degree = self.grain.pick(&[0, 0, 0, 1]);
            return Note { voice: Voice::Drone(self.mode.pitch(GROUND, degree)), loud: 0.9, pause: 1.5 };
        }
        self.left -= 1;
        let pause = DRONE * self.grain.between(0.16, 0.22);
        if self.grain.unit() < 0.5 {
            return Note { voice: Voice::Knock, loud: self.grain.between(0.25, 0.6), pause };
        }
        let degree = self.grain.pick(&[5, 6, 7, 8, 9, 11]);
        Note {
            voice: Voice::String(self.mode.pitch(GROUND, degree)),
            loud: self.grain.between(0.2, 0.5),
            pause,
        }
    }
}

/// Keeps a melody within reach: what leaves on one side is thrown back by as much.
const fn hold(degree: i32, low: i32, high: i32) -> i32 {
    if degree < low {
        2 * low - degree
    } else if degree > high {
        2 * high - degree
    } else {
        degree
    }
}

/// How long a hum lasts, in seconds; the next begins before it is over.
const DRONE: f32 = 13.0;

/// Three voices that beat against each other, and the air around them.
fn drone(pitch: f32, grain: &mut Grain) -> Wave {
    let mut wave = breath(DRONE, 0.985, grain);
    level(&mut wave, 0.25);
    for (ratio, loud) in [(1.0, 0.6), (1.006, 0.5), (1.995, 0.25), (3.012, 0.1)] {
        // A turning pointer: two products for a sine.
        let (sin, cos) = (std::f32::consts::TAU * pitch * ratio / RATE).sin_cos();
        let (mut x, mut y) = (1.0f32, 0.0f32);
        for value in &mut wave {
            (x, y) = (x * cos - y * sin, x * sin + y * cos);
            *value += y * loud;
        }
    }
    fade_in(&mut wave, DRONE * 0.35);
    fade_out(&mut wave, DRONE * 0.4);
    wave
}

/// A blow on a door two rooms away, and perhaps a second.
fn far_knock(grain: &mut Grain) -> Wave {
    let mut wave = knock(grain.between(90.0, 140.0), 0.18, grain);
    if grain.unit() < 0.4 {
        let again = knock(grain.between(90.0, 140.0), 0.18, grain);
        mix(&mut wave, &again, grain.between(0.28, 0.45), 0.7);
    }
    // The room answers.
    let dry = wave.clone();
    for (after, loud) in [(0.11, 0.35), (0.23, 0.22), (0.41, 0.12)] {
        mix(&mut wave, &dry, after, loud);
    }
    wave.resize(wave.len().max(samples(0.1)), 0.0);
    wave
}

#[cfg(test)]
mod tests {
    use super::super::wave::assert_sound;
    use super::*;

    const MOODS: [Mood; 3] = [Mood::Calm, Mood::Harp, Mood::Dread];

    fn notes(mood: Mood, seed: u64, count: usize) -> Vec<Note> {
        let mut tune = Tune::new(mood, seed);
        (0..count).map(|_| tune.next()).collect()
    }

    #[test]
    fn every_note_can_be_played() {
        for mood in MOODS {
            let mut tune = Tune::new(mood, 11);
            for _ in 0..12 {
                let note = tune.next();
                assert_sound(&tune.wave(note), &format!("{mood:?} {note:?}"));
            }
        }
    }

    #[test]
    fn melodies_stay_in_reach_and_in_time() {
        for mood in MOODS {
            for note in notes(mood, 5, 2_000) {
                let (Voice::String(pitch) | Voice::Drone(pitch)) = note.voice else { continue };
                assert!((40.0..1_400.0).contains(&pitch), "{mood:?} {pitch}");
                assert!((0.1..8.0).contains(&note.pause), "{mood:?} {}", note.pause);
                assert!((0.1..=1.0).contains(&note.loud), "{mood:?} {}", note.loud);
            }
        }
    }

    #[test]
    fn a_tune_does_not_come_round_again() {
        for mood in MOODS {
            let notes = notes(mood, 9, 4_000);
            let start = &notes[..24];
            let again = notes.windows(24).skip(1).any(|window| window == start);
            assert!(!again, "{mood:?}");
            assert_ne!(notes[..24], self::notes(mood, 10, 24)[..], "{mood:?}");
        }
    }

    #[test]
    fn the_hum_is_never_broken_off() {
        let mut since = 0.0;
        for note in notes(Mood::Dread, 3, 400) {
            if matches!(note.voice, Voice::Drone(_)) {
                since = 0.0;
            }
            since += note.pause;
            assert!(since < DRONE * 0.9, "{since}");
        }
    }
}
