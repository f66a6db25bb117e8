use std::sync::Weak;

use super::registry::RegistryInner;
use crate::limits;
use crate::store_timeouts::in_time;

/// Forgets open games that nobody has joined for long, and ends those that both have left, now and then, for as long as there
/// is a registry.
pub(crate) async fn run(registry: Weak<RegistryInner>) {
    while let Some(registry) = registry.upgrade() {
        let now = registry.time.now();
        let unjoined = now.saturating_sub(limits::UNJOINED_MS);
        // What the store does not hear it hears next time.
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
