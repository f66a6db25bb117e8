use leptos::html::Div;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::ResizeObserver;

/// The size of an element in pixels, followed as it changes.
pub(super) fn size_of(element: NodeRef<Div>) -> RwSignal<(f64, f64)> {
    let size = RwSignal::new((0.0, 0.0));
    Effect::new(move |_| {
        let Some(element) = element.get() else { return };
        let measure = {
            let element = element.clone();
            move || {
                let now = (f64::from(element.client_width()), f64::from(element.client_height()));
                if size.try_get_untracked().is_some_and(|before| before != now) {
                    size.set(now);
                }
            }
        };
        measure();
        let callback = Closure::<dyn FnMut()>::new(measure);
        let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) else { return };
        observer.observe(&element);
        // The observer calls into the closure, so that both go together.
        let kept = StoredValue::new_local((observer, callback));
        on_cleanup(move || {
            kept.try_with_value(|(observer, _)| observer.disconnect());
        });
    });
    size
}
