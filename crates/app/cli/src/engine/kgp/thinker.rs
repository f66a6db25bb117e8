use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gebeta_engine::{Bot, Engine, EngineBudget, SearchRequest, SearchResult};
use gebeta_rules::mancala::Position;
use gebeta_rules::{AnyMove, AnyPly, AnyPosition, Game};
use gebeta_solver::mancala::Tablebase;

use super::Event;
use super::message::quoted;
use crate::local_engine::local_engine;
use crate::tablebase::Tables;

/// The request of the server, if it had a number, and our own count of requests.
pub(super) type Key = (Option<u64>, u64);

/// A thread that thinks about one position.
pub(super) struct Thinker {
    key: Key,
    stop: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl Thinker {
    /// Starts a search in a thread. It sends every better move at once, and at the end that no more will follow.
    pub(super) fn start(
        key: Key,
        position: Position,
        time: Duration,
        engines: Engines,
        events: SyncSender<Event>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let deadline = Instant::now() + time;
            let over = || heard.load(Ordering::Relaxed) || Instant::now() >= deadline;
            // The receiver is gone when the connection has ended; then the message is dropped.
            let say = |text: String| drop(events.send(Event::Say(key.0, text)));
            let mut told = None;
            let mut tell = |mv: AnyMove| {
                if told.replace(mv) != Some(mv) {
                    say(format!("move {mv}"));
                }
            };
            let mut engine = engines.take();
            if let Some(comment) = think(&mut engine, &position, &engines.tables, &over, &mut tell) {
                say(format!("set info:comment {}", quoted(&comment)));
            }
            engines.give_back(engine);
            say("yield".to_owned());
            let _ = events.send(Event::Done(key));
        });
        Self { key, stop, thread }
    }

    pub(super) const fn key(&self) -> Key {
        self.key
    }

    /// The answer is wanted now.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Waits until the thread is gone.
    pub(super) fn join(self) {
        // A thinker that panicked has said so on standard error; the others go on.
        let _ = self.thread.join();
    }
}

/// The engines that no thread uses just now, and the user's tables for all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Engines {
    free: Arc<Mutex<Vec<Engine>>>,
    tables: Arc<Tables>,
}

impl Engines {
    fn take(&self) -> Engine {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner).pop();
        free.unwrap_or_else(|| local_engine(&self.tables))
    }

    fn give_back(&self, engine: Engine) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(engine);
    }
}

/// Searches, proves the position if it can, and searches deeper in the time that is left. Returns the comment on the last move
/// that was sent.
fn think(
    engine: &mut Engine,
    position: &Position,
    tables: &Tables,
    over: &dyn Fn() -> bool,
    tell: &mut dyn FnMut(AnyMove),
) -> Option<String> {
    // Something before anything else: the server may lose patience at any time.
    let first = look(engine, position, 1, &|| false, &mut |_| {})?;
    tell(first.best);
    if position.legal_moves().count() == 1 {
        return None;
    }
    if let Some(solved) = tables.solved(position)
        && let Some(&mv) = solved.best.first()
    {
        tell(AnyMove::Mancala(mv));
        return Some(format!("{:+} stones, proved", solved.value));
    }
    let mut last = first;
    for farthest in [Bot::DEEPEST, EngineBudget::UNLIMITED_DEPTH] {
        // What a shallow search says is no news to one that has looked further.
        let known = last.depth;
        let mut hear = |found: &SearchResult<AnyMove>| {
            if found.exact || found.depth > known {
                tell(found.best);
            }
        };
        let found = look(engine, position, farthest, over, &mut hear);
        if let Some(found) = found.filter(|found| found.exact || found.depth > known) {
            last = found;
        }
        if last.exact || over() {
            break;
        }
        let proof = EngineBudget { nodes: Bot::PROOF_NODES, stop: over, ..EngineBudget::FREE };
        if farthest == Bot::DEEPEST
            && let Some((mv, value)) = engine.prove(position, proof)
        {
            tell(AnyMove::Mancala(mv));
            return Some(format!("{value:+} stones, proved"));
        }
    }
    tell(last.best);
    let known = if last.exact { "proved".to_owned() } else { format!("{} plies", last.depth) };
    Some(format!("{:+.1} stones, {known}", last.score().unwrap_or_default()))
}

fn look(
    engine: &mut Engine,
    position: &Position,
    depth: u32,
    stop: &dyn Fn() -> bool,
    on_depth: &mut dyn FnMut(&SearchResult<AnyMove>),
) -> Option<SearchResult<AnyMove>> {
    let bot = Bot::Steady { depth: depth.min(Bot::DEEPEST) };
    let budget = EngineBudget { depth: Some(depth), stop, ..EngineBudget::FREE };
    let request = SearchRequest { budget, ..SearchRequest::new(bot) };
    let position = AnyPosition::Mancala(*position);
    let found = engine.search(&position, request, &mut |found| on_depth(&found.map(AnyPly::mv)));
    found.map(|found| found.map(AnyPly::mv))
}
