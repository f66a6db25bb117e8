use leptos::prelude::*;

/// The wood of the board: long fibres with two knots, stretched over the whole plank.
#[component]
pub(super) fn Grain() -> impl IntoView {
    let fibres: Vec<_> = (0..FIBRES)
        .map(|i| view! { <path d=fibre(i) stroke-width=0.6 + 0.5 * f64::from(i % 4) /> })
        .collect();
    view! {
        <div class="wood" aria-hidden="true">
            <svg viewBox="0 0 1000 400" preserveAspectRatio="none">
                {fibres}
            </svg>
        </div>
    }
}

pub(super) const FIBRES: u32 = 38;

/// Where branches grew: a place, and how far round it the fibres give way.
const KNOTS: [(f64, f64, f64); 2] = [(230.0, 150.0, 34.0), (790.0, 285.0, 26.0)];

/// The line of one fibre, on 1000 by 400.
pub(super) fn fibre(i: u32) -> String {
    let base = f64::from(i) * 400.0 / f64::from(FIBRES - 1);
    let phase = f64::from(i * 7 % 13);
    let points = (0..=40).map(|step| {
        let x = f64::from(step) * 25.0;
        let wave = 3.5 * (x / 170.0 + phase).sin() + 2.0 * (x / 67.0 + 2.0 * phase).sin();
        let y = KNOTS.iter().fold(base + wave, |y, &(at, height, reach)| {
            let (dx, dy) = ((x - at) / 90.0, (y - height) / reach);
            let push = reach * (-(dx * dx) - dy * dy).exp();
            if y < height { y - push } else { y + push }
        });
        format!("{x:.0} {y:.1}")
    });
    let points: Vec<String> = points.collect();
    format!("M{}", points.join("L"))
}
