use std::fmt::Write;

use leptos::prelude::*;
use qrcode::{Color, QrCode};

/// The quiet margin that readers need around a code, in squares.
const MARGIN: usize = 3;

/// A link as a code for cameras; nothing if it is too long for one.
pub(super) fn qr(link: &str, title: impl Fn() -> &'static str + Send + Sync + 'static) -> Option<AnyView> {
    let code = QrCode::new(link).ok()?;
    let side = code.width() + 2 * MARGIN;
    let svg = view! {
        <svg class="qr" viewBox=format!("0 0 {side} {side}") role="img" aria-label=title shape-rendering="crispEdges">
            <rect class="qr-paper" width=side height=side />
            <path class="qr-ink" d=path(&code) />
        </svg>
    };
    Some(svg.into_any())
}

/// Every dark square, those in a row as one.
fn path(code: &QrCode) -> String {
    let mut path = String::new();
    let width = code.width();
    for (row, colors) in code.to_colors().chunks(width).enumerate() {
        let mut column = 0;
        while column < width {
            let length = colors[column..].iter().take_while(|&&color| color == Color::Dark).count();
            if length > 0 {
                let (x, y) = (column + MARGIN, row + MARGIN);
                write!(path, "M{x} {y}h{length}v1h-{length}z").expect("a string takes all");
            }
            column += length.max(1);
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_dark_square_is_drawn_once() {
        let code = QrCode::new("http://127.0.0.1:8080/#/online/00112233445566778899").unwrap();
        let dark = code.to_colors().into_iter().filter(|&color| color == Color::Dark).count();
        let drawn: usize = path(&code)
            .split('h')
            .skip(1)
            .filter_map(|run| run.split('v').next()?.parse::<usize>().ok())
            .sum();
        assert_eq!(drawn, dark);
    }
}
