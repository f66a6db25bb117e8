//! Where computer players think: a thread of its own, one question at a time.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use gebeta_bots::Known;
use gebeta_bots::{Advises, Bot, Budget, Luck, Review, Thinks, Thought, hint, mancala, senet};
use gebeta_rules::{AnyPly, AnyPosition, Chance, GameKind, Record};

use crate::{Advice, AnyThought, Message};

/// What is kept between the questions of one game.
#[derive(Default)]
struct Minds {
    mancala: mancala::Mind,
    senet: <gebeta_rules::senet::Position as Thinks>::Mind,
    mancala_adviser: mancala::Adviser,
    senet_adviser: senet::Adviser,
    /// The game and the bot the minds belong to.
    of: Option<(u64, Bot)>,
}

/// A question.
#[derive(Debug)]
pub(crate) enum Question {
    Think { ticket: u64, position: AnyPosition, bot: Bot, luck: Luck, ply: usize },
    Advise { ticket: u64, position: AnyPosition },
    Review { ticket: u64, record: Box<Record> },
}

/// The thread and the way to it.
#[derive(Debug)]
pub(crate) struct Thinker {
    questions: Sender<(u64, Question)>,
    /// Questions with a lower number are not wanted any more.
    wanted: Arc<AtomicU64>,
    asked: u64,
}

/// How many positions a hint looks at: a second at most.
const HINT_NODES: u64 = 300_000;
/// No depth of Senet up to this one needs a clock.
const UNCAPPED_DEPTH: u32 = 6;

impl Thinker {
    /// Starts the thread; answers go to `answers`.
    pub(crate) fn start(
        known: Arc<dyn Known + Send + Sync>,
        cap: Duration,
        answers: Sender<Message>,
    ) -> std::io::Result<Self> {
        let (questions, asked) = channel();
        let wanted = Arc::new(AtomicU64::new(0));
        let worker = Worker { known, cap, answers, wanted: Arc::clone(&wanted) };
        thread::Builder::new()
            .name("thinker".to_owned())
            .stack_size(16 << 20)
            .spawn(move || worker.run(&asked))?;
        Ok(Self { questions, wanted, asked: 0 })
    }

    /// Asks; the thread ends with the program, so nobody minds if it is gone.
    pub(crate) fn ask(&mut self, question: Question) {
        self.asked += 1;
        let _ = self.questions.send((self.asked, question));
    }

    /// Nobody waits for any answer any more.
    pub(crate) fn stop(&self) {
        self.wanted.store(self.asked + 1, Ordering::Relaxed);
    }
}

struct Worker {
    known: Arc<dyn Known + Send + Sync>,
    cap: Duration,
    answers: Sender<Message>,
    wanted: Arc<AtomicU64>,
}

impl Worker {
    fn run(&self, questions: &Receiver<(u64, Question)>) {
        let mut minds = Minds::default();
        while let Ok((number, question)) = questions.recv() {
            let stale = || self.wanted.load(Ordering::Relaxed) > number;
            if stale() {
                continue;
            }
            let answer = match question {
                Question::Think { ticket, position, bot, luck, ply } => {
                    Message::Thought(ticket, self.think(&mut minds, &position, bot, &luck, ply, &stale))
                }
                Question::Advise { ticket, position } => {
                    Message::Advice(ticket, self.advise(&mut minds, &position, &stale))
                }
                Question::Review { ticket, record } => match self.review(ticket, &record, &stale) {
                    Some(review) => Message::Reviewed(ticket, Box::new(review)),
                    None => continue,
                },
            };
            if !stale() && self.answers.send(answer).is_err() {
                return;
            }
        }
    }

    fn think(
        &self,
        minds: &mut Minds,
        position: &AnyPosition,
        bot: Bot,
        luck: &Luck,
        ply: usize,
        stale: &dyn Fn() -> bool,
    ) -> Option<AnyThought> {
        // A mind belongs to one player of one game.
        if minds.of != Some((luck.seed(), bot)) {
            minds.mancala = mancala::Mind::default();
            minds.senet = <gebeta_rules::senet::Position as Thinks>::Mind::default();
            minds.of = Some((luck.seed(), bot));
        }
        let started = Instant::now();
        let capped =
            position.game() == GameKind::Senet && bot.depth().is_some_and(|depth| depth > UNCAPPED_DEPTH);
        let stop = || stale() || (capped && started.elapsed() >= self.cap);
        let budget = Budget { stop: &stop, known: Some(&*self.known), ..Budget::FREE };
        let thought = match position {
            AnyPosition::Mancala(position) => {
                let thought = position.think_with(&mut minds.mancala, bot, budget, luck, ply, &mut |_| {})?;
                any_thought(&thought, AnyPly::Mancala)
            }
            AnyPosition::Senet(position) => {
                let roll = position.thrown()?;
                let thought = position.think_with(&mut minds.senet, bot, budget, luck, ply, &mut |_| {})?;
                any_thought(&thought, |mv| AnyPly::Senet(roll, mv))
            }
        };
        Some(AnyThought { millis: started.elapsed().as_millis() as u64, ..thought })
    }

    fn advise(&self, minds: &mut Minds, position: &AnyPosition, stale: &dyn Fn() -> bool) -> Option<Advice> {
        let budget = Budget { nodes: HINT_NODES, stop: &stale, known: Some(&*self.known), ..Budget::FREE };
        match position {
            AnyPosition::Mancala(position) => {
                advice(position, &mut minds.mancala_adviser, budget, AnyPly::Mancala)
            }
            AnyPosition::Senet(position) => {
                let roll = position.thrown()?;
                advice(position, &mut minds.senet_adviser, budget, |mv| AnyPly::Senet(roll, mv))
            }
        }
    }

    /// None if the review is not wanted any more.
    fn review(&self, ticket: u64, record: &Record, stale: &dyn Fn() -> bool) -> Option<Review> {
        let nodes = Review::nodes(record.rules.game()) / 8;
        let budget = Budget { nodes, stop: &stale, known: Some(&*self.known), ..Budget::FREE };
        Review::of(record, budget, &mut |done| {
            let _ = self.answers.send(Message::Reviewing(ticket, done));
            !stale()
        })
    }
}

/// A thought of either game, without the time it took.
fn any_thought<M: Copy>(thought: &Thought<M>, ply: impl Fn(M) -> AnyPly) -> AnyThought {
    AnyThought {
        best: ply(thought.best),
        moves: thought.moves.iter().map(|(mv, worth)| (ply(*mv), *worth)).collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        millis: 0,
    }
}

fn advice<G: Advises>(
    position: &G,
    adviser: &mut G::Adviser,
    budget: Budget<'_>,
    ply: impl Fn(G::Move) -> AnyPly,
) -> Option<Advice> {
    let hints = hint(position, adviser, budget)?;
    let best = hints.best();
    Some(Advice {
        best: ply(best.mv),
        value: best.value,
        exact: best.exact,
        line: hints.line.iter().skip(1).map(|mv| ply(*mv)).collect(),
    })
}

#[cfg(test)]
mod tests {
    use gebeta_endgame::{mancala, senet};
    use gebeta_rules::AnyRules;
    use gebeta_rules::senet::{Rules, SquareSet};
    use gebeta_testkit::hardest::HARDEST;

    use super::*;

    #[derive(Debug)]
    struct Nothing;

    impl mancala::Knowledge for Nothing {
        fn worth(&self, _: &gebeta_rules::mancala::Position) -> Option<i32> {
            None
        }
    }

    impl senet::Knowledge for Nothing {
        fn extent(&self, _: &Rules) -> Option<senet::Extent> {
            None
        }
        fn of_board(&self, _: &Rules, _: SquareSet, _: SquareSet) -> Option<f64> {
            None
        }
    }

    /// Issue 15, F1: whatever a game is left in the middle of, the next one is not kept waiting. A shared machine may take a
    /// second longer than promised.
    #[test]
    fn f1_the_hardest_questions_make_room_when_they_are_not_wanted_any_more() {
        let (answers, answered) = channel();
        let cap = Duration::from_mins(1);
        let mut thinker = Thinker::start(Arc::new(Nothing), cap, answers).expect("there is a thread");
        let easy = AnyRules::default_of(GameKind::Mancala).start();
        for (ticket, hard) in (1..).zip(HARDEST) {
            let perfect = Bot::Perfect { nodes: u64::MAX };
            let think = Question::Think {
                ticket: 0,
                position: hard.start(),
                bot: perfect,
                luck: Luck::new(1),
                ply: 0,
            };
            let advise = Question::Advise { ticket: 0, position: hard.start() };
            let review = Question::Review { ticket: 0, record: Box::new(hard.record(20)) };
            for question in [think, advise, review] {
                thinker.ask(question);
                // It works meanwhile.
                let _ = answered.recv_timeout(Duration::from_millis(50));
                thinker.stop();
                let began = Instant::now();
                thinker.ask(Question::Think {
                    ticket,
                    position: easy,
                    bot: Bot::Random,
                    luck: Luck::new(1),
                    ply: 0,
                });
                while !matches!(answered.recv(), Ok(Message::Thought(told, Some(_))) if told == ticket) {}
                assert!(began.elapsed() < Duration::from_secs(1), "{}: {:?}", hard.name, began.elapsed());
            }
        }
    }
}
