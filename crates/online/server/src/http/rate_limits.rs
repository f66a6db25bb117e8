use std::collections::HashMap;
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use gebeta_protocol::MatchId;

use crate::config::Quotas;
use crate::limits;

/// Token bucket: a burst, refilled over a window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    most: f64,
    per_ms: f64,
    tokens: f64,
    at: u64,
}

impl Bucket {
    pub(crate) fn new(most: u32, window: Duration, now: u64) -> Self {
        let most = f64::from(most);
        Self { most, per_ms: most / window.as_millis() as f64, tokens: most, at: now }
    }

    /// Takes a token; false if there is none.
    pub(crate) fn take(&mut self, now: u64) -> bool {
        let gained = now.saturating_sub(self.at) as f64 * self.per_ms;
        self.tokens = (self.tokens + gained).min(self.most);
        self.at = now.max(self.at);
        let there = self.tokens >= 1.0;
        if there {
            self.tokens -= 1.0;
        }
        there
    }

    /// Takes a token even if there is none, and returns how many milliseconds the caller must wait for it.
    fn reserve(&mut self, now: u64) -> u64 {
        if self.take(now) {
            return 0;
        }
        self.tokens -= 1.0;
        (-self.tokens / self.per_ms).ceil() as u64
    }

    /// Whether there is a token.
    fn has_one(&self, now: u64) -> bool {
        self.tokens + now.saturating_sub(self.at) as f64 * self.per_ms >= 1.0
    }

    fn is_full(&self, now: u64) -> bool {
        self.tokens + now.saturating_sub(self.at) as f64 * self.per_ms >= self.most
    }
}

/// Token buckets by key, of which only so many are remembered.
#[derive(Debug)]
pub(crate) struct Buckets<K> {
    most: u32,
    window: Duration,
    known: Mutex<HashMap<K, Bucket>>,
}

impl<K: Hash + Eq> Buckets<K> {
    pub(crate) fn new(most: u32, window: Duration) -> Self {
        Self { most, window, known: Mutex::default() }
    }

    /// Takes a token of `who`; false if there is none.
    pub(crate) fn take(&self, who: K, now: u64) -> bool {
        self.with_bucket(who, now, |bucket| bucket.take(now))
    }

    /// Takes a token of `who` even if there is none, and returns how many milliseconds to wait for it.
    fn reserve(&self, who: K, now: u64) -> u64 {
        self.with_bucket(who, now, |bucket| bucket.reserve(now))
    }

    fn with_bucket<T>(&self, who: K, now: u64, change: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= limits::ADDRESSES && !known.contains_key(&who) {
            make_room(&mut known, now);
        }
        let (most, window) = (self.most, self.window);
        change(known.entry(who).or_insert_with(|| Bucket::new(most, window, now)))
    }

    /// Whether `who` has a token.
    fn has_one(&self, who: &K, now: u64) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(who).is_none_or(|bucket| bucket.has_one(now))
    }
}

/// Forgets full buckets and the least recently used ones, at least a sixteenth of all, so that a flood of new keys neither
/// locks others out nor causes a scan for each.
fn make_room<K: Hash + Eq>(known: &mut HashMap<K, Bucket>, now: u64) {
    known.retain(|_, bucket| !bucket.is_full(now));
    let spare = limits::ADDRESSES / 16;
    let surplus = (known.len() + spare).saturating_sub(limits::ADDRESSES);
    if surplus > 0 {
        let mut seen: Vec<u64> = known.values().map(|bucket| bucket.at).collect();
        let (_, &mut oldest, _) = seen.select_nth_unstable(surplus - 1);
        let mut surplus = surplus;
        known.retain(|_, bucket| {
            let goes = surplus > 0 && bucket.at <= oldest;
            surplus -= usize::from(goes);
            !goes
        });
    }
}

/// Counts connections by network.
#[derive(Debug)]
pub(crate) struct ConnectionCounts {
    most: u32,
    known: Mutex<HashMap<IpAddr, u32>>,
}

impl ConnectionCounts {
    pub(crate) fn new(most: u32) -> Self {
        Self { most, known: Mutex::default() }
    }

    /// Counts one more for `who`, if allowed; it has to be closed again.
    pub(crate) fn open(&self, who: IpAddr) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let count = known.entry(network(who)).or_default();
        let may = *count < self.most;
        if may {
            *count += 1;
        }
        may
    }

    /// Counts one less.
    pub(crate) fn close(&self, who: IpAddr) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = known.get_mut(&network(who)) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                known.remove(&network(who));
            }
        }
    }
}

/// The limits by address.
#[derive(Debug)]
pub(crate) struct RateLimits {
    new_games: Buckets<IpAddr>,
    questions: Buckets<IpAddr>,
    /// By game too: wrong secrets for one game do not lock an address out of another.
    wrong_secrets: Buckets<(IpAddr, MatchId)>,
    decisions: Buckets<IpAddr>,
    pictures: Buckets<IpAddr>,
    pub(crate) sockets: ConnectionCounts,
}

impl RateLimits {
    pub(crate) fn new(quotas: Quotas) -> Self {
        Self {
            new_games: Buckets::new(quotas.new_games, limits::REQUEST_WINDOW),
            questions: Buckets::new(quotas.questions, limits::REQUEST_WINDOW),
            wrong_secrets: Buckets::new(quotas.wrong_secrets, limits::REQUEST_WINDOW),
            decisions: Buckets::new(quotas.decisions, limits::WINDOW),
            pictures: Buckets::new(quotas.pictures, limits::REQUEST_WINDOW),
            sockets: ConnectionCounts::new(quotas.sockets_per_address),
        }
    }

    /// Counts a new game or join.
    pub(crate) fn new_game(&self, who: IpAddr, now: u64) -> bool {
        self.new_games.take(network(who), now)
    }

    /// Counts a request that changes nothing.
    pub(crate) fn question(&self, who: IpAddr, now: u64) -> bool {
        self.questions.take(network(who), now)
    }

    /// Whether a secret for `game` may be tried: not after too many wrong ones.
    pub(crate) fn may_try_secret(&self, who: IpAddr, game: MatchId, now: u64) -> bool {
        self.wrong_secrets.has_one(&(network(who), game), now)
    }

    /// Counts a wrong secret for `game`; false if there were too many.
    pub(crate) fn wrong_secret(&self, who: IpAddr, game: MatchId, now: u64) -> bool {
        self.wrong_secrets.take((network(who), game), now)
    }

    /// The delay of the next decision from this address. The debt of an address stays small: each socket waits before it
    /// reads on.
    pub(crate) fn decision(&self, who: IpAddr, now: u64) -> Duration {
        Duration::from_millis(self.decisions.reserve(network(who), now))
    }

    /// Counts a picture.
    pub(crate) fn picture(&self, who: IpAddr, now: u64) -> bool {
        self.pictures.take(network(who), now)
    }
}

/// The network that is counted as one: a single client has a whole IPv6 /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let mut parts = address.segments();
            parts[4..].fill(0);
            IpAddr::V6(parts.into())
        }
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_refills_over_its_window() {
        let mut bucket = Bucket::new(3, Duration::from_secs(3), 0);
        assert_eq!([0, 0, 0, 0].map(|now| bucket.take(now)), [true, true, true, false]);
        assert!(!bucket.take(900) && bucket.take(1000) && !bucket.take(1000));
        assert_eq!([99_000; 4].map(|now| bucket.take(now)), [true, true, true, false]);
        assert!(!bucket.take(0), "a clock that goes back gives nothing");
    }

    #[test]
    fn a_full_table_admits_new_addresses_and_forgets_the_oldest() {
        let buckets = Buckets::new(2, Duration::from_hours(1));
        for who in 0..limits::ADDRESSES as u64 {
            assert!(buckets.take(who, who), "a bucket that is not full for an hour");
        }
        let last = limits::ADDRESSES as u64 - 1;
        assert!(buckets.take(last, last) && !buckets.take(last, last));
        assert!(buckets.take(u64::MAX, last + 1), "who comes to a full table is let in");
        assert!(!buckets.take(last, last + 1), "and the latest are still counted");
        let known = buckets.known.lock().unwrap();
        assert!(!known.contains_key(&0) && known.len() > limits::ADDRESSES * 9 / 10, "the oldest have gone");
    }

    #[test]
    fn neighbors_in_one_network_share_a_bucket() {
        let rates = RateLimits::new(Quotas::default());
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let game = MatchId::new([1; 10]);
        for n in 0..limits::WRONG_SECRETS {
            assert!(rates.wrong_secret(address(&format!("2001:db8::{n:x}")), game, 0));
        }
        assert!(!rates.wrong_secret(address("2001:db8::ffff"), game, 0));
        assert!(rates.wrong_secret(address("2001:db8:0:1::1"), game, 0));
        assert!(rates.wrong_secret(address("192.0.2.1"), game, 0));
    }

    #[test]
    fn wrong_secrets_of_one_game_do_not_count_for_another() {
        let rates = RateLimits::new(Quotas { wrong_secrets: 2, ..Quotas::default() });
        let school: IpAddr = "192.0.2.1".parse().unwrap();
        let [one, other] = [1, 2].map(|byte| MatchId::new([byte; 10]));
        assert!(rates.wrong_secret(school, one, 0) && rates.wrong_secret(school, one, 0));
        assert!(!rates.may_try_secret(school, one, 0));
        assert!(rates.may_try_secret(school, other, 0));
    }

    #[test]
    fn decisions_beyond_the_rate_of_an_address_wait_for_their_turn() {
        let rates = RateLimits::new(Quotas { decisions: 20, ..Quotas::default() });
        let [one, other] = ["192.0.2.1", "192.0.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
        let waits: Vec<u64> = (0..23).map(|_| rates.decision(one, 0).as_millis() as u64).collect();
        assert!(waits[..20].iter().all(|wait| *wait == 0), "{waits:?}");
        assert_eq!(waits[20..], [1000, 2000, 3000], "one a second, as many as the window refills");
        assert_eq!(rates.decision(other, 0), Duration::ZERO);
        assert_eq!(rates.decision(one, 60_000), Duration::ZERO, "a debt is paid by waiting");
    }

    #[test]
    fn sockets_are_given_back() {
        let counts = ConnectionCounts::new(3);
        let address: IpAddr = "192.0.2.1".parse().unwrap();
        assert!((0..3).all(|_| counts.open(address)));
        assert!(!counts.open(address));
        counts.close(address);
        assert!(counts.open(address));
    }
}
