//! The colors of a theme by the names of their tokens, for pictures.

use leptos::prelude::{document, window};

/// What the color tokens of the page stand for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Palette {
    colors: Vec<(&'static str, String)>,
}

impl Palette {
    /// Every token that a picture may name.
    const TOKENS: [&'static str; 26] = [
        "bg",
        "surface",
        "text",
        "text-dim",
        "line",
        "accent",
        "danger",
        "p1",
        "p2",
        "board",
        "board-edge",
        "pit",
        "pit-deep",
        "store",
        "store-deep",
        "stone-1",
        "stone-2",
        "stone-3",
        "stone-4",
        "stone-5",
        "square",
        "square-alt",
        "house",
        "piece-w",
        "piece-b",
        "shade",
    ];

    /// The colors as they are now, for a picture that leaves the page.
    pub(crate) fn of_page() -> Self {
        let root = document().document_element();
        let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
        let color = |token: &str| {
            let value = style.as_ref().and_then(|style| style.get_property_value(&format!("--{token}")).ok());
            value.map_or_else(String::new, |value| value.trim().to_owned())
        };
        Self { colors: Self::TOKENS.map(|token| (token, color(token))).into() }
    }

    /// The tokens themselves, for a picture on the page that follows its theme.
    pub(crate) fn live() -> Self {
        Self { colors: Self::TOKENS.map(|token| (token, format!("var(--{token})"))).into() }
    }

    /// The color behind `token`, or that of text if there is no such token.
    pub(crate) fn color(&self, token: &str) -> &str {
        self.colors.iter().find(|(name, _)| *name == token).map_or("currentColor", |(_, color)| color)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_live_picture_names_the_tokens() {
        assert_eq!(Palette::live().color("piece-b"), "var(--piece-b)");
        assert_eq!(Palette::live().color("no such thing"), "currentColor");
    }
}
