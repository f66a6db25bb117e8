//! The game in progress, stored where it survives a closed tab. Games that are over or displaced wait here for the
//! [`archive`](crate::platform::archive).

use std::hash::{DefaultHasher, Hash, Hasher};

use gebeta_rules::Record;
use gebeta_session::LocalGame;

use crate::lazy::records;
use crate::platform::storage::{names, storage};

/// The key of the game in progress. All tabs have the same.
const CURRENT: &str = "gebeta.current";
/// The keys of games that are over or that another game has displaced, until they are archived.
const PENDING: &str = "gebeta.aside.";
/// The key under which the page's first script stores a game that breaks the program (`static/boot.js`).
const BROKEN: &str = "gebeta.broken";
/// What is stored of a game beside its record.
const CONFIRM: &str = "confirm";

/// A hash of what a tab has read or written as the game in progress: only that may be overwritten.
pub(crate) type Version = u64;
/// Nothing may be overwritten.
pub(crate) const NO_VERSION: Version = 0;

/// Stores the game in progress. Another game that is stored there becomes a pending one; returns whether there was one.
pub(crate) fn save(game: &LocalGame, version: &mut Version) -> bool {
    let text = text_of(game);
    let new = hash_of(&text);
    let other = stored_text().filter(|there| ![*version, new].contains(&hash_of(there)));
    if let Some(other) = &other {
        // Stored twice for a moment rather than not at all, should the tab be closed now.
        store_pending(other);
    }
    if let Some(storage) = storage() {
        // Where the storage is full the game goes on.
        let _ = storage.set_item(CURRENT, &text);
    }
    *version = new;
    other.is_some()
}

/// The game in progress as it was stored.
pub(crate) fn stored() -> Option<(LocalGame, Version)> {
    let text = stored_text()?;
    let (manner, record) = text.split_once('\n')?;
    let game = LocalGame::resume((records::here()?.record)(record)?, manner == CONFIRM);
    Some((game, hash_of(&text)))
}

/// Stores a game that is over until it is archived.
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

/// Whether a game in progress or a pending one is stored.
pub(crate) fn has_any() -> bool {
    stored_text().is_some() || has_pending_games()
}

/// Whether a game waits for the archive.
pub(crate) fn has_pending_games() -> bool {
    !pending_games().is_empty()
}

fn stored_text() -> Option<String> {
    storage()?.get_item(CURRENT).ok().flatten()
}

/// The keys of the pending games.
pub(crate) fn pending_games() -> Vec<String> {
    names(PENDING).into_iter().map(|name| format!("{PENDING}{name}")).collect()
}

/// Deletes the game in progress and the pending ones.
pub(crate) fn clear() {
    if let Some(storage) = storage() {
        for key in pending_games().iter().map(String::as_str).chain([CURRENT, BROKEN]) {
            let _ = storage.remove_item(key);
        }
    }
}

/// Whether a game has begun and is not over.
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
    use gebeta_rules::{AnyRules, GameKind};
    use gebeta_session::GameSetup;

    use super::*;

    #[test]
    fn a_game_takes_the_place_of_its_earlier_stages_only() {
        let game = |pits: &[&str]| {
            let mut game = GameSetup::usual(GameKind::Mancala, Language::En).start(7).unwrap();
            for pit in pits {
                game.play(AnyRules::default_of(GameKind::Mancala).ply(pit).unwrap()).unwrap();
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
