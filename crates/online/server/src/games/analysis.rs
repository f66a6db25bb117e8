//! Analysis of positions and records by the engine, for `/api/analyse` and `/api/endgame`.

use std::net::IpAddr;

use gebeta_engine::{Engine, EngineBudget, Hints, ReviewedMove};
use gebeta_match::read_rules;
use gebeta_protocol::{
    AccountId, AdvisedMove, AnalyseRequest, Analysis, Code, Endgame, EndgameRequest, JudgedPly,
};
use gebeta_rules::{AnyMove, AnyPly, AnyPosition, GameKind, Keyword, Record};

use super::analysis_pool::AnalysisPool;
use crate::limits;

/// Moves with their values, without the types of one of the games.
#[derive(Debug, Default)]
struct MoveList {
    moves: Vec<AdvisedMove>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl From<Hints<AnyMove>> for MoveList {
    fn from(hints: Hints<AnyMove>) -> Self {
        let moves = hints.moves.iter().map(|hint| AdvisedMove {
            mv: hint.mv.to_string(),
            value: hint.value,
            loss: hint.loss,
            exact: hint.exact,
        });
        let line = hints.pv.iter().map(ToString::to_string).collect();
        Self { moves: moves.collect(), line, depth: hints.depth, nodes: hints.nodes }
    }
}

fn advise(position: &AnyPosition, budget: EngineBudget<'_>, engine: &mut Engine) -> MoveList {
    engine.hint(position, budget).map(|hints| hints.map(AnyPly::mv).into()).unwrap_or_default()
}

/// What a request wants analyzed.
enum AnalysisSubject {
    Position(AnyPosition),
    Record(Box<Record>),
}

fn position(rules: &str, text: &str) -> Result<AnyPosition, Code> {
    let rules = read_rules(rules).ok_or(Code::BadRules)?.rules;
    let position = rules.position(text).map_err(|_| Code::BadPosition)?;
    check_size(&position)?;
    Ok(position)
}

/// Refuses positions with more stones than any board starts with.
fn check_size(position: &AnyPosition) -> Result<(), Code> {
    match position {
        AnyPosition::Mancala(position) if position.board().total() > limits::ANALYSE_STONES => {
            Err(Code::TooLarge)
        }
        _ => Ok(()),
    }
}

impl AnalysisSubject {
    fn read(request: &AnalyseRequest) -> Result<Self, Code> {
        match request {
            AnalyseRequest { rules: Some(rules), position: Some(text), record: None, .. } => {
                position(rules, text).map(Self::Position)
            }
            AnalyseRequest { rules: None, position: None, record: Some(text), .. } => {
                let record: Record = text.parse().map_err(|_| Code::BadRecord)?;
                check_size(record.position())?;
                Ok(Self::Record(Box::new(record)))
            }
            _ => Err(Code::BadMessage),
        }
    }

    /// The budget of positions for each move, so that all plies of a record together stay within the limit.
    fn nodes(&self, wanted: Option<u64>) -> u64 {
        let plies = match self {
            Self::Position(_) => 1,
            Self::Record(record) => record.plies().len() as u64 + 1,
        };
        wanted.unwrap_or(limits::ANALYSE_NODES).min(limits::ANALYSE_NODES / plies).max(1)
    }

    /// None if `wanted` returns false.
    fn answer(
        &self,
        budget: EngineBudget<'_>,
        wanted: &dyn Fn() -> bool,
        engine: &mut Engine,
    ) -> Option<Analysis> {
        let (position, plies) = match self {
            Self::Position(position) => (position, Vec::new()),
            Self::Record(record) => {
                let review = engine.review(record, budget, &mut |_| wanted())?;
                (record.position(), review.moves.iter().map(judged).collect())
            }
        };
        let MoveList { moves, line, depth, nodes } = advise(position, budget, engine);
        let (game, unit) = match position {
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => (GameKind::Mancala, "stones"),
            AnyPosition::Senet(_) => (GameKind::Senet, "probability"),
        };
        let (game, unit) = (game.word().to_owned(), unit.to_owned());
        Some(Analysis { game, unit, position: position.to_string(), moves, line, depth, nodes, plies })
    }
}

fn judged(judged: &ReviewedMove) -> JudgedPly {
    JudgedPly {
        player: judged.player.to_string(),
        played: judged.played.to_string(),
        before: judged.before.value,
        best: judged.best.iter().map(ToString::to_string).collect(),
        value: judged.value,
        loss: judged.loss,
        exact: judged.exact,
        grade: judged.grade.word().to_owned(),
        luck: judged.luck,
    }
}

/// A client, for which one request at a time is answered: its address, and its account if it is signed in.
type Client = (IpAddr, Option<AccountId>);

/// The values of all moves of a position, or of all plies of a record.
///
/// # Errors
/// The request cannot be read, too many wait, or the server goes down.
pub(crate) async fn analyse(
    pool: &AnalysisPool,
    client: Client,
    request: AnalyseRequest,
) -> Result<Analysis, Code> {
    // Reading rules and records takes time too, so it is part of the job.
    let work = move |budget: EngineBudget<'_>, wanted: &dyn Fn() -> bool, engine: &mut Engine| {
        let subject = AnalysisSubject::read(&request)?;
        let nodes = subject.nodes(request.nodes);
        subject.answer(EngineBudget { nodes, ..budget }, wanted, engine).ok_or(Code::Unavailable)
    };
    pool.ask(client, limits::ANALYSE_NODES, work).await?
}

/// The exact value of a position, where a table or a short proof knows it.
///
/// # Errors
/// As for [`analyse`].
pub(crate) async fn endgame(
    pool: &AnalysisPool,
    client: Client,
    EndgameRequest { rules, position: text }: EndgameRequest,
) -> Result<Endgame, Code> {
    let prove = move |budget: EngineBudget<'_>, _: &dyn Fn() -> bool, engine: &mut Engine| {
        Ok::<_, Code>(advise(&position(&rules, &text)?, budget, engine).moves)
    };
    let moves = pool.ask(client, limits::PROVE_NODES, prove).await??;
    let known = !moves.is_empty() && moves.iter().all(|advised| advised.exact);
    let moves = if known { moves } else { Vec::new() };
    Ok(Endgame { known, value: moves.first().map(|best| best.value), moves })
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use gebeta_testkit::slow_positions::SLOW_POSITIONS;

    use super::*;

    /// Requests about the largest boards end soon after their time is over.
    #[test]
    fn the_hardest_questions_end_with_their_time() {
        const TIME: Duration = Duration::from_millis(40);
        let mut engine = Engine::default();
        for hard in SLOW_POSITIONS.iter().filter(|hard| check_size(&hard.start()).is_ok()) {
            for question in
                [AnalysisSubject::Position(hard.start()), AnalysisSubject::Record(Box::new(hard.record(40)))]
            {
                for nodes in [limits::ANALYSE_NODES, limits::PROVE_NODES] {
                    let began = Instant::now();
                    let stop = || began.elapsed() >= TIME;
                    let budget = EngineBudget {
                        nodes,
                        stop: &stop,
                        megabytes: limits::THINK_MEGABYTES,
                        ..EngineBudget::FREE
                    };
                    let found = question.answer(budget, &|| true, &mut engine).unwrap();
                    assert!(!found.moves.is_empty() || hard.name.starts_with("senet"), "{}", hard.name);
                    assert!(began.elapsed() < TIME + Duration::from_secs(1), "{}", hard.name);
                }
            }
        }
    }

    #[test]
    fn as_many_stones_as_a_board_begins_with_are_taken() {
        let read = |name: &str| {
            let hard = SLOW_POSITIONS.iter().find(|hard| hard.name == name).unwrap();
            position(hard.rules, &hard.start().to_string()).map(drop)
        };
        assert_eq!(read("relay 12x12"), Ok(()));
        assert_eq!(read("avalanche 996 stones"), Err(Code::TooLarge));
    }
}
