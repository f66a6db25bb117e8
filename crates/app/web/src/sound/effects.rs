//! The sounds of what happens on the board.

use super::grain::Grain;
use super::mode::Mode;
use super::wave::{Wave, breath, knock, level, mix, pluck, slide};
use crate::sound::cue::Cue;

/// How loud the loudest effect is; the rest is room for two at a time.
const PEAK: f32 = 0.7;

/// The sound of `cue`. `seed` keeps two stones from sounding the same.
pub(super) fn effect(cue: Cue, seed: u64) -> Wave {
    let grain = &mut Grain::new(seed);
    let (mut wave, peak) = match cue {
        Cue::Lift => (breath(0.09, 0.86, grain), 0.18),
        Cue::Drop { fill } => (stone(fill, grain), 0.55),
        Cue::Capture => (cascade(7, grain), PEAK),
        Cue::Sweep => (cascade(12, grain), PEAK),
        Cue::Turn => (breath(0.35, 0.93, grain), 0.3),
        Cue::ExtraTurn => (notes(&[(660.0, 0.0), (990.0, 0.13)], 0.5, grain), 0.5),
        Cue::Stick => (stick(grain), 0.6),
        Cue::Step => (knock(grain.between(900.0, 1_000.0), 0.03, grain), 0.35),
        Cue::Swap => (swap(grain), 0.5),
        Cue::Water => (water(grain), 0.6),
        Cue::Rise => (slide(220.0, 520.0, 0.3), 0.35),
        Cue::Exit => (notes(&[(523.3, 0.0), (659.3, 0.09), (784.0, 0.18)], 0.7, grain), 0.5),
        Cue::Win => (phrase([0, 1, 2, 3, 4, 5], grain), PEAK),
        Cue::Loss => (phrase([5, 4, 3, 2, 1, 0], grain), PEAK),
        Cue::Draw => (phrase([0, 1, 2, 2, 1, 0], grain), PEAK),
    };
    level(&mut wave, peak);
    wave
}

/// A stone on wood: the fuller the pit, the lower.
fn stone(fill: u16, grain: &mut Grain) -> Wave {
    let pitch = 2_600.0 - 1_000.0 * f32::from(fill.min(20)) / 20.0;
    knock(pitch * grain.between(0.97, 1.03), 0.025, grain)
}

/// Stones that fall on each other.
fn cascade(stones: u16, grain: &mut Grain) -> Wave {
    let mut wave = Wave::new();
    let mut after = 0.0;
    for fill in 0..stones {
        let loud = grain.between(0.6, 1.0);
        mix(&mut wave, &stone(2 * fill, grain), after, loud);
        after += grain.between(0.022, 0.045);
    }
    wave
}

/// A stick that comes to rest: a dry clack and its echo from the other end.
fn stick(grain: &mut Grain) -> Wave {
    let pitch = grain.between(1_150.0, 1_500.0);
    let mut wave = knock(pitch, 0.02, grain);
    mix(&mut wave, &knock(pitch * 1.31, 0.014, grain), grain.between(0.012, 0.024), 0.45);
    wave
}

/// Two pieces that pass each other: a rub, and two knocks.
fn swap(grain: &mut Grain) -> Wave {
    let mut wave = Wave::new();
    mix(&mut wave, &breath(0.4, 0.8, grain), 0.0, 0.25);
    mix(&mut wave, &knock(940.0, 0.03, grain), 0.4, 0.9);
    mix(&mut wave, &knock(760.0, 0.03, grain), 0.44, 0.9);
    wave
}

/// A piece that goes under: a splash, and bubbles.
fn water(grain: &mut Grain) -> Wave {
    let mut wave = breath(0.32, 0.7, grain);
    level(&mut wave, 0.35);
    mix(&mut wave, &slide(520.0, 150.0, 0.3), 0.04, 0.9);
    for _ in 0..4 {
        let pitch = grain.between(320.0, 700.0);
        let after = grain.between(0.22, 0.55);
        mix(&mut wave, &slide(pitch, pitch * 1.7, 0.06), after, 0.4);
    }
    wave
}

/// Plucked notes: pitch, and when.
fn notes(notes: &[(f32, f32)], seconds: f32, grain: &mut Grain) -> Wave {
    let mut wave = Wave::new();
    for &(pitch, after) in notes {
        mix(&mut wave, &pluck(pitch, seconds, 0.2, grain), after, 0.8);
    }
    wave
}

/// The phrase of the end: rising for the winner, the same falling for the loser, up and down for a draw.
fn phrase(degrees: [i32; 6], grain: &mut Grain) -> Wave {
    let mut wave = Wave::new();
    for (place, degree) in degrees.into_iter().enumerate() {
        let is_last = place + 1 == degrees.len();
        let seconds = if is_last { 2.2 } else { 1.2 };
        let string = pluck(Mode::TIZITA.pitch(294.0, degree), seconds, 0.25, grain);
        mix(&mut wave, &string, 0.16 * place as f32, if is_last { 1.0 } else { 0.75 });
    }
    wave
}

#[cfg(test)]
mod tests {
    use super::super::wave::{assert_sound, samples};
    use super::*;

    #[test]
    fn every_cue_can_be_heard_and_none_clips() {
        for cue in Cue::ALL {
            for seed in 0..5 {
                let wave = effect(cue, seed);
                assert_sound(&wave, &format!("{cue:?}"));
                assert!(wave.iter().all(|value| value.abs() <= PEAK + 1e-4), "{cue:?}");
                assert!(wave.len() < samples(4.0), "{cue:?} is long");
            }
        }
    }

    #[test]
    fn stones_differ_from_one_to_the_next() {
        assert_ne!(effect(Cue::Drop { fill: 3 }, 1), effect(Cue::Drop { fill: 3 }, 2));
    }
}
