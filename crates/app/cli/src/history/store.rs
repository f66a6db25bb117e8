use std::path::Path;

use tokio::runtime::{Builder, Runtime};

use super::{Database, FinishedGame, HistoryError, StoredGame};

/// The games of one file, for programs that wait for the answer.
///
/// It brings its own runtime, so it is not for code that already runs in one; that has [`Database`].
#[derive(Debug)]
pub struct History {
    runtime: Runtime,
    database: Database,
}

impl History {
    /// Opens the file, which is made where there is none.
    pub fn open(path: &Path) -> Result<Self, HistoryError> {
        let runtime = Builder::new_current_thread().enable_time().build().map_err(HistoryError::NoRuntime)?;
        let database = runtime.block_on(Database::open(path))?;
        Ok(Self { runtime, database })
    }

    /// Keeps a game; it is on the disk when this is done. The answer is its number.
    pub fn add(&mut self, game: &FinishedGame) -> Result<i64, HistoryError> {
        self.runtime.block_on(self.database.add(game))
    }

    /// Every game, the latest first.
    pub fn games(&mut self) -> Result<Vec<StoredGame>, HistoryError> {
        self.runtime.block_on(self.database.games())
    }

    /// The text of a game, if there is one with this number.
    pub fn record(&mut self, id: i64) -> Result<Option<String>, HistoryError> {
        self.runtime.block_on(self.database.record(id))
    }

    /// Forgets every game. The answer is how many there were.
    pub fn clear(&mut self) -> Result<u64, HistoryError> {
        self.runtime.block_on(self.database.clear())
    }

    /// Whether SQLite finds every page in order.
    pub fn is_sound(&mut self) -> Result<bool, HistoryError> {
        self.runtime.block_on(self.database.is_sound())
    }

    /// Lets the file go; what was added is in it either way.
    pub fn close(self) -> Result<(), HistoryError> {
        self.runtime.block_on(self.database.close())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::{AnyRules, ByPlayer, GameKind, Outcome, Player, Record, Seat};

    fn game() -> FinishedGame {
        let rules = AnyRules::default_of(GameKind::Mancala);
        let start = rules.position("0,0,0,0,0,1,20,1,0,0,0,0,4,20 1").unwrap();
        let seat = |name: &str, kind: &str| Seat { name: name.to_owned(), kind: kind.to_owned() };
        let players = ByPlayer { one: seat("አበበ", "human"), two: seat("Computer", "level4") };
        let mut record = Record::new("gebeta", rules, start, players);
        record.play(AnyRules::default_of(GameKind::Mancala).ply("6").unwrap()).unwrap();
        FinishedGame::new(&record, 1_700_000_000).unwrap()
    }

    #[test]
    fn what_was_added_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let game = game();
        assert_eq!(game.result.outcome, Outcome::Win(Player::Two));
        let id = History::open(&path).unwrap().add(&game).unwrap();
        let mut store = History::open(&path).unwrap();
        assert_eq!(store.games().unwrap(), [StoredGame { id, result: game.result.clone() }]);
        assert_eq!(store.record(id).unwrap(), Some(game.record));
        assert_eq!(store.record(id + 1).unwrap(), None);
        assert_eq!(store.clear().unwrap(), 1);
        assert_eq!(store.games().unwrap(), []);
    }

    #[test]
    fn a_game_that_goes_on_is_not_finished() {
        let rules = AnyRules::default_of(GameKind::Senet);
        let players = ByPlayer::from_fn(|_| Seat { name: "A".to_owned(), kind: "human".to_owned() });
        let record = Record::new("classic", rules, rules.start(), players);
        assert_eq!(FinishedGame::new(&record, 0), Err(super::super::NotFinishedError));
    }

    #[test]
    fn a_full_disk_is_an_error_and_hurts_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut store = History::open(&path).unwrap();
        store.add(&game()).unwrap();
        store.runtime.block_on(store.database.fill_up());
        let long = FinishedGame { record: "x".repeat(100_000), ..game() };
        assert!(matches!(store.add(&long).unwrap_err(), HistoryError::Full));
        assert_eq!(store.games().unwrap().len(), 1);
        drop(store);
        let mut store = History::open(&path).unwrap();
        assert!(store.is_sound().unwrap());
        store.add(&long).unwrap();
    }

    #[test]
    fn what_is_no_database_is_told_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let text = "not a database at all, but long enough to be taken for one. ".repeat(40);
        std::fs::write(&path, &text).unwrap();
        assert!(matches!(History::open(&path).unwrap_err(), HistoryError::NotADatabase));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        assert!(History::open(folder.path()).is_err());
        assert!(History::open(&folder.path().join("nowhere/games.db")).is_err());
    }
}
