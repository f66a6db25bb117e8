//! Every theme can be read and played by weak eyes: text stands out 4.5 to 1, pieces, stones and focus 3 to 1.

use std::collections::BTreeMap;

const TOKENS: &str = include_str!("../../styles/00-tokens.css");
const SENET: &str = include_str!("../../styles/50-senet.css");

#[derive(Clone, Copy, Debug, PartialEq)]
struct Color([f64; 3]);

impl Color {
    /// `#rrggbb` or `rgb(r g b)`; none for what can be seen through.
    fn read(text: &str) -> Option<Self> {
        let parts: Vec<f64> = if let Some(digits) = text.strip_prefix('#') {
            let part = |at| u8::from_str_radix(&digits[at..at + 2], 16).map(f64::from).ok();
            [0, 2, 4].into_iter().map(part).collect::<Option<_>>()?
        } else {
            let inside = text.strip_prefix("rgb(")?.strip_suffix(')')?;
            inside.split(' ').map(|part| part.parse().ok()).collect::<Option<_>>()?
        };
        parts.try_into().ok().map(Self)
    }

    /// So much of this one, the rest of another.
    fn mixed(self, share: f64, other: Self) -> Self {
        Self(std::array::from_fn(|part| self.0[part] * share + other.0[part] * (1.0 - share)))
    }

    /// The relative luminance of WCAG 2.2.
    fn light(self) -> f64 {
        let [red, green, blue] = self.0.map(|part| {
            let part = part / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        });
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(self, other: Self) -> f64 {
        let (one, two) = (self.light() + 0.05, other.light() + 0.05);
        one.max(two) / one.min(two)
    }
}

type Theme = BTreeMap<&'static str, Color>;

fn themes() -> Vec<(&'static str, Theme)> {
    let parts = TOKENS.split("[data-theme=\"").skip(1);
    parts
        .map(|part| {
            let (name, rest) = part.split_once("\"] {").unwrap();
            let lines = rest.split_once('}').unwrap().0.lines();
            let token = |line: &'static str| {
                let (name, value) = line.trim().strip_prefix("--")?.split_once(": ")?;
                Some((name, Color::read(value.trim_end_matches(';'))?))
            };
            (name, lines.filter_map(token).collect())
        })
        .collect()
}

/// How much of the edge of the board is in the ink that pieces are drawn with.
fn edge_in_ink() -> f64 {
    let (_, mix) = SENET.split_once("--piece-ink: color-mix(in srgb, var(--board-edge) ").unwrap();
    mix.split_once('%').unwrap().0.parse::<f64>().unwrap() / 100.0
}

/// Every pair of tokens that must be told apart, and how well.
fn pairs() -> Vec<(&'static str, &'static str, f64)> {
    let mut pairs = Vec::new();
    for ground in ["bg", "surface"] {
        for text in ["text", "text-dim", "accent", "danger", "p1", "p2"] {
            pairs.push((text, ground, 4.5));
        }
    }
    pairs.push(("on-accent", "accent", 4.5));
    for ground in ["bg", "surface", "board", "pit", "store", "square", "square-alt"] {
        pairs.push(("focus", ground, 3.0));
    }
    for stone in ["stone-1", "stone-2", "stone-3", "stone-4", "stone-5"] {
        pairs.extend([(stone, "pit", 3.0), (stone, "store", 3.0)]);
    }
    for square in ["square", "square-alt"] {
        pairs.push(("piece-b", square, 3.0));
    }
    pairs
}

#[test]
fn every_theme_can_be_read() {
    let themes = themes();
    assert_eq!(themes.len(), 6, "{themes:?}");
    let mut faint = Vec::new();
    for (name, theme) in &themes {
        for (front, back, least) in pairs() {
            let contrast = theme[front].contrast(theme[back]);
            if contrast < least {
                faint.push(format!("{name}: --{front} on --{back} {contrast:.2}, {least} asked"));
            }
        }
        // A light piece on a light square is seen by its outline.
        let ink = theme["board-edge"].mixed(edge_in_ink(), theme["piece-b"]);
        for square in ["square", "square-alt"] {
            let contrast = [ink, theme["piece-w"]].map(|part| part.contrast(theme[square]));
            if contrast.iter().all(|&contrast| contrast < 3.0) {
                faint.push(format!("{name}: a cone on --{square} {contrast:.2?}, 3 asked"));
            }
        }
    }
    assert!(faint.is_empty(), "{faint:#?}");
}

#[test]
fn contrast_is_that_of_the_standard() {
    let color = |text| Color::read(text).unwrap();
    assert!((color("#000000").contrast(color("#ffffff")) - 21.0).abs() < 1e-9);
    assert!((color("#777777").contrast(color("rgb(255 255 255)")) - 4.48).abs() < 0.01);
    assert_eq!(Color::read("rgb(45 26 11 / 0.28)"), None);
}
