use std::fmt;
use std::time::Duration;

use gebeta_rules::GameKind;
use gebeta_search::Limits;
use gebeta_solver::{mancala, senet};

use crate::Bot;

/// How much work one request to an engine may take, and how its caller cancels it. The budgets of all programs are defined
/// here.
#[derive(Clone, Copy)]
pub struct EngineBudget<'a> {
    /// Plies to look ahead in place of the bot's own depth.
    pub depth: Option<u32>,
    /// Positions to look at; in a review, for each move.
    pub nodes: u64,
    /// How long the answer may take; in a review, all moves together. Only an [`Engine`](crate::Engine) with a clock heeds it.
    pub time: Option<Duration>,
    /// Called often: `true` ends the search.
    pub stop: &'a dyn Fn() -> bool,
    /// Exact values to look up before searching: the tables of the user. An [`Engine`](crate::Engine) puts its own here.
    pub tablebases: Option<&'a dyn Tablebases>,
    /// The most megabytes a proof may take for its memory. With less it takes longer and finds the same value.
    pub megabytes: usize,
    /// How many threads a proof without a limit of nodes may use; with one, one thread gives the same answer every time.
    pub threads: usize,
}

/// Tablebases of both games.
pub trait Tablebases: mancala::Tablebase + senet::Tablebase {}

impl<K: mancala::Tablebase + senet::Tablebase> Tablebases for K {}

impl EngineBudget<'static> {
    /// No limits but the bot's own.
    pub const FREE: Self = Self {
        depth: None,
        nodes: u64::MAX,
        time: None,
        stop: &|| false,
        tablebases: None,
        megabytes: usize::MAX,
        threads: 1,
    };
    /// Deeper than any search gets: for budgets whose only limit is another one.
    pub const UNLIMITED_DEPTH: u32 = 1000;
    /// How long a search of Senet deeper than `UNCAPPED_DEPTH` may take unless the user says otherwise.
    pub const TIME_CAP: Duration = Duration::from_secs(10);

    /// Positions for the analysis of one position, step by step: the first answers at once, the last takes some
    /// seconds.
    pub const ANALYSIS_NODES: [u64; 4] = [20_000, 150_000, 1_000_000, 6_000_000];

    /// No search of Senet up to this depth needs a clock.
    const UNCAPPED_DEPTH: u32 = 6;
    /// A browser gives a proof this much memory for each gigabyte of the device,
    const MEGABYTES_PER_GIGABYTE: usize = 16;
    /// no less and no more than its tab can spare,
    const DEVICE_MEGABYTES: (usize, usize) = (16, 128);
    /// and where it does not tell how large the device is, this many gigabytes are assumed.
    const USUAL_GIGABYTES: u32 = 4;

    /// For a move in a game: the bot has its own measure, only a deep search of Senet is cut off after `cap`.
    pub fn for_play(game: GameKind, bot: Bot, cap: Duration) -> Self {
        Self::FREE.capped(game, bot, cap)
    }

    /// For a hint: a second at most.
    pub const fn for_hint() -> Self {
        Self { nodes: 300_000, ..Self::FREE }
    }

    /// For the evaluation that is shown all the time beside a board.
    pub const fn for_evaluation() -> Self {
        Self { nodes: 40_000, ..Self::FREE }
    }

    /// For an interactive proof: some seconds.
    pub const fn for_proof() -> Self {
        Self { nodes: 2 * Bot::PROOF_NODES, ..Self::FREE }
    }

    /// For each move of a review: a game takes some tens of seconds.
    pub const fn for_review(game: GameKind) -> Self {
        let nodes = match game {
            GameKind::Mancala => 400_000,
            GameKind::Senet => 100_000,
        };
        Self { nodes, ..Self::FREE }
    }

    /// For each move of a review at first sight: a game takes some seconds.
    pub const fn for_quick_review(game: GameKind) -> Self {
        let nodes = match game {
            GameKind::Mancala => 60_000,
            GameKind::Senet => 12_000,
        };
        Self { nodes, ..Self::FREE }
    }
}

impl<'a> EngineBudget<'a> {
    /// The same with the time `cap`, unless it has a time, if the bot looks deep into Senet. Mancala's search is quick at
    /// every depth one can ask for, and a clock would only make games unrepeatable.
    #[must_use]
    pub fn capped(self, game: GameKind, bot: Bot, cap: Duration) -> Self {
        let depth = self.depth.or(bot.depth());
        let is_slow =
            game == GameKind::Senet && depth.is_some_and(|depth| depth > EngineBudget::UNCAPPED_DEPTH);
        Self { time: self.time.or(is_slow.then_some(cap)), ..self }
    }

    /// The same in the memory of a device with so many gigabytes, where that is known.
    #[must_use]
    pub fn on_device(self, gigabytes: Option<u32>) -> Self {
        let gigabytes = gigabytes.unwrap_or(EngineBudget::USUAL_GIGABYTES) as usize;
        let (least, most) = EngineBudget::DEVICE_MEGABYTES;
        let megabytes = gigabytes.saturating_mul(EngineBudget::MEGABYTES_PER_GIGABYTE).clamp(least, most);
        Self { megabytes, ..self }
    }

    /// The most bytes of memory.
    pub(crate) const fn bytes(&self) -> u64 {
        (self.megabytes as u64).saturating_mul(1 << 20)
    }

    /// The limits of a search by a bot that would look `depth` plies ahead.
    pub(crate) fn limits(&self, depth: u32) -> Limits<'a> {
        Limits { depth: self.depth.unwrap_or(depth), nodes: self.nodes, stop: self.stop }
    }
}

impl fmt::Debug for EngineBudget<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineBudget")
            .field("depth", &self.depth)
            .field("nodes", &self.nodes)
            .field("time", &self.time)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_deep_searches_of_senet_have_a_clock() {
        let time = |game, bot| EngineBudget::for_play(game, bot, EngineBudget::TIME_CAP).time;
        let steady = |depth| Bot::Steady { depth };
        assert_eq!(time(GameKind::Senet, steady(7)), Some(EngineBudget::TIME_CAP));
        assert_eq!(time(GameKind::Senet, steady(6)), None);
        assert_eq!(time(GameKind::Senet, Bot::strongest()), None);
        assert_eq!(time(GameKind::Mancala, steady(10)), None);
        let deeper = EngineBudget { depth: Some(9), ..EngineBudget::FREE };
        let second = Duration::from_secs(1);
        assert_eq!(deeper.capped(GameKind::Senet, steady(2), second).time, Some(second));
        let timed = EngineBudget { time: Some(Duration::ZERO), ..deeper };
        assert_eq!(timed.capped(GameKind::Senet, steady(2), second).time, Some(Duration::ZERO));
    }

    #[test]
    fn a_small_device_gives_less_memory() {
        let megabytes = |memory| EngineBudget::FREE.on_device(memory).megabytes;
        assert_eq!([Some(0), Some(2), None, Some(8), Some(u32::MAX)].map(megabytes), [16, 32, 64, 128, 128]);
    }
}
