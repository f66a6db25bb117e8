use std::cell::Cell;

use gebeta_bots::senet::Net;
use gebeta_bots::{Advises, Bot, Budget, Hint, Hints, Luck, Review, Thinks, Thought, Worth, hint, signature};
use gebeta_messages::{Advice, Answer, Ask, Effort, Fault, Misread, Place, Question, Said, Unit};
use gebeta_rules::{
    AnyPly, AnyPosition, ByPlayer, Chance, Game, GameKind, Outcome, Player, Record, mancala, senet,
};

use crate::budget;

/// Answers questions, and keeps between them what takes a while to work out.
#[derive(Debug)]
pub struct Thinker {
    /// Milliseconds, from any beginning.
    clock: fn() -> f64,
    /// The game that the minds belong to.
    game: String,
    minds: ByPlayer<Minds>,
    mancala: <mancala::Position as Advises>::Adviser,
    senet: <senet::Position as Advises>::Adviser,
}

#[derive(Debug, Default)]
struct Minds {
    mancala: <mancala::Position as Thinks>::Mind,
    senet: <senet::Position as Thinks>::Mind,
}

impl Thinker {
    /// Positions that a hint is worth when nobody says otherwise: about a second.
    pub const HINT_NODES: u64 = 400_000;
    /// Positions that a proof is worth.
    pub const PROOF_NODES: u64 = 2 * Bot::PROOF_NODES;

    /// Knows nothing yet. `clock` tells milliseconds.
    pub fn new(clock: fn() -> f64) -> Self {
        Self {
            clock,
            game: String::new(),
            minds: ByPlayer::from_fn(|_| Minds::default()),
            mancala: <_>::default(),
            senet: <_>::default(),
        }
    }

    /// Answers `question`, whatever it is, through `post`: at least once.
    pub fn answer(&mut self, question: &str, post: &mut dyn FnMut(String)) {
        let mut post = |id, said| post(Answer { id, said }.to_text());
        match Question::parse(question) {
            Ok(Question { id, effort, ask }) => {
                let said = self.consider(effort, ask, &mut |said| post(Some(id), said));
                post(Some(id), said.unwrap_or_else(Said::Fault));
            }
            Err(Misread { id, fault }) => post(id, Said::Fault(fault)),
        }
    }

    fn consider(&mut self, effort: Effort, ask: Ask, post: &mut dyn FnMut(Said)) -> Result<Said, Fault> {
        if ask.game() != Some(GameKind::Mancala) && !Net::are_there() {
            return Err(Fault::new("no-nets", "what the players of Senet have learned could not be loaded"));
        }
        let clock = self.clock;
        let start = clock();
        let over = effort.ms.map(|ms| start + f64::from(ms));
        let stop = || over.is_some_and(|over| clock() >= over);
        match ask {
            Ask::Think { place, bot, game, seed, ply } => {
                // A bot has a measure of its own.
                let budget = budget::of(effort, u64::MAX, &stop);
                let thought = self.think(&place, bot, game, &Luck::new(seed), ply, budget)?;
                Ok(Said::Thought { thought, unit: Unit::of(place.rules.game(), bot), ms: clock() - start })
            }
            Ask::Hint(place) => {
                Ok(Said::Advice(self.advise(&place, budget::of(effort, Self::HINT_NODES, &stop))))
            }
            Ask::Solve(place) => {
                let advice = self.advise(&place, budget::of(effort, Self::PROOF_NODES, &stop));
                if advice.worth.exact {
                    Ok(Said::Advice(advice))
                } else {
                    Err(Fault::new("not-proved", "the proof takes more than it may"))
                }
            }
            Ask::Review(record) => Ok(Said::Review(Box::new(review(&record, effort, start, clock, post)))),
            Ask::Bench => {
                let nodes = signature().into_iter().map(|(name, nodes)| (name.to_owned(), nodes)).collect();
                Ok(Said::Bench { nodes, ms: clock() - start })
            }
        }
    }

    fn think(
        &mut self,
        place: &Place,
        bot: Bot,
        game: String,
        luck: &Luck,
        ply: usize,
        budget: Budget<'_>,
    ) -> Result<Thought<AnyPly>, Fault> {
        if self.game != game {
            *self = Self { game, ..Self::new(self.clock) };
        }
        let over = || Fault::new("game-over", "the game is over");
        let mind = &mut self.minds[place.position.to_move().ok_or_else(over)?];
        match &place.position {
            AnyPosition::Mancala(position) => {
                let thought = position.think_with(&mut mind.mancala, bot, budget, luck, ply, &mut |_| {});
                thought.map(|thought| as_plies(&thought, AnyPly::Mancala)).ok_or_else(over)
            }
            AnyPosition::Senet(position) => {
                let no_roll = || Fault::new("no-roll", "throw the sticks first");
                let roll = position.thrown().ok_or_else(no_roll)?;
                let thought = position.think_with(&mut mind.senet, bot, budget, luck, ply, &mut |_| {});
                thought.map(|thought| as_plies(&thought, |mv| AnyPly::Senet(roll, mv))).ok_or_else(over)
            }
        }
    }

    fn advise(&mut self, place: &Place, budget: Budget<'_>) -> Advice {
        let game = place.rules.game();
        let (worth, hints) = match (&place.position, place.position.to_move()) {
            (AnyPosition::Mancala(position), Some(mover)) => {
                let hints = hint(position, &mut self.mancala, budget);
                let hints = hints.expect("who is to move has a move");
                let value = if mover == Player::One { hints.value() } else { -hints.value() };
                let hints = hints_as_plies(&hints, AnyPly::Mancala);
                (Worth { value, exact: hints.exact() }, vec![hints])
            }
            (AnyPosition::Mancala(position), None) => {
                (Worth { value: f64::from(position.lead(Player::One)), exact: true }, Vec::new())
            }
            (AnyPosition::Senet(position), Some(mover)) => {
                let (worth, hints) = self.advise_senet(position, budget);
                let value = if mover == Player::One { worth.value } else { 1.0 - worth.value };
                (Worth { value, ..worth }, hints)
            }
            (AnyPosition::Senet(position), None) => {
                let won = position.outcome() == Some(Outcome::Win(Player::One));
                (Worth { value: f64::from(won), exact: true }, Vec::new())
            }
        };
        Advice { game, worth, hints }
    }

    /// What an unfinished position is worth to who is to move or to throw.
    fn advise_senet(
        &mut self,
        position: &senet::Position,
        budget: Budget<'_>,
    ) -> (Worth, Vec<Hints<AnyPly>>) {
        if let Some(roll) = position.thrown() {
            let hints = hint(position, &mut self.senet, budget).expect("passing is a move, so there is one");
            let hints = hints_as_plies(&hints, |mv| AnyPly::Senet(roll, mv));
            return (Worth { value: hints.value(), exact: hints.exact() }, vec![hints]);
        }
        let outlook = self.senet.before_throw(position, budget).expect("the sticks are in the hand");
        let throws = outlook.throws.iter();
        let hints = throws.map(|(roll, hints)| hints_as_plies(hints, |mv| AnyPly::Senet(*roll, mv)));
        (Worth { value: outlook.value, exact: outlook.exact }, hints.collect())
    }
}

/// Looks at every move, each for its share of the time that is left when its turn comes.
fn review(
    record: &Record,
    effort: Effort,
    start: f64,
    clock: fn() -> f64,
    post: &mut dyn FnMut(Said),
) -> Review {
    let total = record.plies().len() as u32;
    let deadline = Cell::new(f64::INFINITY);
    let stop = || clock() >= deadline.get();
    let budget = budget::of(effort, Review::nodes(record.rules.game()), &stop);
    let review = Review::of(record, budget, &mut |done| {
        let done = done as u32;
        post(Said::Progress { done, total });
        if let Some(ms) = effort.ms {
            let now = clock();
            let left = (start + f64::from(ms) - now).max(0.0);
            deadline.set(now + left / f64::from(total - done + 1));
        }
        true
    });
    // Whoever does not want it any more ends the worker.
    review.expect("a review that nobody cancels is finished")
}

fn as_plies<M: Copy>(thought: &Thought<M>, ply: impl Fn(M) -> AnyPly) -> Thought<AnyPly> {
    Thought {
        best: ply(thought.best),
        moves: thought.moves.iter().map(|&(mv, value)| (ply(mv), value)).collect(),
        line: thought.line.iter().map(|&mv| ply(mv)).collect(),
        depth: thought.depth,
        nodes: thought.nodes,
        exact: thought.exact,
    }
}

fn hints_as_plies<M: Copy>(hints: &Hints<M>, ply: impl Fn(M) -> AnyPly) -> Hints<AnyPly> {
    let moves = hints.moves.iter();
    Hints {
        moves: moves
            .map(|&Hint { mv, value, loss, exact }| Hint { mv: ply(mv), value, loss, exact })
            .collect(),
        line: hints.line.iter().map(|&mv| ply(mv)).collect(),
        depth: hints.depth,
        nodes: hints.nodes,
    }
}
