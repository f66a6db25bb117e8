//! Threads that search for moves or analyze positions, and how long they have been running.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use gebeta_protocol::Code;

use crate::{Tasks, limits};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Pool {
    /// Moves of computer players.
    Moves,
    /// Questions to `/api/analyse` and `/api/endgame`.
    Analyses,
}

impl Pool {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Moves, Self::Analyses];

    /// The value of the label `pool` in metrics and log lines.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Analyses => "analyses",
        }
    }
}

/// The searches that run now.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    running: Mutex<HashMap<u64, RunningSearch>>,
    next: AtomicU64,
    /// Set when the server goes down: every search stops.
    closing: AtomicBool,
}

#[derive(Debug)]
struct RunningSearch {
    pool: Pool,
    began: Instant,
    /// The time it was given.
    time: Duration,
    /// Whether it has been logged as stuck.
    told: bool,
}

impl RunningSearch {
    fn is_stuck(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.began) > self.time + limits::STUCK
    }
}

/// The load of a pool.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PoolLoad {
    /// Searches that run.
    pub(crate) searches: usize,
    /// How long the oldest of them has been running.
    pub(crate) oldest: Duration,
}

/// Removes a search from the list when its thread ends, also by a panic.
struct SearchGuard {
    searches: Arc<Searches>,
    number: u64,
}

impl Drop for SearchGuard {
    fn drop(&mut self) {
        self.searches.running().remove(&self.number);
    }
}

impl Searches {
    /// Stack size of a search thread, for long games on large boards.
    const STACK: usize = 16 << 20;

    /// Runs `work` on its own thread, at a lower priority than the threads that answer players. Its stop function returns
    /// true when `time` is over or the server goes down. A shutdown does not wait for the thread.
    ///
    /// # Errors
    /// [`Code::Unavailable`] if the server goes down, the system has no thread, or the work panics.
    pub(crate) async fn run<T: Send + 'static>(
        self: &Arc<Self>,
        pool: Pool,
        time: Duration,
        work: impl FnOnce(&dyn Fn() -> bool) -> T + Send + 'static,
    ) -> Result<T, Code> {
        if self.is_closing() {
            return Err(Code::Unavailable);
        }
        let (answer, answered) = oneshot::channel();
        let searches = Arc::clone(self);
        let search = move || {
            lower_priority();
            let entry = searches.enter(pool, time);
            let deadline = Instant::now() + time;
            let done = work(&|| entry.searches.is_closing() || Instant::now() >= deadline);
            drop(entry);
            // The caller may have gone.
            let _ = answer.send(done);
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(Self::STACK).spawn(search);
        let pool = pool.word();
        thread.map_err(|error| {
            tracing::error!(pool, cause = %error, "no thread for a search");
            Code::Unavailable
        })?;
        answered.await.map_err(|_| {
            tracing::error!(pool, "a search has panicked");
            Code::Unavailable
        })
    }

    fn enter(self: &Arc<Self>, pool: Pool, time: Duration) -> SearchGuard {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        let running = RunningSearch { pool, began: Instant::now(), time, told: false };
        self.running().insert(number, running);
        SearchGuard { searches: Arc::clone(self), number }
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u64, RunningSearch>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Stops all searches, running and future.
    fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
    }

    /// The load of a pool.
    pub(crate) fn busy(&self, pool: Pool) -> PoolLoad {
        let running = self.running();
        let ages = running.values().filter(|search| search.pool == pool).map(|search| search.began.elapsed());
        ages.fold(PoolLoad::default(), |busy, age| PoolLoad {
            searches: busy.searches + 1,
            oldest: busy.oldest.max(age),
        })
    }

    /// Whether a search runs far beyond its time: it occupies a place of its pool from now on.
    pub(crate) fn is_stuck(&self) -> bool {
        self.is_stuck_at(Instant::now())
    }

    fn is_stuck_at(&self, now: Instant) -> bool {
        self.running().values().any(|search| search.is_stuck(now))
    }

    /// Logs every search that has become stuck, once.
    fn tell_stuck(&self, now: Instant) {
        let mut running = self.running();
        for search in running.values_mut().filter(|search| search.is_stuck(now) && !search.told) {
            search.told = true;
            let (pool, time) = (search.pool.word(), search.time.as_secs_f64());
            let seconds = now.saturating_duration_since(search.began).as_secs_f64();
            tracing::error!(pool, seconds, time, "a search does not stop; the server is no longer ready");
        }
    }

    /// Logs stuck searches until the server goes down, then stops all.
    pub(crate) async fn watch(self: Arc<Self>, tasks: Tasks) {
        let searches = Arc::downgrade(&self);
        drop(self);
        loop {
            tokio::select! {
                () = tasks.closed() => break,
                () = tokio::time::sleep(limits::LOOK) => {}
            }
            let Some(searches) = searches.upgrade() else { return };
            searches.tell_stuck(Instant::now());
        }
        if let Some(searches) = searches.upgrade() {
            searches.close();
        }
    }
}

/// Lowers the priority of this thread. If the system refuses, it stays.
#[cfg(target_os = "linux")]
fn lower_priority() {
    /// Added to the niceness of the program: about a third of the time of its other threads, if all want all of it.
    const NICE: i32 = 5;
    /// The lowest priority there is.
    const NICEST: i32 = 19;
    // On Linux this affects the calling thread alone.
    let own = rustix::process::getpriority_process(None).unwrap_or(0);
    let _ = rustix::process::setpriority_process(None, (own + NICE).min(NICEST));
}

/// Elsewhere a priority belongs to the whole process.
#[cfg(not(target_os = "linux"))]
const fn lower_priority() {}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_search_is_counted_while_it_runs_and_stops_when_the_server_goes_down() {
        let searches = Arc::<Searches>::default();
        let tasks = Tasks::default();
        let watching = tokio::spawn(Arc::clone(&searches).watch(tasks.clone()));
        let (begun, begins) = oneshot::channel();
        let search = {
            let searches = Arc::clone(&searches);
            tokio::spawn(async move {
                let forever = Duration::from_hours(1);
                let work = |stop: &dyn Fn() -> bool| {
                    begun.send(()).unwrap();
                    while !stop() {}
                    7
                };
                searches.run(Pool::Analyses, forever, work).await
            })
        };
        begins.await.unwrap();
        assert_eq!(searches.busy(Pool::Analyses).searches, 1);
        assert_eq!(searches.busy(Pool::Moves), PoolLoad::default());
        assert!(!searches.is_stuck());
        tasks.close();
        assert_eq!(search.await.unwrap(), Ok(7));
        watching.await.unwrap();
        assert_eq!(searches.busy(Pool::Analyses), PoolLoad::default());
        assert_eq!(searches.run(Pool::Moves, limits::THINK, |_| 7).await, Err(Code::Unavailable));
    }

    #[tokio::test]
    async fn a_search_ends_with_its_time_and_one_that_panics_is_taken_off_the_list() {
        let searches = Arc::<Searches>::default();
        let busy = |stop: &dyn Fn() -> bool| while !stop() {};
        assert_eq!(searches.run(Pool::Moves, Duration::from_millis(5), busy).await, Ok(()));
        let broken = |_: &dyn Fn() -> bool| panic!("a search that a test breaks");
        let found: Result<(), Code> = searches.run(Pool::Moves, limits::THINK, broken).await;
        assert_eq!(found, Err(Code::Unavailable));
        assert_eq!(searches.busy(Pool::Moves), PoolLoad::default());
    }

    #[test]
    fn a_search_far_beyond_its_time_is_stuck_and_logged_once() {
        let searches = Arc::<Searches>::default();
        let entry = searches.enter(Pool::Moves, limits::THINK);
        let in_time = Instant::now() + limits::THINK;
        assert!(!searches.is_stuck() && !searches.is_stuck_at(in_time));
        searches.tell_stuck(in_time);
        assert!(searches.running().values().all(|search| !search.told));
        let late = in_time + limits::STUCK + Duration::from_secs(1);
        assert!(searches.is_stuck_at(late));
        searches.tell_stuck(late);
        assert!(searches.running().values().all(|search| search.told));
        drop(entry);
        assert!(!searches.is_stuck_at(late));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn searches_run_at_a_lower_priority_than_the_threads_that_answer() {
        let own = || rustix::process::getpriority_process(None).unwrap();
        let before = own();
        let searches = Arc::<Searches>::default();
        let lowered = searches.run(Pool::Moves, limits::THINK, move |_| own()).await.unwrap();
        assert!(lowered > before || before == 19, "{before} {lowered}");
        assert_eq!(own(), before);
    }
}
