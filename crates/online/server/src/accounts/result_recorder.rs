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

/// Records the results of finished games and updates ratings. Games are announced when they end; those missed by a crash or
/// an outage are found by a periodic search for games without a result.
#[derive(Debug)]
pub(crate) struct ResultRecorder {
    accounts: Arc<dyn Accounts>,
    logs: Arc<dyn MatchStore>,
    rated: RatingLimits,
}

/// The name of deleted accounts in their games.
const NOBODY: &str = "Former player";
/// What front ends call a computer player.
const COMPUTER: &str = "Computer";

fn nobody() -> PlayerName {
    NOBODY.parse().expect("this is a name")
}

/// Whether the game itself uses this name for players; then no player can choose it.
pub(crate) fn is_reserved(name: &PlayerName) -> bool {
    [NOBODY, COMPUTER]
        .iter()
        .any(|known| known.parse::<PlayerName>().is_ok_and(|known| known.key() == name.key()))
}

impl ResultRecorder {
    /// The pause before failed games are tried again.
    const AGAIN: Duration = Duration::from_secs(5);
    /// How many such pauses lie between two searches for games without a result.
    const ALL: u32 = 720;
    /// How many games one query returns.
    const PAGE: usize = 100;
    /// Rematch offers may follow the end of a game; the end is among this many last events.
    const TAIL: u64 = 8;

    pub(crate) fn new(accounts: Arc<dyn Accounts>, logs: Arc<dyn MatchStore>, rated: RatingLimits) -> Self {
        Self { accounts, logs, rated }
    }

    /// Runs until the channel is closed.
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
                        // If the store does not answer, the next search is in an hour.
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

    /// Records the result of a game, if it has ended.
    async fn settle(&self, game: MatchId) -> Result<(), StoreError> {
        if let Some(ended) = self.ended(game).await? {
            in_time(self.accounts.settle(ended, self.rated)).await?;
        }
        Ok(())
    }

    async fn ended(&self, game: MatchId) -> Result<Option<Ended>, StoreError> {
        // A log that cannot be read now cannot be read later either.
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

/// Logs that a damaged game gets no result.
fn unrated(game: MatchId, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(%game, cause = causes(error), "a damaged game gets no result");
}

/// Removes the names of deleted accounts from their games in batches, and calls `erased` for each game.
pub(crate) async fn erase(accounts: &dyn Accounts, erased: impl Fn(MatchId)) -> Result<(), StoreError> {
    while let Some(games) = in_time(accounts.erase(nobody())).await? {
        games.into_iter().for_each(&erased);
    }
    Ok(())
}

fn is_end(event: &Logged) -> bool {
    matches!(event.what, Event::Ended { .. })
}
