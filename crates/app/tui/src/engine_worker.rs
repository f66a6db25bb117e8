//! The thread of the engine: searches, hints and reviews, one request at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_engine::{Bot, Engine, EngineBudget, Hint, Review, SearchRequest};
use gebeta_rules::{AnyPosition, Record};
use gebeta_session::SearchTask;

use crate::{Advice, AnySearchResult, Message};

/// A request to the engine.
#[derive(Debug)]
pub(crate) enum EngineRequest {
    Search { ticket: u64, task: SearchTask },
    Advise { ticket: u64, position: AnyPosition },
    Review { ticket: u64, record: Box<Record> },
}

/// The thread and the way to it.
#[derive(Debug)]
pub(crate) struct EngineWorker {
    questions: Sender<(u64, EngineRequest)>,
    /// Requests with a lower number are not wanted any more.
    wanted: Arc<AtomicU64>,
    asked: u64,
}

impl EngineWorker {
    /// Starts the thread; answers go to `answers`.
    pub(crate) fn start(engine: Engine, cap: Duration, answers: Sender<Message>) -> std::io::Result<Self> {
        let (questions, asked) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let mut worker = Worker { engine, player: None, cap, answers, wanted: Arc::clone(&wanted) };
        thread::Builder::new()
            .name("engine_worker".to_owned())
            .stack_size(16 << 20)
            .spawn(move || worker.run(&asked))?;
        Ok(Self { questions, wanted, asked: 0 })
    }

    /// Sends a request. The thread ends only with the program, when no answer is needed.
    pub(crate) fn ask(&mut self, question: EngineRequest) {
        self.asked += 1;
        let _ = self.questions.send((self.asked, question));
    }

    /// The answers to earlier requests are not wanted any more.
    pub(crate) fn stop(&self) {
        self.wanted.store(self.asked + 1, Ordering::Relaxed);
    }
}

struct Worker {
    engine: Engine,
    /// The game, by its seed, and the bot that the engine has searched for.
    player: Option<(u64, Bot)>,
    cap: Duration,
    answers: Sender<Message>,
    wanted: Arc<AtomicU64>,
}

impl Worker {
    fn run(&mut self, questions: &Receiver<(u64, EngineRequest)>) {
        let wanted = Arc::clone(&self.wanted);
        while let Ok((number, question)) = questions.recv() {
            let stale = || wanted.load(Ordering::Relaxed) > number;
            if stale() {
                continue;
            }
            let answer = match question {
                EngineRequest::Search { ticket, task } => {
                    Message::SearchResult(ticket, self.search(&task, &stale))
                }
                EngineRequest::Advise { ticket, position } => {
                    Message::Advice(ticket, self.hint(&position, &stale))
                }
                EngineRequest::Review { ticket, record } => match self.review(ticket, &record, &stale) {
                    Some(review) => Message::Reviewed(ticket, Box::new(review)),
                    None => continue,
                },
            };
            if !stale() && self.answers.send(answer).is_err() {
                return;
            }
        }
    }

    fn search(&mut self, task: &SearchTask, stop: &dyn Fn() -> bool) -> Option<AnySearchResult> {
        let &SearchTask { ref position, bot, seed, ply, .. } = task;
        if self.player.replace((seed, bot)) != Some((seed, bot)) {
            self.engine.new_game();
        }
        let started = Instant::now();
        let budget = EngineBudget { stop, ..EngineBudget::for_play(position.game(), bot, self.cap) };
        let request = SearchRequest { bot, budget, seed, ply };
        let found = self.engine.search(position, request, &mut |_| {})?;
        let millis = started.elapsed().as_millis() as u64;
        Some(AnySearchResult {
            best: found.best,
            moves: found.moves,
            depth: found.depth,
            nodes: found.nodes,
            exact: found.exact,
            millis,
        })
    }

    fn hint(&mut self, position: &AnyPosition, stop: &dyn Fn() -> bool) -> Option<Advice> {
        let hints = self.engine.hint(position, EngineBudget { stop, ..EngineBudget::for_hint() })?;
        let &Hint { mv: best, value, exact, .. } = hints.best();
        Some(Advice { best, value, exact, line: hints.pv.into_iter().skip(1).collect() })
    }

    /// None if the review is not wanted any more.
    fn review(&self, ticket: u64, record: &Record, stale: &dyn Fn() -> bool) -> Option<Review> {
        let budget = EngineBudget { stop: stale, ..EngineBudget::for_quick_review(record.rules.game()) };
        self.engine.review(record, budget, &mut |done| {
            let _ = self.answers.send(Message::Reviewing(ticket, done));
            !stale()
        })
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{AnyRules, GameKind};
    use gebeta_testkit::slow_positions::SLOW_POSITIONS;

    use super::*;

    /// Issue 15: whatever a game is left in the middle of, the next one is not kept waiting. A shared machine may take a
    /// second longer than promised.
    #[test]
    fn the_hardest_questions_make_room_when_they_are_not_wanted_any_more() {
        let (answers, answered) = channel();
        let cap = Duration::from_mins(1);
        let mut engine_worker =
            EngineWorker::start(Engine::default(), cap, answers).expect("there is a thread");
        let easy = AnyRules::default_of(GameKind::Mancala).start();
        for (ticket, hard) in (1..).zip(SLOW_POSITIONS) {
            let task = |position, bot| SearchTask { ticket: 0, position, bot, seed: 1, ply: 0 };
            let perfect = Bot::Perfect { nodes: u64::MAX };
            let think = EngineRequest::Search { ticket: 0, task: task(hard.start(), perfect) };
            let advise = EngineRequest::Advise { ticket: 0, position: hard.start() };
            let review = EngineRequest::Review { ticket: 0, record: Box::new(hard.record(20)) };
            for question in [think, advise, review] {
                engine_worker.ask(question);
                // It works meanwhile.
                let _ = answered.recv_timeout(Duration::from_millis(50));
                engine_worker.stop();
                let began = Instant::now();
                engine_worker.ask(EngineRequest::Search { ticket, task: task(easy, Bot::Random) });
                while !matches!(answered.recv(), Ok(Message::SearchResult(told, Some(_))) if told == ticket) {
                }
                assert!(began.elapsed() < Duration::from_secs(1), "{}: {:?}", hard.name, began.elapsed());
            }
        }
    }
}
