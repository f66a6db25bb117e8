use std::fmt::Write;

use gebeta_engine::{Evaluation, Grade, Review};
use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Keyword};
use leptos::prelude::*;

use crate::components::hint::share;
use crate::platform::language::{language, say};

/// The height of the drawing; the middle is an even game.
const HIGH: f64 = 100.0;

/// Who was ahead when, as a graph over the game; a click goes to a move.
#[component]
pub(super) fn Chart(
    review: StoredValue<Review>,
    names: Signal<ByPlayer<String>>,
    place: RwSignal<usize>,
) -> impl IntoView {
    let points = review.with_value(points);
    let last = points.len().saturating_sub(1);
    let area = area(&points);
    let (proved, guessed) = (line(&points, true), line(&points, false));
    let marks = review.with_value(|review| {
        let bad = review.moves.iter().enumerate().filter(|(_, judged)| judged.grade >= Grade::Inaccuracy);
        bad.map(|(number, judged)| (number, judged.grade)).collect::<Vec<_>>()
    });
    let dots = marks.into_iter().map(|(number, grade)| {
        let (_, y) = points[number];
        let class = format!("chart-dot {}", grade.word());
        let d = format!("M{number} {y}h0");
        view! { <path class=class d=d></path> }
    });
    let bands = (0..=last).map(|number| {
        let x = number as f64 - 0.5;
        view! { <rect class="chart-band" x=x y="0" width="1" height=HIGH on:click=move |_| place.set(number)></rect> }
    });
    let label = move || language().review_graph(names.get().one);
    let box_ = format!("-0.5 0 {} {HIGH}", last as f64 + 1.0);
    view! {
        <figure class="chart" dir="ltr">
            <svg viewBox=box_ preserveAspectRatio="none" role="img" aria-label=label data-test="chart">
                <path class="chart-area" d=area></path>
                <line class="chart-even" x1="-0.5" x2=last as f64 + 0.5 y1=HIGH / 2.0 y2=HIGH / 2.0></line>
                <path class="chart-line" d=proved></path>
                <path class="chart-line guessed" d=guessed></path>
                {dots.collect_view()}
                <line class="chart-here" x1=move || place.get() x2=move || place.get() y1="0" y2=HIGH></line>
                {bands.collect_view()}
            </svg>
            <figcaption class="dim" dir="auto">{say(Language::review_legend)}</figcaption>
        </figure>
    }
}

/// Before each move and at the end: whether it is proved, and how high it stands.
fn points(review: &Review) -> Vec<(bool, f64)> {
    let point = |worth: Evaluation| {
        (worth.exact, ((1.0 - share(review.game, worth.value)) * HIGH * 10.0).round() / 10.0)
    };
    review.moves.iter().map(|judged| judged.before).chain([review.last]).map(point).collect()
}

fn area(points: &[(bool, f64)]) -> String {
    let mut path = format!("M0 {}", HIGH / 2.0);
    for (number, (_, y)) in points.iter().enumerate() {
        // A text takes everything that is written to it.
        let _ = write!(path, "L{number} {y}");
    }
    let _ = write!(path, "L{} {}Z", points.len().saturating_sub(1), HIGH / 2.0);
    path
}

/// The pieces of the line whose right end is proved, or is not.
fn line(points: &[(bool, f64)], proved: bool) -> String {
    let mut path = String::new();
    for (number, pair) in points.windows(2).enumerate() {
        if pair[1].0 == proved {
            let _ = write!(path, "M{number} {}L{} {}", pair[0].1, number + 1, pair[1].1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_solid_where_it_is_proved() {
        let points = [(false, 50.0), (false, 40.0), (true, 20.0)];
        assert_eq!(line(&points, false), "M0 50L1 40");
        assert_eq!(line(&points, true), "M1 40L2 20");
        assert_eq!(area(&points), "M0 50L0 50L1 40L2 20L2 50Z");
    }
}
