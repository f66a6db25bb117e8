//! The game in progress, where a closed tab cannot lose it. What is put away stands on the [`shelf`](crate::shelf).

use std::hash::{DefaultHasher, Hash, Hasher};

use gebeta_rules::Record;
use gebeta_session::LocalGame;

use crate::lazy::records;
use crate::platform::storage::storage;

/// Where the game in progress stands. Written at once and as a whole. All tabs have the same place.
const CURRENT: &str = "gebeta.current";
/// Where a game stands that is over or lost that place to another, until it is on the shelf.
const PENDING: &str = "gebeta.aside.";
/// Where the page's first script puts a game that breaks the program (`static/boot.js`).
const BROKEN: &str = "gebeta.broken";
/// What a game knows beside its record.
const CONFIRM: &str = "confirm";

/// What a tab has read or written at the place of the game in progress, in a number: only that may be overwritten.
pub(crate) type Version = u64;
/// Nothing may be.
pub(crate) const NO_VERSION: Version = 0;

/// Keeps the game in progress, and sets aside what another game has left there; says whether there was such a one.
pub(crate) fn save(game: &LocalGame, version: &mut Version) -> bool {
    let text = text_of(game);
    let new = hash_of(&text);
    let other = stored_text().filter(|there| ![*version, new].contains(&hash_of(there)));
    if let Some(other) = &other {
        // Kept twice for a moment rather than not at all, should the tab be closed now.
        store_pending(other);
    }
    if let Some(storage) = storage() {
        // Without room for one game there is none for wording so either; the game goes on.
        let _ = storage.set_item(CURRENT, &text);
    }
    *version = new;
    other.is_some()
}

/// The game in progress as it was kept.
pub(crate) fn stored() -> Option<(LocalGame, Version)> {
    let text = stored_text()?;
    let (manner, record) = text.split_once('\n')?;
    let game = LocalGame::resume((records::here()?.record)(record)?, manner == CONFIRM);
    Some((game, hash_of(&text)))
}

/// Puts a game that is over where it waits for the shelf.
pub(crate) fn finish(game: &LocalGame) {
    store_pending(&text_of(game));
}

fn text_of(game: &LocalGame) -> String {
    format!("{}\n{}", if game.confirms() { CONFIRM } else { "" }, game.record())
}

fn store_pending(text: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{PENDING}{:x}", hash_of(&text)), text);
    }
}

/// Whether a game in progress was kept, or one that waits for the shelf.
pub(crate) fn has_any() -> bool {
    stored_text().is_some() || has_pending_games()
}

/// Whether a game waits for the shelf.
pub(crate) fn has_pending_games() -> bool {
    !pending_games().is_empty()
}

fn stored_text() -> Option<String> {
    storage()?.get_item(CURRENT).ok().flatten()
}

/// The keys of what was set aside.
pub(crate) fn pending_games() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|place| storage.key(place).ok().flatten());
    keys.filter(|key| key.starts_with(PENDING)).collect()
}

/// Forgets the game in progress and whatever was set aside.
pub(crate) fn clear() {
    if let Some(storage) = storage() {
        for key in pending_games().iter().map(String::as_str).chain([CURRENT, BROKEN]) {
            let _ = storage.remove_item(key);
        }
    }
}

/// Whether somebody might want to go on with a game.
pub(crate) fn is_in_progress(record: &Record) -> bool {
    !record.plies().is_empty() && record.outcome().is_none()
}

/// Whether `after` is `before` and perhaps some moves more.
pub(crate) fn continues(before: &Record, after: &Record) -> bool {
    before.seed == after.seed
        && before.rules == after.rules
        && before.start() == after.start()
        && after.plies().starts_with(before.plies())
}

/// The same number for the same thing.
pub(crate) fn hash_of(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use gebeta_i18n::Language;
    use gebeta_rules::{AnyPly, GameKind};
    use gebeta_session::GameSetup;

    use super::*;

    #[test]
    fn a_game_takes_the_place_of_its_earlier_stages_only() {
        let game = |pits: &[&str]| {
            let mut game = GameSetup::usual(GameKind::Mancala, Language::En).start(7).unwrap();
            for pit in pits {
                game.play(AnyPly::parse(GameKind::Mancala, pit).unwrap()).unwrap();
            }
            game.record().clone()
        };
        let (begun, further) = (game(&["3"]), game(&["3", "1", "2"]));
        let (shortened, elsewhere) = (game(&[]), game(&["3", "2"]));
        assert!(continues(&begun, &further) && continues(&begun, &begun));
        for other in [shortened, elsewhere, begun.clone()] {
            assert!(!continues(&further, &other), "{other}");
        }
        let mut foreign = further;
        foreign.seed = Some(8);
        assert!(!continues(&begun, &foreign));
    }
}
