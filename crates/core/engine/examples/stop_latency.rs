//! How long searches go on after they were told to stop, on the hardest boards that rules and positions allow:
//! `cargo run --release -p gebeta-engine --example stop_latency [MILLISECONDS [NAME]]`.
//!
//! Each search gets so many milliseconds (300), then its stop flag says yes. Printed are the longest time between two looks
//! at the flag, in which other programs do not count, and the time from the flag to the answer, in which they do. Both have to
//! stay below 50 ms.
#![allow(clippy::print_stdout, reason = "this is all it does")]

use std::cell::Cell;
use std::time::{Duration, Instant};

use gebeta_engine::{AdvisedGame, Bot, EngineBudget, SearchRequest, hint};
use gebeta_rules::AnyPosition;
use gebeta_testkit::slow_positions::SLOW_POSITIONS;

/// A stop flag that knows when it was looked at.
struct Flag {
    began: Instant,
    time: Duration,
    last: Cell<Duration>,
    longest: Cell<Duration>,
    raised: Cell<Option<Instant>>,
}

/// How long this thread has been at work: on a busy machine the clock also counts how long others have been. The clock where
/// the system does not tell.
fn worked() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| BEGAN.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

impl Flag {
    fn new(time: Duration) -> Self {
        let began = Instant::now();
        Self { began, time, last: Cell::new(worked()), longest: Cell::default(), raised: Cell::new(None) }
    }

    fn look(&self) -> bool {
        let (now, worked) = (Instant::now(), worked());
        self.longest.set(self.longest.get().max(worked.saturating_sub(self.last.replace(worked))));
        let over = now - self.began >= self.time;
        if over && self.raised.get().is_none() {
            self.raised.set(Some(self.began + self.time));
        }
        over
    }

    fn tell(&self, what: &str) {
        let ended = Instant::now();
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        let late = self.raised.get().map_or(Duration::ZERO, |raised| ended - raised);
        println!(
            "{what:<44} {:>8.1} ms between two looks  {:>8.1} ms late  {:>8.0} ms in all",
            ms(self.longest.get()),
            ms(late),
            ms(ended - self.began)
        );
    }
}

fn bots<G: AdvisedGame>(name: &str, position: &G, time: Duration, wanted: &str) {
    for bot in [Bot::strongest(), Bot::Steady { depth: Bot::DEEPEST }, Bot::Perfect { nodes: u64::MAX }] {
        for threads in [1, 2] {
            let what = format!("{name}, {bot} {threads}");
            if !what.contains(wanted) || (threads == 2 && !matches!(bot, Bot::Perfect { .. })) {
                continue;
            }
            let flag = Flag::new(time);
            let stop = || flag.look();
            let budget = EngineBudget { stop: &stop, megabytes: 1024, threads, ..EngineBudget::FREE };
            let mut state = G::EngineState::default();
            let _ = position.search_with(
                &mut state,
                SearchRequest { budget, seed: 1, ..SearchRequest::new(bot) },
                &mut |_| {},
            );
            flag.tell(&what);
        }
    }
    for nodes in [2_000_000, u64::MAX] {
        let what = format!("{name}, hint {}", if nodes == u64::MAX { "by time" } else { "by nodes" });
        if what.contains(wanted) {
            let flag = Flag::new(time);
            let stop = || flag.look();
            let budget = EngineBudget { stop: &stop, megabytes: 64, nodes, ..EngineBudget::FREE };
            let mut adviser = G::Adviser::default();
            let _ = hint(position, &mut adviser, budget);
            flag.tell(&what);
        }
    }
}

fn main() {
    let mut words = std::env::args().skip(1);
    let time = Duration::from_millis(words.next().and_then(|word| word.parse().ok()).unwrap_or(300));
    let wanted = words.next().unwrap_or_default();
    for hard in SLOW_POSITIONS {
        match hard.start() {
            AnyPosition::Mancala(position) => bots(hard.name, &position, time, &wanted),
            AnyPosition::Sowing(position) => bots(hard.name, &*position, time, &wanted),
            AnyPosition::Senet(position) => bots(hard.name, &position, time, &wanted),
        }
    }
}
