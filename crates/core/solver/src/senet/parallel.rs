//! Sharing work among threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::IN_BROWSER;

/// Does pieces of work in about this order on so many threads, and returns the largest results; none if stopped.
///
/// Every thread starts with its own state, such as buffers. `go_on` is asked on the calling thread
/// before the first piece and after each it did, with the number of pieces begun. With one thread nothing is spawned: a browser has none.
pub(super) fn share<T: Send, D, const N: usize>(
    threads: usize,
    pieces: impl Iterator<Item = T> + Send,
    begin: impl Fn() -> D + Sync,
    work: impl Fn(&mut D, T) -> [f64; N] + Sync,
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<[f64; N]> {
    let pieces = Mutex::new(pieces);
    let begun = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = |go_on: &mut dyn FnMut(usize) -> bool| {
        let mut own = begin();
        let mut most = [0.0; N];
        if !go_on(begun.load(Ordering::Relaxed)) {
            stopped.store(true, Ordering::Relaxed);
        }
        while !stopped.load(Ordering::Relaxed) {
            let next = pieces.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some(piece) = next else { break };
            let number = begun.fetch_add(1, Ordering::Relaxed) + 1;
            most = larger(most, work(&mut own, piece));
            if !go_on(number) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        most
    };
    if threads == 1 || IN_BROWSER {
        let most = run(&mut go_on);
        return (!stopped.into_inner()).then_some(most);
    }
    let most = thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(|| run(&mut |_| true))).collect();
        let own = run(&mut go_on);
        others.into_iter().map(|other| other.join().expect("no piece of work panics")).fold(own, larger)
    });
    (!stopped.into_inner()).then_some(most)
}

fn larger<const N: usize>(one: [f64; N], other: [f64; N]) -> [f64; N] {
    std::array::from_fn(|place| one[place].max(other[place]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_result_is_told_by_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let most = share(threads, 0..100, || (), |(), n| [f64::from(n % 70), -1.0], |_| true);
            assert_eq!(most, Some([69.0, 0.0]), "{threads} threads");
        }
    }

    #[test]
    fn stopping_gives_nothing() {
        assert_eq!(share(1, 0..1000, || (), |(), n| [f64::from(n)], |begun| begun < 10), None);
        assert_eq!(share(2, 0..1000, || (), |(), n| [f64::from(n)], |_| false), None);
    }
}
