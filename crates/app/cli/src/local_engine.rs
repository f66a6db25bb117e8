//! The engine of this program: with the clock of the machine and the tables of the user.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use gebeta_engine::Engine;

use crate::tablebase::Tables;

static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);

fn clock() -> Duration {
    STARTED.elapsed()
}

/// An engine that looks up what `tables` know.
pub(crate) fn local_engine(tables: &Arc<Tables>) -> Engine {
    let tables = Arc::clone(tables);
    Engine::with_clock(clock).with_tablebases(tables)
}
