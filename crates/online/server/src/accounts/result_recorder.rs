use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use gebeta_match::Match;
use gebeta_protocol::{Event, Logged, MatchId, PlayerName};
use gebeta_store::accounts::{Accounts, Ended, RatingLimits};
use gebeta_store::ports::{MatchStore, StoreError, StoreErrorKind};

use crate::game_error::causes;
use crate::store_timeouts::{self, events_since, in_time, unlogged};

/// Whoever writes down what finished games mean for accounts. A game is told here when it ends; what a crash or a silent
/// store has left is found by looking through all games without a result.
#[derive(Debug)]
pub(crate) struct ResultRecorder {
    accounts: Arc<dyn Accounts>,
    logs: Arc<dyn MatchStore>,
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
pub(crate) fn is_reserved(name: &PlayerName) -> bool {
    [NOBODY, COMPUTER]
        .iter()
        .any(|known| known.parse::<PlayerName>().is_ok_and(|known| known.key() == name.key()))
}

impl ResultRecorder {
    /// How soon what the store refused is tried again.
    const AGAIN: Duration = Duration::from_secs(5);
    /// How often all games are looked through, in those.
    const ALL: u32 = 720;
    /// How many games are asked for at a time.
    const PAGE: usize = 100;
    /// After the end come offers to play again; the end is within so many of the last events.
    const TAIL: u64 = 8;

    pub(crate) fn new(accounts: Arc<dyn Accounts>, logs: Arc<dyn MatchStore>, rated: RatingLimits) -> Self {
        Self { accounts, logs, rated }
    }

    /// Until nobody can tell of a game any more.
    pub(crate) async fn run(self, mut ended: mpsc::Receiver<MatchId>) {
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
                        // What the store does not answer now is looked for again in an hour.
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
    async fn settle(&self, game: MatchId) -> Result<(), StoreError> {
        if let Some(ended) = self.ended(game).await? {
            in_time(self.accounts.settle(ended, self.rated)).await?;
        }
        Ok(())
    }

    async fn ended(&self, game: MatchId) -> Result<Option<Ended>, StoreError> {
        // A log that cannot be read will not be readable later either.
        let log = match events_since(&*self.logs, game, 0).await {
            Ok(log) => log,
            Err(error) if error.kind == StoreErrorKind::BadMatch => {
                unrated(game, &error);
                return Ok(None);
            }
            Err(error) => {
                store_timeouts::log(&error);
                return Err(error);
            }
        };
        let Some(end) = log.iter().find(|event| is_end(event)) else { return Ok(None) };
        match Match::fold(game, &log) {
            Ok(game) => Ok(Ended::of(&game, end.at)),
            Err(error) => {
                unrated(game, &error);
                Ok(None)
            }
        }
    }

    /// Whether the end is among the last events of a game.
    async fn has_ended(&self, game: MatchId) -> Result<bool, StoreError> {
        let revision = unlogged(self.logs.load(game)).await?.map_or(0, |stored| stored.revision);
        let tail = self.logs.events(game, revision.saturating_sub(Self::TAIL), Self::TAIL as usize);
        Ok(unlogged(tail).await?.iter().any(is_end))
    }

    /// Games that have ended and have no result.
    async fn left_over(&self) -> Result<Vec<MatchId>, StoreError> {
        let mut found = Vec::new();
        let mut after = None;
        loop {
            let page = in_time(self.accounts.unsettled(after, Self::PAGE)).await?;
            after = page.last().copied();
            for game in &page {
                match self.has_ended(*game).await {
                    Ok(true) => found.push(*game),
                    Ok(false) => {}
                    Err(error) if error.kind == StoreErrorKind::BadMatch => unrated(*game, &error),
                    Err(error) => {
                        store_timeouts::log(&error);
                        return Err(error);
                    }
                }
            }
            if page.len() < Self::PAGE {
                return Ok(found);
            }
        }
    }
}

/// Logs that a game stays without a result; the others get theirs.
fn unrated(game: MatchId, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(%game, cause = causes(error), "the result of a damaged game is not counted");
}

/// Takes the names of deleted accounts out of their games, some at a time, and tells `erased` out of which.
pub(crate) async fn erase(accounts: &dyn Accounts, erased: impl Fn(MatchId)) -> Result<(), StoreError> {
    while let Some(games) = in_time(accounts.erase(nobody())).await? {
        games.into_iter().for_each(&erased);
    }
    Ok(())
}

fn is_end(event: &Logged) -> bool {
    matches!(event.what, Event::Ended { .. })
}
