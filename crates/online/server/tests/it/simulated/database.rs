use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use futures_util::future::BoxFuture;
use tokio::time::sleep;

use gebeta_fairness::Link;
use gebeta_match::{NodeId, Outage, ServerSecrets};
use gebeta_protocol::{BySide, ChainMark, ChainStatus, Hash, Logged, MatchId, Side};
use gebeta_server::limits::{BEAT, SILENCE_MS, STORE};
use gebeta_store::ports::{
    Appended, Batch, MatchStore, MatchSummary, NewMatch, OpenMatch, Presence, StoreError, StoreErrorKind,
    StoredMatch,
};

use super::Dice;

/// What several servers share. It outlives them.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    tables: Arc<Mutex<Tables>>,
    gone: Arc<AtomicBool>,
    /// How much longer it takes over where players are, in milliseconds.
    presence_delay: Arc<AtomicU64>,
    manner: Manner,
    /// Whether it belongs to one server, as a SQLite file does.
    is_alone: bool,
    dice: Dice,
    node: NodeId,
}

/// How it fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// Now and then by itself; while it is gone it refuses at once or after a while.
    Moody,
    /// Only while it is gone, and then at once: a full disk.
    Refuses,
    /// Only while it is gone, and then it is silent, and does what it was asked when it is back: a machine that stands still.
    Hangs,
}

#[derive(Debug, Default)]
struct Tables {
    matches: HashMap<MatchId, (Vec<Logged>, ServerSecrets)>,
    seats: HashMap<Hash, MatchId>,
    present: HashMap<MatchId, BySide<Presence>>,
    nodes: Vec<(NodeId, u64)>,
    alive: u64,
    outages: Vec<Outage>,
    chain: Vec<Link>,
}

impl Tables {
    fn append(&mut self, batch: Batch) -> Appended {
        let taken = batch.seat();
        let mid = batch.mid();
        let Some((log, secrets)) = self.matches.get_mut(&batch.game) else { return Appended::Unknown };
        if let Some(known) = log.iter().find(|event| mid.is_some() && event.mid == mid) {
            return Appended::Duplicate(known.seq);
        }
        if log.len() as u64 != batch.expected {
            return Appended::Conflict(log.len() as u64);
        }
        if let Some(key) = taken {
            if self.seats.contains_key(&key) {
                return Appended::Seated;
            }
            self.seats.insert(key, batch.game);
        }
        *secrets = batch.secrets.unwrap_or(*secrets);
        let Some(seals) = batch.seals else {
            log.extend(batch.events);
            return Appended::Done;
        };
        let before = self.chain.last().map_or(Link::START, |last| last.head);
        let link = Link::after(self.chain.len() as u64, &before, &batch.game.to_string(), seals);
        let mark = ChainMark { place: link.place, head: Hash::new(*link.head.bytes()) };
        log.extend(batch.chained(mark));
        self.chain.push(link);
        Appended::Chained(mark)
    }
}

impl Database {
    pub(crate) fn new(dice: Dice) -> Self {
        let (manner, is_alone, node) = (Manner::Moody, false, NodeId::default());
        let (tables, gone, presence_delay) = (Arc::default(), Arc::default(), Arc::default());
        Self { tables, gone, presence_delay, manner, is_alone, dice, node }
    }

    /// One that fails only while it is gone.
    pub(crate) fn steady(dice: Dice, manner: Manner, is_alone: bool) -> Self {
        Self { manner, is_alone, ..Self::new(dice) }
    }

    /// How long a gap between heartbeats is an outage.
    fn gap(&self) -> u64 {
        if self.is_alone { (BEAT + STORE).as_millis() as u64 } else { SILENCE_MS }
    }

    fn is_gone(&self) -> bool {
        self.gone.load(Ordering::Relaxed)
    }

    /// The same for a server that starts.
    pub(crate) fn for_node(&self) -> Self {
        let nodes = &mut self.tables.lock().unwrap().nodes;
        let node = NodeId(1 + nodes.len() as u64);
        nodes.push((node, 0));
        Self { node, ..self.clone() }
    }

    /// Makes the database unreachable, or reachable again.
    pub(crate) fn set_gone(&self, is_gone: bool) {
        self.gone.store(is_gone, Ordering::Relaxed);
    }

    /// From now on it takes so much longer to answer or to keep where players are. What a server stops waiting for is not done.
    pub(crate) fn delay_presence(&self, delay: Duration) {
        self.presence_delay.store(delay.as_millis() as u64, Ordering::Relaxed);
    }

    async fn wait_for_presence(&self) {
        sleep(Duration::from_millis(self.presence_delay.load(Ordering::Relaxed))).await;
    }

    /// What is kept of a game.
    pub(crate) fn log(&self, game: MatchId) -> Vec<Logged> {
        self.tables.lock().unwrap().matches.get(&game).map(|(log, _)| log.clone()).unwrap_or_default()
    }

    /// Takes its time, fails now and then before or after it has done it, and is never heard of again by a server that ends
    /// meanwhile.
    fn ask<'a, T: Send + 'a>(
        &'a self,
        work: impl FnOnce(&mut Tables) -> T + Send + 'a,
    ) -> BoxFuture<'a, Result<T, StoreError>> {
        Box::pin(async move {
            sleep(self.dice.millis(10)).await;
            match self.manner {
                Manner::Moody => {}
                Manner::Refuses if self.is_gone() => return Err(StoreErrorKind::Unavailable.into()),
                Manner::Refuses | Manner::Hangs => {
                    while self.is_gone() {
                        sleep(Duration::from_millis(10)).await;
                    }
                    return Ok(work(&mut self.tables.lock().unwrap()));
                }
            }
            let luck = self.dice.throw(40);
            if self.is_gone() {
                // Refused at once, or not answered at all.
                sleep(self.dice.millis(4000)).await;
                return Err(StoreErrorKind::Unavailable.into());
            }
            if luck == 0 {
                return Err(StoreErrorKind::Unavailable.into());
            }
            let done = work(&mut self.tables.lock().unwrap());
            // An answer may take longer than the timeout.
            sleep(if luck == 1 { self.dice.millis(4000) } else { self.dice.millis(10) }).await;
            if luck == 2 { Err(StoreErrorKind::Unavailable.into()) } else { Ok(done) }
        })
    }
}

#[async_trait]
impl MatchStore for Database {
    async fn create(&self, new: NewMatch) -> Result<Appended, StoreError> {
        self.ask(move |tables| {
            if let Some((log, _)) = tables.matches.get(&new.game) {
                return Appended::Conflict(log.len() as u64);
            }
            tables.matches.insert(new.game, (new.events, new.secrets));
            Appended::Done
        })
        .await
    }

    async fn append(&self, batch: Batch) -> Result<Appended, StoreError> {
        self.ask(move |tables| tables.append(batch)).await
    }

    async fn load(&self, game: MatchId) -> Result<Option<StoredMatch>, StoreError> {
        self.ask(move |tables| {
            let (log, secrets) = tables.matches.get(&game)?;
            Some(StoredMatch { revision: log.len() as u64, secrets: *secrets })
        })
        .await
    }

    async fn events(&self, game: MatchId, since: u64, limit: usize) -> Result<Vec<Logged>, StoreError> {
        self.ask(move |tables| {
            let log = tables.matches.get(&game).map(|(log, _)| log.as_slice()).unwrap_or_default();
            log.iter().skip(since as usize).take(limit).cloned().collect()
        })
        .await
    }

    async fn seat(&self, key: Hash) -> Result<Option<MatchId>, StoreError> {
        self.ask(move |tables| tables.seats.get(&key).copied()).await
    }

    async fn key(&self) -> Result<Hash, StoreError> {
        self.ask(|_| Hash::new([7; 32])).await
    }

    async fn touch_lobby(&self, _: MatchId, _: Hash, _: u64, _: u64) -> Result<(), StoreError> {
        self.ask(|_| ()).await
    }

    async fn open_games(&self, _: Option<Hash>, _: u64, _: usize) -> Result<Vec<OpenMatch>, StoreError> {
        self.ask(|_| Vec::new()).await
    }

    async fn heartbeat(&self, now: u64) -> Result<(), StoreError> {
        self.ask(move |tables| {
            let began = tables.alive;
            if began > 0 && now > began + self.gap() {
                tables.outages.push(Outage { began, ended: now, node: None });
            }
            tables.alive = began.max(now);
            let own = tables.nodes.iter_mut().find(|(node, _)| *node == self.node);
            let Some((node, last)) = own else { return };
            if *last > 0 && now > *last + SILENCE_MS {
                tables.outages.push(Outage { began: *last, ended: now, node: Some(*node) });
            }
            *last = now.max(*last);
        })
        .await
    }

    async fn outages(&self, since: u64) -> Result<Vec<Outage>, StoreError> {
        self.ask(move |tables| {
            let silent = tables.nodes.iter().filter(|(_, at)| *at > 0 && tables.alive > at + SILENCE_MS);
            let last = silent.map(|(node, at)| Outage { began: *at, ended: u64::MAX, node: Some(*node) });
            tables.outages.iter().filter(|outage| outage.ended > since).copied().chain(last).collect()
        })
        .await
    }

    fn node(&self) -> Option<NodeId> {
        (!self.is_alone).then_some(self.node)
    }

    async fn poll(&self, games: Vec<MatchId>) -> Result<Vec<MatchSummary>, StoreError> {
        let looking = self.ask(move |tables| {
            let glance = |game: MatchId| {
                let revision = tables.matches.get(&game)?.0.len() as u64;
                Some(MatchSummary {
                    game,
                    revision,
                    here: tables.present.get(&game).copied().unwrap_or_default(),
                })
            };
            games.into_iter().filter_map(glance).collect()
        });
        self.wait_for_presence().await;
        looking.await
    }

    async fn set_presence(&self, game: MatchId, side: Side, until: u64) -> Result<(), StoreError> {
        let telling = self.ask(move |tables| {
            let seen = &mut tables.present.entry(game).or_default()[side];
            if until > 0 {
                seen.node = self.node;
            }
            if seen.node == self.node {
                seen.until = until;
            }
        });
        self.wait_for_presence().await;
        telling.await
    }

    async fn delete_unjoined(&self, _: u64, _: usize) -> Result<(), StoreError> {
        self.ask(|_| ()).await
    }

    async fn chain(&self, after: u64, limit: usize) -> Result<Vec<Link>, StoreError> {
        self.ask(move |tables| tables.chain.iter().skip(after as usize).take(limit).cloned().collect()).await
    }

    async fn chain_status(&self) -> Result<ChainStatus, StoreError> {
        self.ask(|tables| {
            let head = tables.chain.last().map_or(Link::START, |last| last.head);
            let (links, head) = (tables.chain.len() as u64, Hash::new(*head.bytes()));
            ChainStatus { links, head, unopened: 0, oldest: None, called_off: 0 }
        })
        .await
    }

    async fn check(&self) -> Result<(), StoreError> {
        self.ask(|_| ()).await
    }
}
