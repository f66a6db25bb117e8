//! Animations that the browser runs by itself, off the thread of the program.

use js_sys::{Array, Function, Object, Reflect};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Animation, Element};

/// How an element looks at one moment.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Keyframe {
    /// When, from 0 to 1.
    pub(crate) at: f64,
    /// In the language of CSS.
    pub(crate) transform: String,
    /// From 0 to 1.
    pub(crate) opacity: f64,
}

/// When an animation runs, in milliseconds, and how it gains and loses speed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Timing {
    pub(crate) delay: f64,
    pub(crate) length: f64,
    pub(crate) ease: &'static str,
}

/// Animates `element`; it stays as the last keyframe says until the animation is cancelled. None in a browser
/// that cannot.
pub(crate) fn animate(element: &Element, keyframes: &[Keyframe], timing: Timing) -> Option<Animation> {
    let frames = Array::new();
    // Animating the opacity flattens what turns in three dimensions, so it is left out where it does not change.
    let fades = keyframes.iter().any(|keyframe| keyframe.opacity < 1.0);
    for Keyframe { at, transform, opacity } in keyframes {
        let frame = object(&[("offset", (*at).into()), ("transform", transform.as_str().into())]);
        if fades {
            set(&frame, "opacity", &(*opacity).into());
        }
        frames.push(&frame);
    }
    let options = object(&[
        ("delay", timing.delay.into()),
        ("duration", timing.length.into()),
        ("easing", timing.ease.into()),
        ("fill", "forwards".into()),
    ]);
    // web-sys has this method only among its unstable ones.
    let method: Function = Reflect::get(element, &"animate".into()).ok()?.dyn_into().ok()?;
    method.call2(element, &frames, &options).ok()?.dyn_into().ok()
}

fn object(entries: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    for (key, value) in entries {
        set(&object, key, value);
    }
    object
}

fn set(object: &Object, key: &str, value: &JsValue) {
    // A plain object takes every property.
    let _ = Reflect::set(object, &key.into(), value);
}
