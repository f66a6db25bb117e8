//! How four thrown sticks fly, turn over and come to rest one after the other.

use crate::platform::animation::Keyframe;

/// The part of the whole throw after which the stick at `place`, 0 to 3, lies still.
pub(super) fn share(place: usize) -> f64 {
    0.55 + 0.15 * place.min(3) as f64
}

/// The way of a stick over the table.
pub(super) fn flight(place: usize) -> Vec<Keyframe> {
    let side = if place.is_multiple_of(2) { -1.0 } else { 1.0 };
    let wide = 14.0 + 9.0 * place as f64;
    let frame = |at, x: f64, y: f64, turn: f64| Keyframe {
        at,
        transform: format!("translate({:.0}%, {y:.0}%) rotate({:.0}deg)", x * side, turn * side),
        opacity: 1.0,
    };
    vec![
        frame(0.0, wide, -160.0 - 110.0 * place as f64, -130.0),
        frame(0.55, -wide / 2.0, 40.0, 34.0),
        frame(0.8, 4.0, -16.0, -9.0),
        Keyframe { at: 1.0, transform: "none".to_owned(), opacity: 1.0 },
    ]
}

/// The turns of a stick about its own length. It ends with its dark side up or its light one.
pub(super) fn turn(place: usize, dark: bool) -> Vec<Keyframe> {
    let rest = if dark { 180.0 } else { 0.0 };
    let turns = 360.0 * (2.0 + (place % 2) as f64);
    [(0.0, rest - turns), (0.8, rest + 24.0), (1.0, rest)]
        .into_iter()
        .map(|(at, angle)| Keyframe { at, transform: format!("rotateX({angle:.0}deg)"), opacity: 1.0 })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_come_to_rest_one_after_the_other_within_the_throw() {
        let shares: Vec<_> = (0..4).map(share).collect();
        assert!(shares.windows(2).all(|pair| pair[0] < pair[1]));
        assert!((shares[3] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_stick_ends_on_its_side() {
        for place in 0..4 {
            assert_eq!(turn(place, true).last().unwrap().transform, "rotateX(180deg)");
            assert_eq!(turn(place, false).last().unwrap().transform, "rotateX(0deg)");
            assert_eq!(flight(place).last().unwrap().transform, "none");
        }
    }
}
