use gebeta_rules::mancala::{Board, Hole};
use leptos::html::Span;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::HtmlElement;

use super::animator::Animator;
use super::flyer::{class_of, element_of, put};
use super::geometry::{Geometry, Rect};
use super::heap::Heap;
use super::stone::Stone;

/// The hollow of a pit or store with its stones, each of them an element of its own.
#[component]
pub(super) fn Bowl(animator: Animator, geometry: Memo<Geometry>, board: Board, hole: Hole) -> impl IntoView {
    let element = NodeRef::<Span>::new();
    let stones = animator.heap(hole);
    let is_pit = board.pit_at(hole).is_some();
    // Where the hollow is does not matter to how stones lie in it.
    let room = Memo::new(move |_| {
        let geometry = geometry.get();
        let (bowl, heap) = (geometry.bowl(&board, hole), animator.area(&geometry, &board, hole));
        (Rect { x: heap.x - bowl.x, y: heap.y - bowl.y, ..heap }, geometry.stone)
    });
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let (room, stone) = room.get();
        stones.with(|stones| {
            let heap = Heap::of(stones, room, is_pit, stone, animator.laying);
            place_stones(&element, stones, &heap, room.centre(), animator.is_busy());
        });
    });
    view! { <span class="bowl" node_ref=element aria-hidden="true"></span> }
}

/// Makes the children of `bowl` the stones of a heap. A stone that comes in sight of the player settles visibly.
fn place_stones(bowl: &HtmlElement, stones: &[Stone], heap: &Heap, middle: (f64, f64), is_seen: bool) {
    let children = bowl.children();
    for index in (stones.len() as u32..children.length()).rev() {
        if let Some(surplus) = children.item(index) {
            surplus.remove();
        }
    }
    for (index, (&stone, place)) in stones.iter().zip(&heap.places).enumerate() {
        let there = children.item(index as u32).and_then(|child| child.dyn_into::<HtmlElement>().ok());
        let is_new = there.is_none();
        let Some(element) = there.or_else(|| element_of(stone)) else { continue };
        put(&element, (middle.0 + place.0, middle.1 + place.1), heap.size);
        if is_new {
            if is_seen {
                let _ = element.class_list().add_1("landed");
            }
            let _ = bowl.append_child(&element);
        } else if !element.class_list().contains(&format!("stone-{}", stone.0)) {
            let _ = element.style().set_property("--tilt", &format!("{}deg", stone.tilt()));
            element.set_class_name(&class_of(stone));
        }
    }
}
