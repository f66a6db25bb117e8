//! Sharing work among threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// Does the pieces of work from 0 to `count` in about this order on so many threads, and hands back what each gave,
/// in order; none if stopped.
///
/// `go_on` is asked on the calling thread after each piece it did, with the number of pieces begun. With one thread
/// nothing is spawned: a browser has none.
pub(super) fn share<T: Send>(
    threads: usize,
    count: usize,
    work: impl Fn(usize) -> T + Sync,
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<Vec<T>> {
    let begun = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let run = |go_on: &mut dyn FnMut(usize) -> bool| {
        let mut done = Vec::new();
        while !stopped.load(Ordering::Relaxed) {
            let piece = begun.fetch_add(1, Ordering::Relaxed);
            if piece >= count {
                break;
            }
            done.push((piece, work(piece)));
            if !go_on(piece + 1) {
                stopped.store(true, Ordering::Relaxed);
            }
        }
        done
    };
    let mut done = thread::scope(|scope| {
        let others: Vec<_> = (1..threads.min(count)).map(|_| scope.spawn(|| run(&mut |_| true))).collect();
        let mut done = run(&mut go_on);
        for other in others {
            done.extend(other.join().expect("no piece of work panics"));
        }
        done
    });
    if stopped.into_inner() {
        return None;
    }
    done.sort_unstable_by_key(|&(piece, _)| piece);
    Some(done.into_iter().map(|(_, result)| result).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for threads in [1, 2, 5] {
            let squares = share(threads, 100, |n| n * n, |_| true).unwrap();
            assert!(squares.into_iter().eq((0..100).map(|n| n * n)), "{threads} threads");
        }
    }

    #[test]
    fn stopping_gives_nothing() {
        assert_eq!(share(2, 1000, |n| n, |begun| begun < 10), None);
    }
}
