use std::sync::Weak;

use super::registry::RegistryInner;
use crate::limits;
use crate::store_timeouts::in_time;

/// Periodically deletes open games that stayed without an opponent and ends games that both players have left, as long as
/// the registry exists.
pub(crate) async fn run(registry: Weak<RegistryInner>) {
    while let Some(registry) = registry.upgrade() {
        let now = registry.time.now();
        let unjoined = now.saturating_sub(limits::UNJOINED_MS);
        // If the store does not answer, the next round will do.
        let _ = in_time(registry.store.delete_unjoined(unjoined, limits::EXPIRED)).await;
        let abandoned = now.saturating_sub(limits::ABANDONED_MS);
        let abandoned =
            in_time(registry.store.abandoned(abandoned, limits::EXPIRED)).await.unwrap_or_default();
        for game in abandoned {
            registry.wake(game).await;
        }
        drop(registry);
        tokio::time::sleep(limits::EXPIRE).await;
    }
}
