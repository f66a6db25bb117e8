//! Numbers without a font: each digit is lines and bows in a box that is 1 wide and 1.6 high.

use std::f32::consts::PI;

use crate::canvas::Canvas;
use crate::color::Color;
use crate::shape::{Point, Shape};

/// How high a digit is, with a width of 1.
const HEIGHT: f32 = 1.6;
/// From one digit to the next.
const STEP: f32 = 1.32;
/// Half the thickness of its lines.
const HALF: f32 = 0.13;

enum Stroke {
    Line(Point, Point),
    /// Part of an ellipse: its middle, its radii, and two angles in degrees, 0 to the right and 90 down.
    Bow(Point, Point, f32, f32),
}

use Stroke::{Bow, Line};

const DIGITS: [&[Stroke]; 10] = [
    &[Bow((0.5, 0.8), (0.42, 0.76), 0.0, 360.0)],
    &[Line((0.2, 0.36), (0.56, 0.04)), Line((0.56, 0.04), (0.56, 1.56))],
    &[
        Bow((0.5, 0.46), (0.4, 0.42), -170.0, 38.0),
        Line((0.815, 0.72), (0.1, 1.56)),
        Line((0.1, 1.56), (0.92, 1.56)),
    ],
    &[Bow((0.46, 0.42), (0.38, 0.38), -155.0, 90.0), Bow((0.46, 1.18), (0.42, 0.38), -90.0, 155.0)],
    &[Line((0.68, 1.56), (0.68, 0.04)), Line((0.68, 0.04), (0.06, 1.12)), Line((0.06, 1.12), (0.96, 1.12))],
    &[
        Line((0.85, 0.04), (0.2, 0.04)),
        Line((0.2, 0.04), (0.15, 0.72)),
        Bow((0.46, 1.06), (0.42, 0.5), -138.0, 150.0),
    ],
    &[Bow((0.5, 1.1), (0.4, 0.46), 0.0, 360.0), Bow((0.9, 1.1), (0.8, 1.06), -180.0, -105.0)],
    &[Line((0.08, 0.04), (0.92, 0.04)), Line((0.92, 0.04), (0.38, 1.56))],
    &[Bow((0.5, 0.42), (0.36, 0.38), 0.0, 360.0), Bow((0.5, 1.18), (0.42, 0.38), 0.0, 360.0)],
    &[Bow((0.5, 0.5), (0.4, 0.46), 0.0, 360.0), Bow((0.1, 0.5), (0.8, 1.06), 0.0, 75.0)],
];

/// A number with its middle at `centre`, `height` high.
pub(crate) fn number(canvas: &mut Canvas, n: u32, centre: Point, height: f32, color: Color) {
    let unit = height / HEIGHT;
    let digits = n.to_string();
    let width = (digits.len() as f32 - 1.0) * STEP + 1.0;
    let top = centre.1 - height / 2.0;
    for (place, digit) in digits.bytes().enumerate() {
        let left = centre.0 + (place as f32 * STEP - width / 2.0) * unit;
        let at = |(x, y): Point| (left + x * unit, top + y * unit);
        for stroke in DIGITS[usize::from(digit - b'0')] {
            for pair in points(stroke).windows(2) {
                canvas.fill(&Shape::Line { from: at(pair[0]), to: at(pair[1]), half: HALF * unit }, color);
            }
        }
    }
}

fn points(stroke: &Stroke) -> Vec<Point> {
    match *stroke {
        Line(from, to) => vec![from, to],
        Bow((x, y), (w, h), from, to) => (0..=16)
            .map(|i| {
                let (sin, cos) = ((from + (to - from) * i as f32 / 16.0) * PI / 180.0).sin_cos();
                (x + w * cos, y + h * sin)
            })
            .collect(),
    }
}
