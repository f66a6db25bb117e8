//! Drawings as data: the page shows them with classes, the standalone picture with colors.

use leptos::prelude::*;

/// What a line or surface of a drawing is, and so which color it has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The surface of the thing.
    Body,
    /// Its side away from the light.
    Shade,
    /// Where the light falls.
    Light,
    /// A drawn line.
    Line,
    /// A surface filled with ink.
    Ink,
}

impl Part {
    /// The class that gives it its color on the page.
    pub(super) const fn class(self) -> &'static str {
        match self {
            Self::Body => "art-body",
            Self::Shade => "art-shade",
            Self::Light => "art-light",
            Self::Line => "art-line",
            Self::Ink => "art-ink",
        }
    }
}

/// One outline of a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stroke {
    /// What it is.
    pub(super) part: Part,
    /// The outline, in the language of SVG paths.
    pub(super) d: &'static str,
}

/// A drawing in a square of [`Self::SIZE`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing(pub(super) &'static [Stroke]);

impl Drawing {
    /// The width and height of the field that drawings are made for.
    pub(super) const SIZE: u8 = 48;

    /// Whether it is drawn in ink alone.
    pub(super) fn is_sign(self) -> bool {
        self.0.iter().all(|stroke| matches!(stroke.part, Part::Line | Part::Ink))
    }

    /// The drawing on the page.
    pub(super) fn view(self, class: &'static str) -> impl IntoView {
        let paths = self
            .0
            .iter()
            .map(|stroke| view! { <path class=stroke.part.class() d=stroke.d /> })
            .collect_view();
        view! { <svg class=class viewBox="0 0 48 48" aria-hidden="true" focusable="false">{paths}</svg> }
    }
}

/// A filled surface with ink around it.
pub(super) const fn body(d: &'static str) -> Stroke {
    Stroke { part: Part::Body, d }
}

/// A surface in the shade.
pub(super) const fn shade(d: &'static str) -> Stroke {
    Stroke { part: Part::Shade, d }
}

/// A surface in the light.
pub(super) const fn light(d: &'static str) -> Stroke {
    Stroke { part: Part::Light, d }
}

/// A line of ink.
pub(super) const fn line(d: &'static str) -> Stroke {
    Stroke { part: Part::Line, d }
}

/// A surface of ink.
pub(super) const fn ink(d: &'static str) -> Stroke {
    Stroke { part: Part::Ink, d }
}
