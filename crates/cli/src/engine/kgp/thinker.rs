use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gebeta_bots::mancala::Adviser;
use gebeta_bots::{Bot, Budget, Luck, Thinks, Thought};
use gebeta_endgame::mancala::Knowledge;
use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

use super::Event;
use super::message::quoted;
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
    /// Further than any search gets.
    const FARTHEST: u32 = 100;

    /// Begins to think: each better move is told at once, and in the end that there is no more to come.
    pub(super) fn start(
        key: Key,
        position: Position,
        time: Duration,
        heads: Heads,
        events: SyncSender<Event>,
    ) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let deadline = Instant::now() + time;
            let over = || heard.load(Ordering::Relaxed) || Instant::now() >= deadline;
            // Nobody listens any more when the connection is over.
            let say = |text: String| drop(events.send(Event::Say(key.0, text)));
            let mut told = None;
            let mut tell = |mv: Move| {
                if told.replace(mv) != Some(mv) {
                    say(format!("move {mv}"));
                }
            };
            let mut head = heads.take();
            if let Some(comment) = head.think(&position, &heads.tables, &over, &mut tell) {
                say(format!("set info:comment {}", quoted(&comment)));
            }
            heads.give_back(head);
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

/// What is kept from one position to the next: tables, most of all.
#[derive(Debug, Default)]
struct Head {
    mind: <Position as Thinks>::Mind,
    adviser: Adviser,
}

/// The heads that nobody uses just now, and the user's tables for all of them.
#[derive(Clone, Debug, Default)]
pub(super) struct Heads {
    free: Arc<Mutex<Vec<Head>>>,
    tables: Arc<Tables>,
}

impl Heads {
    fn take(&self) -> Head {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give_back(&self, head: Head) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(head);
    }
}

impl Head {
    /// Looks ahead, proves what can be proved, and with the time that is left looks further. Hands back what is to be said
    /// of the last move that was told.
    fn think(
        &mut self,
        position: &Position,
        tables: &Tables,
        over: &dyn Fn() -> bool,
        tell: &mut dyn FnMut(Move),
    ) -> Option<String> {
        // Something before anything else: the server may lose patience at any time.
        let first = self.look(position, 1, Budget::FREE, &mut |_| {})?;
        tell(first.best);
        if position.legal_moves().count() == 1 {
            return None;
        }
        let budget = Budget { stop: over, known: Some(tables), ..Budget::FREE };
        if let Some(solved) = tables.solved(position)
            && let Some(&mv) = solved.best.first()
        {
            tell(mv);
            return Some(format!("{:+} stones, proved", solved.value));
        }
        let mut last = first;
        for farthest in [Bot::DEEPEST, Thinker::FARTHEST] {
            // What a shallow search says is no news to one that has looked further.
            let known = last.depth;
            let mut hear = |thought: &Thought<Move>| {
                if thought.exact || thought.depth > known {
                    tell(thought.best);
                }
            };
            let found = self.look(position, farthest, budget, &mut hear);
            if let Some(thought) = found.filter(|thought| thought.exact || thought.depth > known) {
                last = thought;
            }
            if last.exact || over() {
                break;
            }
            let proof = Budget { nodes: Bot::PROOF_NODES, ..budget };
            if farthest == Bot::DEEPEST
                && let Some((mv, value)) = self.adviser.best(position, proof)
            {
                tell(mv);
                return Some(format!("{value:+} stones, proved"));
            }
        }
        tell(last.best);
        let known = if last.exact { "proved".to_owned() } else { format!("{} plies", last.depth) };
        Some(format!("{:+.1} stones, {known}", last.worth().unwrap_or_default()))
    }

    fn look(
        &mut self,
        position: &Position,
        depth: u32,
        budget: Budget<'_>,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        let bot = Bot::Steady { depth: depth.min(Bot::DEEPEST) };
        let budget = Budget { depth: Some(depth), ..budget };
        position.think_with(&mut self.mind, bot, budget, &Luck::new(0), 0, heard)
    }
}
