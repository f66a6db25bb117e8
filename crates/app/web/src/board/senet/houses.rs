//! The signs of the six houses, drawn in ink (rules 2.3).

use gebeta_rules::senet::{House, Square};
use leptos::prelude::IntoView;

use super::art::{Drawing, ink, line};

/// The sign of the house on a square, if there is one.
pub(crate) fn house_picture(square: Square) -> Option<impl IntoView> {
    square.house().map(|house| sign(house).view("sign"))
}

/// The sign of `house`.
pub(super) const fn sign(house: House) -> Drawing {
    match house {
        House::Rebirth => ANKH,
        House::Happiness => THREE_NEFER,
        House::Water => WAVES,
        House::ThreeTruths => THREE_BIRDS,
        House::ReAtoum => TWO_GODS,
        House::Horus => WINGED_SUN,
    }
}

/// The key of life.
const ANKH: Drawing = Drawing(&[
    ink(
        "M24 24.5C15 20 14 15.5 14 12.5 14 7 18.5 3.5 24 3.5s10 3.5 10 9c0 3-1 7.5-10 12Zm0-4.5c4.8-3 6-5.6 6-7.5 0-3-2.5-5-6-5s-6 2-6 5c0 1.9 1.2 4.5 6 7.5Z",
    ),
    ink("M22.4 23h3.2l.8 1.5 11.6-2.2v7.2l-11.8-1.8L28 44.5h-8l1.8-16.8L10 29.5v-7.2l11.6 2.2Z"),
]);

/// Three times the sign for beauty: a heart with its windpipe.
const THREE_NEFER: Drawing = Drawing(&[
    ink(
        "M8.7 5.5h1.6v3.3h2.7v1.7h-2.7v2.7h2.7v1.7h-2.7v12c3 .9 4.7 4 4.7 7.6 0 4-2.2 7-5.5 7S4 38.5 4 34.5c0-3.6 1.7-6.7 4.7-7.6v-12H6v-1.7h2.7v-2.7H6V8.8h2.7Z",
    ),
    ink(
        "M23.2 5.5h1.6v3.3h2.7v1.7h-2.7v2.7h2.7v1.7h-2.7v12c3 .9 4.7 4 4.7 7.6 0 4-2.2 7-5.5 7s-5.5-3-5.5-7c0-3.6 1.7-6.7 4.7-7.6v-12h-2.7v-1.7h2.7v-2.7h-2.7V8.8h2.7Z",
    ),
    ink(
        "M37.7 5.5h1.6v3.3h2.7v1.7h-2.7v2.7h2.7v1.7h-2.7v12c3 .9 4.7 4 4.7 7.6 0 4-2.2 7-5.5 7S33 38.5 33 34.5c0-3.6 1.7-6.7 4.7-7.6v-12H35v-1.7h2.7v-2.7H35V8.8h2.7Z",
    ),
]);

/// Three ripples.
const WAVES: Drawing = Drawing(&[
    line("m3 14 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5"),
    line("m3 26.5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5"),
    line("m3 39 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5 4.2-5 4.2 5"),
]);

/// Three birds with the heads of men, the souls of Buto.
const THREE_BIRDS: Drawing = Drawing(&[
    ink(
        "M12.5 4.5c2.4 0 3.8 1.6 3.8 3.6 0 1.3-.5 2.2-1.3 2.9 4 .6 7 3 9.5 9.5l1 3-5.5-2.8c-1.4 1.2-2.8 1.8-4.5 2v3h1.6v1.6h-5v-1.6h1.7v-3.1C10 22 8 19 8 15.2c0-2 .7-3.6 1.8-4.5-.7-.6-1.1-1.5-1.1-2.6 0-2 1.4-3.6 3.8-3.6Z",
    ),
    ink(
        "M33 4.5c2.4 0 3.8 1.6 3.8 3.6 0 1.3-.5 2.2-1.3 2.9 4 .6 7 3 9.5 9.5l1 3-5.5-2.8c-1.4 1.2-2.8 1.8-4.5 2v3h1.6v1.6h-5v-1.6h1.7v-3.1c-3.8-.5-5.8-3.5-5.8-7.3 0-2 .7-3.6 1.8-4.5-.7-.6-1.1-1.5-1.1-2.6 0-2 1.4-3.6 3.8-3.6Z",
    ),
    ink(
        "M22.5 21.5c2.4 0 3.8 1.6 3.8 3.6 0 1.3-.5 2.2-1.3 2.9 4 .6 7 3 9.5 9.5l1 3-5.5-2.8c-1.4 1.2-2.8 1.8-4.5 2v3h1.6v1.6h-5v-1.6h1.7v-3.1c-3.8-.5-5.8-3.5-5.8-7.3 0-2 .7-3.6 1.8-4.5-.7-.6-1.1-1.5-1.1-2.6 0-2 1.4-3.6 3.8-3.6Z",
    ),
]);

/// Two gods, seated.
const TWO_GODS: Drawing = Drawing(&[
    ink(
        "M11.5 6.5c2.7 0 4.5 1.9 4.5 4.4 0 1.7-.7 3-1.8 3.8l.2 1.3c2.3.8 3.6 2.5 3.6 5v4h3.2c1.6 0 2.3 1 2.3 2.5V41H4V29l1.5-9c.3-2 1.3-3.3 3-4l.2-1.2C7.6 14 7 12.6 7 10.9c0-2.5 1.8-4.4 4.5-4.4Zm-2 22.5-1 8h11v-8Z",
    ),
    ink(
        "M32.5 6.5c2.7 0 4.5 1.9 4.5 4.4 0 1.7-.7 3-1.8 3.8l.2 1.3c2.3.8 3.6 2.5 3.6 5v4h3.2c1.6 0 2.3 1 2.3 2.5V41H25V29l1.5-9c.3-2 1.3-3.3 3-4l.2-1.2c-1.1-.8-1.7-2.2-1.7-3.9 0-2.5 1.8-4.4 4.5-4.4Zm-2 22.5-1 8h11v-8Z",
    ),
]);

/// The sun with the wings of a falcon.
const WINGED_SUN: Drawing = Drawing(&[
    ink("M24 10.5a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm0 3.6a6.4 6.4 0 1 0 0 12.8 6.4 6.4 0 0 0 0-12.8Z"),
    ink("M24 17.3a3.2 3.2 0 1 1 0 6.4 3.2 3.2 0 0 1 0-6.4Z"),
    ink(
        "M12.6 14C8.9 12.2 4.4 12.7-0.1 16.1c1.6 0.4 2.8 1.2 3.8 2.2-1 0.4-1.9 1.2-2.7 2.3 1.7 0 3 0.4 4.1 1.3-0.8 0.7-1.4 1.6-1.9 2.9 3.2-0.9 6.4 0.4 9.6 3.3-0.7-4.6-0.8-9.4-0.2-14.2Z",
    ),
    ink(
        "M35.4 14c3.7-1.7 8.2-1.3 12.7 2.2-1.6 0.4-2.8 1.2-3.8 2.2 1 0.4 1.9 1.2 2.7 2.3-1.7 0-3 0.4-4.1 1.3 0.8 0.7 1.4 1.6 1.9 2.9-3.2-0.9-6.4 0.4-9.6 3.3 0.7-4.6 0.8-9.4 0.2-14.2Z",
    ),
    line("M19.5 32.5c-1 4.5-4 7-8.5 7.5M28.5 32.5c1 4.5 4 7 8.5 7.5"),
]);
