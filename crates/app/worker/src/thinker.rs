use std::time::Duration;

use gebeta_engine::senet::Net;
use gebeta_engine::{
    Advice, Clock, Engine, EngineBudget, Review, ScoreUnit, SearchRequest, SearchResult, signature,
};
use gebeta_messages::{Answer, Ask, Effort, Fault, MalformedRequestError, Place, Question, Said};
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Chance, GameKind, Record};

/// Answers questions, and keeps between them what takes a while to work out.
#[derive(Debug)]
pub struct Thinker {
    clock: Clock,
    /// The game that the engines belong to.
    game: String,
    /// Who searches for each player.
    engines: ByPlayer<Engine>,
    adviser: Engine,
}

impl Thinker {
    /// Knows nothing yet.
    pub fn new(clock: Clock) -> Self {
        let engine = || Engine::with_clock(clock);
        Self { clock, game: String::new(), engines: ByPlayer::from_fn(|_| engine()), adviser: engine() }
    }

    /// Answers `question`, whatever it is, through `post`: at least once.
    pub fn answer(&mut self, question: &str, post: &mut dyn FnMut(String)) {
        let mut post = |id, said| post(Answer { id, said }.to_text());
        match Question::parse(question) {
            Ok(Question { id, effort, ask }) => {
                let said = self.consider(effort, ask, &mut |said| post(Some(id), said));
                post(Some(id), said.unwrap_or_else(Said::Fault));
            }
            Err(MalformedRequestError { id, fault }) => post(id, Said::Fault(fault)),
        }
    }

    fn consider(&mut self, effort: Effort, ask: Ask, post: &mut dyn FnMut(Said)) -> Result<Said, Fault> {
        if ask.game() != Some(GameKind::Mancala) && !Net::are_there() {
            return Err(Fault::new("no-nets", "what the players of Senet have learned could not be loaded"));
        }
        let start = (self.clock)();
        match ask {
            Ask::Think { place, bot, game, seed, ply } => {
                // A bot has a measure of its own.
                let budget = budget(effort, EngineBudget::FREE);
                let thought = self.search(&place, game, SearchRequest { bot, budget, seed, ply })?;
                let unit = ScoreUnit::of(place.rules.game(), bot);
                Ok(Said::SearchResult { thought, unit, ms: self.ms_since(start) })
            }
            Ask::Hint(place) => Ok(Said::Advice(self.advise(&place, effort, EngineBudget::for_hint()))),
            Ask::Solve(place) => {
                let advice = self.advise(&place, effort, EngineBudget::for_proof());
                if advice.worth.exact {
                    Ok(Said::Advice(advice))
                } else {
                    Err(Fault::new("not-proved", "the proof takes more than it may"))
                }
            }
            Ask::Review(record) => Ok(Said::Review(Box::new(self.review(&record, effort, post)))),
            Ask::Bench => {
                let nodes = signature().into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect();
                Ok(Said::Bench { nodes, ms: self.ms_since(start) })
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
    ) -> Result<SearchResult<AnyPly>, Fault> {
        if self.game != game {
            *self = Self { game, ..Self::new(self.clock) };
        }
        let over = || Fault::new("game-over", "the game is over");
        let mover = place.position.to_move().ok_or_else(over)?;
        if matches!(&place.position, AnyPosition::Senet(position) if position.thrown().is_none()) {
            return Err(Fault::new("no-roll", "throw the sticks first"));
        }
        self.engines[mover].search(&place.position, request, &mut |_| {}).ok_or_else(over)
    }

    fn advise(&mut self, place: &Place, effort: Effort, usual: EngineBudget<'static>) -> Advice {
        self.adviser.advise(&place.position, budget(effort, usual))
    }

    fn review(&self, record: &Record, effort: Effort, post: &mut dyn FnMut(Said)) -> Review {
        let total = record.plies().len() as u32;
        let budget = budget(effort, EngineBudget::for_review(record.rules.game()));
        let review = self.adviser.review(record, budget, &mut |done| {
            post(Said::Progress { done: done as u32, total });
            true
        });
        // Whoever does not want it any more ends the worker.
        review.expect("a review that nobody cancels is finished")
    }
}

/// The work that `effort` allows, as much as `usual` where it does not say.
fn budget(effort: Effort, usual: EngineBudget<'static>) -> EngineBudget<'static> {
    let Effort { depth, nodes, ms, memory } = effort;
    // Who gives time but no number of positions wants all that fit into the time.
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
