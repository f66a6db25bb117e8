use std::sync::Arc;
use std::time::Instant;

use ::metrics::{counter, histogram};
use tokio::sync::mpsc;

use gebeta_arena::{
    Appended, Batch, Glance, NewMatch, NodeId, Outage, Owners, Pending, Store, StoreFault, StoredMatch,
};
use gebeta_fair::Link;
use gebeta_protocol::{ChainStatus, Event, Hash, Logged, MatchId, Side};

use crate::metrics;

/// The logs, and somebody who looks on: which games have ended.
#[derive(Debug)]
pub(super) struct Watched {
    logs: Arc<dyn Store>,
    ended: mpsc::Sender<MatchId>,
}

impl Watched {
    pub(super) fn new(logs: Arc<dyn Store>, ended: mpsc::Sender<MatchId>) -> Self {
        Self { logs, ended }
    }
}

impl Store for Watched {
    fn create(&self, new: NewMatch) -> Pending<'_, Result<Appended, StoreFault>> {
        self.logs.create(new)
    }

    fn append(&self, batch: Batch) -> Pending<'_, Result<Appended, StoreFault>> {
        Box::pin(async move {
            let is_end = batch.events.iter().any(|event| matches!(event.what, Event::Ended { .. }));
            let moves =
                batch.events.iter().filter(|event| matches!(event.what, Event::Played { .. })).count();
            let game = batch.game;
            let began = Instant::now();
            let appended = self.logs.append(batch).await;
            histogram!(metrics::APPEND).record(began.elapsed().as_secs_f64());
            let appended = appended.inspect_err(|fault| tracing::error!(%game, %fault, "not kept"))?;
            if appended.is_done() {
                counter!(metrics::MOVES).increment(moves as u64);
            }
            if is_end && appended.is_done() {
                counter!(metrics::ENDED).increment(1);
                tracing::info!(%game, "game ended");
                // If too many wait, the settler finds it when it looks through all.
                let _ = self.ended.try_send(game);
            }
            Ok(appended)
        })
    }

    fn load(&self, game: MatchId) -> Pending<'_, Result<Option<StoredMatch>, StoreFault>> {
        self.logs.load(game)
    }

    fn events(
        &self,
        game: MatchId,
        since: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<Logged>, StoreFault>> {
        self.logs.events(game, since, limit)
    }

    fn seat(&self, key: Hash) -> Pending<'_, Result<Option<MatchId>, StoreFault>> {
        self.logs.seat(key)
    }

    fn owners(&self, game: MatchId) -> Pending<'_, Result<Owners, StoreFault>> {
        self.logs.owners(game)
    }

    fn key(&self) -> Pending<'_, Result<Hash, StoreFault>> {
        self.logs.key()
    }

    fn show(&self, game: MatchId, key: Hash, now: u64, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.logs.show(game, key, now, until)
    }

    fn open_games(
        &self,
        key: Option<Hash>,
        now: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<(MatchId, Logged)>, StoreFault>> {
        self.logs.open_games(key, now, limit)
    }

    fn live(&self, now: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.logs.live(now)
    }

    fn outages(&self, since: u64) -> Pending<'_, Result<Vec<Outage>, StoreFault>> {
        self.logs.outages(since)
    }

    fn node(&self) -> Option<NodeId> {
        self.logs.node()
    }

    fn look(&self, games: Vec<MatchId>) -> Pending<'_, Result<Vec<Glance>, StoreFault>> {
        self.logs.look(games)
    }

    fn here(&self, game: MatchId, side: Side, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.logs.here(game, side, until)
    }

    fn expire(&self, before: u64, limit: usize) -> Pending<'_, Result<(), StoreFault>> {
        self.logs.expire(before, limit)
    }

    fn abandoned(&self, before: u64, limit: usize) -> Pending<'_, Result<Vec<MatchId>, StoreFault>> {
        self.logs.abandoned(before, limit)
    }

    fn chain(&self, after: u64, limit: usize) -> Pending<'_, Result<Vec<Link>, StoreFault>> {
        self.logs.chain(after, limit)
    }

    fn chain_status(&self) -> Pending<'_, Result<ChainStatus, StoreFault>> {
        self.logs.chain_status()
    }

    fn check(&self) -> Pending<'_, Result<(), StoreFault>> {
        self.logs.check()
    }
}
