use std::time::Duration;

use gebeta_engine::senet::Net;
use gebeta_engine::{
    Advice, Clock, Engine, EngineBudget, Review, ScoreUnit, SearchRequest, SearchResult, signature,
};
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Chance, GameKind, Record};

use crate::{Effort, MalformedRequestError, Place, Reply, Request, Response, Task, WorkerError};

/// Answers requests, and keeps between them what takes a while to compute.
#[derive(Debug)]
pub struct RequestHandler {
    clock: Clock,
    /// The game that the engines belong to.
    game: String,
    /// What searches for each player.
    engines: ByPlayer<Engine>,
    adviser: Engine,
}

impl RequestHandler {
    /// A handler that has computed nothing yet.
    pub fn new(clock: Clock) -> Self {
        let engine = || Engine::with_clock(clock);
        Self { clock, game: String::new(), engines: ByPlayer::from_fn(|_| engine()), adviser: engine() }
    }

    /// Handles a request through `post`: at least one response, whatever the request is.
    pub fn handle(
        &mut self,
        request: Result<Request, MalformedRequestError>,
        post: &mut dyn FnMut(Response),
    ) {
        match request {
            Ok(Request { id, effort, task }) => {
                let id = Some(id);
                let reply = self.run(effort, task, &mut |reply| post(Response { id, reply }));
                post(Response { id, reply: reply.unwrap_or_else(Reply::Error) });
            }
            Err(MalformedRequestError { id }) => {
                let error = WorkerError::new("bad-message", "this is not a request");
                post(Response { id, reply: Reply::Error(error) });
            }
        }
    }

    fn run(&mut self, effort: Effort, task: Task, post: &mut dyn FnMut(Reply)) -> Result<Reply, WorkerError> {
        if task.game() != Some(GameKind::Mancala) && !Net::are_there() {
            return Err(WorkerError::new(
                "no-nets",
                "what the players of Senet have learned could not be loaded",
            ));
        }
        let start = (self.clock)();
        match task {
            Task::Search { place, bot, game, seed, ply } => {
                // A bot has limits of its own.
                let budget = budget(effort, EngineBudget::FREE);
                let result = self.search(&place, game, SearchRequest { bot, budget, seed, ply })?;
                let unit = ScoreUnit::of(place.rules.game(), bot);
                Ok(Reply::Search { result, unit, ms: self.ms_since(start) })
            }
            Task::Hint(place) => Ok(Reply::Advice(self.advise(&place, effort, EngineBudget::for_hint()))),
            Task::Solve(place) => {
                let advice = self.advise(&place, effort, EngineBudget::for_proof());
                if advice.evaluation.exact {
                    Ok(Reply::Advice(advice))
                } else {
                    Err(WorkerError::new("not-proved", "the proof takes more than it may"))
                }
            }
            Task::Review(record) => Ok(Reply::Review(Box::new(self.review(&record, effort, post)))),
            Task::Bench => {
                let nodes = signature().into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect();
                Ok(Reply::Bench { nodes, ms: self.ms_since(start) })
            }
        }
    }

    fn ms_since(&self, start: Duration) -> f64 {
        (self.clock)().saturating_sub(start).as_micros() as f64 / 1000.0
    }

    fn search(
        &mut self,
        place: &Place,
        game: String,
        request: SearchRequest<'_>,
    ) -> Result<SearchResult<AnyPly>, WorkerError> {
        if self.game != game {
            *self = Self { game, ..Self::new(self.clock) };
        }
        let over = || WorkerError::new("game-over", "the game is over");
        let mover = place.position.to_move().ok_or_else(over)?;
        if matches!(&place.position, AnyPosition::Senet(position) if position.thrown().is_none()) {
            return Err(WorkerError::new("no-roll", "throw the sticks first"));
        }
        self.engines[mover].search(&place.position, request, &mut |_| {}).ok_or_else(over)
    }

    fn advise(&mut self, place: &Place, effort: Effort, usual: EngineBudget<'static>) -> Advice {
        self.adviser.advise(&place.position, budget(effort, usual))
    }

    fn review(&self, record: &Record, effort: Effort, post: &mut dyn FnMut(Reply)) -> Review {
        let total = record.plies().len() as u32;
        let budget = budget(effort, EngineBudget::for_review(record.rules.game()));
        let review = self.adviser.review(record, budget, &mut |done| {
            post(Reply::Progress { done: done as u32, total });
            true
        });
        // The page cancels it by terminating the worker.
        review.expect("a review that is not canceled is finished")
    }
}

/// The work that `effort` allows; `usual` where it does not say.
fn budget(effort: Effort, usual: EngineBudget<'static>) -> EngineBudget<'static> {
    let Effort { depth, nodes, ms, memory } = effort;
    // Time without a number of positions means as many as fit into the time.
    let nodes = nodes.unwrap_or(if ms.is_some() { u64::MAX } else { usual.nodes });
    let time = ms.map(|ms| Duration::from_millis(ms.into()));
    EngineBudget { depth, nodes, time, ..usual }.on_device(memory)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_alone_is_the_only_limit() {
        let usual = EngineBudget { nodes: 400, ..EngineBudget::FREE };
        let nodes = |effort| budget(effort, usual).nodes;
        assert_eq!(nodes(Effort::default()), 400);
        assert_eq!(nodes(Effort { ms: Some(5), ..Effort::default() }), u64::MAX);
        assert_eq!(nodes(Effort { ms: Some(5), nodes: Some(7), ..Effort::default() }), 7);
    }
}
