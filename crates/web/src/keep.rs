//! The games this browser keeps: the one in progress, and those put away.

use std::hash::{DefaultHasher, Hash, Hasher};

use gebeta_rules::Record;
use gebeta_table::{GameResult, Table};

use crate::database::{self, NoStorage};
use crate::reading;
use crate::storage::storage;

/// Where the game in progress stands. Written at once and as a whole, so that a closed tab loses nothing.
const CURRENT: &str = "gebeta.current";
/// Where a game stands that lost that place to another, until it has been put away.
const ASIDE: &str = "gebeta.aside.";
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

/// The place of the game in progress, as this tab knows it. All tabs have the same, and what another game left there is
/// never overwritten.
#[derive(Debug, Default)]
pub(crate) struct Current {
    /// What this tab read or wrote there last, if it may be overwritten.
    ours: Option<String>,
}

impl Current {
    /// The game in progress as it was kept.
    pub(crate) fn take(&mut self) -> Option<Table> {
        let text = kept_text()?;
        let (manner, record) = text.split_once('\n')?;
        let table = Table::resume((reading::here()?.record)(record)?, manner == CONFIRM);
        self.ours = Some(text);
        Some(table)
    }

    /// Another game comes to the table, and the one that is kept is worth keeping.
    pub(crate) fn yield_place(&mut self) {
        self.ours = None;
    }

    /// Keeps the game in progress; says whether another one had to be set aside for it, which is to be put away then.
    pub(crate) fn keep(&mut self, table: &Table) -> bool {
        let Some(storage) = storage() else { return false };
        let manner = if table.confirms() { CONFIRM } else { "" };
        let text = format!("{manner}\n{}", table.record());
        let other = kept_text().filter(|there| self.ours.as_ref() != Some(there) && *there != text);
        if let Some(other) = &other {
            // Kept twice for a moment rather than not at all, should the tab be closed now.
            let _ = storage.set_item(&format!("{ASIDE}{:x}", hash_of(other)), other);
        }
        // Without room for one game there is none for telling so either; the game goes on.
        let _ = storage.set_item(CURRENT, &text);
        self.ours = Some(text);
        other.is_some()
    }
}

/// Whether a game in progress was kept, or one that still has to be put away.
pub(crate) fn has_any() -> bool {
    kept_text().is_some() || !asides().is_empty()
}

fn kept_text() -> Option<String> {
    storage()?.get_item(CURRENT).ok().flatten()
}

/// The keys of what was set aside.
fn asides() -> Vec<String> {
    let Some(storage) = storage() else { return Vec::new() };
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|place| storage.key(place).ok().flatten());
    keys.filter(|key| key.starts_with(ASIDE)).collect()
}

/// Puts away every game that was set aside, if it was begun and is not over; says whether there was one.
pub(crate) async fn put_asides_away() -> Result<bool, NoStorage> {
    let keys = asides();
    if keys.is_empty() {
        return Ok(false);
    }
    let reading = reading::fetch().await.map_err(|_| NoStorage)?;
    let storage = storage().ok_or(NoStorage)?;
    let mut any = false;
    for key in keys {
        let text = storage.get_item(&key)?.unwrap_or_default();
        let record = text.split_once('\n').and_then(|(_, record)| (reading.record)(record));
        if let Some(record) = record.filter(is_worth_keeping) {
            put_away(&record).await?;
            any = true;
        }
        storage.remove_item(&key)?;
    }
    Ok(any)
}

/// Whether somebody might want to go on with a game.
pub(crate) fn is_worth_keeping(record: &Record) -> bool {
    !record.plies().is_empty() && record.outcome().is_none()
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
    let id = place_for(&record).await?;
    database::put(&id, &record.to_string()).await?;
    Ok(id)
}

/// Where to put a game: the place of an earlier stage of it, or a free one. A game that was taken back and went another
/// way is another game, and takes nothing from the first.
async fn place_for(record: &Record) -> Result<String, NoStorage> {
    let id = id_of(record);
    let mut place = id.clone();
    for number in 2_u32.. {
        let Some(text) = database::get(&place).await? else { break };
        let reading = reading::fetch().await.map_err(|_| NoStorage)?;
        if (reading.record)(&text).is_some_and(|before| goes_on(&before, record)) {
            break;
        }
        place = format!("{id}-{number}");
    }
    Ok(place)
}

/// Whether `after` is `before` and perhaps some moves more.
pub(crate) fn goes_on(before: &Record, after: &Record) -> bool {
    before.seed == after.seed
        && before.rules == after.rules
        && before.start() == after.start()
        && after.plies().starts_with(before.plies())
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

fn hash_of(what: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    what.hash(&mut hasher);
    hasher.finish()
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

#[cfg(test)]
mod tests {
    use gebeta_rules::{AnyPly, GameKind};
    use gebeta_table::Plan;
    use gebeta_words::Language;

    use super::*;

    #[test]
    fn a_game_takes_the_place_of_its_earlier_stages_only() {
        let game = |pits: &[&str]| {
            let mut table = Plan::usual(GameKind::Mancala, Language::En).sit_down(7).unwrap();
            for pit in pits {
                table.play(AnyPly::parse(GameKind::Mancala, pit).unwrap()).unwrap();
            }
            table.record().clone()
        };
        let (begun, further) = (game(&["3"]), game(&["3", "1", "2"]));
        let (shortened, elsewhere) = (game(&[]), game(&["3", "2"]));
        assert!(goes_on(&begun, &further) && goes_on(&begun, &begun));
        for other in [shortened, elsewhere, begun.clone()] {
            assert!(!goes_on(&further, &other), "{other}");
        }
        let mut foreign = further;
        foreign.seed = Some(8);
        assert!(!goes_on(&begun, &foreign));
    }
}
