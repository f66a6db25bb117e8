use std::any::Any;
use std::future::Future;
use std::panic::AssertUnwindSafe;

use ::metrics::counter;
use futures_util::FutureExt as _;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tracing::{Instrument as _, Span};

use crate::telemetry::metrics::PANICS;

/// The background tasks of a server: a shutdown waits for them, and a panic of one is logged and counted.
///
/// A server ends in two steps. When it is [closing](Self::close) it takes no new work, sockets are told so, and requests under
/// way are answered. When it [stops](Self::stop) the tasks end too.
#[derive(Clone, Debug, Default)]
pub struct Tasks {
    tracker: TaskTracker,
    closing: CancellationToken,
    stopping: CancellationToken,
}

impl Tasks {
    /// Runs `task` in the background. When the server stops, it is dropped at its next `await`.
    pub(crate) fn spawn(&self, name: &'static str, task: impl Future<Output = ()> + Send + 'static) {
        let stopping = self.stopping.clone();
        let span = tracing::info_span!(parent: None, "task", name);
        self.spawn_to_end(name, span, async move {
            // It may have ended by itself.
            let _ = stopping.run_until_cancelled(task).await;
        });
    }

    /// Runs `task`, which watches for [`stopped`](Self::stopped) itself, in the background and in `span`.
    pub(crate) fn spawn_to_end(
        &self,
        name: &'static str,
        span: Span,
        task: impl Future<Output = ()> + Send + 'static,
    ) {
        let watched = async move {
            if let Err(panic) = AssertUnwindSafe(task).catch_unwind().await {
                counter!(PANICS, "task" => name).increment(1);
                tracing::error!(
                    task = name,
                    cause = text(&*panic),
                    "task_panic: a background task has panicked"
                );
            }
        };
        self.tracker.spawn(watched.instrument(span));
    }

    /// The server goes down: no new work begins.
    pub fn close(&self) {
        self.closing.cancel();
    }

    /// Whether the server goes down.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.is_cancelled()
    }

    /// Returns when the server goes down.
    pub(crate) async fn closed(&self) {
        self.closing.cancelled().await;
    }

    /// Returns when the tasks have to end.
    pub(crate) async fn stopped(&self) {
        self.stopping.cancelled().await;
    }

    /// How many tasks have not ended.
    pub(crate) fn count(&self) -> usize {
        self.tracker.len()
    }

    /// Stops all tasks and waits for them.
    pub async fn stop(&self) {
        self.close();
        self.stopping.cancel();
        self.tracker.close();
        self.tracker.wait().await;
    }
}

/// The message of a panic.
fn text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test]
    async fn a_shutdown_waits_for_every_task_also_after_a_panic() {
        let (tasks, is_done) = (Tasks::default(), Arc::new(AtomicBool::new(false)));
        tasks.spawn("forever", std::future::pending());
        tasks.spawn("broken", async { panic!("a task that a test breaks") });
        let (last, done) = (tasks.clone(), Arc::clone(&is_done));
        tasks.spawn_to_end("orderly", Span::none(), async move {
            last.stopped().await;
            tokio::task::yield_now().await;
            done.store(true, Ordering::Relaxed);
        });
        assert_eq!(tasks.count(), 3);
        assert!(!tasks.is_closing());
        tasks.stop().await;
        assert!(tasks.is_closing() && is_done.load(Ordering::Relaxed));
        assert_eq!(tasks.count(), 0);
    }

    #[test]
    fn the_words_of_a_panic_are_found() {
        let panics: [Box<dyn Any + Send>; 3] = [Box::new("one"), Box::new("two".to_owned()), Box::new(3)];
        assert_eq!(panics.each_ref().map(|panic| text(&**panic)), ["one", "two", "no message"]);
    }
}
