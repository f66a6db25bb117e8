use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use gebeta_rules::{AnyPly, AnyPosition, Chance, GameKind, Outcome, Player, Record, mancala, senet, sowing};
use gebeta_solver::senet::TableCache;
use serde::{Deserialize, Serialize};

use crate::sowing::Judge;
use crate::{
    AdvisedGame, EngineBudget, EngineGame, Evaluation, Hints, Review, SearchRequest, SearchResult,
    Tablebases, hint,
};

/// The time since any fixed moment.
pub type Clock = fn() -> Duration;

/// Answers questions about positions of either game: moves of computer players, hints, proofs, reviews.
///
/// It keeps between the questions what takes a while to compute. Searches share the state of one player of one game, as in
/// an engine process of chess: two computer players have an engine each, and [`Self::new_game`] clears that state.
#[derive(Debug, Default)]
pub struct Engine {
    clock: Option<Clock>,
    tablebases: Option<Arc<dyn Tablebases>>,
    mancala: <mancala::Position as EngineGame>::EngineState,
    sowing: <sowing::Position as EngineGame>::EngineState,
    senet: <senet::Position as EngineGame>::EngineState,
    mancala_adviser: <mancala::Position as AdvisedGame>::Adviser,
    sowing_adviser: <sowing::Position as AdvisedGame>::Adviser,
    senet_adviser: <senet::Position as AdvisedGame>::Adviser,
}

/// The value of a position, finished or not, and of its moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Advice {
    /// Which game.
    #[serde(with = "crate::notation")]
    pub game: GameKind,
    /// The value of the position to Player 1.
    pub evaluation: Evaluation,
    /// Of a position before the throw one for each throw; otherwise one, and none after the end.
    pub hints: Vec<Hints<AnyPly>>,
}

impl Advice {
    /// The hints for the player to move; none before a throw and after the end.
    pub fn now(&self) -> Option<&Hints<AnyPly>> {
        if let [hints] = self.hints.as_slice() { Some(hints) } else { None }
    }
}

impl Engine {
    /// An engine without tablebases.
    pub fn with_clock(clock: Clock) -> Self {
        Self { clock: Some(clock), ..Self::default() }
    }

    /// The same engine with tablebases: the tables of the user.
    #[must_use]
    pub fn with_tablebases(self, tablebases: Arc<dyn Tablebases>) -> Self {
        Self { tablebases: Some(tablebases), ..self }
    }

    /// Clears what it has searched for one player of one game. Proofs made for hints are kept.
    pub fn new_game(&mut self) {
        self.mancala = <_>::default();
        self.sowing = <_>::default();
        self.senet = <_>::default();
    }

    /// The exact values of Senet that searches use, to be filled by callers that want more of them.
    pub const fn senet_tables(&self) -> &TableCache {
        &self.senet
    }

    /// The move of a computer player; none if there is no move to choose. `on_depth` is called with every finished
    /// depth.
    pub fn search(
        &mut self,
        position: &AnyPosition,
        request: SearchRequest<'_>,
        on_depth: &mut dyn FnMut(&SearchResult<AnyPly>),
    ) -> Option<SearchResult<AnyPly>> {
        let Self { clock, tablebases, mancala, sowing, senet, .. } = self;
        within(*clock, tablebases.as_deref(), request.budget, |budget| {
            let request = SearchRequest { budget, ..request };
            match position {
                AnyPosition::Mancala(position) => {
                    search(position, mancala, request, AnyPly::Mancala, on_depth)
                }
                AnyPosition::Sowing(position) => {
                    let ply = |mv| AnyPly::Sowing(position.map(|_| mv));
                    search(&**position, sowing, request, ply, on_depth)
                }
                AnyPosition::Senet(position) => {
                    let roll = position.thrown()?;
                    search(position, senet, request, |mv| AnyPly::Senet(roll, mv), on_depth)
                }
            }
        })
    }

    /// The value of every move, with the expected line; none if there is no move to choose.
    pub fn hint(&mut self, position: &AnyPosition, budget: EngineBudget<'_>) -> Option<Hints<AnyPly>> {
        let Self { clock, tablebases, mancala_adviser, sowing_adviser, senet_adviser, .. } = self;
        within(*clock, tablebases.as_deref(), budget, |budget| match position {
            AnyPosition::Mancala(position) => {
                hint(position, mancala_adviser, budget).map(|hints| hints.map(AnyPly::Mancala))
            }
            AnyPosition::Sowing(position) => {
                let ply = |mv| AnyPly::Sowing(position.map(|_| mv));
                hint(&**position, sowing_adviser, budget).map(|hints| hints.map(ply))
            }
            AnyPosition::Senet(position) => {
                let roll = position.thrown()?;
                hint(position, senet_adviser, budget).map(|hints| hints.map(|mv| AnyPly::Senet(roll, mv)))
            }
        })
    }

    /// The value of any position, before or after a throw or the end.
    pub fn advise(&mut self, position: &AnyPosition, budget: EngineBudget<'_>) -> Advice {
        let game = position.game();
        let Some(mover) = position.to_move() else {
            let value = match position {
                AnyPosition::Mancala(position) => f64::from(position.lead(Player::One)),
                AnyPosition::Sowing(position) => Judge::result(position, Player::One),
                AnyPosition::Senet(_) => f64::from(position.outcome() == Some(Outcome::Win(Player::One))),
            };
            return Advice { game, evaluation: Evaluation { value, exact: true }, hints: Vec::new() };
        };
        let (evaluation, hints) = match self.hint(position, budget) {
            Some(hints) => (Evaluation { value: hints.value(), exact: hints.exact() }, vec![hints]),
            None => self.before_throw(position, budget).expect("a move or a throw is next"),
        };
        Advice { game, evaluation: evaluation.for_player_one(game, mover), hints }
    }

    /// The value of a position of Senet before the throw, to the player who throws, and the hints after each throw.
    fn before_throw(
        &mut self,
        position: &AnyPosition,
        budget: EngineBudget<'_>,
    ) -> Option<(Evaluation, Vec<Hints<AnyPly>>)> {
        let AnyPosition::Senet(position) = position else { return None };
        let Self { clock, tablebases, senet_adviser, .. } = self;
        let outlook = within(*clock, tablebases.as_deref(), budget, |budget| {
            senet_adviser.before_throw(position, budget)
        })?;
        let hints = |(roll, hints): &(senet::Roll, Hints<_>)| hints.map(|mv| AnyPly::Senet(*roll, mv));
        let evaluation = Evaluation { value: outlook.value, exact: outlook.exact };
        Some((evaluation, outlook.throws.iter().map(hints).collect()))
    }

    /// A move of mancala that is proved to be best, and what it is worth to the mover; none if the proof takes more than the
    /// budget.
    pub fn prove(
        &mut self,
        position: &mancala::Position,
        budget: EngineBudget<'_>,
    ) -> Option<(mancala::Move, i32)> {
        let Self { clock, tablebases, mancala_adviser, .. } = self;
        within(*clock, tablebases.as_deref(), budget, |budget| mancala_adviser.best(position, budget))
    }

    /// Reviews every move of `record`. A time limit is shared out: each move gets its part of what is left when its turn comes. `progress`
    /// receives the number of finished plies; none if it returns false, which cancels the review.
    pub fn review(
        &self,
        record: &Record,
        budget: EngineBudget<'_>,
        progress: &mut dyn FnMut(usize) -> bool,
    ) -> Option<Review> {
        let plies = record.plies().len();
        let timer = self.clock.zip(budget.time).map(|(clock, time)| (clock, clock() + time));
        let deadline = Cell::new(Duration::MAX);
        let stop = || (budget.stop)() || timer.is_some_and(|(clock, _)| clock() >= deadline.get());
        let budget = EngineBudget { stop: &stop, tablebases: self.tablebases.as_deref(), ..budget };
        Review::of(record, budget, &mut |done| {
            if let Some((clock, end)) = timer {
                let now = clock();
                let moves_left = u32::try_from(plies - done + 1).unwrap_or(u32::MAX);
                deadline.set(now + end.saturating_sub(now) / moves_left);
            }
            progress(done)
        })
    }
}

/// Works within a budget that ends with its time and knows the tablebases of the engine.
fn within<T>(
    clock: Option<Clock>,
    tablebases: Option<&dyn Tablebases>,
    budget: EngineBudget<'_>,
    work: impl FnOnce(EngineBudget<'_>) -> T,
) -> T {
    let timer = clock.zip(budget.time).map(|(clock, time)| (clock, clock() + time));
    let is_over = Cell::new(false);
    let stop = || {
        is_over.set(
            is_over.get() || (budget.stop)() || timer.is_some_and(|(clock, deadline)| clock() >= deadline),
        );
        is_over.get()
    };
    work(EngineBudget { stop: &stop, tablebases: tablebases.or(budget.tablebases), ..budget })
}

fn search<G: EngineGame>(
    position: &G,
    state: &mut G::EngineState,
    request: SearchRequest<'_>,
    ply: impl Fn(G::Move) -> AnyPly,
    on_depth: &mut dyn FnMut(&SearchResult<AnyPly>),
) -> Option<SearchResult<AnyPly>> {
    let found = position.search_with(state, request, &mut |found| on_depth(&found.map(&ply)));
    found.map(|found| found.map(ply))
}
