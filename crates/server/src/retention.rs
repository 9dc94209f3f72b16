//! Matches in which nothing has happened for long are removed, when the
//! operator wishes it.

use std::sync::Arc;
use std::time::Duration;

use crate::hub::Hub;

/// How often there is a look at what has grown old.
const EVERY: Duration = Duration::from_secs(3600);

/// Matches that are removed at a time, so that nobody's move waits long.
const AT_A_TIME: u32 = 200;

/// Removes what has rested for longer than `age` now and every hour, until the
/// server stops.
pub async fn watch(hub: Arc<Hub>, age: Duration) {
    loop {
        match prune(&hub, age).await {
            Ok(0) => {}
            Ok(removed) => tracing::info!(removed, "old matches were removed"),
            Err(error) => tracing::error!(%error, "old matches were not removed"),
        }
        tokio::select! {
            () = tokio::time::sleep(EVERY) => {}
            () = hub.stopping.cancelled() => return,
        }
    }
}

async fn prune(hub: &Hub, age: Duration) -> Result<usize, sobremesa_store::Error> {
    let age = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
    let before = i64::try_from(hub.clock.now().0.saturating_sub(age)).unwrap_or(i64::MAX);
    let mut removed = 0;
    while !hub.stopping.is_cancelled() {
        let old = hub.store.idle(before, AT_A_TIME).await?;
        if old.is_empty() {
            break;
        }
        removed += old.len();
        hub.store.delete(old).await?;
    }
    Ok(removed)
}
