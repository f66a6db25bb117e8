//! What is answered to who asks for advice, out of the library of bots.

use std::net::IpAddr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;

use gebeta_engine::{Engine, EngineBudget, Hints, ReviewedMove};
use gebeta_match::read_rules;
use gebeta_protocol::{
    AccountId, AdvisedMove, AnalyseRequest, Analysis, Code, Endgame, EndgameRequest, JudgedPly,
};
use gebeta_rules::{AnyMove, AnyPly, AnyPosition, GameKind, Keyword, Record};

use super::Online;
use super::caller::address;
use super::reply::ApiError;
use super::routes::{fresh, parse};
use crate::limits;

/// Advice without the types of one of the games.
#[derive(Debug, Default)]
struct Advice {
    moves: Vec<AdvisedMove>,
    line: Vec<String>,
    depth: u32,
    nodes: u64,
}

impl From<Hints<AnyMove>> for Advice {
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

fn advise(position: &AnyPosition, budget: EngineBudget<'_>, engine: &mut Engine) -> Advice {
    engine.hint(position, budget).map(|hints| hints.map(AnyPly::mv).into()).unwrap_or_default()
}

/// What somebody wants to know about.
enum Question {
    Position(AnyPosition),
    Record(Box<Record>),
}

fn position(rules: &str, text: &str) -> Result<AnyPosition, Code> {
    let rules = read_rules(rules).ok_or(Code::BadRules)?.rules;
    let position = rules.position(text).map_err(|_| Code::BadPosition)?;
    check_size(&position)?;
    Ok(position)
}

/// Refuses positions with more stones than any board begins with.
fn check_size(position: &AnyPosition) -> Result<(), Code> {
    match position {
        AnyPosition::Mancala(position) if position.board().total() > limits::ANALYSE_STONES => {
            Err(Code::TooLarge)
        }
        _ => Ok(()),
    }
}

impl Question {
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

    /// How many positions are looked at for each move: however long the record, not more than so many in all.
    fn nodes(&self, wanted: Option<u64>) -> u64 {
        let plies = match self {
            Self::Position(_) => 1,
            Self::Record(record) => record.plies().len() as u64 + 1,
        };
        wanted.unwrap_or(limits::ANALYSE_NODES).min(limits::ANALYSE_NODES / plies).max(1)
    }

    /// None if `wanted` turns false.
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
        let Advice { moves, line, depth, nodes } = advise(position, budget, engine);
        let (game, unit) = match position {
            AnyPosition::Mancala(_) => (GameKind::Mancala, "stones"),
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

/// For whom an account asks; put there by who knows accounts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AskedBy(pub(crate) AccountId);

fn who(online: &Online, headers: &HeaderMap, extensions: &Extensions) -> (IpAddr, Option<AccountId>) {
    let account = extensions.get::<AskedBy>().map(|asked| asked.0);
    (address(extensions, headers, &online.settings.proxies), account)
}

/// `POST /api/analyse`.
pub(super) async fn analyse(
    State(online): State<Online>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request: AnalyseRequest = parse(&body)?;
    let who = who(&online, &headers, &extensions);
    // Reading rules and records takes a while too: that is part of the work.
    let work = move |budget: EngineBudget<'_>, wanted: &dyn Fn() -> bool, engine: &mut Engine| {
        let question = Question::read(&request)?;
        let nodes = question.nodes(request.nodes);
        question.answer(EngineBudget { nodes, ..budget }, wanted, engine).ok_or(Code::Unavailable)
    };
    let found: Result<Analysis, Code> = online.analysts.ask(who, limits::ANALYSE_NODES, work).await?;
    Ok(fresh(Json(found?)))
}

/// `POST /api/endgame`.
pub(super) async fn endgame(
    State(online): State<Online>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let EndgameRequest { rules, position: text } = parse(&body)?;
    let who = who(&online, &headers, &extensions);
    let prove = move |budget: EngineBudget<'_>, _: &dyn Fn() -> bool, engine: &mut Engine| {
        Ok(advise(&position(&rules, &text)?, budget, engine).moves)
    };
    let moves: Result<Vec<AdvisedMove>, Code> = online.analysts.ask(who, limits::PROVE_NODES, prove).await?;
    let moves = moves?;
    let known = !moves.is_empty() && moves.iter().all(|advised| advised.exact);
    let moves = if known { moves } else { Vec::new() };
    Ok(fresh(Json(Endgame { known, value: moves.first().map(|best| best.value), moves })))
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use gebeta_testkit::hardest::HARDEST;

    use super::*;

    /// Questions about the largest boards are answered soon after their time is over, whatever they ask.
    #[test]
    fn the_hardest_questions_end_with_their_time() {
        const TIME: Duration = Duration::from_millis(40);
        let mut engine = Engine::default();
        for hard in HARDEST.iter().filter(|hard| check_size(&hard.start()).is_ok()) {
            for question in [Question::Position(hard.start()), Question::Record(Box::new(hard.record(40)))] {
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
            let hard = HARDEST.iter().find(|hard| hard.name == name).unwrap();
            position(hard.rules, &hard.start().to_string()).map(drop)
        };
        assert_eq!(read("relay 12x12"), Ok(()));
        assert_eq!(read("avalanche 996 stones"), Err(Code::TooLarge));
    }
}
