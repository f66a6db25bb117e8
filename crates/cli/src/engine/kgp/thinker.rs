use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use gebeta_bots::{Bot, Budget, Luck, Thinks, Thought};
use gebeta_rules::Game;
use gebeta_rules::mancala::{Move, Position};

use super::Event;

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
    pub(super) fn start(key: Key, position: Position, time: Duration, events: SyncSender<Event>) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let deadline = Instant::now() + time;
            let over = || heard.load(Ordering::Relaxed) || Instant::now() >= deadline;
            think(key.0, &position, &over, &events);
            // Nobody listens any more when the connection is over.
            let _ = events.send(Event::Say(key.0, "yield".to_owned()));
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

/// Looks ahead, proves what can be proved, and with the time that is left looks further.
fn think(request: Option<u64>, position: &Position, over: &dyn Fn() -> bool, events: &SyncSender<Event>) {
    let luck = Luck::new(0);
    let mut told = None;
    let mut tell = |thought: &Thought<Move>| {
        if let Move::Sow(pit) = thought.best
            && told != Some(pit)
        {
            told = Some(pit);
            let _ = events.send(Event::Say(request, format!("move {pit}")));
        }
    };
    // Something before anything else: the server may lose patience at any time.
    let Some(first) = position.think(Bot::Steady { depth: 1 }, Budget::FREE, &luck, 0, &mut |_| {}) else {
        return;
    };
    tell(&first);
    if position.legal_moves().count() == 1 {
        return;
    }
    let budget = Budget { stop: over, ..Budget::FREE };
    let mut last = first;
    let bots = [
        (Bot::Perfect { nodes: Bot::PROOF_NODES }, budget),
        (Bot::Steady { depth: Bot::DEEPEST }, Budget { depth: Some(Thinker::FARTHEST), ..budget }),
    ];
    for (bot, budget) in bots {
        if last.exact || over() {
            break;
        }
        // What a shallow search says is no news to one that has looked further.
        let farthest = last.depth;
        let mut hear = |thought: &Thought<Move>| {
            if thought.exact || thought.depth >= farthest {
                tell(thought);
            }
        };
        if let Some(thought) = position.think(bot, budget, &luck, 0, &mut hear)
            && (thought.exact || thought.depth >= farthest)
        {
            last = thought;
        }
    }
    tell(&last);
    let known = if last.exact { "proved".to_owned() } else { format!("{} plies", last.depth) };
    let worth = last.worth().unwrap_or_default();
    let comment = format!("set info:comment \"{worth:+.1} stones, {known}\"");
    let _ = events.send(Event::Say(request, comment));
}
