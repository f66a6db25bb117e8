//! A game or a position on its way out of the page: as a link, a text, a file, a picture.

use std::time::Duration;

use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Preset, Record, Seat};
use gebeta_session::PlayerKind;
use gebeta_worker::Place;
use js_sys::Array;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement, Url};

use crate::components::hint::plain_names;
use crate::components::opponents;
use crate::components::toast;
use crate::platform::compact_game;
use crate::route::Route;

/// The letters of base64 as addresses may hold them.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The game as a part of an address: in a few letters, or as the whole record where these do not suffice.
pub(crate) fn encode(record: &Record) -> String {
    compact_game::write(record).unwrap_or_else(|| encode_whole(record))
}

/// The whole record as a part of an address.
fn encode_whole(record: &Record) -> String {
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

/// The game an address holds, if it holds one. Players without names are called as in `words`.
pub(crate) fn decode(words: Language, text: &str) -> Option<Record> {
    if text.contains('/') {
        let name = text.split(['.', '/']).next().unwrap_or_default();
        let game = Preset::named(name)?.rules.game();
        return compact_game::read(text, &plain_names(words, game));
    }
    decode_whole(text)
}

fn decode_whole(text: &str) -> Option<Record> {
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

/// Puts `text` on the clipboard, and says so, or that the browser does not let us.
pub(crate) async fn copy(words: Language, text: &str) {
    let clipboard = window().navigator().clipboard();
    // There is none where the page came over plain HTTP from another device.
    if !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(text)).await.is_ok() {
        toast::say(words.copied());
    } else {
        toast::warn(words.share_no_clipboard());
    }
}

/// Whether the device has a way of its own to send a link.
pub(crate) fn can_send() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Sends a link by that way.
pub(crate) fn send(link: &str) {
    let navigator = window().navigator();
    let what = js_sys::Object::new();
    let is_set = js_sys::Reflect::set(&what, &"url".into(), &link.into()).unwrap_or(false);
    let way = js_sys::Reflect::get(&navigator, &"share".into()).ok();
    let way = way.filter(|_| is_set).and_then(|way| way.dyn_into::<js_sys::Function>().ok());
    let sent = way.and_then(|way| way.call1(&navigator, &what).ok()?.dyn_into::<js_sys::Promise>().ok());
    if let Some(sent) = sent {
        spawn_local(async move {
            // Who changes their mind has the link still.
            let _ = JsFuture::from(sent).await;
        });
    }
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
    use gebeta_rules::senet::Roll;
    use gebeta_rules::{AnyPly, AnyPosition, AnyRules, Chance, Game, GameKind};
    use gebeta_session::GameSetup;

    use super::*;

    #[test]
    fn a_game_travels_in_an_address() {
        for name in ["A", "Ab", "Abc", "ኣዲስ", "عمر"] {
            let mut setup = GameSetup::usual(GameKind::Mancala, Language::Am);
            name.clone_into(&mut setup.names.one);
            let mut game = setup.start(7).unwrap();
            game.play(AnyRules::default_of(GameKind::Mancala).ply("3").unwrap()).unwrap();
            let text = encode_whole(game.record());
            assert!(text.bytes().all(|letter| LETTERS.contains(&letter)));
            assert_eq!(decode(Language::En, &text).as_ref(), Some(game.record()));
        }
        for bad in
            ["", "A", "AAAA", "?", "ኣዲስ", "/", "gebeta/", "gebeta.6.4/1", "gebeta.6.4.player1/17", "x/1"]
        {
            assert_eq!(decode(Language::En, bad), None, "{bad}");
        }
    }

    /// Plays the first legal moves of a game of so many plies.
    fn played(game: GameKind, plies: usize) -> Record {
        let mut setup = GameSetup::usual(game, Language::En);
        "Abebe".clone_into(&mut setup.names.one);
        let mut record = setup.start(7).unwrap().record().clone();
        for ply in 0..plies {
            let next = match *record.position() {
                AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => record.position().legal_plies().pop(),
                AnyPosition::Senet(position) => {
                    let roll = Roll::new(1 + (ply % 5) as u8).unwrap();
                    position.cast(roll).legal_moves().last().map(|mv| AnyPly::Senet(roll, mv))
                }
            };
            let Some(next) = next else { break };
            record.play(next).unwrap();
        }
        record
    }

    #[test]
    fn forty_moves_fit_into_a_short_address() {
        for game in [GameKind::Mancala, GameKind::Senet] {
            let record = played(game, 40);
            let text = encode(&record);
            let address = format!("https://gebeta.example/#{}", Route::Shared(text.clone()));
            assert!(record.plies().len() > 15 && address.len() < 120, "{address}");
            let read = decode(Language::En, &text).unwrap();
            assert_eq!(
                (read.rules, read.start(), read.plies()),
                (record.rules, record.start(), record.plies())
            );
            assert_eq!(read.rule_set, record.rule_set);
            // A position in the middle is the start of a game of its own.
            let middle = position_of(&record);
            let read = decode(Language::En, &encode(&middle)).unwrap();
            assert_eq!((read.start(), read.plies()), (middle.start(), &[][..]));
        }
    }

    #[test]
    fn rules_of_their_own_travel_with_the_game() {
        let mut record = played(GameKind::Mancala, 0);
        let AnyRules::Mancala(rules) = &mut record.rules else { unreachable!("a mancala game") };
        rules.law.capture = gebeta_rules::mancala::Capture::None;
        let record = Record::new("own", record.rules, record.rules.start(), record.players);
        let text = encode(&record);
        assert!(!text.contains('/'));
        assert_eq!(decode(Language::En, &text), Some(record));
    }
}
