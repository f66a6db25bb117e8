use gebeta_rules::Record;

use crate::{Effect, GameStorage, Message};

/// Handles requests to the storage in order, so that the last write is the one that stays.
pub(crate) struct StorageWorker {
    library: Box<dyn GameStorage>,
    /// A finished game that could not be written down.
    unwritten: Option<Box<Record>>,
}

impl StorageWorker {
    pub(crate) fn new(library: Box<dyn GameStorage>) -> Self {
        Self { library, unwritten: None }
    }

    /// Handles a request and returns its result; none if it is not one for the storage.
    pub(crate) fn answer(&mut self, request: Effect) -> Option<Message> {
        let library = &mut self.library;
        Some(match request {
            Effect::Claim(path) => Message::Kept(library.claim(&path)),
            Effect::Keep(record, path) => Message::Kept(library.keep(&record, path.as_deref())),
            Effect::LetGo(record, path) => {
                // What is written nowhere else stays where it waited.
                if self.unwritten.take_if(|unwritten| *unwritten == record).is_none() {
                    library.let_go(&record, path.as_deref());
                }
                Message::Unfinished(library.unfinished())
            }
            Effect::Discard(path) => match library.discard(&path) {
                Ok(()) => Message::Unfinished(library.unfinished()),
                Err(why) => Message::Kept(Err(why)),
            },
            Effect::Add(record) => {
                let added = library.add(&record);
                self.unwritten = added.is_err().then_some(record);
                Message::Added(added)
            }
            Effect::SaveAs(text, path) => {
                let name = path.display().to_string();
                Message::Saved(match library.save_as(&text, &path) {
                    Ok(()) => Ok(name),
                    Err(why) => Err((name, why)),
                })
            }
            Effect::ListGames => Message::Games(library.games()),
            Effect::OpenGame(id) => Message::Opened(library.game(id).map(Box::new)),
            Effect::ClearGames => Message::Cleared(library.clear()),
            Effect::ListUnfinished => Message::Unfinished(library.unfinished()),
            Effect::SaveSettings(changes) => Message::SettingsSaved(library.save_settings(&changes)),
            Effect::Search { .. }
            | Effect::Advise { .. }
            | Effect::Review { .. }
            | Effect::Stop
            | Effect::GoOnline(..)
            | Effect::Network(_)
            | Effect::ForgetSeat(_)
            | Effect::LeaveOnline
            | Effect::LatestLink
            | Effect::Suspend
            | Effect::Quit(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::{Arc, Mutex};

    use gebeta_rules::{AnyRules, ByPlayer, Seat, mancala};

    use super::*;
    use crate::{KeptGame, Unfinished, Value};

    /// Books on a disk that may be full; they note the seeds of the games that were let go of.
    struct GameArchive {
        is_full: bool,
        gone: Arc<Mutex<Vec<Option<u64>>>>,
    }

    impl GameStorage for GameArchive {
        fn games(&mut self) -> Result<Vec<KeptGame>, String> {
            Ok(Vec::new())
        }
        fn game(&mut self, _: i64) -> Result<Record, String> {
            Err("no such game".to_owned())
        }
        fn add(&mut self, _: &Record) -> Result<(), String> {
            if self.is_full { Err("the disk is full".to_owned()) } else { Ok(()) }
        }
        fn clear(&mut self) -> Result<u64, String> {
            Ok(0)
        }
        fn unfinished(&mut self) -> Vec<Unfinished> {
            Vec::new()
        }
        fn claim(&mut self, _: &Path) -> Result<(), String> {
            Ok(())
        }
        fn keep(&mut self, _: &Record, _: Option<&Path>) -> Result<(), String> {
            Ok(())
        }
        fn let_go(&mut self, record: &Record, _: Option<&Path>) {
            self.gone.lock().unwrap().push(record.seed);
        }
        fn discard(&mut self, _: &Path) -> Result<(), String> {
            Ok(())
        }
        fn save_as(&mut self, _: &str, _: &Path) -> Result<(), String> {
            Ok(())
        }
        fn save_settings(&mut self, _: &[(&'static str, Value)]) -> Result<(), String> {
            Ok(())
        }
    }

    fn record(seed: u64) -> Box<Record> {
        let rules = AnyRules::Mancala(mancala::Rules::GEBETA);
        let seat = |name: &str| Seat { name: name.to_owned(), kind: "human".to_owned() };
        let players = ByPlayer { one: seat("Abebe"), two: seat("Sara") };
        let mut record = Record::new("gebeta", rules, rules.start(), players);
        record.seed = Some(seed);
        Box::new(record)
    }

    #[test]
    fn a_finished_game_that_is_written_nowhere_goes_on_waiting() {
        for is_full in [false, true] {
            let gone = Arc::default();
            let mut worker = StorageWorker::new(Box::new(GameArchive { is_full, gone: Arc::clone(&gone) }));
            for request in
                [Effect::Add(record(1)), Effect::LetGo(record(1), None), Effect::LetGo(record(2), None)]
            {
                worker.answer(request).unwrap();
            }
            let expected = if is_full { vec![Some(2)] } else { vec![Some(1), Some(2)] };
            assert_eq!(*gone.lock().unwrap(), expected);
        }
    }
}
