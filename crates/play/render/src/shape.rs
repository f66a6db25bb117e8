//! What is drawn: things that know how far away a dot is.

/// A place, in dots from the upper left corner.
pub(crate) type Point = (f32, f32);

/// A form without a colour.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    /// A rectangle with round corners: upper left corner, size, radius.
    Round { at: Point, size: Point, radius: f32 },
    /// An ellipse turned by `tilt`, in radians.
    Ellipse { centre: Point, radii: Point, tilt: f32 },
    /// A line with round ends, `half` as thick to either side.
    Line { from: Point, to: Point, half: f32 },
    /// A closed line of corners.
    Polygon(Vec<Point>),
    /// Only the rim of another shape, `half` to either side of it.
    Rim(Box<Shape>, f32),
}

impl Shape {
    /// A circle.
    pub(crate) const fn circle(centre: Point, radius: f32) -> Self {
        Self::Ellipse { centre, radii: (radius, radius), tilt: 0.0 }
    }

    /// Its rim, `width` wide.
    pub(crate) fn rim(self, width: f32) -> Self {
        Self::Rim(Box::new(self), width / 2.0)
    }

    /// The same one elsewhere.
    pub(crate) fn moved(self, by: Point) -> Self {
        let there = |(x, y): Point| (x + by.0, y + by.1);
        match self {
            Self::Round { at, size, radius } => Self::Round { at: there(at), size, radius },
            Self::Ellipse { centre, radii, tilt } => Self::Ellipse { centre: there(centre), radii, tilt },
            Self::Line { from, to, half } => Self::Line { from: there(from), to: there(to), half },
            Self::Polygon(corners) => Self::Polygon(corners.into_iter().map(there).collect()),
            Self::Rim(shape, half) => Self::Rim(Box::new(shape.moved(by)), half),
        }
    }

    /// How far a dot is from the rim: below nothing inside.
    pub(crate) fn distance(&self, (x, y): Point) -> f32 {
        match self {
            Self::Round { at, size, radius } => {
                let (w, h) = (size.0 / 2.0, size.1 / 2.0);
                let dx = (x - at.0 - w).abs() - (w - radius);
                let dy = (y - at.1 - h).abs() - (h - radius);
                dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
            }
            Self::Ellipse { centre, radii, tilt } => {
                let (sin, cos) = tilt.sin_cos();
                let (dx, dy) = (x - centre.0, y - centre.1);
                let (u, v) = (dx * cos + dy * sin, dy * cos - dx * sin);
                let near = (u / radii.0).hypot(v / radii.1);
                let steep = (u / (radii.0 * radii.0)).hypot(v / (radii.1 * radii.1));
                // In the very middle there is no direction to the rim.
                if steep < 1e-6 { -radii.0.min(radii.1) } else { near * (near - 1.0) / steep }
            }
            Self::Line { from, to, half } => segment((x, y), *from, *to).0 - half,
            Self::Polygon(corners) => polygon((x, y), corners),
            Self::Rim(shape, half) => shape.distance((x, y)).abs() - half,
        }
    }

    /// Its upper left and lower right corners.
    pub(crate) fn bounds(&self) -> (Point, Point) {
        match self {
            Self::Round { at, size, .. } => (*at, (at.0 + size.0, at.1 + size.1)),
            Self::Ellipse { centre, radii, .. } => {
                let r = radii.0.max(radii.1);
                ((centre.0 - r, centre.1 - r), (centre.0 + r, centre.1 + r))
            }
            Self::Line { from, to, half } => widened(span(&[*from, *to]), *half),
            Self::Polygon(corners) => span(corners),
            Self::Rim(shape, half) => widened(shape.bounds(), *half),
        }
    }
}

fn span(points: &[Point]) -> (Point, Point) {
    let first = points.first().copied().unwrap_or_default();
    points.iter().fold((first, first), |(low, high), &(x, y)| {
        ((low.0.min(x), low.1.min(y)), (high.0.max(x), high.1.max(y)))
    })
}

fn widened((low, high): (Point, Point), by: f32) -> (Point, Point) {
    ((low.0 - by, low.1 - by), (high.0 + by, high.1 + by))
}

/// How far a dot is from a segment, and whether a line from it to the right crosses the segment.
fn segment((x, y): Point, from: Point, to: Point) -> (f32, bool) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let along = (((x - from.0) * dx + (y - from.1) * dy) / (dx * dx + dy * dy).max(1e-6)).clamp(0.0, 1.0);
    let away = (x - from.0 - along * dx).hypot(y - from.1 - along * dy);
    let crosses = (from.1 > y) != (to.1 > y) && x < from.0 + (y - from.1) * dx / dy;
    (away, crosses)
}

fn polygon(dot: Point, corners: &[Point]) -> f32 {
    let next = corners.iter().cycle().skip(1);
    let (away, inside) = corners.iter().zip(next).fold((f32::MAX, false), |(away, inside), (&from, &to)| {
        let (distance, crosses) = segment(dot, from, to);
        (away.min(distance), inside != crosses)
    });
    if inside { -away } else { away }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: &Shape, dot: Point, expected: f32) {
        let found = shape.distance(dot);
        assert!((found - expected).abs() < 0.01, "{shape:?} at {dot:?}: {found} instead of {expected}");
    }

    #[test]
    fn shapes_know_how_far_a_dot_is() {
        let round = Shape::Round { at: (10.0, 10.0), size: (20.0, 10.0), radius: 2.0 };
        check(&round, (20.0, 15.0), -5.0);
        check(&round, (20.0, 8.0), 2.0);
        check(&Shape::circle((0.0, 0.0), 5.0), (0.0, 0.0), -5.0);
        check(&Shape::circle((0.0, 0.0), 5.0), (8.0, 0.0), 3.0);
        let tilted =
            Shape::Ellipse { centre: (0.0, 0.0), radii: (6.0, 3.0), tilt: std::f32::consts::FRAC_PI_2 };
        check(&tilted, (0.0, 6.0), 0.0);
        check(&Shape::Line { from: (0.0, 0.0), to: (10.0, 0.0), half: 1.0 }, (5.0, 3.0), 2.0);
        let triangle = Shape::Polygon(vec![(0.0, 0.0), (10.0, 0.0), (0.0, 10.0)]);
        check(&triangle, (2.0, 2.0), -2.0);
        check(&triangle, (5.0, -3.0), 3.0);
        check(&triangle.rim(2.0), (2.0, 0.0), -1.0);
    }
}
