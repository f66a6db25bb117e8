//! Runs analyses: a few at once, a few more wait, others are refused.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::Semaphore;

use gebeta_engine::{Engine, EngineBudget, Tablebases};
use gebeta_protocol::{AccountId, Code};

use super::searches::{Pool, Searches};
use crate::http::rate_limits::network;
use crate::limits;

/// Runs analyses.
#[derive(Debug)]
pub(crate) struct AnalysisPool {
    places: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// Owners of requests that are not answered yet.
    asking: Arc<Mutex<HashSet<RequestOwner>>>,
    /// Kept between requests: its precomputed tables take a while to build.
    engine: Arc<Mutex<Engine>>,
    searches: Arc<Searches>,
}

/// What requests are counted by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum RequestOwner {
    /// The network the request comes from.
    Address(IpAddr),
    /// The account it is made with.
    Account(AccountId),
}

/// A request under way. Dropping it cancels its analysis and lets its owner make another request.
#[derive(Debug)]
struct PendingRequest {
    who: Vec<RequestOwner>,
    asking: Arc<Mutex<HashSet<RequestOwner>>>,
    gone: Arc<AtomicBool>,
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        self.gone.store(true, Ordering::Relaxed);
        let mut asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        asking.retain(|who| !self.who.contains(who));
    }
}

impl AnalysisPool {
    pub(crate) fn new(tables: Option<Arc<dyn Tablebases>>, searches: Arc<Searches>) -> Self {
        let engine = match tables {
            Some(tables) => Engine::default().with_tablebases(tables),
            None => Engine::default(),
        };
        Self {
            places: Arc::new(Semaphore::new(limits::ANALYSES)),
            queue: Arc::new(Semaphore::new(limits::ANALYSES + limits::ANALYSES_WAITING)),
            asking: Arc::default(),
            engine: Arc::new(Mutex::new(engine)),
            searches,
        }
    }

    /// Counts a request; none if the last one of this address or account is not answered.
    fn enter(&self, address: IpAddr, account: Option<AccountId>) -> Option<PendingRequest> {
        let who: Vec<RequestOwner> =
            [Some(RequestOwner::Address(network(address))), account.map(RequestOwner::Account)]
                .into_iter()
                .flatten()
                .collect();
        let mut asking = self.asking.lock().unwrap_or_else(PoisonError::into_inner);
        if who.iter().any(|who| asking.contains(who)) {
            return None;
        }
        asking.extend(&who);
        Some(PendingRequest { who, asking: Arc::clone(&self.asking), gone: Arc::default() })
    }

    /// Runs `work` when its turn comes, with a budget of `nodes` and a function that says whether the answer is still
    /// wanted.
    ///
    /// # Errors
    /// [`Code::Rate`] if the last request of this address or account is not answered, [`Code::Full`] if too many wait,
    /// [`Code::Unavailable`] if the server goes down.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        (address, account): (IpAddr, Option<AccountId>),
        nodes: u64,
        work: impl FnOnce(EngineBudget<'_>, &dyn Fn() -> bool, &mut Engine) -> T + Send + 'static,
    ) -> Result<T, Code> {
        let asker = self.enter(address, account).ok_or(Code::Rate)?;
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Code::Full)?;
        let turn = Arc::clone(&self.places).acquire_owned().await.map_err(|_| Code::Unavailable)?;
        // The more wait, the less time each has, so that no answer takes longer than a browser waits.
        let all = limits::ANALYSES + limits::ANALYSES_WAITING;
        let waiting = all.saturating_sub(self.queue.available_permits()).max(1);
        let time = limits::ANALYSE / u32::try_from(waiting).unwrap_or(u32::MAX);
        let (gone, engine) = (Arc::clone(&asker.gone), Arc::clone(&self.engine));
        let done = self.searches.run(Pool::Analyses, time, move |over| {
            // A canceled job keeps its place until it has stopped.
            let _place = (place, turn);
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            let stop = || gone.load(Ordering::Relaxed) || over();
            let megabytes = limits::THINK_MEGABYTES;
            let budget = EngineBudget { nodes, stop: &stop, megabytes, ..EngineBudget::FREE };
            work(budget, &|| !gone.load(Ordering::Relaxed), &mut engine)
        });
        let done = done.await;
        drop(asker);
        done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn one_request_per_client_and_none_for_clients_that_have_gone() {
        let analysis_pool = AnalysisPool::new(None, Arc::default());
        let from = |address: &str| address.parse::<IpAddr>().unwrap();
        let account = Some(AccountId::new([1; 16]));
        let address = (from("192.0.2.1"), account);
        let forever =
            |budget: EngineBudget<'_>, _: &dyn Fn() -> bool, _: &mut Engine| while !(budget.stop)() {};
        let nodes = |budget: EngineBudget<'_>, _: &dyn Fn() -> bool, _: &mut Engine| budget.nodes;
        let asked = analysis_pool.ask(address, 1, forever);
        let gave_up = tokio::time::timeout(Duration::from_millis(100), async {
            tokio::join!(asked, async {
                tokio::time::sleep(Duration::from_millis(20)).await;
                for _ in 0..2 {
                    assert_eq!(analysis_pool.ask(address, 1, nodes).await, Err(Code::Rate));
                }
                // The same account elsewhere, and another account at the same address.
                assert_eq!(analysis_pool.ask((from("192.0.2.2"), account), 1, nodes).await, Err(Code::Rate));
                assert_eq!(analysis_pool.ask((from("192.0.2.1"), None), 1, nodes).await, Err(Code::Rate));
                // Another address waits for its turn.
                let _ = analysis_pool.ask((from("192.0.2.2"), None), 1, nodes).await;
            })
        });
        assert!(gave_up.await.is_err(), "it works on");
        // The request was dropped: its job stops, and the address may ask again.
        assert_eq!(analysis_pool.ask(address, 7, nodes).await, Ok(7));
    }
}
