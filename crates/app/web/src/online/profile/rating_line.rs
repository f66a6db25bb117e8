use std::fmt::Write;

use leptos::prelude::*;

use crate::platform::language::language;

/// The drawing, before it is stretched to its place.
const WIDE: f64 = 100.0;
const HIGH: f64 = 36.0;
/// What stays free above and below.
const EDGE: f64 = 4.0;
/// Fewer points than this are drawn as if they were so many apart, or every game would look like a storm.
const LEAST_SPAN: f64 = 60.0;

/// How a rating went, from the oldest game to the newest.
#[component]
pub(super) fn RatingLine(ratings: Vec<i32>) -> impl IntoView {
    let (first, last) = (*ratings.first()?, *ratings.last()?);
    let games = ratings.len().checked_sub(1).filter(|games| *games > 0)?;
    let line = line(&ratings);
    let (x, y) = place(&ratings, games);
    let label = move || language().profile_line(games, first, last);
    Some(view! {
        <svg class="rating-line" viewBox=format!("-2 0 {} {HIGH}", WIDE + 4.0) preserveAspectRatio="none" role="img" aria-label=label data-test="rating-line">
            <path class="rating-path" d=line></path>
            <path class="rating-now" d=format!("M{x} {y}h0")></path>
        </svg>
    })
}

fn place(ratings: &[i32], at: usize) -> (f64, f64) {
    let least = f64::from(ratings.iter().copied().min().unwrap_or(0));
    let most = f64::from(ratings.iter().copied().max().unwrap_or(0));
    let span = (most - least).max(LEAST_SPAN);
    let middle = f64::midpoint(least, most);
    let round = |value: f64| (value * 10.0).round() / 10.0;
    let x = WIDE * at as f64 / (ratings.len() - 1).max(1) as f64;
    let y = HIGH / 2.0 - (f64::from(ratings[at]) - middle) / span * (HIGH - 2.0 * EDGE);
    (round(x), round(y))
}

fn line(ratings: &[i32]) -> String {
    let mut path = String::new();
    for at in 0..ratings.len() {
        let (x, y) = place(ratings, at);
        // A text takes everything that is written to it.
        let _ = write!(path, "{}{x} {y}", if at == 0 { 'M' } else { 'L' });
    }
    path
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn a_rating_that_rises_is_drawn_upwards_within_its_frame() {
        assert_eq!(line(&[1500, 1600]), "M0 32L100 4");
        assert_eq!(line(&[1600, 1500, 1550]), "M0 4L50 32L100 18");
        // A little is drawn as a little.
        assert_eq!(line(&[1500, 1506]), "M0 19.4L100 16.6");
    }
}
