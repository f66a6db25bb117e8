use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};

use gebeta_arena::{Bus, NewMatch, Store, Time, create, random_id};
use gebeta_protocol::{Code, CreateRequest, LobbyEntry, Logged, MatchId, SeatSecret, Side, Ticket, limits};

use super::actor::Actor;
use super::inbox::{Answer, Inbox};
use super::world::OsChance;

/// All games that are in memory. Each is run by a task of its own, which the hall starts when somebody asks for it.
#[derive(Clone, Debug)]
pub struct Hall(Arc<Inner>);

#[derive(Debug)]
pub(super) struct Inner {
    pub(super) store: Arc<dyn Store>,
    pub(super) bus: Arc<dyn Bus>,
    pub(super) time: Arc<dyn Time>,
    running: Mutex<HashMap<MatchId, mpsc::Sender<Inbox>>>,
}

impl Inner {
    fn running(&self) -> MutexGuard<'_, HashMap<MatchId, mpsc::Sender<Inbox>>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A game is no longer run by whom `inbox` belongs to.
    pub(super) fn forget(&self, game: MatchId, inbox: &mpsc::WeakSender<Inbox>) {
        let mut running = self.running();
        let is_same = inbox
            .upgrade()
            .is_none_or(|inbox| running.get(&game).is_some_and(|known| known.same_channel(&inbox)));
        if is_same {
            running.remove(&game);
        }
    }
}

impl Hall {
    /// An empty hall.
    pub(super) fn new(store: Arc<dyn Store>, bus: Arc<dyn Bus>, time: Arc<dyn Time>) -> Self {
        Self(Arc::new(Inner { store, bus, time, running: Mutex::default() }))
    }

    /// Sends `message` to whoever runs `game`.
    pub(super) async fn send(&self, game: MatchId, message: Inbox) -> Result<(), Code> {
        let mut message = message;
        // A game that goes to sleep at this very moment is woken again.
        for _ in 0..2 {
            let inbox = self.open(game)?;
            match inbox.send(message).await {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(back)) => message = back,
            }
        }
        Err(Code::Unavailable)
    }

    /// Asks whoever runs `game` and waits for the answer.
    pub(super) async fn ask<T>(
        &self,
        game: MatchId,
        ask: impl FnOnce(Answer<T>) -> Inbox,
    ) -> Result<T, Code> {
        let (answer, answered) = oneshot::channel();
        self.send(game, ask(answer)).await?;
        answered.await.unwrap_or(Err(Code::Unavailable))
    }

    fn open(&self, game: MatchId) -> Result<mpsc::Sender<Inbox>, Code> {
        let mut running = self.0.running();
        if let Some(inbox) = running.get(&game).filter(|inbox| !inbox.is_closed()) {
            return Ok(inbox.clone());
        }
        if running.len() >= limits::LIVE_GAMES {
            return Err(Code::Full);
        }
        let (inbox, messages) = mpsc::channel(limits::INBOX);
        running.insert(game, inbox.clone());
        tokio::spawn(Actor::run(Arc::clone(&self.0), game, inbox.downgrade(), messages));
        Ok(inbox)
    }

    /// Makes a game.
    pub(super) async fn create(&self, request: &CreateRequest) -> Result<Ticket, Code> {
        let secret = SeatSecret::new(random_id(&mut OsChance));
        let game = MatchId::new(random_id(&mut OsChance));
        let made = create(request, &secret)?;
        let at = self.0.time.now();
        let mut seq = 0;
        let events = made.events.into_iter().map(|what| {
            seq += 1;
            Logged { seq, at, by: Some(Side::A), mid: None, what }
        });
        let events = events.collect();
        let new = NewMatch { game, events, vault: made.vault.unwrap_or_default(), listed: request.listed };
        self.0.store.create(new).await?;
        Ok(Ticket { game, side: Side::A, secret })
    }

    /// The games that wait for anybody.
    pub(super) async fn lobby(&self) -> Result<Vec<LobbyEntry>, Code> {
        let ids = self.0.store.listed(limits::LOBBY).await?;
        let mut entries = Vec::new();
        for game in ids {
            // Its first event says it all; no need to wake the game.
            let first = self.0.store.events(game, 0, 1).await?;
            let made = first.first().and_then(|first| gebeta_arena::Match::new(game, first).ok());
            entries.extend(made.and_then(|made| made.lobby_entry()));
        }
        Ok(entries)
    }
}
