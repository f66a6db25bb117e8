//! A game or a position on its way out of the page: as a link, a text, a file, a picture.

use std::time::Duration;

use gebeta_rules::{ByPlayer, Record, Seat};
use gebeta_session::PlayerKind;
use gebeta_worker::Place;
use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url};

use crate::components::opponents;
use crate::route::Route;

/// The letters of base64 as addresses may hold them.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The whole game as a part of an address.
pub(crate) fn encode(record: &Record) -> String {
    let text = record.to_string();
    let mut encoded = String::with_capacity(text.len() * 4 / 3 + 3);
    for chunk in text.as_bytes().chunks(3) {
        let group =
            chunk.iter().fold(0_u32, |group, &byte| group << 8 | u32::from(byte)) << (8 * (3 - chunk.len()));
        for place in 0..=chunk.len() {
            encoded.push(char::from(LETTERS[(group >> (18 - 6 * place) & 63) as usize]));
        }
    }
    encoded
}

/// The game an address holds, if it holds one.
pub(crate) fn decode(text: &str) -> Option<Record> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut group = 0_u32;
        for &letter in chunk {
            group = group << 6 | LETTERS.iter().position(|&known| known == letter)? as u32;
        }
        group <<= 6 * (4 - chunk.len());
        bytes.extend_from_slice(&group.to_be_bytes()[1..chunk.len().max(1)]);
    }
    String::from_utf8(bytes).ok()?.parse().ok()
}

/// The position of a game without the way to it, as a game that begins there.
pub(crate) fn position_of(record: &Record) -> Record {
    Record::new(record.rule_set.clone(), record.rules, *record.position(), record.players.clone())
}

/// A position as a game that begins there.
pub(crate) fn game_from(place: &Place, names: &ByPlayer<String>) -> Record {
    let players =
        ByPlayer::from_fn(|player| Seat { name: names[player].clone(), kind: PlayerKind::HUMAN.to_owned() });
    Record::new(opponents::rule_set_of(&place.rules), place.rules, place.position, players)
}

/// The address of a game, to be sent to a friend.
pub(crate) fn link(record: &Record) -> String {
    let location = window().location();
    let page = location.href().unwrap_or_default();
    let page = page.split('#').next().unwrap_or_default();
    format!("{page}{}", Route::Shared(encode(record)).href())
}

/// Puts `text` on the clipboard; false where the browser does not let us.
pub(crate) async fn copy(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // There is none where the page came over plain HTTP from another device.
    !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// Offers `text` as a file to be saved.
pub(crate) fn save(name: &str, kind: &str, text: &str) {
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &options) else {
        return;
    };
    let Ok(url) = Url::create_object_url_with_blob(&blob) else { return };
    click(name, &url);
    // Not at once: some browsers begin to read only after they have asked where to save it.
    set_timeout(move || drop(Url::revoke_object_url(&url)), Duration::from_secs(30));
}

/// Offers a drawing as a PNG file, twice as large as it was drawn.
pub(crate) async fn save_png(name: &str, svg: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type("image/svg+xml");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&svg.into()), &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let image = HtmlImageElement::new().ok()?;
    image.set_src(&url);
    JsFuture::from(image.decode()).await.ok()?;
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    canvas.set_width(image.natural_width() * 2);
    canvas.set_height(image.natural_height() * 2);
    let pen = canvas.get_context("2d").ok()??.dyn_into::<web_sys::CanvasRenderingContext2d>().ok()?;
    let (width, height) = (f64::from(canvas.width()), f64::from(canvas.height()));
    pen.draw_image_with_html_image_element_and_dw_and_dh(&image, 0.0, 0.0, width, height).ok()?;
    let _ = Url::revoke_object_url(&url);
    click(name, &canvas.to_data_url().ok()?);
    Some(())
}

fn click(name: &str, url: &str) {
    let link = document().create_element("a").ok().and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let Some(link) = link {
        link.set_href(url);
        link.set_download(name);
        link.click();
    }
}

#[cfg(test)]
mod tests {
    use gebeta_i18n::Language;
    use gebeta_rules::{AnyPly, GameKind};
    use gebeta_session::GameSetup;

    use super::*;

    #[test]
    fn a_game_travels_in_an_address() {
        for name in ["A", "Ab", "Abc", "ኣዲስ", "عمر"] {
            let mut setup = GameSetup::usual(GameKind::Mancala, Language::Am);
            name.clone_into(&mut setup.names.one);
            let mut game = setup.start(7).unwrap();
            game.play(AnyPly::parse(GameKind::Mancala, "3").unwrap()).unwrap();
            let text = encode(game.record());
            assert!(text.bytes().all(|letter| LETTERS.contains(&letter)));
            assert_eq!(decode(&text).as_ref(), Some(game.record()));
        }
        for bad in ["", "A", "AAAA", "?", "ኣዲስ"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
