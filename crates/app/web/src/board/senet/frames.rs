//! Key frames of a piece under way, in pixels away from where it stands.

use crate::platform::animation::Keyframe;

/// A place on the screen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Point {
    /// To the right.
    pub(super) x: f64,
    /// Downwards.
    pub(super) y: f64,
}

/// How a piece looks at one moment of its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    /// When, from 0 to 1.
    pub(super) at: f64,
    /// Where, from its own place.
    pub(super) shift: Point,
    /// How large.
    pub(super) scale: f64,
    /// How visible.
    pub(super) opacity: f64,
}

impl Frame {
    /// The same in the browser's words.
    pub(super) fn keyframe(&self) -> Keyframe {
        let Self { at, shift, scale, opacity } = *self;
        let transform = format!("translate({:.2}px, {:.2}px) scale({scale:.3})", shift.x, shift.y);
        Keyframe { at, transform, opacity }
    }
}

/// How much larger a piece is while it is carried.
const HELD: f64 = 1.14;
/// How small a piece gets under water.
const SUNK: f64 = 0.45;
/// Into how many parts a curve is cut.
const CUTS: u8 = 12;

impl Point {
    const fn minus(self, other: Self) -> Self {
        Self { x: self.x - other.x, y: self.y - other.y }
    }
}

/// Over all of `points`, the first being where the piece stands: lifted, carried, set down.
pub(super) fn glide(points: &[Point]) -> Vec<Frame> {
    let Some(&home) = points.first() else { return Vec::new() };
    let last = points.len() - 1;
    let mut frames = Vec::with_capacity(points.len());
    for (index, point) in points.iter().enumerate() {
        let scale = if index == 0 || index == last { 1.0 } else { HELD };
        let at = if last == 0 { 1.0 } else { index as f64 / last as f64 };
        frames.push(Frame { at, shift: point.minus(home), scale, opacity: 1.0 });
    }
    frames
}

/// In one arc from where the piece stands to `goal`. A positive `bend` swings to the left of the way, seen along
/// it, by that share of its length.
pub(super) fn arc(home: Point, goal: Point, bend: f64) -> Vec<Frame> {
    let way = goal.minus(home);
    (0..=CUTS)
        .map(|cut| {
            let at = f64::from(cut) / f64::from(CUTS);
            let height = (at * std::f64::consts::PI).sin();
            let aside = bend * height;
            Frame {
                at,
                shift: Point { x: way.x * at + way.y * aside, y: way.y * at - way.x * aside },
                scale: 1.0 + (HELD - 1.0) * height,
                opacity: 1.0,
            }
        })
        .collect()
}

/// Down under the water at `goal`.
pub(super) fn sink(home: Point, goal: Point) -> Vec<Frame> {
    let shift = goal.minus(home);
    vec![
        Frame { at: 0.0, shift, scale: 1.0, opacity: 1.0 },
        Frame { at: 0.35, shift, scale: 0.9, opacity: 1.0 },
        Frame { at: 1.0, shift, scale: SUNK, opacity: 0.0 },
    ]
}

/// Up again at `goal`.
pub(super) fn rise(home: Point, goal: Point) -> Vec<Frame> {
    let mut frames = sink(home, goal);
    frames.reverse();
    for frame in &mut frames {
        frame.at = 1.0 - frame.at;
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOME: Point = Point { x: 10.0, y: 20.0 };
    const GOAL: Point = Point { x: 110.0, y: 60.0 };

    fn ends(frames: &[Frame]) -> (Point, Point) {
        (frames.first().unwrap().shift, frames.last().unwrap().shift)
    }

    #[test]
    fn every_way_begins_at_0_ends_at_1_and_never_goes_back_in_time() {
        for frames in [glide(&[HOME, GOAL, HOME]), arc(HOME, GOAL, 0.3), sink(HOME, GOAL), rise(HOME, GOAL)] {
            assert!(frames.first().unwrap().at.abs() < 1e-9);
            assert!((frames.last().unwrap().at - 1.0).abs() < 1e-9);
            assert!(frames.windows(2).all(|pair| pair[0].at < pair[1].at));
        }
    }

    #[test]
    fn a_piece_ends_on_the_goal() {
        for frames in [glide(&[HOME, Point { x: 50.0, y: 20.0 }, GOAL]), arc(HOME, GOAL, 0.3)] {
            let (first, last) = ends(&frames);
            assert!(first.x.abs() < 1e-9 && first.y.abs() < 1e-9);
            assert!((last.x - 100.0).abs() < 1e-9 && (last.y - 40.0).abs() < 1e-9);
        }
    }

    #[test]
    fn two_pieces_that_change_places_pass_on_different_sides() {
        let there = arc(HOME, GOAL, 0.3);
        let back = arc(GOAL, HOME, 0.3);
        let middle = usize::from(CUTS / 2);
        let (a, b) = (there[middle].shift, back[middle].shift);
        let apart = Point { x: HOME.x + a.x - GOAL.x - b.x, y: HOME.y + a.y - GOAL.y - b.y };
        assert!(apart.x.hypot(apart.y) > 50.0, "{apart:?}");
    }

    #[test]
    fn the_drowned_are_not_seen_between_water_and_rebirth() {
        assert!(sink(HOME, GOAL).last().unwrap().opacity.abs() < 1e-9);
        assert!(rise(HOME, GOAL).first().unwrap().opacity.abs() < 1e-9);
    }
}
