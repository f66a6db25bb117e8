use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use gebeta_arena::{Match, Store, StoreFault};
use gebeta_protocol::{Event, Logged, MatchId, PlayerName};
use gebeta_store::accounts::{Accounts, Ended, RatingLimits};

use crate::patience::{events_since, in_time};

/// Whoever writes down what finished games mean for accounts. A game is told here when it ends; what a crash or a silent
/// store has left is found by looking through all games without a result.
#[derive(Debug)]
pub(super) struct Settler {
    accounts: Arc<dyn Accounts>,
    logs: Arc<dyn Store>,
    rated: RatingLimits,
}

/// What deleted accounts are called in their games.
const NOBODY: &str = "Former player";
/// What front ends call a computer.
const COMPUTER: &str = "Computer";

fn nobody() -> PlayerName {
    NOBODY.parse().expect("this is a name")
}

/// Whether a name is what the game itself calls somebody: it is nobody's to choose.
pub(super) fn is_reserved(name: &PlayerName) -> bool {
    [NOBODY, COMPUTER]
        .iter()
        .any(|known| known.parse::<PlayerName>().is_ok_and(|known| known.key() == name.key()))
}

impl Settler {
    /// How soon what the store refused is tried again.
    const AGAIN: Duration = Duration::from_secs(5);
    /// How often all games are looked through, in those.
    const ALL: u32 = 720;
    /// How many games are asked for at a time.
    const PAGE: usize = 100;
    /// After the end come offers to play again; the end is within so many of the last events.
    const TAIL: u64 = 8;

    pub(super) fn new(accounts: Arc<dyn Accounts>, logs: Arc<dyn Store>, rated: RatingLimits) -> Self {
        Self { accounts, logs, rated }
    }

    /// Until nobody can tell of a game any more.
    pub(super) async fn run(self, mut ended: mpsc::Receiver<MatchId>) {
        let mut waiting = BTreeSet::new();
        let mut beat = interval(Self::AGAIN);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut beats = 0;
        loop {
            tokio::select! {
                game = ended.recv() => match game {
                    Some(game) => drop(waiting.insert(game)),
                    None => return,
                },
                _ = beat.tick() => {
                    if beats == 0 {
                        waiting.extend(self.left_over().await.unwrap_or_default());
                        let _ = erase(&*self.accounts, |_| {}).await;
                    }
                    beats = (beats + 1) % Self::ALL;
                }
            }
            let mut again = BTreeSet::new();
            for game in waiting {
                if self.settle(game).await.is_err() {
                    again.insert(game);
                }
            }
            waiting = again;
        }
    }

    /// Writes down what a game has come to, if it has ended.
    async fn settle(&self, game: MatchId) -> Result<(), StoreFault> {
        if let Some(ended) = self.ended(game).await? {
            in_time(self.accounts.settle(ended, self.rated)).await?;
        }
        Ok(())
    }

    async fn ended(&self, game: MatchId) -> Result<Option<Ended>, StoreFault> {
        let log = events_since(&*self.logs, game, 0).await?;
        let at = log.iter().find(|event| is_end(event)).map(|event| event.at);
        // A log that cannot be read will not be readable later either.
        Ok(at.zip(Match::fold(game, &log).ok()).and_then(|(at, game)| Ended::of(&game, at)))
    }

    /// Games that have ended and have no result.
    async fn left_over(&self) -> Result<Vec<MatchId>, StoreFault> {
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = in_time(self.accounts.unsettled(after, Self::PAGE)).await?;
            after = page.last().copied();
            for game in &page {
                let revision = in_time(self.logs.load(*game)).await?.map_or(0, |stored| stored.revision);
                let tail = self.logs.events(*game, revision.saturating_sub(Self::TAIL), Self::TAIL as usize);
                if in_time(tail).await?.iter().any(is_end) {
                    found.push(*game);
                }
            }
            if page.len() < Self::PAGE {
                return Ok(found);
            }
        }
    }
}

/// Takes the names of deleted accounts out of their games, some at a time, and tells `erased` out of which.
pub(super) async fn erase(accounts: &dyn Accounts, erased: impl Fn(MatchId)) -> Result<(), StoreFault> {
    while let Some(games) = in_time(accounts.erase(nobody())).await? {
        games.into_iter().for_each(&erased);
    }
    Ok(())
}

fn is_end(event: &Logged) -> bool {
    matches!(event.what, Event::Ended { .. })
}
