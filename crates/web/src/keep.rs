//! The games this browser keeps: the one in progress, and those put away.

use gebeta_rules::Record;
use gebeta_table::{GameResult, Table};
use leptos::prelude::*;
use web_sys::Storage;

use crate::database::{self, NoStorage};
use crate::reading;

/// Where the game in progress stands. Written at once and as a whole, so that a closed tab loses nothing.
const CURRENT: &str = "gebeta.current";
/// What a table knows beside its record.
const CONFIRM: &str = "confirm";
/// The note in a record that tells when it was put away, in seconds since 1970.
const ENDED: &str = "Ended";

/// A game that was put away.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kept {
    pub(crate) id: String,
    pub(crate) record: Record,
    /// When, in seconds since 1970.
    pub(crate) ended: u64,
}

impl Kept {
    fn read(id: String, text: &str) -> Option<Self> {
        let record: Record = text.parse().ok()?;
        let ended = record.notes.iter().find(|(key, _)| key == ENDED).and_then(|(_, when)| when.parse().ok());
        Some(Self { id, record, ended: ended.unwrap_or(0) })
    }

    /// What statistics make of it; none while it is not over.
    pub(crate) fn result(&self) -> Option<GameResult> {
        GameResult::of(&self.record, self.ended)
    }
}

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// Keeps the game in progress.
pub(crate) fn keep_current(table: &Table) {
    if let Some(storage) = storage() {
        let manner = if table.confirms() { CONFIRM } else { "" };
        // Without room for one game there is none for telling so either; the game goes on.
        let _ = storage.set_item(CURRENT, &format!("{manner}\n{}", table.record()));
    }
}

/// Whether a game in progress was kept.
pub(crate) fn has_current() -> bool {
    kept_text().is_some()
}

/// The game in progress as it was kept.
pub(crate) fn current() -> Option<Table> {
    let text = kept_text()?;
    let (manner, record) = text.split_once('\n')?;
    Some(Table::resume((reading::here()?.record)(record)?, manner == CONFIRM))
}

fn kept_text() -> Option<String> {
    storage()?.get_item(CURRENT).ok().flatten()
}

/// Puts a game away that has just been played, finished or not; the same game is put away once.
pub(crate) async fn put_away(record: &Record) -> Result<String, NoStorage> {
    let mut record = record.clone();
    record.notes.retain(|(key, _)| key != ENDED);
    take_in(record).await
}

/// Puts a game away that came from elsewhere. What was kept before has its date with it.
pub(crate) async fn take_in(mut record: Record) -> Result<String, NoStorage> {
    if !record.notes.iter().any(|(key, _)| key == ENDED) {
        let now = (js_sys::Date::now() / 1000.0) as u64;
        record.notes.push((ENDED.to_owned(), now.to_string()));
    }
    let id = id_of(&record);
    database::put(&id, &record.to_string()).await?;
    Ok(id)
}

/// The same for every stage of one game: its seed and its players; a game from elsewhere without a seed is told apart
/// by its moves.
fn id_of(record: &Record) -> String {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    record.start().hash(&mut hasher);
    match record.seed {
        Some(seed) => seed.hash(&mut hasher),
        None => record.plies().hash(&mut hasher),
    }
    format!("{:x}", hasher.finish())
}

/// Every game that was put away, the newest first.
pub(crate) async fn games() -> Result<Vec<Kept>, NoStorage> {
    let texts = database::all().await?;
    let mut games: Vec<_> = texts.into_iter().filter_map(|(id, text)| Kept::read(id, &text)).collect();
    games.sort_by(|a, b| b.ended.cmp(&a.ended).then_with(|| a.id.cmp(&b.id)));
    Ok(games)
}

/// One of them.
pub(crate) async fn game(id: &str) -> Result<Option<Kept>, NoStorage> {
    let text = database::get(id).await?;
    Ok(text.and_then(|text| Kept::read(id.to_owned(), &text)))
}

/// Forgets one of them.
pub(crate) async fn forget(id: &str) -> Result<(), NoStorage> {
    database::delete(id).await
}

/// Forgets all of them.
pub(crate) async fn forget_all() -> Result<(), NoStorage> {
    database::clear().await
}
