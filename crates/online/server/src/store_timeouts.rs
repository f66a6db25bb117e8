//! Requests to the store: their timeout, and the one place where their errors are logged.

use std::future::Future;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tokio::time::timeout;

use gebeta_protocol::{Logged, MatchId};
use gebeta_store::ports::{MatchStore, StoreError, StoreErrorKind};

use crate::game_error::causes;
use crate::limits;

/// The answer of the store within its timeout. An error is logged here with its cause, in the span of the request or game;
/// callers decide only what follows.
pub(crate) async fn in_time<T>(answer: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    unlogged(answer).await.inspect_err(log)
}

/// The same for callers that log an error themselves.
pub(crate) async fn unlogged<T>(
    answer: impl Future<Output = Result<T, StoreError>>,
) -> Result<T, StoreError> {
    timeout(limits::STORE, answer).await.unwrap_or_else(|_| Err(too_late()))
}

fn too_late() -> StoreError {
    StoreErrorKind::Unavailable.caused_by(format!("no answer within {:?}", limits::STORE))
}

/// Logs an error of the store. During an outage only some errors are logged.
pub(crate) fn log(error: &StoreError) {
    static LIMIT: LogLimit = LogLimit::new();
    let Some(left_out) = LIMIT.take(Instant::now()) else { return };
    let cause = causes(error);
    match error.kind {
        StoreErrorKind::Unavailable => {
            tracing::warn!(cause, left_out, "a request to the store failed");
        }
        StoreErrorKind::Full | StoreErrorKind::Corrupt | StoreErrorKind::BadMatch => {
            tracing::error!(cause, left_out, "a request to the store failed");
        }
    }
}

/// Lets some log lines through each second and counts the others.
struct LogLimit(Mutex<Option<Second>>);

/// The lines since a second began.
struct Second {
    began: Instant,
    lines: u32,
    left_out: u64,
}

impl LogLimit {
    const PER_SECOND: u32 = 20;

    const fn new() -> Self {
        Self(Mutex::new(None))
    }

    /// How many lines were dropped since the last one; none if this one is to be dropped too.
    fn take(&self, now: Instant) -> Option<u64> {
        let mut second = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let second = second.get_or_insert(Second { began: now, lines: 0, left_out: 0 });
        if now.saturating_duration_since(second.began) >= Duration::from_secs(1) {
            (second.began, second.lines) = (now, 0);
        }
        if second.lines >= Self::PER_SECOND {
            second.left_out += 1;
            return None;
        }
        second.lines += 1;
        Some(std::mem::take(&mut second.left_out))
    }
}

/// All events of a game after the first `since`. The caller logs errors.
pub(crate) async fn events_since(
    store: &dyn MatchStore,
    game: MatchId,
    since: u64,
) -> Result<Vec<Logged>, StoreError> {
    let mut log: Vec<Logged> = Vec::new();
    loop {
        let part = store.events(game, since + log.len() as u64, limits::EVENTS_PER_MESSAGE);
        let part = unlogged(part).await?;
        let is_all = part.len() < limits::EVENTS_PER_MESSAGE;
        log.extend(part);
        if is_all {
            return Ok(log);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_outage_does_not_fill_the_log_and_what_is_left_out_is_counted() {
        let (limit, began) = (LogLimit::new(), Instant::now());
        let logged = (0..1000).filter(|_| limit.take(began) == Some(0)).count();
        assert_eq!(logged, LogLimit::PER_SECOND as usize);
        let later = began + Duration::from_secs(1);
        assert_eq!((limit.take(later), limit.take(later)), (Some(1000 - 20), Some(0)));
    }
}
