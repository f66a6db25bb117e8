//! The games this browser keeps when they are over or have to wait. Nobody needs them for a first game.

use gebeta_rules::Record;
use gebeta_session::GameResult;

use crate::platform::current_game::{self, continues, hash_of, pending_games};
use crate::platform::database::{self, StorageError};
use crate::platform::storage::storage;

/// The note in a record that tells when it was put away, in seconds since 1970.
pub(crate) const KEPT: &str = "Kept";

/// A game that was put away.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct ArchivedGame {
    pub(crate) id: String,
    pub(crate) record: Record,
    /// When, in seconds since 1970.
    pub(crate) ended: u64,
}

impl ArchivedGame {
    fn read(id: String, text: &str) -> Option<Self> {
        let record: Record = text.parse().ok()?;
        let ended = record.notes.iter().find(|(key, _)| key == KEPT).and_then(|(_, when)| when.parse().ok());
        Some(Self { id, record, ended: ended.unwrap_or(0) })
    }

    /// What statistics make of it; none while it is not over.
    pub(crate) fn result(&self) -> Option<GameResult> {
        GameResult::of(&self.record, self.ended)
    }
}

/// Puts away every game that was set aside; says whether one of them is not over.
pub(crate) async fn archive_pending_games() -> Result<bool, StorageError> {
    let mut has_unfinished = false;
    for key in pending_games() {
        let storage = storage().ok_or(StorageError)?;
        let text = storage.get_item(&key)?.unwrap_or_default();
        let record = text.split_once('\n').and_then(|(_, record)| record.parse::<Record>().ok());
        // One that nobody has begun needs no place.
        if let Some(record) = record.filter(|record| !record.plies().is_empty()) {
            has_unfinished |= record.outcome().is_none();
            add(&record).await?;
        }
        storage.remove_item(&key)?;
    }
    Ok(has_unfinished)
}

/// Puts a game away that has just been played, finished or not; the same game is put away once.
pub(crate) async fn add(record: &Record) -> Result<String, StorageError> {
    let mut record = record.clone();
    record.notes.retain(|(key, _)| key != KEPT);
    import(record).await
}

/// Puts a game away that came from elsewhere. What was kept before has its date with it.
pub(crate) async fn import(mut record: Record) -> Result<String, StorageError> {
    if !record.notes.iter().any(|(key, _)| key == KEPT) {
        let now = (js_sys::Date::now() / 1000.0) as u64;
        record.notes.push((KEPT.to_owned(), now.to_string()));
    }
    let id = place_for(&record).await?;
    database::put(&id, &record.to_string()).await?;
    Ok(id)
}

/// Where to put a game: the place of an earlier stage of it, or a free one. A game that was taken back and went another
/// way is another game, and takes nothing from the first.
async fn place_for(record: &Record) -> Result<String, StorageError> {
    let id = id_of(record);
    let mut place = id.clone();
    for number in 2_u32.. {
        let Some(text) = database::get(&place).await? else { break };
        if text.parse().is_ok_and(|before| continues(&before, record)) {
            break;
        }
        place = format!("{id}-{number}");
    }
    Ok(place)
}

/// The same for every stage of one game: its seed and its start; a game from elsewhere without a seed is told apart by
/// its moves.
fn id_of(record: &Record) -> String {
    let id = match record.seed {
        Some(seed) => hash_of(&(record.start(), seed)),
        None => hash_of(&(record.start(), record.plies())),
    };
    format!("{id:x}")
}

/// Every game that was put away, the newest first.
pub(crate) async fn games() -> Result<Vec<ArchivedGame>, StorageError> {
    // What is over since a moment belongs to them.
    archive_pending_games().await?;
    let texts = database::all().await?;
    let mut games: Vec<_> =
        texts.into_iter().filter_map(|(id, text)| ArchivedGame::read(id, &text)).collect();
    games.sort_by(|a, b| b.ended.cmp(&a.ended).then_with(|| a.id.cmp(&b.id)));
    Ok(games)
}

/// One of them.
pub(crate) async fn game(id: &str) -> Result<Option<ArchivedGame>, StorageError> {
    let text = database::get(id).await?;
    Ok(text.and_then(|text| ArchivedGame::read(id.to_owned(), &text)))
}

/// Forgets one of them.
pub(crate) async fn delete(id: &str) -> Result<(), StorageError> {
    database::delete(id).await
}

/// Forgets all of them, and what was not put away yet.
pub(crate) async fn delete_all() -> Result<(), StorageError> {
    current_game::clear();
    database::clear().await
}
