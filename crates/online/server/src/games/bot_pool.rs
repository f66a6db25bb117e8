use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{Semaphore, mpsc};

use gebeta_engine::{Bot, Engine, EngineBudget, SearchRequest};
use gebeta_protocol::BotName;
use gebeta_rules::{AnyPosition, GameKind};

use super::messages::GameMessage;
use super::searches::{Pool, Searches};
use crate::{Tasks, limits};

/// Runs the searches of computer players: a few at once, a few more wait, others are refused.
#[derive(Debug)]
pub(crate) struct BotPool {
    places: Arc<Semaphore>,
    /// How many searches run or wait.
    busy: Arc<AtomicUsize>,
    searches: Arc<Searches>,
    tasks: Tasks,
}

/// The position a computer player chooses a move for. It contains only what both players see.
#[derive(Clone, Debug)]
pub(crate) struct MoveRequest {
    pub(crate) position: AnyPosition,
    pub(crate) bot: Bot,
    /// Seed for levels that err on purpose; it follows from public data.
    pub(crate) seed: u64,
    pub(crate) ply: usize,
    pub(crate) time: Duration,
    /// The number of the last event that changed the board; the result counts for that board only.
    pub(crate) board: u64,
}

/// A search under way. Dropping it stops the search.
#[derive(Debug)]
pub(crate) struct MoveSearch {
    stop: Arc<AtomicBool>,
}

impl Drop for MoveSearch {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// A place among the searches that run or wait, given back when dropped.
struct QueuePlace(Arc<AtomicUsize>);

impl Drop for QueuePlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl BotPool {
    pub(crate) fn new(searches: Arc<Searches>, tasks: Tasks) -> Self {
        Self { places: Arc::new(Semaphore::new(limits::SEARCHES)), busy: Arc::default(), searches, tasks }
    }

    /// The computer player with this name, if it plays this game.
    pub(crate) fn named(game: GameKind, name: &BotName) -> Option<Bot> {
        Bot::named(game, name.as_str()).ok()
    }

    /// Whether all places are taken.
    pub(crate) fn is_full(&self) -> bool {
        self.busy.load(Ordering::Relaxed) >= limits::SEARCHES + limits::SEARCHES_WAITING
    }

    /// The time for a search: less when many wait.
    pub(crate) fn patience(&self) -> Duration {
        let rounds = self.busy.load(Ordering::Relaxed) / limits::SEARCHES + 1;
        limits::THINK / u32::try_from(rounds).unwrap_or(u32::MAX)
    }

    /// Searches for a move and sends it to `inbox`; none if too many wait.
    pub(crate) fn think(
        &self,
        question: MoveRequest,
        inbox: mpsc::WeakSender<GameMessage>,
    ) -> Option<MoveSearch> {
        if self.is_full() {
            return None;
        }
        self.busy.fetch_add(1, Ordering::Relaxed);
        let place = QueuePlace(Arc::clone(&self.busy));
        let (places, searches) = (Arc::clone(&self.places), Arc::clone(&self.searches));
        let stop = Arc::new(AtomicBool::new(false));
        let search = MoveSearch { stop: Arc::clone(&stop) };
        let board = question.board;
        self.tasks.spawn("search", async move {
            let turn = places.acquire_owned().await;
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let time = question.time;
            let found = searches.run(Pool::Moves, time, move |over| {
                // The search keeps its place as long as it has a thread.
                let _place = (turn, place);
                question.answer(&|| stop.load(Ordering::Relaxed) || over())
            });
            let found = found.await;
            if let (Ok(Some(mv)), Some(inbox)) = (found, inbox.upgrade()) {
                // If the actor has ended meanwhile, it searches again when it is started.
                let _ = inbox.send(GameMessage::SearchResult { board, mv }).await;
            }
        });
        Some(search)
    }
}

impl MoveRequest {
    fn answer(&self, stop: &dyn Fn() -> bool) -> Option<String> {
        let budget = EngineBudget { stop, megabytes: limits::THINK_MEGABYTES, ..EngineBudget::FREE };
        let request = SearchRequest { bot: self.bot, budget, seed: self.seed, ply: self.ply };
        let found = Engine::default().search(&self.position, request, &mut |_| {});
        found.map(|found| found.best.mv().to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use gebeta_rules::AnyRules;

    fn question(bot: Bot, time: Duration) -> MoveRequest {
        let position = AnyRules::default_of(GameKind::Mancala).start();
        MoveRequest { position, bot, seed: 7, ply: 0, time, board: 1 }
    }

    #[test]
    fn only_names_of_the_game_are_names() {
        for (game, name, known) in [
            (GameKind::Mancala, "level8", true),
            (GameKind::Mancala, "novice", true),
            (GameKind::Mancala, "classic", false),
            (GameKind::Senet, "classic", true),
            (GameKind::Senet, "stockfish", false),
        ] {
            assert_eq!(BotPool::named(game, &name.parse().unwrap()).is_some(), known, "{name}");
        }
    }

    #[test]
    fn a_search_without_time_still_moves_and_none_is_endless() {
        let began = Instant::now();
        let deep = Bot::Steady { depth: Bot::DEEPEST };
        assert!(question(deep, Duration::ZERO).answer(&|| true).is_some());
        let time = Duration::from_millis(100);
        let perfect = Bot::Perfect { nodes: u64::MAX };
        assert!(question(perfect, time).answer(&|| began.elapsed() >= time).is_some());
        assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    }

    #[tokio::test]
    async fn only_so_many_wait() {
        let bot_pool = BotPool::new(Arc::default(), Tasks::default());
        let (inbox, mut found) = mpsc::channel(200);
        let most = limits::SEARCHES + limits::SEARCHES_WAITING;
        let searches: Vec<MoveSearch> = (0..most)
            .map(|_| bot_pool.think(question(Bot::Random, limits::THINK), inbox.downgrade()).unwrap())
            .collect();
        assert!(bot_pool.is_full());
        assert!(bot_pool.patience() < limits::THINK / 10);
        assert!(bot_pool.think(question(Bot::Random, limits::THINK), inbox.downgrade()).is_none());
        for _ in &searches {
            assert!(matches!(found.recv().await, Some(GameMessage::SearchResult { board: 1, .. })));
        }
        assert!(!bot_pool.is_full());
        assert_eq!(bot_pool.patience(), limits::THINK);
    }
}
