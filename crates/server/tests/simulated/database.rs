use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::sleep;

use gebeta_arena::{
    Appended, Batch, Glance, NewMatch, NodeId, Outage, Pending, Seen, Store, StoreFault, StoredMatch, Vault,
};
use gebeta_fair::Link;
use gebeta_protocol::limits::{BEAT, SILENCE_MS, STORE};
use gebeta_protocol::{BySide, ChainMark, ChainStatus, Hash, Logged, MatchId, Side};

use super::Dice;

/// What several servers share. It outlives them.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    tables: Arc<Mutex<Tables>>,
    gone: Arc<AtomicBool>,
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
    matches: HashMap<MatchId, (Vec<Logged>, Vault)>,
    seats: HashMap<Hash, MatchId>,
    present: HashMap<MatchId, BySide<Seen>>,
    nodes: Vec<(NodeId, u64)>,
    alive: u64,
    outages: Vec<Outage>,
    chain: Vec<Link>,
}

impl Tables {
    fn append(&mut self, batch: Batch) -> Appended {
        let taken = batch.seat();
        let mid = batch.mid();
        let Some((log, vault)) = self.matches.get_mut(&batch.game) else { return Appended::Unknown };
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
        *vault = batch.vault.unwrap_or(*vault);
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
        Self { tables: Arc::default(), gone: Arc::default(), manner, is_alone, dice, node }
    }

    /// One that fails only while it is gone.
    #[allow(dead_code, reason = "each test uses its part")]
    pub(crate) fn steady(dice: Dice, manner: Manner, is_alone: bool) -> Self {
        Self { manner, is_alone, ..Self::new(dice) }
    }

    /// How long nobody has to have lived for that to be an outage.
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

    /// From now on nobody reaches it, or everybody again.
    pub(crate) fn set_gone(&self, is_gone: bool) {
        self.gone.store(is_gone, Ordering::Relaxed);
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
    ) -> Pending<'a, Result<T, StoreFault>> {
        Box::pin(async move {
            sleep(self.dice.millis(10)).await;
            match self.manner {
                Manner::Moody => {}
                Manner::Refuses if self.is_gone() => return Err(StoreFault::Unavailable),
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
                return Err(StoreFault::Unavailable);
            }
            if luck == 0 {
                return Err(StoreFault::Unavailable);
            }
            let done = work(&mut self.tables.lock().unwrap());
            // A whole answer may take longer than anybody waits.
            sleep(if luck == 1 { self.dice.millis(4000) } else { self.dice.millis(10) }).await;
            if luck == 2 { Err(StoreFault::Unavailable) } else { Ok(done) }
        })
    }
}

impl Store for Database {
    fn create(&self, new: NewMatch) -> Pending<'_, Result<Appended, StoreFault>> {
        self.ask(move |tables| {
            if let Some((log, _)) = tables.matches.get(&new.game) {
                return Appended::Conflict(log.len() as u64);
            }
            tables.matches.insert(new.game, (new.events, new.vault));
            Appended::Done
        })
    }

    fn append(&self, batch: Batch) -> Pending<'_, Result<Appended, StoreFault>> {
        self.ask(move |tables| tables.append(batch))
    }

    fn load(&self, game: MatchId) -> Pending<'_, Result<Option<StoredMatch>, StoreFault>> {
        self.ask(move |tables| {
            let (log, vault) = tables.matches.get(&game)?;
            Some(StoredMatch { revision: log.len() as u64, vault: *vault })
        })
    }

    fn events(
        &self,
        game: MatchId,
        since: u64,
        limit: usize,
    ) -> Pending<'_, Result<Vec<Logged>, StoreFault>> {
        self.ask(move |tables| {
            let log = tables.matches.get(&game).map(|(log, _)| log.as_slice()).unwrap_or_default();
            log.iter().skip(since as usize).take(limit).cloned().collect()
        })
    }

    fn seat(&self, key: Hash) -> Pending<'_, Result<Option<MatchId>, StoreFault>> {
        self.ask(move |tables| tables.seats.get(&key).copied())
    }

    fn key(&self) -> Pending<'_, Result<Hash, StoreFault>> {
        self.ask(|_| Hash::new([7; 32]))
    }

    fn show(&self, _: MatchId, _: Hash, _: u64, _: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.ask(|_| ())
    }

    fn open_games(
        &self,
        _: Option<Hash>,
        _: u64,
        _: usize,
    ) -> Pending<'_, Result<Vec<(MatchId, Logged)>, StoreFault>> {
        self.ask(|_| Vec::new())
    }

    fn live(&self, now: u64) -> Pending<'_, Result<(), StoreFault>> {
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
    }

    fn outages(&self, since: u64) -> Pending<'_, Result<Vec<Outage>, StoreFault>> {
        self.ask(move |tables| {
            let silent = tables.nodes.iter().filter(|(_, at)| *at > 0 && tables.alive > at + SILENCE_MS);
            let last = silent.map(|(node, at)| Outage { began: *at, ended: u64::MAX, node: Some(*node) });
            tables.outages.iter().filter(|outage| outage.ended > since).copied().chain(last).collect()
        })
    }

    fn node(&self) -> Option<NodeId> {
        (!self.is_alone).then_some(self.node)
    }

    fn look(&self, games: Vec<MatchId>) -> Pending<'_, Result<Vec<Glance>, StoreFault>> {
        self.ask(move |tables| {
            let glance = |game: MatchId| {
                let revision = tables.matches.get(&game)?.0.len() as u64;
                Some(Glance { game, revision, here: tables.present.get(&game).copied().unwrap_or_default() })
            };
            games.into_iter().filter_map(glance).collect()
        })
    }

    fn here(&self, game: MatchId, side: Side, until: u64) -> Pending<'_, Result<(), StoreFault>> {
        self.ask(move |tables| {
            let seen = &mut tables.present.entry(game).or_default()[side];
            if until > 0 {
                seen.node = self.node;
            }
            if seen.node == self.node {
                seen.until = until;
            }
        })
    }

    fn expire(&self, _: u64, _: usize) -> Pending<'_, Result<(), StoreFault>> {
        self.ask(|_| ())
    }

    fn chain(&self, after: u64, limit: usize) -> Pending<'_, Result<Vec<Link>, StoreFault>> {
        self.ask(move |tables| tables.chain.iter().skip(after as usize).take(limit).cloned().collect())
    }

    fn chain_status(&self) -> Pending<'_, Result<ChainStatus, StoreFault>> {
        self.ask(|tables| {
            let head = tables.chain.last().map_or(Link::START, |last| last.head);
            let (links, head) = (tables.chain.len() as u64, Hash::new(*head.bytes()));
            ChainStatus { links, head, unopened: 0, oldest: None, called_off: 0 }
        })
    }

    fn check(&self) -> Pending<'_, Result<(), StoreFault>> {
        self.ask(|_| ())
    }
}
