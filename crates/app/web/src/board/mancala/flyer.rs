use leptos::prelude::document;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{HtmlDivElement, HtmlElement};

use super::stone::Stone;

/// The stones over the board: those in the hand and those on their way.
#[derive(Default)]
pub(super) struct Flyers(Vec<Flyer>);

struct Flyer {
    stone: Stone,
    element: HtmlElement,
    from: (f64, f64),
    size: f64,
}

impl Flyers {
    /// Stones leave their places in a hole and hover over it.
    pub(super) fn rise(
        &mut self,
        layer: &HtmlDivElement,
        stones: &[Stone],
        places: &[(f64, f64)],
        size: f64,
    ) {
        for (&stone, &from) in stones.iter().zip(places) {
            let Some(element) = element_of(stone) else { continue };
            put(&element, from, size);
            // A layer that takes no children shows no flight; the stone lands all the same.
            let _ = element.class_list().add_1("lifted");
            let _ = layer.append_child(&element);
            self.0.push(Flyer { stone, element, from, size });
        }
    }

    /// A hovering stone sets off to `to`, where it shall be `size` large, `span` milliseconds later.
    pub(super) fn fly(&mut self, stone: Stone, to: (f64, f64), size: f64, span: f64) {
        let Some(flyer) = self.0.iter().find(|flyer| flyer.stone == stone) else { return };
        let (dx, dy) = (to.0 - flyer.from.0, to.1 - flyer.from.1);
        let height = (16.0 + 0.14 * dx.hypot(dy)).min(110.0);
        let style = flyer.element.style();
        for (name, value) in [
            ("--dx", format!("{dx:.1}px")),
            ("--dy", format!("{dy:.1}px")),
            ("--rise", format!("{:.1}px", -height)),
            ("--end", format!("{:.3}", size / flyer.size)),
            ("animation-duration", format!("{span:.0}ms")),
        ] {
            let _ = style.set_property(name, &value);
        }
        let _ = flyer.element.class_list().add_1("flying");
    }

    /// Stones have landed: what lies in the hole is drawn there.
    pub(super) fn land(&mut self, stones: &[Stone]) {
        self.0.retain(|flyer| {
            let landed = stones.contains(&flyer.stone);
            if landed {
                flyer.element.remove();
            }
            !landed
        });
    }

    /// The sky is empty again.
    pub(super) fn clear(&mut self) {
        for flyer in self.0.drain(..) {
            flyer.element.remove();
        }
    }
}

/// A stone as it is drawn everywhere on a live board.
pub(super) fn element_of(stone: Stone) -> Option<HtmlElement> {
    let element: HtmlElement = document().create_element("i").ok()?.dyn_into().ok()?;
    element.set_class_name(&class_of(stone));
    let _ = element.style().set_property("--tilt", &format!("{}deg", stone.tilt()));
    Some(element)
}

/// Its brown and its outline.
pub(super) fn class_of(stone: Stone) -> String {
    format!("stone stone-{} shade-{} shape-{}", stone.0, stone.shade(), stone.shape())
}

/// Puts the middle of a stone to a place.
pub(super) fn put(element: &HtmlElement, (x, y): (f64, f64), size: f64) {
    let style = element.style();
    for (name, value) in [("left", x), ("top", y), ("--size", size)] {
        let _ = style.set_property(name, &format!("{value:.1}px"));
    }
}
