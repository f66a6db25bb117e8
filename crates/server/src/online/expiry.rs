use std::sync::Weak;

use gebeta_protocol::limits;

use super::hall::Inner;
use crate::patience::in_time;

/// Forgets open games that nobody has joined for long, now and then, for as long as there is a hall.
pub(super) async fn run(hall: Weak<Inner>) {
    while let Some(hall) = hall.upgrade() {
        let before = hall.time.now().saturating_sub(limits::UNJOINED_MS);
        // What the store does not hear it hears next time.
        let _ = in_time(hall.store.expire(before, limits::EXPIRED)).await;
        drop(hall);
        tokio::time::sleep(limits::EXPIRE).await;
    }
}
