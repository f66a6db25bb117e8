//! The archive of this browser: games that are over, and unfinished ones that another game has displaced. A first game does
//! without it.

use gebeta_rules::Record;
use gebeta_session::GameResult;

use crate::platform::current_game::{self, continues, hash_of, pending_games};
use crate::platform::database::{self, StorageError};
use crate::platform::last_setup;
use crate::platform::storage::storage;

/// The note in a record that says when it was archived, in seconds since 1970.
pub(crate) const KEPT: &str = "Kept";

/// An archived game.
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

    /// Its result for statistics; none while it is not over.
    pub(crate) fn result(&self) -> Option<GameResult> {
        GameResult::of(&self.record, self.ended)
    }
}

/// Archives every pending game, and returns whether one of them is not over.
pub(crate) async fn archive_pending_games() -> Result<bool, StorageError> {
    let mut has_unfinished = false;
    for key in pending_games() {
        let storage = storage().ok_or(StorageError)?;
        let text = storage.get_item(&key)?.unwrap_or_default();
        let record = text.split_once('\n').and_then(|(_, record)| record.parse::<Record>().ok());
        // A game without a move is not archived.
        if let Some(record) = record.filter(|record| !record.plies().is_empty()) {
            has_unfinished |= record.outcome().is_none();
            add(&record).await?;
        }
        storage.remove_item(&key)?;
    }
    Ok(has_unfinished)
}

/// Archives a game that has just been played, finished or not; the same game is archived once.
pub(crate) async fn add(record: &Record) -> Result<String, StorageError> {
    let mut record = record.clone();
    record.notes.retain(|(key, _)| key != KEPT);
    import(record).await
}

/// Archives a game that came from elsewhere. One that was archived before has its date with it.
pub(crate) async fn import(mut record: Record) -> Result<String, StorageError> {
    if !record.notes.iter().any(|(key, _)| key == KEPT) {
        let now = (js_sys::Date::now() / 1000.0) as u64;
        record.notes.push((KEPT.to_owned(), now.to_string()));
    }
    let id = place_for(&record).await?;
    database::put(&id, &record.to_string()).await?;
    Ok(id)
}

/// The key of a game: that of an earlier stage of it, or a free one. A game that was taken back and went another way is
/// another game, and does not replace the first.
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

/// Every archived game, the newest first.
pub(crate) async fn games() -> Result<Vec<ArchivedGame>, StorageError> {
    // Games that have just ended belong to them.
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

/// Deletes one of them.
pub(crate) async fn delete(id: &str) -> Result<(), StorageError> {
    database::delete(id).await
}

/// Deletes all of them, and the pending ones.
pub(crate) async fn delete_all() -> Result<(), StorageError> {
    current_game::clear();
    last_setup::clear();
    database::clear().await
}
