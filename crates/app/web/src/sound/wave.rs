//! Sounds as samples: what every effect and every note is made of.

use std::f32::consts::TAU;

use super::grain::Grain;

/// Samples in a second. Nothing here sounds above half of it.
pub(super) const RATE: f32 = 32_000.0;

/// Samples from -1 to 1.
pub(super) type Wave = Vec<f32>;

/// How many samples so many seconds are.
pub(super) fn samples(seconds: f32) -> usize {
    (seconds * RATE) as usize
}

/// A dry knock: a burst of noise that makes something ring at `pitch` for about `seconds`.
pub(super) fn knock(pitch: f32, seconds: f32, grain: &mut Grain) -> Wave {
    let radius = (-4.0 / (seconds * RATE)).exp();
    let turn = 2.0 * radius * (TAU * pitch / RATE).cos();
    let (mut last, mut before) = (0.0, 0.0);
    let wave = (0..samples(seconds * 2.0)).map(|n| {
        let burst = grain.swing() * (-(n as f32) / (0.0025 * RATE)).exp();
        let rings = burst + turn * last - radius * radius * before;
        (before, last) = (last, rings);
        rings
    });
    let mut wave: Wave = wave.collect();
    level(&mut wave, 1.0);
    fade_out(&mut wave, 0.004);
    wave
}

/// A plucked string, after Karplus and Strong: noise goes round a loop as long as the pitch and grows dull.
/// `dull` is 0 for a bright string, up to 1.
pub(super) fn pluck(pitch: f32, seconds: f32, dull: f32, grain: &mut Grain) -> Wave {
    let length = (RATE / pitch).max(2.0);
    let whole = length as usize;
    // What the loop is longer than whole samples, an all-pass delays.
    let part = length - whole as f32;
    let tuning = (1.0 - part) / (1.0 + part);
    let mut string: Wave = (0..whole).map(|_| grain.swing()).collect();
    soften(&mut string, 0.3 + 0.6 * dull);
    let damping = 0.4985 - 0.004 * dull;
    let (mut last, mut tuned_in, mut tuned_out) = (0.0, 0.0, 0.0);
    let mut wave: Wave = (0..samples(seconds))
        .map(|n| {
            let place = n % whole;
            let heard = string[place];
            let dulled = damping * (heard + last);
            last = heard;
            let tuned = tuning * (dulled - tuned_out) + tuned_in;
            (tuned_in, tuned_out) = (dulled, tuned);
            string[place] = tuned;
            heard
        })
        .collect();
    level(&mut wave, 1.0);
    fade_out(&mut wave, seconds * 0.3);
    wave
}

/// A tone that slides from one pitch to another and dies away.
pub(super) fn slide(from: f32, to: f32, seconds: f32) -> Wave {
    let count = samples(seconds);
    let mut phase = 0.0;
    let mut wave: Wave = (0..count)
        .map(|n| {
            let at = n as f32 / count as f32;
            phase += from * (to / from).powf(at) / RATE;
            (TAU * phase).sin() * (-3.5 * at).exp()
        })
        .collect();
    fade_in(&mut wave, 0.006);
    fade_out(&mut wave, 0.02);
    wave
}

/// Breath: noise without its high part, swelling and falling.
pub(super) fn breath(seconds: f32, dull: f32, grain: &mut Grain) -> Wave {
    let count = samples(seconds);
    let mut wave: Wave = (0..count).map(|_| grain.swing()).collect();
    soften(&mut wave, dull);
    for (n, value) in wave.iter_mut().enumerate() {
        *value *= (n as f32 / count as f32 * std::f32::consts::PI).sin();
    }
    level(&mut wave, 1.0);
    wave
}

/// Adds `other` to `wave`, beginning after so many seconds.
pub(super) fn mix(wave: &mut Wave, other: &[f32], after: f32, loud: f32) {
    let start = samples(after);
    if wave.len() < start + other.len() {
        wave.resize(start + other.len(), 0.0);
    }
    for (value, more) in wave[start..].iter_mut().zip(other) {
        *value += more * loud;
    }
}

/// Makes the loudest sample `peak`; silence stays silent.
pub(super) fn level(wave: &mut [f32], peak: f32) {
    let loudest = wave.iter().fold(0.0f32, |loudest, value| loudest.max(value.abs()));
    if loudest > 0.0 {
        for value in wave {
            *value *= peak / loudest;
        }
    }
}

/// Takes the high part away: each value leans on the one before by `dull`, 0 to 1.
fn soften(wave: &mut [f32], dull: f32) {
    let mut last = 0.0;
    for value in wave {
        last += (*value - last) * (1.0 - dull);
        *value = last;
    }
}

pub(super) fn fade_in(wave: &mut [f32], seconds: f32) {
    let count = samples(seconds).clamp(1, wave.len().max(1));
    for (n, value) in wave.iter_mut().take(count).enumerate() {
        *value *= n as f32 / count as f32;
    }
}

pub(super) fn fade_out(wave: &mut [f32], seconds: f32) {
    let count = samples(seconds).clamp(1, wave.len().max(1));
    for (n, value) in wave.iter_mut().rev().take(count).enumerate() {
        *value *= n as f32 / count as f32;
    }
}

/// Whether a wave can be played: finite, inside its bounds, to be heard, and ending in silence.
#[cfg(test)]
#[track_caller]
pub(super) fn assert_sound(wave: &[f32], what: &str) {
    assert!(wave.iter().all(|value| value.is_finite()), "{what} is not finite");
    let loudest = wave.iter().fold(0.0f32, |loudest, value| loudest.max(value.abs()));
    assert!(loudest <= 1.0, "{what} clips at {loudest}");
    assert!(loudest > 0.05, "{what} is silent");
    assert!(wave.last().is_some_and(|value| value.abs() < 0.01), "{what} ends with a click");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How often the wave crosses zero upwards in a second, the noise of the beginning left out.
    fn crossings(wave: &[f32]) -> f32 {
        let calm = &wave[wave.len() / 4..wave.len() / 2];
        let ups = calm.windows(2).filter(|pair| pair[0] <= 0.0 && pair[1] > 0.0).count();
        ups as f32 * RATE / calm.len() as f32
    }

    /// How much of `wave` repeats after `lag` samples, from -1 to 1.
    fn repeats(wave: &[f32], lag: usize) -> f32 {
        let calm = &wave[wave.len() / 4..wave.len() / 2];
        let both: f32 = calm.iter().zip(&calm[lag..]).map(|(a, b)| a * b).sum();
        both / calm.iter().map(|a| a * a).sum::<f32>()
    }

    #[test]
    fn everything_can_be_played() {
        let mut grain = Grain::new(1);
        assert_sound(&knock(2_000.0, 0.025, &mut grain), "knock");
        assert_sound(&pluck(220.0, 2.0, 0.3, &mut grain), "pluck");
        assert_sound(&pluck(55.0, 2.0, 1.0, &mut grain), "low pluck");
        assert_sound(&slide(600.0, 180.0, 0.3), "slide");
        assert_sound(&breath(0.3, 0.9, &mut grain), "breath");
    }

    #[test]
    fn a_string_has_its_pitch_and_dies_away() {
        let mut grain = Grain::new(2);
        let wave = pluck(200.0, 2.0, 0.5, &mut grain);
        assert!(repeats(&wave, 160) > 0.9, "{}", repeats(&wave, 160));
        assert!(repeats(&wave, 120) < 0.7);
        let energy = |part: &[f32]| part.iter().map(|value| value * value).sum::<f32>();
        assert!(energy(&wave[..6_400]) > 4.0 * energy(&wave[wave.len() - 12_800..]));
    }

    #[test]
    fn a_knock_rings_near_its_pitch() {
        for pitch in [1_600.0, 2_600.0] {
            let heard = crossings(&knock(pitch, 0.03, &mut Grain::new(5)));
            assert!((heard - pitch).abs() < 0.12 * pitch, "{heard} instead of {pitch}");
        }
    }

    #[test]
    fn mixing_adds_and_makes_room() {
        let mut wave = vec![0.5; 10];
        mix(&mut wave, &[1.0; 10], 5.0 / RATE, 0.25);
        assert_eq!(wave.len(), 15);
        for (place, expected) in [(0, 0.5), (5, 0.75), (14, 0.25)] {
            assert!((wave[place] - expected).abs() < 1e-6);
        }
    }
}
