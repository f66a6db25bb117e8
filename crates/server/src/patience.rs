//! How long the store is waited for, and what is asked of it in pieces.

use std::future::Future;

use tokio::time::timeout;

use gebeta_arena::{Store, StoreFault};
use gebeta_protocol::{Logged, MatchId, limits};

/// What the store says, if it says so in time.
pub(crate) async fn in_time<T>(told: impl Future<Output = Result<T, StoreFault>>) -> Result<T, StoreFault> {
    timeout(limits::STORE, told).await.unwrap_or(Err(StoreFault::Unavailable))
}

/// All that has happened in a game after its first `since` events.
pub(crate) async fn events_since(
    store: &dyn Store,
    game: MatchId,
    since: u64,
) -> Result<Vec<Logged>, StoreFault> {
    let mut log: Vec<Logged> = Vec::new();
    loop {
        let part = store.events(game, since + log.len() as u64, limits::EVENTS_PER_MESSAGE);
        let part = in_time(part).await?;
        let is_all = part.len() < limits::EVENTS_PER_MESSAGE;
        log.extend(part);
        if is_all {
            return Ok(log);
        }
    }
}
